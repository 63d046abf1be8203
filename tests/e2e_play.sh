#!/usr/bin/env bash
# The commands play and replay, through pipes.
set -eu
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
source "$here/e2e_lib.bash"

small=(--set board.size=5x5)
people=(--black human --white human)
json_says() { python3 -c "import json; lines = [json.loads(x) for x in open('out')]; assert $1, lines[-1]" || fail "$last: not so: $1"; }

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

# a card that is misspelt
run 1 play v-card-go --seed 1 --white human <<< $'why zzz\nwhy keimaa'
err_has "there is no card 'zzz' before you that the turn could offer now"
err_has "'keimaa' before you that the turn could offer now (did you mean 'keima'?)"

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

# --- a hint is an answer that can be given; who resigns has lost, until it is taken back; a rematch exchanges the colours
run 0 play qango-6 --seed 5 "${people[@]}" <<< $'A6\nF1\nB6\nF2\nhint\nA5'
has "mcts:ms=1000: A5"
has "White has won: Area (A5 A6 B6)."
run 0 play qango-6 --seed 5 "${people[@]}" <<< $'A6\nF1\nB6\nF2\nhint exact'
has "exact: A5"
run 1 play go "${small[@]}" "${people[@]}" <<< $'hint wizard\nhint human'
err_has "wizard"
err_has "a hint comes from a program"
run 1 play go "${small[@]}" "${people[@]}" <<< $'C3\nresign\nB2\nhint\nresign'
has "Result: B+R  (white resigns, black wins)"
err_has "white has resigned; undo takes that back"
err_has "nothing is asked of you now"
err_has "the game is over"
run 0 play go "${small[@]}" "${people[@]}" <<< $'C3\nresign\nundo\nB2'
has "white: an ordinary stone; sets white B2"
run 0 --json play go "${small[@]}" "${people[@]}" <<< 'resign'
json_says "any(line.get('resigned') == 'black' and line['result'] == 'W+R' for line in lines)"
run 0 play go "${small[@]}" --seed 5 --white greedy <<< $'C3\nresign\nrematch\nA1'
has "black greedy, white human"
has "white: an ordinary stone; sets white A1"
run 0 play dango-1996 "${people[@]}" <<< $'show turn\nshow goal\nshow game'
has "turn draw-and-play"
has "At the end the board is counted"
has "rules.komi"
run 0 play qango-6 "${people[@]}" <<< 'show goal'
has "win square"
has "Where nobody does that, the game is a draw."

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

# --- who plays is not told the seed before the end
for sides in "--white random" "--black random --white human" "--black human --white human"; do
  read -ra who <<< "$sides"
  for json in "" --json; do
    run 0 $json play dango-1996 "${who[@]}" --seed 81726354 < /dev/null
    has_not 81726354
    has_not seed
  done
done
run 0 play go --set board.size=1x2 "${people[@]}" --seed 81726354 <<< $'pass\npass'
has "seed 81726354"
run 0 --json play go --set board.size=1x2 "${people[@]}" --seed 81726354 <<< $'pass\npass'
json_says "'seed' not in lines[0] and lines[-1]['seed'] == 81726354"
run 0 --json play dango-1996 --black random --white random --seed 81726354 --watch
json_says "all(line['seed'] == 81726354 for line in lines)"

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
err_has "is refused: wrong-count"
err_has "; black is asked for 1 point for Mine, by Mine"
card 'me:choose("left", "right")'
run 1 --rules my replay edited.yaml
err_has "in the file black is asked for points for Mine; now black is asked for one of left, right for Mine, by Mine"
card 'me:place(me:pick(1, board.empty))'
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
ask_and_reload() { card 'me:choose("left", "right")'; echo 'reload'; echo 'left'; }
run 1 --rules my play mine "${sides[@]}" < <(feed ask_and_reload)
err_has "turn 1: in the record black is asked for points for Mine by Mine; now black is asked for one of left, right for Mine, by Mine"
err_has "The game stands before that."
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

