#!/usr/bin/env bash
# Reports as pages with plots. With GOFUDA_BROWSER=chromium they are also drawn by that browser.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/e2e_lib.bash"

# --- a batch whose names try to get out of their places
mkdir -p mine/variants
cat > mine/variants/odd.yaml << 'Y'
variant: odd
title: "Odd <script>alert('x')</script> & \"quoted\" 圍棋"
extends: dango-1996
board: { size: 9x9 }
Y
batch=(--rules mine simulate odd --games 400 --seed 3 --no-time --keep summary)
run 0 "${batch[@]}" --threads 1 --out odd.sqlite
run 0 "${batch[@]}" --threads 2 --out again.sqlite
for file in odd again; do  # the reader of rules would have refused this
  python3 -c 'import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("UPDATE cells SET title = title || char(32, 7)")
db.commit()' $file.sqlite
done
run 0 --json report odd.sqlite --no-time
cp out odd.json
run 0 --rules mine report odd.sqlite --no-time --html odd.html --svg plots/odd
[[ ! -s out ]] || fail "$last: prints nothing but the page"
run 0 report again.sqlite --no-time --html again.html
same odd.html again.html
run 0 --json report odd.sqlite --no-time --html with-json.html
same odd.json out
same odd.html with-json.html
cp odd.sqlite kept.sqlite
run 1 report kept.sqlite --html kept.sqlite
err_has "kept.sqlite is there already and is no page; name another file"
same odd.sqlite kept.sqlite
mkdir plots/kept
printf 'mine\n' > plots/kept/"$(basename "$(ls plots/odd/*.svg | head -n 1)")"
run 1 report kept.sqlite --svg plots/kept
err_has "is there already and is no svg; name another file"
run 2 report kept.sqlite --html ''
run 2 report kept.sqlite --svg ''

cat > page.py << 'P'
# Reads pages as XML, and finds in them what was drawn.
import json, re, sys, xml.etree.ElementTree as ET
X = "{http://www.w3.org/1999/xhtml}"
S = "{http://www.w3.org/2000/svg}"

def text(e): return "".join(e.itertext())

class Page:
    def __init__(self, path):
        self.source = open(path, encoding="utf-8").read()
        self.root = ET.fromstring(self.source)
        ids = [e.get("id") for e in self.root.iter() if e.get("id")]
        assert len(ids) == len(set(ids)), "every id is there once"
        for e in self.root.iter():
            assert e.tag not in (X + "script", X + "link", X + "img", X + "iframe", S + "image", S + "use"), e.tag
            assert not [a for a in e.attrib if a.startswith("on") or a.endswith("href") or a == "src"], e.attrib
        assert "url(" not in self.source and "@import" not in self.source
        self.figures = {f.get("id"): f for f in self.root.iter(X + "figure")}
        for f in self.figures.values():
            svg = f.find(S + "svg")
            assert svg.get("role") == "img" and text(svg.find(S + "title")) and text(svg.find(S + "desc"))
            names = svg.get("aria-labelledby").split()
            assert [svg.find(S + "title").get("id"), svg.find(S + "desc").get("id")] == names
            assert self.table(f.get("id")), f.get("id")
            x, y, width, height = map(float, svg.get("viewBox").split())
            for e in svg.iter():
                for a in ("x", "x1", "x2", "cx"):
                    assert e.get(a) is None or -1 <= float(e.get(a)) <= width + 1, (f.get("id"), e.attrib)
                for a in ("y", "y1", "y2", "cy"):
                    assert e.get(a) is None or -1 <= float(e.get(a)) <= height + 1, (f.get("id"), e.attrib)
                for a in ("width", "height", "r"):
                    assert e.get(a) is None or float(e.get(a)) >= 0, (f.get("id"), e.attrib)
                assert "nan" not in (e.get("d") or "") and "inf" not in (e.get("d") or "")

    def table(self, name):
        rows = self.figures[name].iter(X + "tr")
        return [[text(c) for c in row] for row in rows][1:]

    def svg(self, name): return self.figures[name].find(S + "svg")

    # The number that stands at a place of the axis below, from the texts of its ticks.
    def axis(self, name):
        svg = self.svg(name)
        lowest = max(float(t.get("y")) for t in svg.iter(S + "text") if t.get("class") == "s")
        ticks = [(float(t.get("x")), float(text(t))) for t in svg.iter(S + "text")
                 if t.get("class") == "s" and float(t.get("y")) == lowest]
        (x0, v0), (x1, v1) = ticks[0], ticks[-1]
        for x, v in ticks: assert abs(v0 + (x - x0) / (x1 - x0) * (v1 - v0) - v) < 1e-3 * abs(v1 - v0), ticks
        return lambda x: v0 + (x - x0) / (x1 - x0) * (v1 - v0)

    def dots(self, name): return [c for c in self.svg(name).iter(S + "circle") if c.find(S + "title") is not None]
P

# check WORDS: runs the Python given on standard input beside page.py
check() { cat page.py - | python3 - || fail "$1"; }

check "the page and its plots say what the JSON says" << 'P'
j = json.load(open("odd.json"))
page = Page("odd.html")
assert "<script" not in page.source and "圍棋" in page.source
title = [e for e in page.root.iter(X + "h1")]
assert text(title[0]) == "Odd <script>alert('x')</script> & \"quoted\" 圍棋 \\x07", text(title[0])
assert j["batch"]["command"] in page.source.replace("&#39;", "'")
for want in ("results", "komi-curve", "score", "length", "captures", "branching", "cards-played", "cards-swing", "cards-use"):
    assert want in page.figures, (want, list(page.figures))

rates = {"Black wins": j["black_wins"], "White wins": j["white_wins"], "drawn": j["draws"], "who begins wins": j["beginner_wins"]}
value = page.axis("results")
rows = page.table("results")
assert len(rows) == len(page.dots("results")) == 4
for row, dot in zip(rows, page.dots("results")):
    share = rates[row[0]]
    assert int(row[1]) == share["games"] and int(row[2]) == share["of"] and abs(float(row[3]) - 100 * share["rate"]) < 0.006
    assert abs(value(float(dot.get("cx"))) - 100 * share["rate"]) < 0.3, (row, value(float(dot.get("cx"))))

curve = j["score"]["komi_curve"]
rows = page.table("komi-curve")
assert [float(r[0]) for r in rows] == [k["komi"] for k in curve] and [int(r[1]) for r in rows] == [k["games"] for k in curve]
svg = page.svg("komi-curve")
line = [p for p in svg.iter(S + "path") if p.get("class") == "a curve"][0]
spots = [tuple(map(float, s.split())) for s in re.split("[ML]", line.get("d"))[1:]]
value = page.axis("komi-curve")
grid = sorted(float(l.get("y1")) for l in svg.iter(S + "line") if l.get("class") == "grid" and l.get("y1") == l.get("y2"))
top, bottom = grid[0], grid[-1]
for (x, y), k in zip(spots, curve, strict=True):
    assert abs(value(x) - k["komi"]) < 0.2, (value(x), k)
    assert abs((bottom - y) / (bottom - top) - k["rate"]) < 0.005, (y, k)
fair = [l for l in svg.iter(S + "line") if l.get("class") == "b" and l.get("x1") == l.get("x2")][-1]
assert abs(value(float(fair.get("x1"))) - j["score"]["fair_komi"]) < 0.2

for name, part, count in (("score", j["score"], "games"), ("length", j["turns"], "games")):
    assert sum(int(r[1]) for r in page.table(name)) == sum(d["games"] for d in part["distribution"]) == j["ended"]
    bars = [r for r in page.svg(name).iter(S + "rect") if r.get("class") == "a bar"]
    most = max(int(r[1]) for r in page.table(name))
    assert len(bars) == sum(int(r[1]) > 0 for r in page.table(name)) and most > 0
    heights = [float(b.get("height")) for b in bars]
    games = [int(r[1]) for r in page.table(name) if int(r[1]) > 0]
    for h, n in zip(heights, games): assert abs(h / max(heights) - n / most) < 0.01
assert sum(int(r[1]) for r in page.table("captures")) == j["ended"]
for kind, column in (("stone", 1), ("card", 2)):
    assert sum(int(r[column]) for r in page.table("branching")) == j["branching"][kind]["questions"] > 0

cards = {c["name"]: c for c in j["cards"]}
for name, at in (("cards-played", lambda c: c["wins_when_played"]["more"]["effect"]), ("cards-swing", lambda c: c["swing"]["mean"])):
    rows, dots, value = page.table(name), page.dots(name), page.axis(name)
    assert len(rows) == len(dots) == sum(at(c) is not None for c in cards.values()) > 20
    figures = [at(cards[r[0]]) * (100 if name == "cards-played" else 1) for r in rows]
    assert figures == sorted(figures, reverse=True)
    for dot, figure in zip(dots, figures):
        assert abs(value(float(dot.get("cx"))) - figure) < 0.01 * (max(figures) - min(figures)), (figure, dot.attrib)
    for row, dot in zip(rows, dots):
        c = cards[row[0]]
        p = (c["wins_when_played"]["more"] if name == "cards-played" else c["swing"])["p_adjusted"]
        assert ("open" in dot.get("class")) == (p is None or p >= 0.05), (row, p)
assert len(page.table("cards-use")) == 36
P

# --- plots as files
check "each plot is a file of its own" << 'P'
import os
page = Page("odd.html")
assert sorted(os.listdir("plots/odd")) == sorted(n + ".svg" for n in page.figures), os.listdir("plots/odd")
for name in page.figures:
    root = ET.parse(f"plots/odd/{name}.svg").getroot()
    assert root.tag == S + "svg" and root.find(S + "style") is not None and float(root.get("width")) > 0
    drawn = [c.attrib for c in root.iter(S + "circle")]
    assert drawn == [c.attrib for c in page.svg(name).iter(S + "circle")], name
P

# --- few games, games of one kind alone, games without scores, games that fail
for n in 0 1 2; do
  run 0 simulate dango-1996 --games $n --no-time --out "few$n.sqlite"
  run 0 report "few$n.sqlite" --no-time --html "few$n.html" --svg "few$n"
done
run 0 simulate go --set board.size=5x5 --set rules.komi=25.5 --games 40 --out white.sqlite
run 0 simulate go --set board.size=5x5 --set rules.komi=-30 --games 40 --out black.sqlite
run 0 simulate qango-6 --games 100 --out qango.sqlite
run 0 simulate go --games 20 --max-turns 10 --out stopped.sqlite
mkdir -p bad/cards/decks bad/variants
printf 'return card { name = "Brittle", text = "t",\n play = function(me) error("<b>&\\n\\"no\\" room") end }\n' > bad/cards/brittle.lua
printf 'deck: brittle\ncards: { brittle: 1, keima: 3 }\n' > bad/cards/decks/brittle.yaml
printf 'variant: brittle\nboard: { size: 5x5 }\nturn: draw-and-play\ndeck: brittle\n' > bad/variants/brittle.yaml
run 1 --rules bad simulate brittle --games 60 --no-time --out faults.sqlite
for name in white black qango stopped faults; do run 0 report $name.sqlite --html $name.html; done
check "pages of unusual batches" << 'P'
for name in ("few0", "few1", "few2", "white", "black", "qango", "stopped", "faults"):
    page = Page(name + ".html")
    assert ("results" in page.figures) == (name not in ("few0", "stopped", "faults")), name
assert not Page("few0.html").figures
for name, n in (("few1", 1), ("few2", 2)): assert sum(int(r[1]) for r in Page(name + ".html").table("length")) == n
assert Page("white.html").table("results")[1][3] == "100.00" and Page("black.html").table("results")[0][3] == "100.00"
assert "score" not in Page("qango.html").figures and "komi-curve" not in Page("qango.html").figures
source = Page("faults.html")
assert "<b>&" in text(source.root) and "<b>" not in source.source and "SELECT reproduction FROM faults" in source.source
P

# --- sweeps
cat > sweep.yaml << 'Y'
sweep: "Komi & <sizes>"
variant: go
set: { board.size: [5x5, 7x7, 9x9], rules.komi: [0.5, 5.5] }
games: 60
paired: true
compare: rules.komi
Y
run 0 sweep sweep.yaml --out sweep.sqlite
run 0 --json report sweep.sqlite --no-time
cp out sweep.json
run 0 report sweep.sqlite --no-time --html sweep.html --svg sweep
cell=$(python3 -c 'import json; print(json.load(open("sweep.json"))["cells"][3]["id"])')
run 0 report sweep.sqlite --cell "$cell" --html cell.html
printf 'sweep: words\nvariant: dango-1996\nset: { free-block.after: [pass, move] }\ngames: 20\npaired: false\n' > words.yaml
run 0 sweep words.yaml --out words.sqlite
run 0 report words.sqlite --html words.html
run 0 compare go --set board.size=5x5 --a rules.komi=0.5 --b rules.komi=2.5 --games 50 --out compare.sqlite
run 0 report compare.sqlite --html compare.html
check "a sweep's plots say what its JSON says" << 'P'
j = json.load(open("sweep.json"))
page = Page("sweep.html")
assert "Komi & <sizes>" in text(page.root) and "free-block" not in page.source
for name, at in (("black-wins", lambda c: 100 * c["black_wins"]["rate"]), ("fair-komi", lambda c: c["score"]["fair_komi"])):
    rows = page.table(name)
    assert len(rows) == 6
    for r in rows:
        (cell,) = [c for c in j["cells"] if (c["settings"]["board.size"], c["settings"]["rules.komi"]) == (r[0], r[1])]
        assert abs(float(r[2]) - at(cell)) < 0.006, (r, at(cell))
    value = page.axis(name)
    dots = page.dots(name)
    assert sorted(round(value(float(d.get("cx")))) for d in dots) == [5, 5, 7, 7, 9, 9]
assert "rate-difference" in page.figures and len(page.table("rate-difference")) == 3
assert not any("distribution" in c["turns"] for c in j["cells"])
assert "results" in Page("cell.html").figures
assert [r[0] for r in Page("words.html").table("black-wins")] == ["pass", "move"]
assert "rate-difference" in Page("compare.html").figures
P

# --- files that cannot be
echo keep > there
run 1 report odd.sqlite --html there/x.html
err_has "cannot write there/x.html"
run 1 report odd.sqlite --svg there
err_has "there"
[[ $(cat there) == keep ]] || fail "what was there is as it was"
run 2 report nothing.sqlite --html x.html
err_has "nothing.sqlite: No such file"
run 2 report odd.json --html x.html
err_has "it is not a store of games"
[[ ! -e x.html ]] || fail "no page of nothing"
(
  trap '' XFSZ
  ulimit -f 20
  "$gofuda" report odd.sqlite --html full.html
) > out 2> err && fail "a page that does not fit is an error"
err_has "cannot write full.html"
[[ -z $(ls full.html* 2> /dev/null) ]] || fail "and leaves nothing behind"

# --- the summary on a terminal: no line is longer than the screen, and long names are cut there alone
cat > bad/variants/wide.yaml << 'Y'
variant: wide
title: A title that is much too long for one line of a terminal, and so goes on with the rest of it in another one
board: { size: 7x7 }
turn: draw-and-play
deck: wide
Y
printf 'return card { name = "包圍一個很大很大很大的地域和更多", text = "t",\n play = function(me, opponent, board) me:place(me:pick(1, board.empty)) end }\n' > bad/cards/wide.lua
printf 'deck: wide\ncards: { wide: 2, keima: 3 }\n' > bad/cards/decks/wide.yaml
run 0 --rules bad simulate wide --games 30 --out wide.sqlite
run 0 report wide.sqlite
has "包圍一個很大很大很大的地域和更多"
for name in wide odd few0 faults; do
  python3 - "$gofuda" $name.sqlite << 'P' || fail "the summary of $name on a terminal"
import fcntl, os, pty, re, struct, sys, termios, unicodedata
pid, fd = pty.fork()
if pid == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
    os.environ.pop("NO_COLOR", None)
    os.execv(sys.argv[1], [sys.argv[1], "report", sys.argv[2]])
data = b""
try:
    while part := os.read(fd, 65536): data += part
except OSError: pass
assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
plain = re.sub("\x1b\\[[0-9;]*m", "", data.decode()).replace("\r", "")
assert "\x1b" not in plain and "Results" in plain, plain
for line in plain.split("\n"):
    width = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)
    assert width <= 80, (width, line)
P
done

# --- in a browser: nothing is wider than the screen, and texts of a plot do not cover one another
if [[ -n ${GOFUDA_BROWSER:-} ]]; then
  cat > measure.js << 'J'
const overlaps = [];
for (const svg of document.querySelectorAll("svg.plot")) {
  const boxes = [...svg.querySelectorAll("text")].map(t => [t.textContent, t.getBoundingClientRect()]);
  const frame = svg.getBoundingClientRect();
  for (const [name, b] of boxes)
    if (b.left < frame.left - 1 || b.right > frame.right + 1 || b.top < frame.top - 1 || b.bottom > frame.bottom + 1)
      overlaps.push(svg.parentNode.id + ": '" + name + "' leaves the picture");
  for (let i = 0; i < boxes.length; ++i)
    for (let k = i + 1; k < boxes.length; ++k) {
      const [a, b] = [boxes[i][1], boxes[k][1]];
      const x = Math.min(a.right, b.right) - Math.max(a.left, b.left), y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (x > 1 && y > 4) overlaps.push(svg.parentNode.id + ": '" + boxes[i][0] + "' covers '" + boxes[k][0] + "'");
    }
}
if (document.documentElement.scrollWidth > innerWidth + 1) overlaps.push("the page is wider than the screen");
document.body.textContent = overlaps.length ? "WRONG " + overlaps.slice(0, 20).join("; ") : "all fits";
J
  for name in odd few1 few2 qango white faults sweep words compare; do
    python3 - $name << 'P'
import sys
page = open(sys.argv[1] + ".html", encoding="utf-8").read()
open("measured.html", "w", encoding="utf-8").write(page.replace("</body>", "<script>" + open("measure.js").read() + "</script></body>"))
P
    for width in 400 1200; do
      "$GOFUDA_BROWSER" --headless --no-sandbox --disable-gpu --window-size=$width,3000 --dump-dom "file://$PWD/measured.html" > dom 2> /dev/null
      grep -q "all fits" dom || fail "$name at $width: $(grep -o 'WRONG.*' dom | head -c 600)"
    done
  done
fi

finish
