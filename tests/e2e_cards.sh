#!/usr/bin/env bash
# What cards are worth, alone and in pairs, by dealing them on purpose; and what a report of games says of them.
set -eu
tree=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
source "$tree/tests/e2e_lib.bash"

# --- two cards that belong together are found, and nothing where there is nothing
halves=(--rules "$tree/tests/pairs" --json cards halves --pairs --games 300)
for seed in 1 2 3; do
  run 0 "${halves[@]}" --seed $seed
  err_has "300 deals of 10 pairs, 10800 games in all: what both are worth more together is known to "
  python3 - << 'P' || fail "$last: the pairs"
import json
pairs = json.load(open("out"))["pairs"]
assert len(pairs) == 10
sure = [p for p in pairs if p["together"]["p_adjusted"] is not None and p["together"]["p_adjusted"] < 0.05]
assert [sorted(p["cards"]) for p in sure] == [["left", "right"]], [(p["cards"], p["together"]) for p in sure]
found = sure[0]
assert found is pairs[0] or found == pairs[0]
low, high = found["together"]["interval"]
assert 0.2 < low < found["together"]["mean"] < high < 0.6, found
assert found["both"]["mean"] > 0.3 > abs(found["one"]["mean"]), found
for p in pairs:  # what both do more is what both do, less what each does
    t = p["together"]
    assert abs(t["mean"] - (p["both"]["mean"] - p["one"]["mean"] - p["other"]["mean"])) < 1e-9, p
    assert t["games"] == 300 and t["p"] <= t["p_adjusted"] <= 1 and p["apart"] == 0, p
P
done
cp out pairs
run 0 "${halves[@]}" --seed 3 --threads 1
same pairs out
run 0 --rules "$tree/tests/pairs" cards halves --pairs --games 300
has "stronger together"
has "Left + Right"
run 0 "${halves[@]}" --card nobi --card kosumi --card ikken-tobi
err_has "300 deals of 3 pairs"
has_not '"left"'
run 0 --rules "$tree/tests/pairs" cards halves --pairs --games 50 --card nobi --card kosumi
has "Of no pair these deals tell that it is worth more, or less, together."
run 0 --rules "$tree/tests/pairs" cards halves --pairs --games 1 --card nobi --card kosumi
err_has "is known to 100.0 points either way"

# --- games that fail are in no figure, and that is said
cp -r "$tree/tests/pairs" failing
printf 'return card { name = "Left", text = "Fails.", play = function(me) local x = nil me:score(x + 1) end }\n' > failing/cards/left.lua
run 1 --rules failing cards halves --games 20 --card nobi
err_has "of the 20 deals of 1 card had a game that failed or was stopped, and are in no figure; gofuda simulate halves tells why"
run 1 --rules failing cards halves --games 20 --pairs --card left --card right
err_has "up to 20 of the 20 deals of 1 pair had a game that failed or was stopped"
for how in added left-out; do run 0 --rules "$tree/tests/pairs" cards halves --pairs --games 5 --how $how --at top; done
run 2 "${halves[@]}" --card nobbi
err_has "--card: the decks have no card 'nobbi' (did you mean 'nobi'?)"
run 2 "${halves[@]}" --card nobi
err_has "--pairs: there are no two cards"
run 2 cards dango-1996 --set common_deck=dango-36 --games 5 --pairs --at top
err_has "who gets a second card hangs on the game"
run 0 --rules "$tree/tests/pairs" --json cards halves --games 20 --card left
python3 -c 'import json; assert [c["id"] for c in json.load(open("out"))["cards"]] == ["left"]' || fail "$last: only that card"
for words in "cards dango-1996" "cards dango-1996 --pairs"; do # stopped, it says what there is
  # shellcheck disable=SC2086
  stop_at_work 0.5 SIGINT $words --games 1000000
  ((code == 130)) || fail "$last: exit code $code, not 130"
  err_has "stopped after "
  err_has "nothing is kept of the others"
done