# --- a turn that fails before it asks anything
mkdir -p my/variants/turns
cat > my/variants/turns/late.lua << 'L'
return turn {
  name = "Late", text = "t",
  play = function(me, opponent, board)
    if board.turn > 2 then board:may_repeat() end
    me:stone()
  end,
}
L
printf 'variant: late\nextends: go\nboard: { size: 5x5 }\nturn: late\n' > my/variants/late.yaml
run 1 --rules my play late --black random --white random
has "gofuda-fault-late-1.yaml shows it again"
run 1 --rules my judge gofuda-fault-late-1.yaml
has "my/variants/turns/late.lua:4"
has "gofuda-fault-late-1.yaml:6:12: error[fault]: that script failed in turn 3, before anything is asked"
sed -i 's/board.turn > 2/board.turn > 0/' my/variants/turns/late.lua # where nothing has been answered at all
run 1 --rules my play late --black random --white random
has "gofuda-fault-late-2.yaml shows it again"
run 1 --rules my judge gofuda-fault-late-2.yaml
has "gofuda-fault-late-2.yaml:4:1: error[fault]: that script failed in turn 1, before anything is asked"
run 1 --rules my replay gofuda-fault-late-2.yaml
err_has "gofuda-fault-late-2.yaml: error[fault]: that script failed in turn 1, before anything is asked"

# --- a count that fails is no result
mkdir -p my/variants/win
echo "return win { name = 'None', text = 't', score = function(me) return 0 / 0 end }" > my/variants/win/none.lua
printf 'variant: uncounted\nextends: go\nboard: { size: 5x5 }\nwin: none\n' > my/variants/uncounted.yaml
run 1 --rules my play uncounted --black random --white random --save uncounted.yaml
err_has "my/variants/win/none.lua:1: error[win-score]"
[[ -s uncounted.yaml ]] || fail "$last: the game was not saved"
if grep -q "Result" out || grep -q "B+\|W+" uncounted.yaml; then fail "a count that failed has a result"; fi

# --- at a terminal, what is being typed stands again after a notice of an edited file, and nothing else
last="play --watch on a terminal"
mkdir -p edited/variants
printf 'variant: edited\nextends: go\nboard: { size: 3x3 }\n' > edited/variants/edited.yaml
PYTHONPATH=$here python3 - "$gofuda" << 'P' > out 2> err || fail "$last: $(cat err)"
import sys, terminal
t = terminal.Terminal(sys.argv[1], "--rules edited play edited --black human --white human --watch", "dumb")
def add(line):
    t.out = b""
    with open("edited/variants/edited.yaml", "a") as file: file.write(line + "\n")
    t.hear(rb"edited\.yaml")
    t.hear(rb"white> [^\n]*$")
t.hear(b"black> ")
t.say(b"pass\r", b"white> ")
add("rules: { komi: 3 }")
t.say(b"\rB", b"> B")  # the line of before is not typed again
add("# more")
t.say(b"2\r", b"black> ")
if b"no point" in t.out: sys.exit(f"what was typed is lost: {t.out[-500:]}")
t.quit()
P

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

# --- regions, holes and the opening rule
run 1 play qango-6-castle "${people[@]}" --seed 1 <<< $'B5\nA1'
has "  6 a a b c d d 6"
has "  5 a x e f x d 5"
has "a stone, not on x: the opening rule closes these points to this stone"
err_has "refused: opening at B5"
tail -n 9 out > after
grep -qF "  5 a b e f c d 5" after || fail "the opening rule still closes points to the second stone"
grep -qF "opening" after && fail "the opening rule is still spoken of"
run 0 --json play qango-6-castle "${people[@]}" --seed 1 <<< 'A1'
json_says "'B5' in lines[0]['asks']['closed'] and 'closed' not in lines[1]['asks']"
json_says "lines[0]['board']['regions']['A'] == ['A5', 'A6', 'B6']"
json_says "lines[1]['black']['stones_left'] + lines[1]['white']['stones_left'] == 39"
run 0 play qango-7-plus "${people[@]}" <<< 'D4'
has "  7     a b c     7"
has "  4 e e f . g h h 4"
has "  4 e e f("

# --- in colour a region can be told by its letter and by its colour, and holes are blank
run 0 play qango-7-plus "${people[@]}" --seed 1 --save regions.yaml <<< 'C4'
run 0 --color always replay regions.yaml
LC_ALL=C sed 's/\x1b\[[0-9;]*m//g' out > bare
grep -qE '^ 4  ?e e\((X|O|●)\)\. g h h  4' bare || fail "letters of regions in colour: $(grep '^ 4' bare)"
grep -qE '^ 7      a b c      7' bare || fail "holes in colour: $(grep '^ 7' bare)"
colours=$(LC_ALL=C grep -o $'\x1b\\[\\(48;5;[0-9]*\\|4[1-6]\\)m [abc]' <(LC_ALL=C sed 's/\x1b\[\(38;5;[0-9]*\|30\)m//g' out) | sort -u | wc -l)
((colours >= 3)) || fail "only $colours colours of regions"

