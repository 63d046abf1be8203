#!/usr/bin/env bash
# One card alone: gofuda try, and the trial of every card by gofuda check.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/e2e_lib.bash"

run 0 try --help
has "Examples:"
run 0 try keima
has "Keima in dango-1996, on 200 positions"
has "placement"
has "plays keima ("
run 0 --json try keima --positions 50 --show 1
python3 - << 'P'
import json
j = json.load(open("out"))
assert j["positions"] == 50 and j["played"] + sum(u["times"] for u in j["unplayable"]) == 50, j
assert j["asked"]["placement"] == j["played"] > 40, j
[one] = j["examples"]
stones = lambda b, c: sum(line[3:].count(c) for line in b.split("\n")[1:-2])
colour = "XO"[one["seat"] == "white"]
assert stones(one["after"], colour) - stones(one["before"], colour) == 2, one
P
sed -E 's/"(microseconds|steps)":[^}]*}//g' out > one
run 0 --json try keima --positions 50 --show 1
sed -E 's/"(microseconds|steps)":[^}]*}//g' out > two
same one two # the same positions and answers each time
run 0 try keima --variant go --set board.size=5x5 --show 0 # a game whose deck lacks it, and whose turns have no script
has " placement"
run 2 try kiema
err_has "did you mean 'keima'"
run 2 try keima --positions 0
run 2 try vital-point
err_has "only answers or announces"
run 1 try stub-impossible
err_has "no game has a deck with this card"

# --- cards that go wrong only when they are played
mkdir -p mine/cards/decks mine/variants
cat > mine/cards/never.lua << 'L'
return card {
  name = "Never",
  text = "Names one point twice.",
  play = function(me, opponent, board)
    local p = me:pick(1, board.empty)
    me:place(p)
    me:place(p)
  end,
}
L
cat > mine/cards/broken.lua << 'L'
return card {
  name = "Broken",
  text = "Counts what is not there.",
  play = function(me, opponent, board)
    local p = me:pick(1, board.empty)
    if tonumber("none") > 3 then me:place(p) end
  end,
}
L
printf 'deck: d\ncards: { never: 1, broken: 1 }\n' > mine/cards/decks/d.yaml
printf 'extends: dango-1996\nvariant: v\ndeck: d\n' > mine/variants/v.yaml
run 1 --rules mine check
err_has "cards/never.lua:1: warning[never-playable]: it could not be played in any of 300 random positions of v"
err_has "repeated-point"
err_has "board:settle()"
err_has "cards/broken.lua:6"
run 0 --rules mine check mine/cards/never.lua
err_has "300 random positions"
run 1 --rules mine check
cat err > one
last="check on one processor"
taskset -c 0 "$gofuda" --rules mine check > out 2> two || true
same one two # whatever thread has tried a card
run 1 --rules mine try never
has "200 times: repeated-point"
run 1 --rules mine try broken
has "failed       200 (100 %)"

# --- a card that no deck has is tried in a game whose turn can play it, and it is said that none has it
mkdir -p alone/cards
sed 's/Broken/Lonely/' mine/cards/broken.lua > alone/cards/lonely.lua
run 1 --rules alone check
err_has "cards/lonely.lua:6"
err_has "on which it was tried, for no deck has it"
err_has "no deck has lonely"
run 0 --rules mine check mine/cards/never.lua
! grep -q "no deck has" err || fail "never is in a deck"
cat > alone/cards/lonely.lua << 'L'
return card {
  name = "Lonely",
  text = "Marks what it does not declare.",
  marks = { "dark" },
  play = function(me, opponent, board) board:mark("drak", me:pick(1, board.empty)) end,
}
L
run 1 --rules alone check
err_has "cards/lonely.lua:5:52: error[unknown-mark]"
printf 'return card { name = "Lonely", text = "T", play = function(me, o, b) cannot("never") end }\n' > alone/cards/lonely.lua
run 0 --rules alone check
err_has "'gofuda try lonely --variant "
mkdir alone/disputes
printf 'dispute: D\nvariant: go\nexpect: { to_move: black }\n' > alone/disputes/right.yaml
cp alone/disputes/right.yaml alone/disputes/left.YML
run 2 judge alone/disputes
err_has "alone/disputes/left.YML: error[ending]"

