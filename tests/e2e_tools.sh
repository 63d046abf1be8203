#!/usr/bin/env bash
# The commands show, new and perft, and what all commands have in common.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/e2e_lib.bash"

# --- help with examples, wrong usage with a suggestion
for command in play judge check show print replay perft new; do
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
for wrong in "perft go --depth 1 --limit -1" "perft go --depth 1 --deck-seed -1" "gtp go --seed -1" "try keima --seed 1.5"; do
  run 2 $wrong
  err_has "a whole number from 0"
done
run 2 bench board/copy/9 --seconds NaN
run 2 play go --set rules.koo=simple
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
run 0 show variant qango-6-castle
has "board:    6x6, 12 regions"
has "turn:     stone: Place one stone on an empty point."
has "begins:   drawn by lot"
has "stones:   20 for each side"
has "passes:   not possible"
has "Whoever has one of these has won:"
has "      Four of your stones in a 2x2 square."
has "Where stone 1 of the game may not stand, marked x (small letters: the regions):"
has "    5 a x e f x d 5"
has_not "or pass."
run 0 show variant qango-7-plus
has "board:    7x7, 37 points, 12 regions"
has "    7     a b c     7"
run 0 show variant dgo
has "begins:   Black"
has "handicap: 0; on this board also --set handicap=2, 3 or 4"
has "passes:   2 in a row end the game; both sides then say which stones are dead"
has "or pass."
run 0 show variant dgo --set handicap=3
has "begins:   White"
has "    7 . . X . . . X . . 7"
mkdir -p mine/variants
printf 'variant: mine\nextends: dgo\nhandicap_points: { 9x9: { 5: C3 C7 G3 G7 E5 } }\n' > mine/variants/mine.yaml
run 0 --rules mine show variant mine
has "handicap: 0; on this board also --set handicap=5"
run 0 show variant go
has_not "handicap: "
run 0 show variant card-go
has "every card says kind: before, replace or counter"
run 0 show turn hand-of-three
has "must say when: hand or immediate"
run 0 show variant v-card-go
has "deal:     3 cards to each side"
run 0 show variant joker-go-1984
has "deal:     all cards to each side, open"
run 0 show win five
has "5 stones in a row, a column or a diagonal"
run 0 show win square
has "4 stones, 1 way they may stand"
run 0 show win any-square
has "a script, asked after each move"
run 0 show win
has "square                 Square"
run 0 --json show variant qango-6-castle
python3 - << 'P' || fail "show --json tells of regions, openings and wins"
import json
v = json.load(open("out"))
assert v["first"] == "chance" and [w["id"] for w in v["wins"]] == ["area", "square", "five"], v
assert v["opening"][0]["stone"] == 1 and "B5" in v["opening"][0]["closed"], v
assert v["board"]["regions"]["A"] == ["A5", "A6", "B6"], v
P
run 0 play qango-6 --white human --black human <<< 'show area'
has "all points of one region of the board"
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

# --- judge: 1 is a ruling that does not hold, 2 a mistake in the file, what it expects included
printf 'dispute: m\nvariant: go\nexpect: { to_move: white }\n' > not-so.yaml
run 1 judge not-so.yaml
for wrong in 'lgal: []' 'legal: [ null ]' 'refused: [ { black: C3, because: nonsense } ]' 'moves: many' 'captured: 3'; do
  printf 'dispute: m\nvariant: go\nexpect: { %s }\n' "$wrong" > wrong.yaml
  run 2 judge wrong.yaml
done
printf 'dispute: m\nvariant: go\nboard:\n  bottom-left: |\n    . \xc3\xa9\n' > $'row\xe9.yaml'
run 2 --json judge $'row\xe9.yaml'
python3 -c "import json; e = json.load(open('out', encoding='utf-8'))['disputes'][0]['errors'][0]; assert e['line'] == 5 and 'é' in e['message']" ||
  fail "what is not ASCII is named, and JSON is UTF-8"