# --- a win: by what, with which stones
cat > win.yaml << 'Y'
dispute: Two conditions at once
variant: qango-6
to_move: white
board: { white: B4 C4 B5, black: A1 B1 F6 }
Y
run 0 play --load win.yaml "${people[@]}" <<< 'C5'
has "White has won: Area (B4 C4 C5), Square (B4 C4 B5 C5)."
has "  5 a(O|O)f c d 5"
has_not "to move, white"
run 0 --json play --load win.yaml "${people[@]}" <<< 'C5'
json_says "lines[-1]['result']['ending'] == 'win' and lines[-1]['result']['winner'] == 'white'"
json_says "lines[-1]['result']['won_by'] == ['area', 'square'] and lines[-1]['result']['winning'] == ['B4', 'C4', 'B5', 'C5']"
cat > both.yaml << 'Y'
dispute: Five of both sides
variant: gomoku-skills
to_move: black
set: { rules.both_win: draw }
board: { black: A1 B1 C1 D1 E1, white: A3 B3 C3 D3 E3 }
decks: { common: [place-stone, place-stone, place-stone] }
Y
run 0 play --load both.yaml "${people[@]}" <<< $'place-stone\nK10'
has "Both sides have won, Five in a row (A1 B1 C1 D1 E1 A3 B3 C3 D3 E3): the game is a draw."
run 0 --json play --load both.yaml "${people[@]}" <<< $'place-stone\nK10'
json_says "lines[-1]['result']['ending'] == 'draw' and lines[-1]['result']['winner'] is None"
run 0 play --load both.yaml "${people[@]}" --set rules.both_win=mover <<< $'place-stone\nK10'
has "Black has won: Five in a row (A1 B1 C1 D1 E1)."

# --- a side that is bound to a point
cat > bound.yaml << 'Y'
dispute: Where the next stone must stand
variant: card-go
set: { common_deck: card-go-stubs }
to_move: black
hands: { black: [stub-forced-point] }
play: []
Y
run 0 play --load bound.yaml "${people[@]}" <<< $'stub-forced-point\nE5\nD4'
has "turn 2, white to move, white sets the next stone on E5"
has "asked: white: a stone, on E5"
run 0 --json play --load bound.yaml "${people[@]}" <<< $'stub-forced-point\nE5\nD4'
json_says "lines[-1]['white']['next_stone_on'] == ['E5'] and lines[-1]['asks']['from'] == ['E5'] and not lines[-1]['asks']['may_pass']"

# --- nothing left to do
tiny=(go --set board.size=2x1 --set rules.captures=none --set rules.passes_to_end=0 --set rules.komi=0.5 --white human)
run 0 play "${tiny[@]}" <<< $'A1\nB1'
has "The board is full: the game is counted."
has "Result: W+0.5"
run 0 play "${tiny[@]}" --set rules.exhausted=draw <<< $'A1\nB1'
has "The board is full: the game is a draw."
has_not "Result:"
run 0 --json play "${tiny[@]}" <<< $'A1\nB1'
json_says "lines[-1]['result']['ending'] == 'exhausted' and lines[-1]['result']['winner'] == 'white'"
run 0 play go "${small[@]}" --set rules.stones=1 --white human <<< $'A1\nE5'
has "white 1 stone left"
has "All stones are set: the game is counted."
has "Result:"

# --- the dead stones are agreed
cat > dead.yaml << 'Y'
dispute: Which stones are dead?
variant: dgo
set: { board.size: 7x7, rules.komi: 0.5 }
to_move: black
board: |
  . . . X O . .
  . O . X O . .
  . . . X O . .
  . . . X O . .
  . . . X O . .
  . . . X O . X
  . . . X O . .
