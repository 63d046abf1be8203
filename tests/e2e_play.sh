#!/usr/bin/env bash
# The commands play and replay, through pipes.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/e2e_lib.bash"

small=(--set board.size=5x5)

# --- two people, a pipe: the state after each answer, wrong input with its reason, and the exit code
run 0 play go "${small[@]}" --white human <<< $'C3\nB3'
has "black: an ordinary stone; sets black C3"
has "white: an ordinary stone; sets white B3"
has "asked: black: a stone, or pass"
has_not "Traceback"
run 0 play go "${small[@]}" --white human < /dev/null
has "turn 1, black to move"
has "black human, white human"

run 1 play go "${small[@]}" --white human <<< $'C3\nC3\nZ9\nhlep\nwhy\nB3'
err_has "refused: occupied at C3: A stone would be set on a point that is not empty."
err_has "refused: off-board at Z9"
err_has "(did you mean 'help'?)"
has '"hlep" was refused'
has "white: an ordinary stone; sets white B3" # it went on
run 1 play go "${small[@]}" --white human <<< $'C3\nC3\nwhy'
has '"C3" was refused: occupied at C3'
has "(X)"

# nothing typed can steer the terminal, and nothing typed is too much
run 1 play go "${small[@]}" --white human <<< $'\x1b[31mred'
err_has '\x1b[31mred'
head -c 100000 /dev/urandom > noise
run 1 play go "${small[@]}" --white human < noise

# suicide: the reason, the point and the sentence
run 1 play go "${small[@]}" --white human <<< $'A2\nE5\nB1\nA1\nwhy'
err_has "suicide at A1: The stones would be left without a liberty."

# brackets, small letters, pass, the end and the count
run 0 play go "${small[@]}" --white human --set rules.komi=0.5 <<< $'(c3)\npass\npass'
has "Black 25  (1 stones, 24 territory)"
has "White 0.5  (0 stones, 0 territory, 0.5 komi)"
has "Result: B+24.5"
run 0 play go "${small[@]}" --white human --set rules.komi=0 <<< $'C3\nA1\npass\npass\ndead A1'
has "Result: Draw"
has "dead: A1"
has "Result: B+25"

# --- taking back goes past the random opponent's answer; the same answer gives the same game again
run 0 play go "${small[@]}" --seed 5 <<< $'C3\nundo\nboard'
has "turn 1, black to move"
run 0 play go "${small[@]}" --seed 5 <<< $'C3'
tail -n 9 out > first
run 0 play go "${small[@]}" --seed 5 <<< $'B2\nundo\nC3'
tail -n 9 out > again
same first again
run 1 play go "${small[@]}" <<< $'undo'
err_has "there is no answer of yours to take back"

# --- saving and loading
run 0 play go "${small[@]}" --seed 5 <<< $'C3\nsave half.yaml\nB2\nsave whole.yaml'
tail -n 9 out > first
run 0 play --load half.yaml <<< $'B2'
tail -n 9 out > again
same first again
run 0 replay whole.yaml
has "after turn 4"
run 0 replay whole.yaml --at 2
has "after turn 2"
has_not "after turn 3"
run 2 replay whole.yaml --at 9
err_has "--at is a number from 0 to 4"
run 0 judge whole.yaml
run 0 play go "${small[@]}" --white human --save left.yaml <<< $'C3\nquit'
run 0 replay left.yaml
has "sets black C3"
run 1 play go "${small[@]}" --save /no/such/folder/game.yaml < /dev/null
err_has "cannot write"
run 1 play --load missing.yaml < /dev/null
err_has "missing.yaml"
run 2 play dango-1996 --load half.yaml < /dev/null
err_has "is a game of go"

# --- whole games of random players: the same twice, and the saved game gives the same end
for seed in 1 2 3; do
  for variant in dango-1996 dango-2019 go; do
    size=()
    [[ $variant == go ]] && size=("${small[@]}")
    run 0 play "$variant" "${size[@]}" --seed "$seed" --black random --white random --save game.yaml
    grep -v '^saved:' out | tail -n 8 > first
    has "Result: "
    run 0 play "$variant" "${size[@]}" --seed "$seed" --black random --white random
    tail -n 8 out > again
    same first again
    run 0 replay game.yaml
    tail -n 8 out > again
    same first again
  done
done
run 0 play dango-1996 --seed 1 --black random --white random --watch
has "turn 2, white to move"

# --- where the rules draw the colours, the seed does
for seed in 1 2 3 4 5 6; do
  run 0 --json play dango-1996 --seed "$seed" < /dev/null
  grep -o '"player":"[a-z]*"' out | head -n 2 | tr '\n' ' ' >> colours
  echo >> colours
done
[[ $(sort -u colours | wc -l) == 2 ]] || fail "both colours are drawn among six seeds"

# --- JSON: one object a state, and nothing else
run 1 --json play go "${small[@]}" --white human <<< $'C3\nC3'
python3 - << 'P' || fail "--json prints an object a line"
import json
lines = [json.loads(line) for line in open("out")]
assert lines[0]["turn"] == 1 and lines[0]["asks"]["kind"] == "stone", lines[0]
assert lines[1]["board"]["black"] == ["C3"] and lines[1]["to_move"] == "white", lines[1]
assert any("refused" in line and line["refused"]["reason"] == "occupied" for line in lines)
P

