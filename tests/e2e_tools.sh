#!/usr/bin/env bash
# The commands show, new and perft, and what all commands have in common.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/e2e_lib.bash"

# --- help with examples, wrong usage with a suggestion
for command in play judge check show replay perft new; do
  run 0 "$command" --help
  has "Examples:"
  has "Exit code"
done
run 0 --help
has "Subcommands:"
run 0 --version
run 2 shwo
err_has "did you mean 'show'?"
run 2 play --sead 3 go
err_has "did you mean '--seed'?"
run 2 play dango-1966
err_has "did you mean 'dango-1996'?"
run 2 play
err_has "name a game"
run 2 play go --black robot
run 2 play go --seed 99999999999999999
err_has "a seed is a number"
run 1 play go --set rules.koo=simple
err_has "did you mean 'ko'?"
run 2 play go --set komi
err_has "key=value"
run 2 perft
run 2 perft go --depth 0
run 2 perft go --depth x
run 2 replay
run 2 new card
run 2 --rules nowhere show card
err_has "nowhere"

# --- show
run 0 show card keima
has "A knight's move."
has "4 ways to lay them"
has ". . X    X . ."
run 0 show card free-block
has "after: pass*, move"
has "may answer a move of the other side"
run 0 show deck dango-36
has "36"
has "keima"
run 0 show variant dango-1996
has "board:    13x13"
has "rules.komi"
has "variants/dango-1996.yaml"
has "free-block.after: pass*, move"
run 0 show variant dango-1996 --set free-block.after=move --set rules.komi=5.5
has "rules.komi: 5.5   [--set]"
has "free-block.after: pass, move*   [--set free-block.after=move]"
run 0 show turn draw-and-play
has "rounds: 1*, 2, 3, 4"
run 0 show card
has "keima                  Keima"
run 0 show
has "variants"
has "go                     Go"
run 2 show card keimma
err_has "did you mean 'keima'?"
run 2 show crad
err_has "did you mean 'card'?"
run 2 show keima
err_has "gofuda show card keima"
for what in "card keima" "deck dango-36" "variant dango-1996" "turn stone" "card" ""; do
  # shellcheck disable=SC2086
  run 0 --json show $what
  python3 -m json.tool out > /dev/null || fail "$last: no JSON"
done

# --- new: what it writes passes check and judge, and is found
for kind in card deck variant turn win; do
  run 0 --rules my new "$kind" my-own
  file=$(head -n 1 out)
  [[ -f $file ]] || fail "new $kind prints the path"
  run 0 --rules my check "$file"
  run 0 --rules my show "$kind" my-own
  has "My own"
  run 1 --rules my new "$kind" my-own
  err_has "is there already"
done
run 0 --rules my check
run 0 --rules my new dispute my-own
run 0 --rules my judge my/disputes/my-own.yaml
has "1 passed, 0 failed"
run 0 --rules my check my/disputes/my-own.yaml
run 0 --rules my play my-own --black random --white random --seed 1
has "Result:"
run 0 --rules my play my-own --set deck=my-own --set turn=my-own --black random --white random --seed 1
has "Result:"
run 0 play --rules my my-own --black random --white random --seed 1
has "Result:"
run 0 new card here
[[ -f cards/here.lua ]] || fail "new without --rules writes below the current folder"
run 2 new card "Big Keima"
err_has "did you mean 'big-keima'?"
run 2 new card ../evil
run 2 new crad x
err_has "did you mean 'card'?"

# --- one's own folder comes first
mkdir -p own/cards
sed 's/A knight/My own knight/' > own/cards/keima.lua << 'L'
return card { name = "Keima", text = "A knight's move.", shape = [[
  . . X
  X . .
]] }
L
run 0 --rules own show card keima
has "My own knight"
run 0 show card keima
has_not "My own knight"

# --- perft: numbers counted by another program too
numbers() { awk 'NR > 1 { printf "%s ", $2 }' out; }
run 0 perft go --set board.size=3x3 --depth 5
[[ $(numbers) == "10 91 738 5281 33384 " ]] || fail "perft 3x3: $(numbers)"
run 0 perft go --set board.size=2x2 --depth 7
[[ $(numbers) == "5 21 68 156 316 604 1168 " ]] || fail "perft 2x2: $(numbers)"
run 0 perft go --set board.size=5x5 --depth 3
[[ $(numbers) == "26 651 15650 " ]] || fail "perft 5x5: $(numbers)"
run 0 --json perft go --set board.size=3x3 --depth 2
python3 -c 'import json; d = json.load(open("out"))["depths"]; assert [x["plays"] for x in d] == [10, 91], d' || fail "perft --json"
run 1 perft go --set board.size=5x5 --depth 4 --limit 1000
err_has "more than 1000"
run 0 perft dango-1996 --depth 1 --deck-seed 3
cp out first
run 0 perft dango-1996 --depth 1 --deck-seed 3
[[ $(awk 'NR > 1 { print $2 }' first) == $(awk 'NR > 1 { print $2 }' out) ]] || fail "perft is the same for the same deck"

finish