Y
run 0 play --load dead.yaml "${people[@]}" <<< $'pass\npass\nnone\nnone'
has "asked: black: the dead stones, one of each chain; or none, or agree with the proposal"
has "the random games propose: G2 B6 dead (2 stones) (sure: "
has "  6 .(O). X O . . 6"
has "black says: none dead; where you differ, play goes on"
has "asked: white: the dead stones, one of each chain; or none, or agree with black, or proposal"
has "dead: none  (agreed)"
has "turn 3, the dead stones are named"
run 0 play --load dead.yaml "${people[@]}" <<< $'pass\npass\nagree\nyes'
has "black says: G2 B6 dead (2 stones); where you differ, play goes on"
has "dead: G2 B6  (agreed)"
tail -n 14 out | grep -qF "  6 .(O). X O . . 6" || fail "the dead stones are not marked at the end"
has "Black 28  (7 stones, 21 territory)"
has "White 21.5  (7 stones, 14 territory, 0.5 komi)"
has "Result: B+6.5"
run 0 play --load dead.yaml "${people[@]}" --save agreed.yaml <<< $'pass\npass\nB6\nagree\ndead none'
has "dead: B6  (agreed)"
tail -n 3 out | grep -q "Result:" || fail "the count without dead stones"
run 0 replay agreed.yaml
has "dead: B6  (agreed)"
grep -q '^dispute: "Dgo, B+' agreed.yaml || fail "the title of a saved game counts the dead stones: $(head -n 1 agreed.yaml)"
run 0 play --load dead.yaml "${people[@]}" <<< $'pass\npass\nB6\nproposal'
has "The two sides differ on the dead stones: play goes on."
tail -n 1 out | grep -qF "asked: black: a stone, or pass" || fail "play goes on after the two sides differed"
run 0 play --load dead.yaml "${people[@]}" <<< $'pass\npass\ndead B6 G2\n(B6 G2)'
has "dead: G2 B6  (agreed)"
run 1 play --load dead.yaml "${people[@]}" <<< $'pass\npass\nA1\nnonne'
err_has "refused: not-a-stone at A1"
err_has "asked is black: the dead stones"
run 0 play dgo --set board.size=5x5 --seed 1 --black random --white random
has "(agreed)"
run 0 --json play --load dead.yaml "${people[@]}" <<< $'pass\npass\nB6\nagree'
json_says "lines[2]['asks']['proposal']['dead'] == ['G2', 'B6'] and lines[2]['marking'] and 'claim' not in lines[2]['asks']"
json_says "lines[3]['asks']['claim'] == ['B6'] and lines[4]['result']['dead'] == ['B6']"
run 0 play go <<< 'help'
has "  none          no stone is dead"

# --- what is written down in secret, and what is in the other hand
cat > notes.yaml << 'Y'
dispute: Who sees what is written down?
variant: card-go
to_move: black
hands: { black: [sealed-move, atari], white: [hamete, stub-hidden] }
play:
  - black: sealed-move (E5)
Y
run 0 play --load notes.yaml "${people[@]}" <<< 'record seen.yaml'
has "asked: white: a stone, or pass"
has "black: in hand: 1 hidden card; a note under Sealed move (hidden)"
has_not "E5"
has_not "Atari"
has_not "atari"
grep -qF 'black: "sealed-move (?)"' seen.yaml || fail "the record hides the point"
grep -qF 'black: [?, ?]' seen.yaml || fail "the record hides the hand"
grep -qF 'white: [hamete, stub-hidden]' seen.yaml || fail "the record shows the own hand"
grep -qE 'E5|atari|seed' seen.yaml && fail "the record tells too much"
has "recorded, as white knows it: seen.yaml"
run 0 --json play --load notes.yaml "${people[@]}" < /dev/null
json_says "lines[0]['black']['notes'] == [{'card': 'sealed-move', 'open': False, 'hidden': True}]"
json_says "lines[0]['black']['hand'] == [None] and lines[0]['white']['hand'] == ['stub-hidden', 'hamete']"
has_not "E5"
has_not "atari"
run 0 play --load notes.yaml "${people[@]}" <<< $'D4\nF6\nhamete\nK10\nsave all.yaml\nC3\nrecord! seen.yaml'
has "asked: white: 1 point for Hamete, unseen by the other side"
has "a note under Hamete: K10"
has "a note under Sealed move, open: E5"
grep -qF 'white: "hamete (?) C3"' seen.yaml || fail "the record of the other side: $(cat seen.yaml)"
grep -qF 'black: "sealed-move (E5)"' seen.yaml || fail "the record of one's own play: $(cat seen.yaml)"
grep -qF 'hamete (K10)' all.yaml || fail "a saved game holds everything"
run 0 play --load all.yaml "${people[@]}" <<< 'C3'
tail -n 16 out > after
grep -qE 'K10' after && fail "the note is shown to the other side"
run 0 play --load aside.yaml --black human --white random <<< 'record! seen.yaml'
grep -qF 'white: "?' seen.yaml || fail "the record hides a card laid aside: $(cat seen.yaml)"
grep -q 'free-block' seen.yaml && fail "the record names a card laid aside"
run 1 play go <<< 'record'
err_has "record needs a name"
run 1 play go <<< 'record /no/such/folder/x'
err_has "cannot write"