# --- kept in a file: the report has them first, and parts add up to the whole
deal=(--rules "$tree/tests/pairs" cards halves)
is_same() { # is_same FILE REPORT: of what the file tells
  run 0 --json report "$1" --no-time
  same "$2" out
}
for kind in "" "--pairs --card left --card right --card nobi"; do
  # shellcheck disable=SC2206
  many=("${deal[@]}" --seed 3 $kind)
  words=("${many[@]}" --games 40)
  rm -f ./*.sqlite
  run 0 --json "${words[@]}"
  cp out asked
  run 0 --json "${words[@]}" --out all.sqlite
  same asked out
  run 0 --json report all.sqlite --no-time
  cp out all.report
  dump all.sqlite shards > all.dump
  python3 - << 'P' || fail "$last: what the file tells of cards is what the command said"
import json
asked, kept = json.load(open("asked")), json.load(open("out"))["card_worths"]
assert kept.pop("command").startswith("gofuda cards halves --games 40")
assert asked == kept, (asked, kept)
P
  run 0 "${words[@]}" --out all.sqlite # nothing is left to be played
  err_has "all.sqlite holds 40 of 40 games"
  has_not "going on"
  for i in 3 1 2; do run 0 "${words[@]}" --shard $i/3 --threads $((i % 2 + 1)) --out $i-of-3.sqlite; done
  run 0 merge --partial some.sqlite 3-of-3.sqlite 1-of-3.sqlite
  run 0 report some.sqlite
  has "missing: shard 2/3: gofuda cards halves --games 40"
  run 1 merge merged.sqlite 3-of-3.sqlite 1-of-3.sqlite
  run 0 merge merged.sqlite some.sqlite 2-of-3.sqlite
  is_same merged.sqlite all.report
  dump merged.sqlite shards > merged.dump
  same all.dump merged.dump
  run 2 merge x.sqlite some.sqlite 1-of-3.sqlite
  err_has "both hold shard 1/3"
  run 0 "${many[@]}" --games 25 --out more.sqlite # and more of them
  run 0 "${words[@]}" --out more.sqlite
  err_has "more.sqlite holds 25 of 40 games; going on"
  is_same more.sqlite all.report
  python3 - "$gofuda" "${many[@]}" --games 250 --threads 1 --out stopped.sqlite << 'P' > out 2> err
import signal, sqlite3, subprocess, sys, time
def dealt():  # a deal is whole
    try: return sqlite3.connect("stopped.sqlite", timeout=9).execute("SELECT count(*) FROM forced_ranges").fetchone()[0]
    except sqlite3.OperationalError: return 0
run = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
while not dealt() and run.poll() is None: time.sleep(0.01)
run.send_signal(signal.SIGINT)
print(run.wait())
P
  last="cards $kind, stopped"
  has 130
  err_has "; to go on:"
  run 0 report stopped.sqlite
  has "missing: deals of"
  run 0 --json "${many[@]}" --games 250 --out stopped.sqlite
  run 0 --json report stopped.sqlite --no-time
  cp out stopped.report
  run 0 "${many[@]}" --games 250 --out straight.sqlite
  is_same straight.sqlite stopped.report
  run 0 "${words[@]}" --isolate --out isolated.sqlite
  dump isolated.sqlite > isolated.dump
  same all.dump isolated.dump
  run 0 report all.sqlite --csv
  has "card_worths.at,anywhere"
  run 0 report all.sqlite --html page.html --svg plots
  [[ -s plots/cards-dealt.svg || -s plots/pairs-dealt.svg ]] || fail "$last: a plot of them"
  [[ $(grep -o '<h2>[^<]*' page.html | head -n 1) == "<h2>What a card is worth" ]] || fail "$last: it comes first"
  run 0 report all.sqlite
  python3 - << 'P' || fail "$last: the order"
text = open("out").read()
places = [text.index(s) for s in (" worth", "as they come" if "as they come" in text else "deals of each pair", "\nResults", "\nCards ", "Selection: ")]
assert places == sorted(places), places
P
  has_not "these games do not say"
done
run 2 "${deal[@]}" --games 40 --seed 3 --how added --pairs --card left --card right --card nobi --out all.sqlite
err_has "how: swapped, not added"
run 2 "${deal[@]}" --games 40 --seed 3 --out all.sqlite
err_has "dealt: left+right left+nobi right+nobi, not left right nobi kosumi ikken-tobi"
run 2 "${deal[@]}" --games 40 --seed 4 --pairs --card left --card right --card nobi --out all.sqlite
err_has "seed: 3, not 4"
run 2 simulate dango-1996 --out all.sqlite
err_has "kind: cards, not simulate"
run 0 plan "${deal[@]:2}" --rules "$tree/tests/pairs" --games 40 --shards 2 --out planned.sqlite
has "# 40 deals in 1 cell"
mkdir -p path
ln -sf "$gofuda" path/gofuda
grep -v '^#' out > commands
sed -n 's/^# \(gofuda merge .*\)/\1/p' out >> commands
PATH=$PWD/path:$PATH bash -e commands > out 2> err || fail "the commands that plan prints of cards"
run 0 --json "${deal[@]}" --games 40 --out planned.sqlite
cp out asked
run 0 --json "${deal[@]}" --games 40
same asked out
# Of a deck that both draw from, the first cards are dealt without being told so.
run 0 --json cards card-go --games 2 --card sealed-move
has '"at":"top"'
run 0 cards card-go --games 2 --card sealed-move
has "for either side, on top, on the same seeds"
run 2 cards dango-1996 --games -5
err_has "--games is a number from 1 to"
run 2 cards dango-1996 --games 010
err_has "a number does not begin with a zero, unlike '010'"
run 2 cards dango-1996 --games 0x10

# --- two cards that are merely strong are not told to be weaker together
cp -r "$tree/tests/pairs" strong
for card in left right; do
  printf 'return card { name = "%s", text = "Score 60.", play = function(me) me:score(60) end }\n' $card > strong/cards/$card.lua
done
run 0 --rules strong --json cards halves --pairs --games 300 --card left --card right
python3 - << 'P' || fail "$last: two cards of which each wins"
import json
p = json.load(open("out"))["pairs"][0]
assert p["together"]["p_adjusted"] < 0.05 and p["together"]["mean"] < 0, p
assert p["both"]["mean"] > p["of_strength"] > p["one"]["mean"] > 0.2, p
P
run 0 --rules strong cards halves --pairs --games 300 --card left --card right
has "by strength alone"
has_not "weaker together"

# --- what the report of games says of cards: what was played and won is a selection, and comes last
run 0 --rules "$tree/tests/pairs" simulate halves --games 200 --no-time --seed 3 --set rules.komi=1.5
has "gofuda cards halves --set rules.komi=1.5"
has "--rules $tree/tests/pairs"
printf 'sweep: Two\nvariant: halves\nset: { rules.komi: [0.5, 1.5] }\ngames: 5\npaired: true\n' > two.yaml
run 0 --rules "$tree/tests/pairs" sweep two.yaml --out two
run 0 --json --rules "$tree/tests/pairs" sweep two.yaml
run 0 --json report two --cell "$(python3 -c 'import json; print(json.load(open("out"))["cells"][1]["id"])')"
proposed=$(python3 -c 'import json; print(json.load(open("out"))["card_worths"]["command"])')
[[ $proposed == "gofuda cards halves --set rules.komi=1.5 "*" --rules $tree/tests/pairs" ]] || fail "$last: a cell proposes $proposed"
run 0 --rules "$tree/tests/pairs" compare halves --a rules.komi=1.5 --games 5 --out two.pairs
run 0 --json report two.pairs --cell a
has " --max-turns 5000 --rules $tree/tests/pairs"
run 0 --rules "$tree/tests/pairs" simulate halves --games 200 --no-time --seed 3 --set rules.komi=1.5
python3 - << 'P' || fail "$last: the order"
text = open("out").read()
places = [text.index(s) for s in ("What a card is worth these games do not say", "\nCards ", "and having drawn a card", "Selection: ")]
assert places == sorted(places) and text[places[-1]:].count("\n\n") == 0, places
P

finish