run 2 --json judge $'none\xe9.yaml'
python3 -c "import json; json.load(open('out', encoding='utf-8'))" || fail "JSON is UTF-8, whatever the file's name"

# --- a wrong setting is wrong usage in every command that takes one
printf 'dispute: m\nvariant: go\nplay: [ { black: C3 } ]\n' > game.yaml
for command in "play go" "simulate go --games 1" "perft go --depth 1" "show variant go" "solve go" "replay game.yaml"; do
  read -ra words <<< "$command"
  run 2 "${words[@]}" --set rules.suicide=nonsense < /dev/null
  err_has "'nonsense' is no value for 'rules.suicide'"
done

# what is wrong stands where it was met, and on lines of its own, when both outputs go to one file
last="judge of right and wrong files, into one file"
for i in $(seq 1 40); do
  printf 'dispute: m\nvariant: go\nexpect: { to_move: black }\n' > "both-$i-a.yaml"
  printf 'dispute: x\nwhat: 1\n' > "both-$i-b.yaml"
done
code=0
"$gofuda" judge --explain both-*.yaml > out 2>&1 || code=$?
[[ $code == 2 ]] || fail "$last: the exit code $code"
grep -oE '^both-[0-9]+-a\.yaml$|^both-[0-9]+-b\.yaml:2:1: error' out | sed 's/\.yaml.*//' > told
printf '%s\n' both-*.yaml | sed 's/\.yaml$//' > wanted
same wanted told

# --- the same is told whatever the number of threads, of mistakes in the rules and in disputes, too
mkdir -p many/cards/decks many/variants many/disputes
card() { printf 'return card { name = "A", text = "a", play = function(me, opponent, board) %s end }\n' "$1"; }
card 'me:plaec(me:pick(1, board.empty))' > many/cards/broken.lua
card 'me:place(me:pick(1, board.empty))' > many/cards/whole.lua
for card in broken whole; do
  printf 'deck: %s\ncards: { %s: 6 }\n' $card $card > many/cards/decks/$card.yaml
  printf 'variant: %s\nextends: dango-1996\ndeck: %s\n' $card $card > many/variants/$card.yaml
done
for i in $(seq 10 69); do
  case $i in
    13 | 3? | 67) variant=broken ;;
    *) variant=whole ;;
  esac
  printf 'dispute: D%s\nvariant: %s\nexpect: { to_move: %s }\n' $i $variant "$([[ $i == *5 ]] && echo white || echo black)" > many/disputes/$i.yaml
done
echo 'what: 1' >> many/disputes/11.yaml
for form in "" --json; do
  run 2 $form --rules many judge --threads 1 many/disputes
  mv out one && mv err one-err
  run 2 $form --rules many judge --threads 3 many/disputes
  same one out
  same one-err err
done
has "many/cards/broken.lua"
run 2 judge --threads -1 both-1-a.yaml

# --- what a folder hides, such as what a version control keeps there, is not its disputes
mkdir -p hiding/.kept hiding/shown
cp not-so.yaml hiding/.kept && cp both-1-a.yaml hiding/shown
run 0 judge hiding
run 1 judge hiding/.kept