# --- a card for which a way is looked for long, and in vain
cat > mine/cards/never.lua << 'L'
return card {
  name = "Walls",
  text = "Asks for more and more before it finds that it cannot be.",
  play = function(me, opponent, board)
    for i = 1, #board.all do board:wall(me:pick(1, board.empty)) end
    cannot("never")
  end,
}
L
run 0 --rules mine check mine/cards/never.lua
err_has "cards/never.lua:4:1: warning[slow]: it takes long to find out whether it can be played"

# --- check tries every card that can be tried, whatever else is slow or wrong, and the last of several named, too
cat > mine/cards/a-slow.lua << 'L'
return card {
  name = "Slow",
  text = "Counts, within what a card may, again and again.",
  play = function(me, opponent, board)
    for i = 1, 190000 do local x = i * i end
    me:place(me:pick(3, board.empty))
    refuse("not so")
  end,
}
L
printf 'return card { name = "Z", text = "T", play = function(me) me:place(3) end }\n' > mine/cards/z-wrong.lua
printf 'return card { name = "Y", text = "T", play = function(me, o) me:pick(me, o.stones) end }\n' > mine/cards/y-wrong.lua
printf 'deck: snail\ntitle: T\nsource: ours\ncards:\n  a-slow: 20\n  keima: 20\n' > mine/cards/decks/snail.yaml
printf 'variant: snail\nextends: dango-1996\ndeck: snail\n' > mine/variants/snail.yaml
printf 'deck: wrong\n' > mine/cards/decks/wrong.yaml
run 1 --rules mine check
err_has "cards/a-slow.lua:4:1: warning[slow]: it takes long"
err_has "variants/snail.yaml:1: warning[slow]: its random games take too long"
err_has "cards/y-wrong.lua:1:65: error[argument]: argument 1 of pick"
err_has "cards/z-wrong.lua:1:62: error[argument]: argument 1 of place"
rm mine/cards/decks/wrong.yaml
run 1 --rules mine check mine/cards/y-wrong.lua mine/cards/z-wrong.lua
err_has "cards/y-wrong.lua:1:65: error[argument]"
err_has "cards/z-wrong.lua:1:62: error[argument]"
err_has "no deck has y-wrong, z-wrong"
run 0 --rules mine try keima --variant snail --positions 30 --show 0
has "early ones, for random games with such decks take too long"
rm mine/cards/?-*.lua mine/cards/decks/snail.yaml mine/variants/snail.yaml

# --- effects without end are the fault of the card that lies on the table, not of the one that is tried
cat > mine/cards/fuse.lua << 'L'
return card {
  name = "Fuse",
  text = "Whenever a stone is set, another one is.",
  play = function(me, opponent, board, this)
    me:lay_aside(this, "open")
  end,
  when_set = function(me, opponent, board)
    me:place(board:lot(1, board.empty))
  end,
}
L
printf 'deck: fuses\ntitle: T\nsource: ours\ncards: { fuse: 20, place-1: 20, own: 20 }\n' > mine/cards/decks/fuses.yaml
printf 'variant: fuses\nextends: dango-1996\ndeck: fuses\n' > mine/variants/fuses.yaml
printf 'return card { name = "Own", text = "T", play = function(me, o, board) me:place(me:pick(1, board.empty)) end }\n' > mine/cards/own.lua
run 1 --rules mine check mine/cards/own.lua
err_has "cards/fuse.lua:7: error[trigger-loop]: effects have set one another off 100 times over"
err_has "random positions of fuses, where own was tried"
grep -q "own.lua" err && fail "own.lua has no fault"
run 1 --rules mine check mine/cards/own.lua mine/cards/fuse.lua
[ "$(grep -c "would without end" err)" = 1 ] || fail "the same fault is told twice"
rm mine/cards/fuse.lua mine/cards/own.lua mine/cards/decks/fuses.yaml mine/variants/fuses.yaml

