#!/usr/bin/env bash
# gofuda differ: what it says, what it writes, and what it refuses.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
source "$root/tests/e2e_lib.bash"

# --- a game against itself with a setting: the disputes hold, and are the same for any threads
run 1 differ dango-1996 --set rules.suicide=allowed --games 20 --threads 1 -o one --svg plots
has "refused-by-a"
cp out first
run 1 differ dango-1996 --set rules.suicide=allowed --games 20 --threads 3 -o three
same out first
diff -r one three > /dev/null || fail "the disputes depend on the threads"
[[ -s plots/readings.svg ]] || fail "there is no plot"
run 0 judge one
has " 0 failed"
for file in one/*.yaml; do grep -q '^otherwise:' "$file" || fail "$file has one reading"; done
echo "mine" > mine.yaml
run 1 differ dango-1996 --set rules.suicide=allowed --games 20 -o mine.yaml
err_has "mine.yaml is there already and is not as gofuda has written it"
run 1 differ dango-1996 --set rules.suicide=allowed --games 20 -o smallest.yaml
run 0 judge smallest.yaml
has "1 passed, 0 failed"
run 1 differ dango-1996 --set rules.suicide=allowed --games 20 -o smallest.yaml
grep -q "already" err && fail "what it has written itself does not give way: $(cat err)"
ruled=$(ls one/*.yaml | head -1)
sed -i "s/^ruling: .*/ruling: 'By my own book.'/" "$ruled"
run 1 differ dango-1996 --set rules.suicide=allowed --games 20 -o one
err_has "is there already and is not as gofuda has written it"
grep -q "By my own book" "$ruled" || fail "a ruling that somebody has filled in is lost"

# --- two editions: each option by itself; what the whole does is not said again
run 1 --json differ dango-1996 dango-2019 --games 30 --threads 2
cp out again
run 1 --json differ dango-1996 dango-2019 --games 30 --threads 1
same out again
python3 - << 'P' || fail "$last: not what the two editions differ in"
import json
j = json.load(open("out"))
keys = [[s["key"] for s in r["set"]] for r in j["readings"]]
assert len(keys[0]) == 8 and keys[1:] == [[k] for k in keys[0]], keys
assert {d["reading"] for d in j["differences"]} > {1} and 0 not in {d["reading"] for d in j["differences"]}
assert all(d["dispute"] for d in j["differences"] if d["how"] != "failed"), j["differences"]
for r in j["readings"]:
    assert 0 <= r["met_as_played"] <= r["met"]["games"] <= 30 == r["winner"]["of"], r
    assert r["winner"]["games"] >= r["better_for_black"] or r["better_for_white"] >= 0
    low, high = r["met"]["interval"]
    assert low <= r["met"]["share"] <= high
P

# --- every option: a table of all of them, and those without effect
run 0 --json differ go --set board.size=7x7 --every-option --games 40
python3 - << 'P' || fail "$last: not all options of Go"
import json
j = json.load(open("out"))
keys = {s["key"] for r in j["readings"] for s in r["set"]}
assert {"rules.ko", "rules.suicide", "rules.scoring", "rules.symmetry", "rules.captures"} <= keys, keys
met = {s["value"]: r["met"]["games"] for r in j["readings"] for s in r["set"] if s["key"] == "rules.suicide"}
assert met["allowed"] == 40, met
assert "rules.symmetry" in j["never_met"]["options"] and "rules.suicide" not in j["never_met"]["options"]
assert all('board.size: "7x7"' in d["dispute"]["text"] for d in j["differences"])
P
run 0 differ go --set board.size=7x7 --every-option --games 10
has "No other value of these options parts in any game"
run 0 differ go --set rules.symmetry=none --games 10
has "No difference was met: at most 27.75 % of games"

# --- an edited folder against its older copy
mkdir -p old/cards old/variants
cp "$root"/cards/shapes/kosumi.lua "$root"/cards/actions/delete-3.lua old/cards
sed 's/^variant:.*/variant: mine/' "$root"/variants/dango-1996.yaml > old/variants/mine.yaml
cp -r old new
run 0 --rules new differ mine --before old
has "have the same rules, to the letter"
sed -i 's/math.min(3, #me.stones)/math.min(2, #me.stones)/' new/cards/delete-3.lua
run 1 --rules new differ mine --before old --games 40 -o edit
has "refused-by-b, delete-3"
has_not "kosumi"
run 0 --rules old judge edit/refused-by-b.delete-3.a.yaml
run 0 --rules new judge edit/refused-by-b.delete-3.b.yaml
run 1 --rules new judge edit/refused-by-b.delete-3.a.yaml
run 2 --rules new differ mine --before old -o edit.yaml
err_has "name a folder"
sed -i 's/pick(n, me.stones)/pick(n, me.stones + nil)/' new/cards/delete-3.lua
run 1 --rules new differ mine --before old --games 20
has "failed, delete-3"
has "delete-3.lua:9:39: error[argument]"
has "20 games failed"
sed -i 's/return card/retrun card/' new/cards/delete-3.lua
run 1 --rules new differ mine --before old
err_has "delete-3.lua:1"

