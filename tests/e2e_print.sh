#!/usr/bin/env bash
# Cards on paper: what is in the files, the same bytes each time, and what cannot be printed.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/e2e_lib.bash"
unset FONTCONFIG_FILE SOURCE_DATE_EPOCH

cat > look.py << 'P'
"""pages FILE.pdf: how many, and how large. date FILE.pdf. size FILE.png: dots. backs FILE.png COLUMNS ROWS: where a back lies, as a row of 0 and 1 each."""
import re, struct, sys, zlib
data = open(sys.argv[2], "rb").read()
if sys.argv[1] in ("pages", "date"):
    parts = [data]
    for found in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", data, re.S):
        try: parts.append(zlib.decompress(found[1]))
        except zlib.error: pass
    text = b"\n".join(parts)
    boxes = re.findall(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]", text)
    pages = len(re.findall(rb"/Type\s*/Page\b", text))
    sizes = {f"{float(w) * 25.4 / 72:.1f}x{float(h) * 25.4 / 72:.1f}" for w, h in boxes}
    print(pages, *sorted(sizes)) if sys.argv[1] == "pages" else print(*re.findall(rb"/CreationDate \((.*?)\)", text))
else:
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, colour = struct.unpack(">IIBB", data[16:26])
    print(width, height)
if sys.argv[1] == "backs":
    at, packed = 8, b""
    while at < len(data):
        length, = struct.unpack(">I", data[at:at + 4])
        if data[at + 4:at + 8] == b"IDAT": packed += data[at + 8:at + 8 + length]
        at += length + 12
    assert depth == 8 and colour == 2
    raw, stride = zlib.decompress(packed), 3 * width
    rows, above = [], bytearray(stride)
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride):
            a, b, c = line[x - 3] if x > 2 else 0, above[x], above[x - 3] if x > 2 else 0
            p = a + b - c
            nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            line[x] = line[x] + (0, a, b, (a + b) // 2, nearest)[kind] & 255
        rows.append(line)
        above = line
    across, down = map(float, sys.argv[3:5])  # millimetres of the page
    left, top, step_x, step_y, columns, lines = map(float, sys.argv[5:11])
    for r in range(int(lines)):
        out = ""
        for c in range(int(columns)):  # two millimetres within the cut: the ground of a back is dark
            x, y = int((left + c * step_x + 2) * width / across), int((top + r * step_y + 2) * height / down)
            out += "1" if rows[y][3 * x] < 128 else "0"
        print(out)
P

err_has_not() { ! grep -qF -- "$1" err || fail "$last: '$1' is in the error output"; }

# pages FILE WANTED
pages() {
  local got
  got=$(python3 look.py pages "$1")
  [[ $got == "$2" ]] || fail "$last: $1 has pages $got, not $2"
}
size() {
  local got
  got=$(python3 look.py size "$1")
  [[ $got == "$2" ]] || fail "$last: $1 is $got, not $2"
}
# backs FILE PLACES WANTED: the first line is the size
backs() {
  local got
  got=$(python3 look.py backs "$1" $2 | tail -n +2 | tr '\n' ' ')
  [[ $got == "$3 " ]] || fail "$last: the backs of $1 lie at $got, not $3"
}

# --- every deck that comes with the program, without a word on the error output
run 0 --json show deck
python3 -c 'import json; print(*(d["id"] for d in json.load(open("out"))["deck"]), sep="\n")' > decks
mapfile -t decks < decks
((${#decks[@]} >= 6)) || fail "there are decks to print"
for deck in "${decks[@]}" card-go dango-1996 dango-1996-19 dango-2019 gomoku-skills joker-go-1984 joker-go-1985 v-card-go; do
  run 0 print "$deck" -o all.pdf
  err_has_not "warning"
done

# --- pages
run 0 print dango-1996 -o dango.pdf
has "36 cards, 4 pages of 3x3 places"
has "two prints make a game"
has "written: dango.pdf"
run 0 print dango-1996 -o more.pdf --set deck.keima=10 --set deck.kosumi=0
has "44 cards, 5 pages of 3x3 places"  # nine keima more, and the one kosumi less
pages dango.pdf "4 210.0x297.0"
run 0 print tesuji -o tesuji.pdf --paper letter --duplex long-edge
has_not "two prints"
pages tesuji.pdf "12 215.9x279.4"
run 0 print tesuji -o tesuji.pdf --bleed
has "7 pages of 4x2 places"
pages tesuji.pdf "7 297.0x210.0"
run 0 print tesuji -o tesuji.pdf --bleed --paper letter --backs
pages tesuji.pdf "18 279.4x215.9"
run 0 print v-card-go-51 -o once.pdf --copies one
has "17 cards, 2 pages"
run 0 print keima dango keima -o three.pdf --json
has '"cards":3'
has '"pages":1'
has '"files":["three.pdf"]'
run 0 print deck:gomoku-skills variant:gomoku-skills card:keima -o mixed.pdf
has "17 cards, 2 pages"

# --- several files, and where the backs lie
run 0 print keima dango -o two.png --dpi 36 --duplex long-edge
has "written: two-2.png"
size two-1.png "298 421"
backs two-1.png "210 297 10.5 16.5 63 88 3 3" "000 000 000"
backs two-2.png "210 297 10.5 16.5 63 88 3 3" "011 000 000"
run 0 print keima dango -o two.png --dpi 36 --duplex short-edge
backs two-2.png "210 297 10.5 16.5 63 88 3 3" "000 000 110"
run 0 print keima dango -o two.png --dpi 36 --duplex long-edge --bleed
backs two-2.png "297 210 13.5 14 69 94 4 2" "0000 1100"
run 0 print tesuji -o tesuji.svg
[[ $(ls tesuji-*.svg | wc -l) == 6 && ! -e tesuji.svg ]] || fail "$last: six files"
python3 -c 'import sys, xml.dom.minidom; [xml.dom.minidom.parse(f) for f in sys.argv[1:]]' tesuji-*.svg || fail "$last: no XML"
grep -q 'width="595.27[0-9]*pt" height="841.88[0-9]*pt"' tesuji-1.svg || fail "$last: no A4"

# --- a virtual table
run 0 print card-go --sheet --backs -o table.png
has "54 cards, 1 sheet of 10x7 places"
size table.png "4090 4004"
size table-back.png "409 572"
run 0 print card-go --sheet -o table.png --dpi 36
backs table.png "630 616 0 0 63 88 10 7" "0000000000 0000000000 0000000000 0000000000 0000000000 0000000000 0000000001"
run 0 print v-card-go dango-1996 --sheet -o table.png --dpi 36
has "87 cards, 2 sheets"
size table-2.png "890 875"

# --- the same bytes, whenever and in whatever language
for file in same.pdf same.svg same.png; do
  run 0 print joker-go keima -o "$file"
  for f in same*."${file##*.}"; do cp "$f" "first-$f"; done
  LANGUAGE=ja LC_ALL=C.UTF-8 TZ=Asia/Tokyo run 0 print joker-go keima -o "$file"
  for f in same*."${file##*.}"; do same "$f" "first-$f"; done
done
SOURCE_DATE_EPOCH=86400 run 0 print keima -o dated.pdf
python3 look.py date dated.pdf | grep -q "19700102000000" || fail "$last: no date"
SOURCE_DATE_EPOCH=tomorrow run 2 print keima -o dated.pdf
err_has "not a number of seconds"

# --- texts of all kinds
mkdir -p my/cards/decks
card() { # NAME TITLE TEXT
  printf 'return card {\n  name = "%s",\n  text = "%s",\n  play = function(me) me:place(me:pick(1, me.legal)) end,\n}\n' "$2" "$3" > "my/cards/$1.lua"
}
times() { local i; for ((i = 0; i < $2; i++)); do printf '%s' "$1"; done; }
card markup '<b>Bold & Co</b>' 'Take <i>one</i> &amp; two. 5 < 6 > 4. </text>'
card hebrew 'אבן' 'הניחו אבן אחת על נקודה ריקה (keima).'
card thai 'หมาก' 'วางหมากหนึ่งเม็ดบนจุดว่างใดก็ได้'
card chinese '碁札' '空点に石を一つ置く。'
card full 'Full' "$(times 'Place a stone where it touches. ' 26)"
card long 'Long' "$(times 'Place a stone where it touches. ' 90)"
card huge 'Huge' "$(times 'Place a stone where it touches. ' 320)"
card title "$(times 'A name that goes on ' 9)" 'x'
run 0 --rules my print markup hebrew thai full -o texts.pdf
run 0 --rules my print markup -o markup.svg
(($(grep -o '<use' markup.svg | wc -l) >= 64)) || fail "$last: not every letter is drawn"
run 1 --rules my print markup long title -o never.pdf
err_has "my/cards/long.lua:3: error[card-text]: the text of 'long' does not fit on the card even in letters of 6 points; shorten it"
err_has "my/cards/title.lua:2: error[card-title]: the name of 'title' does not fit"
[[ ! -e never.pdf ]] || fail "$last: something was written"
run 1 --rules my print long -o never.pdf --json
has '"code": "card-text"'
run 1 --rules my print huge -o never.pdf
err_has "my/cards/huge.lua:3:1: error[limit]: the script makes a string of more than 4096 bytes"
if [[ -n $(fc-list ':lang=ja' 2> /dev/null || true) ]]; then
  run 0 --rules my print chinese -o texts.pdf
  err_has_not "warning"
else
  run 0 --rules my print chinese -o texts.pdf
  err_has "my/cards/chinese.lua:3: warning[missing-glyph]: no installed font has"
  err_has "Debian's fonts-noto-cjk may help"
fi
printf 'deck: nothing\ncards: {}\n' > my/cards/decks/nothing.yaml
run 1 --rules my print nothing -o never.pdf
err_has "the deck has no cards"
printf 'deck: many\ntitle: Very many\ncards: { place-1: 1000, keima: 1000, full: 48 }\n' > my/cards/decks/many.yaml
run 0 --rules my print many many -o many.pdf
has "4096 cards, 456 pages"
err_has_not "page"

# --- wrong words
run 2 print
run 2 print keima
run 2 print dango-63 -o never.pdf
err_has "there is no game, deck or card 'dango-63' (did you mean 'dango-36'?)"
run 2 print deck:keima -o never.pdf
err_has "there is no deck 'keima'"
run 2 print go -o never.pdf
err_has "the game 'go' has no cards"
run 2 print keima -o never.txt
err_has ".pdf, .svg or .png, not 'never.txt'"
run 2 print keima -o a.pdf/never
run 2 print keima -o never.pdf --sheet
run 2 print keima -o never.png --sheet --bleed
run 2 print keima -o never.png --sheet --duplex long-edge
run 2 print keima -o never.png --sheet --dpi 600
run 2 print keima -o never.pdf --dpi 100
run 2 print keima -o never.png --dpi 9
run 2 print keima -o never.pdf --paper a5
run 2 print dango-36 -o never.pdf --set rules.symmetry=none
err_has "--set is for games"
run 2 print dango-1996 -o never.pdf --set rules.symmetri=none
err_has "did you mean 'symmetry'?"
run 2 print keima -o never.pdf --font "Noto Sanz"
err_has "did you mean 'Noto Sans'?"
run 1 print keima -o nowhere/never.pdf
err_has "cannot write nowhere/never.pdf: No such file or directory"
[[ -z $(find . -name 'never*') ]] || fail "something was written: $(find . -name 'never*')"

# --- what is in the place of the file
echo "a letter" > letter.pdf
run 1 print keima -o letter.pdf
err_has "letter.pdf is there already and is no pdf; --force writes over it"
grep -q "a letter" letter.pdf || fail "$last: the letter is gone"
run 0 print keima -o letter.pdf --force
run 0 print dango -o letter.pdf
echo "a letter" > pages-3.png
run 1 print dango-36 -o pages.png --dpi 36
[[ ! -e pages-1.png ]] || fail "$last: half of it was written"
mkfifo pipe.pdf
cat pipe.pdf > piped.pdf &
run 0 print keima dango keima -o pipe.pdf
wait
[[ -p pipe.pdf ]] || fail "$last: the pipe was replaced"
same piped.pdf three.pdf
run 2 print dango-36 -o pipe.pdf --format svg
err_has "pipe.pdf is no file, and there are 4 to write"
"$gofuda" print keima -o /dev/stdout --format svg 2> err | cat > out
[[ $(head -c 5 out) == "<?xml" && $(tail -n 1 out) == "</svg>" ]] || fail "an SVG and nothing else goes to the output"
err_has "written: /dev/stdout"
ln -s /dev/stdout std.svg
run 2 print dango-36 -o std.svg
err_has "std.svg is no file"
[[ -z $(find . -name 'std-*' -o -name 'pipe-*') ]] || fail "$last: files beside a device"
ln -s letter.pdf link.pdf
run 0 print keima -o link.pdf
[[ -L link.pdf ]] || fail "$last: the link was replaced"

# --- what Unicode says is no character
mkdir -p odd/cards/decks
printf 'return card { name = "a\xf4\x8f\xbf\xbf \xef\xb7\x90", text = "T\xef\xbf\xbf", play = function() end }' > odd/cards/odd.lua
printf 'deck: odds\ntitle: "a\xf4\x8f\xbf\xbf"\nsource: ours\ncards: { odd: 3 }\n' > odd/cards/decks/odds.yaml
run 0 --rules odd print odds -o odd.pdf

# --- no fonts at all
printf '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>%s</dir><cachedir>%s</cachedir></fontconfig>' \
  "$work/no-fonts" "$work/cache" > fonts.conf
FONTCONFIG_FILE=$work/fonts.conf run 1 print keima -o never.pdf
err_has "no font is installed"
err_has "fonts-noto-core"
finish