# a game in an address, as the page makes it
link_to() { python3 -c 'import base64, gzip, sys
print("http://127.0.0.1:8080/#0123&game=" + base64.urlsafe_b64encode(gzip.compress(sys.stdin.buffer.read())).decode().rstrip("="))'; }
run 0 play go --seed 3 --set board.size=5x5 --white human <<< $'C3\nB3\nsave kept.yaml'
link=$(link_to < kept.yaml)
run 0 play --load "$link" --white human <<< $'D3\nrecord came.yaml'
grep -q 'white: "B3"' came.yaml && grep -q 'black: "D3"' came.yaml || fail "a game in a link goes on: $(cat came.yaml)"
run 0 replay "$link"
has "sets white B3"
sed 's/B3/C3/' kept.yaml | link_to > misfit
run 1 replay "$(< misfit)"
err_has "the link:"
broken=$(fold -w 60 <<< "$link")
run 0 replay "$broken"
has "sets white B3"
run 0 replay "  $(sed 's/$/ \r/' <<< "$broken")"$'\n\nYour move, I think.'
run 0 replay "$link)."
run 0 replay "${link%%&*}&game=$(sed 's/./& /g' <<< "${link#*&game=}")Your move, I think."
has "sets white B3"
for damaged in "${link}a" "${link}abc" "${link}A" "${link}AA" "${link%??????}" "${link/game=H4s/game=H4t}" "${link%%&*}&game=" "$(head -c 3000000 /dev/zero | link_to)"; do
  run 1 play --load "$damaged"
  [[ $(< err) == "the link: error[link]: it holds no whole game; copy it again from the page, to its last letter" ]] ||
    fail "a damaged link: $(cat err)"
done
for empty in "http://127.0.0.1:8080/#0123456789abcdef0123456789abcdef" "https://example.org/"; do
  run 1 play --load "$empty"
  err_has "the link: error[link]: it holds no game, as the link of a seat does not"
done
run 1 play --load 'file#game=name.yaml'
err_has "file#game=name.yaml: error"

# why a turn asks for a stone alone
run 0 play weiqi-carnival --seed 4 < /dev/null
has "The turn: a card may be drawn once 4 moves have been played."
printf 'D4\npass\nE4\npass\n' > answers
run 0 play weiqi-carnival --seed 4 --white human < answers
tail -n 12 out | grep -q "The turn:" && fail "the opening is over"

# two people at one terminal: the screen is cleared before the other one looks
if command -v script > /dev/null; then
  sed -i '/^play:/,$d' notes.yaml
  echo 'play: []' >> notes.yaml
  type_slowly() { for line in sealed-move E5 '' D4 quit; do sleep 0.4; echo "$line"; done; }
  type_slowly | TERM=xterm timeout 60 script -qec "'$gofuda' play --load notes.yaml --black human --white human" /dev/null > out || true
  LC_ALL=C awk 'seen; /\x1b\[3J/ { seen = 1 }' out > after
  last="play at a terminal"
  grep -q "white looks now" out || fail "the seat is not handed over"
  sed -n '1,/white: an ordinary stone; sets white D4/p' after > between
  grep -q "in hand: Hidden point, Hamete" between || fail "white sees its hand"
  grep -qE "E5|Atari" between && fail "white sees what black typed"
fi

# --- no further than was asked for, whoever plays; what is loaded is as far already
run 0 play go "${small[@]}" --seed 1 --black random --white random --max-turns 4 --save four.yaml
err_has "stopped after turn 4"
has "turn 5, black to move"
run 0 play --load four.yaml --black random --white random --max-turns 3
err_has "stopped after turn 4"
run 0 play go "${small[@]}" "${people[@]}" --max-turns 2 <<< $'C3\nB3\nA1'
err_has "stopped after turn 2"
has_not "sets black A1"
run 0 play go "${small[@]}" --max-turns 2 <<< $'C3\nA1'
err_has "stopped after turn 2"
run 2 play go --max-turns 0
err_has "max-turns"

finish