# --- nor are they charged to it by try; and its own faults are
mkdir -p table/cards/decks table/variants
cat > table/cards/mine.lua << 'L'
return card {
  name = "Mine",
  text = "Whenever a stone is set, it is asked who did it.",
  play = function(me, opponent, board, this)
    me:lay_aside(this, "open")
  end,
  when_set = function(me, opponent, board, this, move)
    me:note(this, move.previous.seat.name)
  end,
}
L
printf 'return card { name = "Own", text = "T", play = function(me, o, board) me:place(me:pick(1, board.empty)) end }\n' > table/cards/own.lua
printf 'deck: mines\ncards: { mine: 8, own: 8 }\n' > table/cards/decks/mines.yaml
printf 'variant: mines\nextends: dango-1996\nboard: { size: 7x7 }\ndeck: mines\n' > table/variants/mines.yaml
run 0 --rules table try own --show 0
has ", where what this causes fails in another file"
has "table/cards/mine.lua:8:24: error[lua]: attempt to index a nil value (field 'previous')"
has_not "failed  "
run 0 --rules table --json try own --show 0
grep -q '"faults": *0' out && grep -q '"fault_elsewhere": *"table/cards/mine.lua:8' out || fail "a fault of another file stands apart"
run 1 --rules table check
err_has "cards/mine.lua:8:24: error[lua]"
[ "$(grep -c "mine.lua:8" err)" = 1 ] && ! grep -q "own.lua" err || fail "the fault is told once, of the card that fails"

# --- that a turn has no use for a card is not said beside what is wrong with it
mkdir -p unkind/cards
printf 'return card {\n  name = "G", text = "G.",\n  play = function(me) me:gain("gold", 1) end,\n}\n' > unkind/cards/g.lua
run 1 --rules unkind check
err_has "unknown-token"
! grep -q "card-kind" err || fail "no game has it, and none has to"

# --- of a card whose deck or game is broken it is not said that no deck has it
printf 'return card { name = "Bad", text = "T", play = function(me, o, board) me:place(({ 3 })[1]) end }\n' > table/cards/bad.lua
printf 'deck: mines\ncards: { bad: 8, own: 8, minne: 1 }\n' > table/cards/decks/mines.yaml
rm table/cards/mine.lua
run 1 --rules table check
err_has "on which it was tried, for there is a mistake in its deck, table/cards/decks/mines.yaml"
! grep -q "no deck has" err || fail "a deck has them"
printf 'deck: mines\ncards: { bad: 8, own: 8 }\n' > table/cards/decks/mines.yaml
printf 'variant: mines\nextends: dango-1996\ndeck: mines\nturn: no-such-turn\n' > table/variants/mines.yaml
run 1 --rules table check
err_has "on which it was tried, for no game without mistakes has its deck, mines"
! grep -q "no deck has" err || fail "a deck has them, and no game"

# --- what a deck chooses of its cards' options is looked at, though no game has it
rm table/cards/bad.lua table/variants/mines.yaml
printf 'deck: mines\ncards: { twice: 2, own: 2 }\noptions: { twice.mod: at-once, twyce.mode: at-once, twice.mode: never }\n' > table/cards/decks/mines.yaml
for path in "" table/cards/decks/mines.yaml; do
  run 1 --rules table check $path
  err_has "decks/mines.yaml:3:12: error[unknown-option]: 'twice' has no option 'mod' (did you mean 'mode'?)"
  err_has "decks/mines.yaml:3:32: error[unknown-option]: there is no card 'twyce' to have the option 'twyce.mode' (did you mean 'twice'?)"
  err_has "decks/mines.yaml:3:53: error[value]: 'never' is no value for 'twice.mode'"
  err_has ", 3 problems"
done

# --- a turn that fails is found by playing its game
mkdir -p turns/variants/turns
printf 'return turn { name = "T", text = "t", play = function(me, opponent, board)\n  me:stone()\n  if board.turn > 3 then me:play(opponent.last_move.card) end\nend }\n' > turns/variants/turns/t.lua
printf 'variant: t\nextends: go\nboard: { size: 5x5 }\nturn: t\n' > turns/variants/t.yaml
run 1 --rules turns check
err_has "turns/variants/turns/t.lua:3:29: error[argument]: argument 1 of play must be a card, not nothing; ask first whether there is one: if card then ... end; so it is in random games of t"