# --- nor is what links lead to out of a folder; a file's name steers no terminal
mkdir -p strange/disputes strange/cards strange/names
echo 'a secret' > secret.yaml
echo 'return card { name = "A secret", text = 5 }' > secret.lua
ln -s ../../secret.yaml strange/disputes/link.yaml
ln -s ../../secret.lua strange/cards/link.lua
ln -s nowhere strange/disputes/lost.yaml
run 2 judge strange/disputes
has "0 passed, 2 failed"
err_has "strange/disputes/link.yaml: error[outside]: this link leads out of the folder"
run 2 --json judge strange/disputes
python3 -c 'import json; j = json.load(open("out")); assert j["failed"] == len(j["disputes"]) == 2, j' || fail "$last: one answer"
run 2 judge strange/disputes
err_has "strange/disputes/lost.yaml"
run 1 --rules strange check strange
err_has "strange/cards/link.lua: error[outside]: this link leads out of the folder"
err_has "strange/disputes/link.yaml: error[outside]"
if grep -q "secret" err; then fail "$last: what a link leads to is read"; fi
run 1 --rules strange check strange/cards/link.lua
err_has "strange/cards/link.lua: error[outside]"
cp secret.lua own.lua
ln -s own.lua mine.lua
run 1 check mine.lua # a link of one's own
err_has "own.lua:1"
if grep -q "secret" err; then fail "$last: what a link leads to is read"; fi
printf 'dispute: m\nvariant: go\nplay:\n  - black: A1\n  - white: A1\n' > $'strange/names/e\x1b[31m\n1 passed, 0 failed.yaml'
name=$(echo strange/names/*)
for words in judge report "merge x.sqlite" "solve --load" replay; do
  last="$words NAME"
  # shellcheck disable=SC2086
  if "$gofuda" $words "$name" > out 2> err; then fail "$last: is refused"; fi
  if grep -q $'\x1b' out err || grep -q "^1 passed, 0 failed" out err; then fail "$last: the name of a file steers the terminal"; fi
done

# --- stopped, it tells what it has judged, and how much it has not
for threads in 1 2; do
  last="judge --threads $threads, stopped"
  mapfile -t often < <(for i in $(seq 400); do printf '%s\n' both-*-a.yaml; done)
  "$gofuda" judge --threads $threads "${often[@]}" > out 2> err &
  busy=$!
  for i in $(seq 300); do # until it is the program, no longer the shell, and heeds the signal
    [[ $(readlink /proc/$busy/exe) != "$(readlink -f "$gofuda")" ]] ||
      (((0x$(awk '/^SigCgt/ { print $2 }' /proc/$busy/status) & 0x4000) == 0)) || break
    sleep 0.1
  done
  kill -TERM $busy
  code=0
  wait $busy || code=$?
  [[ $code == 143 ]] || fail "$last: the exit code $code"
  has " passed, 0 failed"
  err_has "disputes were not judged"
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
python3 - << 'P' || fail "check counts the win conditions: $(cat err)"
import re
text = open("err").read().splitlines()[-1]
kinds = dict((k, int(n)) for n, k in re.findall(r"(\d+) (card|deck|variant|turn|win|preset)s", text))
assert len(kinds) == 6 and sum(kinds.values()) == int(text.split()[0]) and kinds["win"] >= 3, kinds
P
run 0 --rules my new dispute my-own
run 0 --rules my judge my/disputes/my-own.yaml
has "1 passed, 0 failed"
run 0 --rules my check my/disputes/my-own.yaml
run 0 --rules my play my-own --black random --white random --seed 1
has "Result:"
run 0 --rules my play qango-6 --set win=my-own --seed 1 --black random --white random
has "My own ("
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
run 0 perft qango-6 --depth 2
[[ $(numbers) == "36 1260 " ]] || fail "perft qango-6: $(numbers)"
run 0 perft qango-6-castle --depth 2
[[ $(numbers) == "28 980 " ]] || fail "perft qango-6-castle: $(numbers)"
run 0 perft dgo --set board.size=2x1 --depth 3
[[ $(numbers) == "3 7 9 " ]] || fail "perft dgo 2x1: $(numbers)"
run 0 --json perft go --set board.size=3x3 --depth 2
python3 -c 'import json; d = json.load(open("out"))["depths"]; assert [x["plays"] for x in d] == [10, 91], d' || fail "perft --json"
run 1 perft go --set board.size=5x5 --depth 4 --limit 1000
err_has "more than 1000"
run 0 perft dango-1996 --depth 1 --deck-seed 3
cp out first
run 0 perft dango-1996 --depth 1 --deck-seed 3
[[ $(awk 'NR > 1 { print $2 }' first) == $(awk 'NR > 1 { print $2 }' out) ]] || fail "perft is the same for the same deck"

finish