# --- editing the rules while a game goes on
mkdir -p my/cards my/cards/decks my/variants
card() { printf 'return card { name = "Mine", text = "Some stones.", play = function(me, opponent, board)\n  %s\nend }\n' "$1" > my/cards/mine.lua; }
card 'me:place(me:pick(2, board.empty))'
cat > my/cards/decks/mine.yaml <<< $'deck: mine\ncards: { mine: 3 }'
cat > my/variants/mine.yaml <<< $'variant: mine\nextends: go\nturn: draw-and-play\nboard: { size: 5x5 }\ndeck: mine'
sides=(--black human --white human)
run 0 --rules my play mine "${sides[@]}" --save edited.yaml <<< $'A1 B1\nC1 D1'
has "sets black A1 B1"
run 0 --rules my replay edited.yaml

# the edited card asks for one stone: the saved game names the line that no longer fits
card 'me:place(me:pick(1, board.empty))'
run 1 --rules my replay edited.yaml
err_has "edited.yaml:$(grep -n 'A1 B1' edited.yaml | cut -d: -f1)"
err_has "refuse"
err_has "wrong-count"
run 1 --rules my play --load edited.yaml "${sides[@]}" < /dev/null
err_has "The game stands before that."
has "asked: black: 1 point for Mine"

# reload in the middle of a game. A pipe that waits lets the file be edited in between.
feed() {
  echo 'A1 B1'
  sleep 0.5
  "$@"
  sleep 0.1
}
card 'me:place(me:pick(2, board.empty))'
edit_and_reload() { card 'me:place(me:pick(2, board.empty, "corners"))'; echo 'reload'; echo 'C1 D1'; }
run 0 --rules my play mine "${sides[@]}" < <(feed edit_and_reload)
has "my/cards/mine.lua changed: the game goes on with the rules as they are now."
has "asked: white: 2 points for Mine (corners)"
has "sets white C1 D1"
break_and_reload() { card 'me:place(me:pick(2, bord.empty))'; echo 'reload'; echo 'C1 D1'; }
run 1 --rules my play mine "${sides[@]}" < <(feed break_and_reload)
err_has "my/cards/mine.lua:2"
err_has "there is no 'bord'"
has "The game goes on with the rules as they were."
has "sets white C1 D1"
card 'me:place(me:pick(2, board.empty))'
change_and_reload() { card 'me:place(me:pick(3, board.empty))'; echo 'reload'; echo 'A1 B1 C1'; }
run 1 --rules my play mine "${sides[@]}" < <(feed change_and_reload)
err_has "turn 1: an answer is now refused: wrong-count"
has "sets black A1 B1 C1"
card 'me:place(me:pick(2, board.empty))'
edit_watched() { card 'me:place(me:pick(1, board.empty))'; sleep 1; echo 'B2'; }
run 1 --rules my play mine "${sides[@]}" --watch < <(feed edit_watched)
has "my/cards/mine.lua changed"
has "sets black B2"

# a new card in the deck: the game that is being played keeps its piles
card 'me:place(me:pick(2, board.empty))'
deck_and_reload() { printf 'deck: mine\ncards: { keima: 1, mine: 3 }\n' > my/cards/decks/mine.yaml; echo 'reload'; echo 'C1 D1'; }
run 0 --rules my play mine "${sides[@]}" < <(feed deck_and_reload)
has "sets black A1 B1"
has "sets white C1 D1"
printf 'deck: mine\ncards: { mine: 3 }\n' > my/cards/decks/mine.yaml

# --- a script that fails: where, in which play, and a file that shows it again
card 'me:place(me:pick(2, board.empty)); local nothing = nil; return nothing.field'
run 1 --rules my play mine "${sides[@]}" <<< $'A1 B1\nundo\nboard'
err_has "my/cards/mine.lua:2"
has "in turn 1, black: mine (A1 B1)"
has "gofuda-fault-mine-1.yaml shows it again"
has "asked: black: 2 points for Mine"
run 1 --rules my judge gofuda-fault-mine-1.yaml
has "my/cards/mine.lua:2"
run 1 --rules my play mine --black random --white random
err_has "my/cards/mine.lua:2"
has "gofuda-fault-mine-2.yaml"
run 1 --rules my replay gofuda-fault-mine-1.yaml
err_has "gofuda-fault-mine-1.yaml:"
err_has "that script failed in the play"

# --- what a seat may not know is not shown: cards laid aside hidden
cat > aside.yaml << 'Y'
dispute: Who sees a card laid aside?
variant: dango-1996
to_move: black
decks: { black: [free-card, keima, keima], white: [free-block, place-1, place-1] }
play:
  - black: free-card
Y
run 0 play --load aside.yaml --black human --white random <<< 'board'
has "black: deck 2, discards 0; laid aside: Free card"
has "white: deck 2, discards 0; laid aside: 1 hidden card"
has "white: lays a card aside, hidden"
has_not "Free block"
run 0 --json play --load aside.yaml --black human --white random < /dev/null
has '"aside":[null]'
has_not "free-block"

# a declined offer is not where undo stops
cat > offer.yaml << 'Y'
dispute: An offer
variant: dango-1996
to_move: black
decks: { black: [free-block, place-1, place-1], white: [place-1, place-1, place-1] }
play:
  - black: free-block
Y
run 0 play --load offer.yaml --black human --white human <<< $'C3\ndecline\nD4\nE5\nundo'
has "asked: black: free-block, or decline"
has "asked: white: 1 point"
run 0 play --load offer.yaml --black human --white human <<< $'C3\ndecline\nundo'
tail -n 3 out | grep -qF "asked: white: 1 point" || fail "undo goes past the declined offer"

finish