# --- files that no name leads to, for they lie elsewhere
mkdir -p stray/decks stray/card stray/cards/decks stray/variants/turns/deeper stray/other
printf 'return turn { name = "T", text = "t", play = function(me) me:stone() end }\n' > stray/variants/turns/deeper/t.lua
printf 'deck: d\ntitle: T\nsource: ours\ncards: { keima: 2 }\n' > stray/decks/d.yaml
printf 'return card { name = "X", text = "T", play = function(me) me:skip() end }\n' > stray/card/x.lua
cp stray/card/x.lua stray/other/y.lua
run 0 --rules stray check
err_has "stray/decks/d.yaml: warning[not-read]: no name leads to this deck, for it is looked for in cards/decks/ alone; move it to stray/cards/decks/d.yaml"
err_has "stray/card/x.lua: warning[not-read]: no name leads to this card"
err_has "stray/variants/turns/deeper/t.lua: warning[not-read]: no name leads to this turn"
run 0 --rules stray check stray
err_has "stray/variants/turns/deeper/t.lua: warning[not-read]: no name leads to this turn"
err_has "stray/other/y.lua: warning[not-read]"
cp stray/card/x.lua stray/cards/x.lua
run 0 --rules stray check
err_has "stray/card/x.lua: warning[not-read]: no name leads to this card, for it is looked for in cards/ alone; move it there under another name, or away: there is stray/cards/x.lua already"
mv stray/decks/d.yaml stray/cards/decks && mv stray/card/x.lua stray/cards && rm stray/other/y.lua stray/variants/turns/deeper/t.lua
run 0 --rules stray check stray
err_has ", 0 problems"

# --- a plan among the games, and files whose names are none: all else is still checked
printf 'sweep: p\nvariant: go\n' > stray/variants/plan.yaml
cp stray/cards/x.lua stray/cards/Big-Name.lua
printf 'variant: w\nextends: go\n' > stray/variants/w.yml
printf 'return card { name = "X", text = "T", play = function(me) me:skpi() end }\n' > stray/cards/wrong.lua
run 1 --rules stray check
err_has "stray/variants/plan.yaml:1:1: error[what-is-it]: this is the plan of a sweep, and no game"
err_has "stray/cards/Big-Name.lua: error[name]"
err_has "stray/variants/w.yml: error[ending]"
err_has "stray/cards/wrong.lua:1:62: error[unknown-method]: nothing has a method 'skpi' (did you mean 'skip'?)"
err_has ", 4 problems"
rm stray/variants/plan.yaml stray/cards/wrong.lua
for command in "try x --variant dango-1996 --show 0" "play dango-1996 --black random --white random --seed 1" "show card x" \
  "simulate go --set board.size=5x5 --games 2 --black random --white random --isolate" "perft go --set board.size=2x2 --depth 2"; do
  run 0 --rules stray $command
  err_has "stray/cards/Big-Name.lua: warning[name]"
  err_has "stray/variants/w.yml: warning[ending]: this file is not read"
  [ "$(grep -c "Big-Name" err)" = 1 ] || fail "$command: a file is told of once"
done
"$gofuda" --rules stray table go --port 0 > out 2> err &
for _ in $(seq 300); do grep -q "The table is at" out && break || sleep 0.1; done
last="gofuda table"
kill $! && wait $! || true
has "The table is at"
err_has "stray/cards/Big-Name.lua: warning[name]"

# --- a reason is counted once, wherever its points are; chance has its own words
cat > mine/cards/never.lua << 'L'
return card { name = "Everywhere", text = "Fills the board.", play = function(me, opponent, board) me:place(board.empty) end }
L
cat > mine/cards/broken.lua << 'L'
return card { name = "Dice", text = "Throws.", play = function() math.random(6) end }
L
run 0 --rules mine try never --variant dango-1996
(($(grep -c "times\\?: suicide" out) == 1)) || fail "try counts a reason by its points: $(cat out)"
run 1 --rules mine try broken
has "math has no 'random'; chance is board:lot"

