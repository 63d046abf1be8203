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
  last="gofuda $words, stopped"
  # shellcheck disable=SC2086
  timeout --foreground -s INT 4 "$gofuda" $words --games 1000000 > out 2> err && fail "$last: it was not stopped"
  err_has "stopped after "
  err_has "nothing is kept of the others"
done

# --- what the report of games says of cards: what was played and won is a selection, and comes last
run 0 --rules "$tree/tests/pairs" simulate halves --games 200 --no-time --seed 3 --set rules.komi=1.5
has "gofuda cards halves --set rules.komi=1.5"
has "--rules $tree/tests/pairs"
python3 - << 'P' || fail "$last: the order"
text = open("out").read()
places = [text.index(s) for s in ("What a card is worth these games do not say", "\nCards ", "and having drawn a card", "Selection: ")]
assert places == sorted(places) and text[places[-1]:].count("\n\n") == 0, places
P

finish