# --- a rule that leaves no game an end
run 1 differ dango-1996 --set rules.passes_to_end=0 --games 4 --max-turns 700
has "4 games did not end"

# --- values that do alike are told once
run 0 differ go --set board.size=3x3 --every-option --games 60
has "  rules.ko=positional or situational or natural: refused-by-b, "

# --- values that look alike in a name have files of their own; games that fail say nothing
mkdir -p rules/cards/decks rules/variants
cat > rules/cards/odd.lua << 'L'
return card {
  name = "Odd",
  text = "Place a stone, here or there.",
  options = { way = { "here", "*", "~", text = "Where, and in which signs." } },
  play = function(me, opponent, board, this)
    if this.option.way ~= "here" then me:pick(1, board.empty) end
    me:place(me:pick(1, board.empty))
  end,
}
L
cat > rules/cards/never.lua << 'L'
return card { name = "Never", text = "It cannot work.", play = function() local x = nil; x() end }
L
printf 'deck: odd\ncards: { odd: 40 }\n' > rules/cards/decks/odd.yaml
printf 'deck: never\ncards: { never: 40 }\n' > rules/cards/decks/never.yaml
for name in odd never; do
  printf 'variant: %s\nextends: go\nboard: { size: 5x5 }\ndeck: %s\nturn: draw-and-play\n' $name $name > rules/variants/$name.yaml
done
run 0 --rules rules --json differ odd --every-option --games 10 -o signs
[[ $(ls signs/odd.way* | wc -l) == 2 ]] || fail "$last: a file for each value"
run 1 --rules rules differ never --set rules.suicide=allowed --games 5
has "5 games failed, which is all of them"
has "No difference was met, which says nothing."
run 1 --rules rules differ never --every-option --games 5
has_not "No other value of these options"

# --- what cannot be compared, and wrong words
run 2 differ
err_has "which game?"
run 2 differ dango-1996
err_has "against what?"
run 2 differ dango-1996 dango-1996
err_has "both are dango-1996"
run 2 differ dango-1996 dango-1996-19
err_has "their boards are not the same: 13x13 and 19x19"
run 2 differ go card-go --set board.size=13x13
err_has "their decks are not the same"
run 1 differ dango-1996 --set deck.keima=3
has "the same rules, and other decks: keima 1 and 3"
run 1 differ dango-1996 --set deck.keima=3 --set change.after_skip=earlier --games 20
has "Their decks have keima 1 and 3; turn by turn both are played with the first one's."
run 1 --json differ dango-1996 --set deck.keima=3 --set deck.ponnuki=7
python3 -c 'import json; assert json.load(open("out"))["decks"] == [{"card": "keima", "a": 1, "b": 3}, {"card": "ponnuki", "a": 1, "b": 7}]' ||
  fail "$last: the decks"
run 2 differ dango-1996 dango-1997
err_has "did you mean 'dango-1996'"
run 2 differ dango-1996 --set rules.ko=simple
err_has "have the same rules"
run 2 differ dango-1996 --set rules.ko=foo
err_has "'foo' is no value for 'rules.ko'"
run 2 differ dango-1996 --set rules.kko=none
err_has "rules.kko"
run 2 differ dgo --set handicap=2
err_has "the stones that a game begins with are not the same"
run 2 differ dango-1996 dango-2019 --every-option
err_has "only one of"
run 2 differ dango-1996 --before nowhere
err_has "there is no folder 'nowhere'"
run 2 differ dango-1996 --before old
err_has "--rules"
run 2 differ dango-1996 dango-2019 --black foo
err_has "there is no player 'foo'"
run 2 differ dango-1996 dango-2019 --games -1
err_has "--games is a number"
run 2 differ dango-1996 dango-2019 --threads 100000
err_has "--threads is a number"
run 2 differ dango-1996 dango-2019 --games 0
err_has "--games is a number from 1 to"

# --- players that look ahead, and that search
run 1 differ dango-1996 dango-2019 --games 2 --black greedy --white mcts:playouts=3
has "greedy against mcts:playouts=3"

# --- stopped: the games in hand are finished, what was found is told
stop_at_work 3 SIGTERM differ dango-1996 --every-option --games 1000000
((code == 143)) || fail "$last: exit code $code, not 143"
has "Stopped before all of 1000000 games"
has "Where they part"

finish