# --- a message that a stranger meets names the way out
says() { # CODE WORDS: what the program says of a card that runs this code
  printf 'return card { name = "C", text = "T", play = function(me, opponent, board, this)\n  %s\nend }\n' "$1" > mine/cards/broken.lua
  run 1 --rules mine try broken --positions 20 --show 0
  cat err >> out # what is found without running it
  has "$2"
}
says 'for _, p in ipairs(board.empty) do me:place(p) end' "gone through by for p in points:each() do"
says 'local p = me:pick(1, board.empty) for q in p do me:place(q) end' "broken.lua:2:46: error[argument]: 'p' is a set of points"
says 'local p = me:pick(1, board.empty) if p == "D4" then me:place(p) end' "broken.lua:2:40: error[comparison]"
says 'local p = ({ board.empty })[1] if p == 3 then me:place(p) end' "broken.lua:2:39: error[lua]: attempt to ask whether a Points is a number"
says 'local p = ({ board.empty })[1] if p == board then me:place(p) end' "broken.lua:2:39: error[argument]: a set of points never is the board"
says 'local p = ({ board.empty })[1] if p == "edge" then me:place(p) end' "points are compared with points, as with board.edge"
says 'local m = ({ me.hand })[1] if m == "keima" then me:skip() end' "whether a card is in it is asked by me.hand:holds(card)"
says 'me:place(board.empty + ({ 1 })[1])' "broken.lua:2:24: error[argument]: + takes two sets of points, not a number"
says 'me:note(this, "a" .. ({ board.empty })[1])' "broken.lua:2:21: error[lua]: attempt to concatenate a Points value"
says 'board.remove(me:pick(1, board.empty))' "a word is said with a colon: board:remove(...)"
says 'me:place(me:pick(1 board.empty))' "most likely a comma is missing before board"
says 'if (#me.stones > 2 then me:skip() end' "a bracket that this line opens is not closed before 'then'"
says 'if #me.stones > 500 then local a, b = me:both(function(side) return side:choose(0, 1) end) end' "broken.lua:2:76: error[argument]: argument 1 of choose must be a text, not a number"
[ "$(grep -c "argument 2 of choose" out)" = 0 ] || fail "one mistake is told once"
says 'if #me.stones > 500 then me:choose({ "a", "b" }) end' "argument 1 of choose must be a text, not a table; the words stand one after the other"
says 'me:place(me:pick(1, board))' "its points are board.all, the empty ones board.empty"
says 'me:place(board.empty:reflected("column"))' "broken.lua:2:34: error[argument]: points are reflected in their"
says 'if board.none.row > 3 then me:skip() end' "broken.lua:2:17: error[argument]: an empty set of points has no 'row'"
says 'me:skip() end, tokens = { coin = 3 }, when_over = function()' "'tokens' is a list of names: { \"one\", \"other\" }; how many each side begins with, a deck says"
says 'me:skip() end, when_ends = function()' "it may have when_set, when_captured, when_drawn, when_turn_begins, when_turn_ends, when_counted, when_over"
says 'for p in pairs(board.empty) do me:place(p) end' "gone through by for p in points:each() do"
says 'for p in board.empty do me:place(p) end' "gone through by for p in board.empty:each() do"
says 'local all = ({ board.empty })[1] for p in all do me:place(p) end' "gone through by for p in points:each() do"
says 'if board.empty > 3 then me:place(board.empty) end' "#board.empty > 3"
says 'local all = ({ board.empty })[1] if all > 3 then me:place(all) end' "#points > 3"
says 'if me.score + 1 > 0 then me:place(board.empty) end' "as by me.scored"
says 'this.point = board.empty' "or for a later play in a note: me:note(this, what)"
says 'me:place(board.corners)' "a Board has no 'corners'; that is board.edge:where("
says 'local p = me:pick(1, board.empty) if p.x == 3 then me:place(p) end' "a Points has no 'x'; that is points.column"

finish
