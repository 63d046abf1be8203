#!/usr/bin/env bash
# Saving where there is no room, or no folder: the exact message, exit code 1, and the old file as it was.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "$1"; exit 1; }
play() { "$GOFUDA" play go --set board.size=5x5 --white human "$@"; }
printf 'C3\n' | play --save g.yaml > /dev/null || fail "a game is not saved"
cp g.yaml old.yaml

# A limit on the size of files stands in for a full disk: the write fails in the same place.
for how in "--save g.yaml" ""; do
  out=$(ulimit -f 0; printf 'C3\nB3\nsave! g.yaml\n' | play $how 2>&1; echo "code $?") || true
  case $out in *"error: cannot write g.yaml: File too large"*) ;; *) fail "no message about the full disk: $out" ;; esac
  case $out in *"code 1") ;; *) fail "a save that failed must give exit code 1" ;; esac
  cmp -s g.yaml old.yaml || fail "the old file was touched"
  [ "$(ls)" = "g.yaml
old.yaml" ] || fail "something was left lying about: $(ls)"
done

out=$(printf 'C3\nsave nowhere/g.yaml\n' | play 2>&1) || true
case $out in *"error: cannot write nowhere/g.yaml: No such file or directory"*) ;; *) fail "no message about the missing folder" ;; esac

# A process killed in the middle leaves at most a file beside; the game itself still loads.
printf 'half a file' > g.yaml.part4711
printf 'B3\n' | play --load g.yaml > out || fail "the old game does not load"
grep -q 'sets white B3' out || fail "the loaded game does not go on"

# What is no file stays what it is, and a link goes on pointing to its file.
rm -f g.yaml.part4711
mkfifo pipe
cat pipe > piped &
reader=$!
printf 'C3\n' | play --save pipe > out || fail "a game is not saved into a pipe"
[ -p pipe ] || { kill $reader; fail "a pipe was replaced by a file"; }
wait
grep -q "black: C3" piped || fail "the pipe got something else: $(cat piped)"
ln -s g.yaml link
printf 'C3\nB3\n' | play --save link > out || fail "a game is not saved through a link"
[ -L link ] || fail "a link was replaced by a file"
grep -q "white: B3" g.yaml || fail "what the link points to was not written"
[ ! -e g.yaml.part* ] || fail "something was left lying about: $(ls)"

# Who hears no more has the game saved all the same.
mkfifo heard
(exec 3< heard) & # and is gone
"$GOFUDA" play go --set board.size=5x5 --seed 1 --black random --white random --watch --save heard.yaml > heard 2> /dev/null || true
"$GOFUDA" play --load heard.yaml < /dev/null > /dev/null || fail "a game that nobody hears any more is lost"

# What is no saved game is not written over, which is said before anything is played; nor is a game lost on the way out.
echo "return card {}" > mine.lua
out=$(printf 'C3\n' | play --save mine.lua 2>&1; echo "code $?") || true
[ "$out" = "error: mine.lua is there already and is no saved game; name another file
code 1" ] || fail "another's file as the place to save: $out"
[ "$(cat mine.lua)" = "return card {}" ] || fail "another's file was written over"
out=$(printf 'C3\n' | play --save none/g.yaml 2>&1; echo "code $?") || true
case $out in *"cannot write none/g.yaml: No such file or directory"*"code 1") ;; *) fail "a folder that is not there: $out" ;; esac
mkdir gone
out=$( (printf 'C3\n'; sleep 1; rmdir gone; printf 'B3\n') | TMPDIR=$work play --save gone/g.yaml 2>&1; echo "code $?") || true
case $out in *"cannot write gone/g.yaml: No such file or directory; it is kept in $work/gofuda-"*"code 1") ;; *) fail "a folder that is gone: $out" ;; esac
printf '\n' | play --load gofuda-?????? > out || fail "what was kept does not load"
grep -q "B3" gofuda-?????? || fail "what was kept is not the game"
mkdir gone
out=$( (printf 'C3\n'; sleep 1; rmdir gone; printf 'B3\n') | TMPDIR=/proc play --save gone/g.yaml 2>&1; echo "code $?") || true
kept=$(sed -n 's/.*it is kept in //p' <<< "$out")
[[ $kept == /*/gofuda-* ]] && grep -q "B3" "$kept" || fail "a folder for what passes that takes nothing: $out"
rm -f "$kept"

# What another program wrote of the same kind is written over, and prose that happens to have such a line is not.
printf '\357\273\277# mine\n---\n"dispute": x\nvariant: go\n' > marked.yaml
printf '# Title\n\nProse.\n\ndispute: x\n' > prose.md
printf 'C3\n' | play --save marked.yaml > /dev/null || fail "a saved game with a mark at its beginning is not written over"
printf 'C3\n' | play --save prose.md > /dev/null 2>&1 && fail "prose is written over"
for more in 'ruling: No.' 'expect: { to_move: white }'; do
  printf 'dispute: mine\nvariant: go\nplay: []\n%s\n' "$more" > ruled.yaml
  printf 'C3\n' | play --save ruled.yaml > /dev/null 2>&1 && fail "a dispute with '$more' is written over"
  grep -q "^$more" ruled.yaml || fail "it has not '$more' any more"
done
for whole in '{"dispute":"x","variant":"go","ruling":"mine","expect":{"to_move":"black"}}' \
  '"dispute": x\n"variant": go\n"ruling" : mine' '# mine\n{dispute: x, variant: go, ruling: mine}'; do
  printf "$whole" > ruled.yaml
  printf 'C3\n' | play --save ruled.yaml > /dev/null 2>&1 && fail "a dispute is written over: $whole"
  grep -q mine ruled.yaml || fail "a ruling is lost: $whole"
done
printf 'C3\n' | play --save /dev/stdout >> marked.yaml || fail "a game is not saved to the standard output"
[ "$(grep -c '^dispute:' marked.yaml)" = 2 ] || fail "it is not there: $(cat marked.yaml)"

# A card that fails for one within it, found by a program that tried, is written as whoever reads the game writes it.
mkdir -p deep/cards/decks deep/variants
cat > deep/cards/cb.lua << 'LUA'
return card {
  name = "Cb",
  text = "T",
  play = function(me, opponent, board, this)
    local c = me:draw()
    if c and not me:play(c) then refuse("inner") end
    me:stone()
    cannot("why")
  end,
}
LUA
printf 'deck: d\ntitle: D\ncards: { cb: 2, place-1: 1 }\n' > deep/cards/decks/d.yaml
printf 'variant: v\ntitle: V\nextends: go\nboard: { size: 4x4 }\nturn: draw-and-play\ndeck: d\noptions: { turn.unplayable: draw-again }\n' > deep/variants/v.yaml
hard=0
for seed in 1 2 3 4 5 6 7 8 9; do
  "$GOFUDA" --rules deep play v --seed $seed --black random --white random --save a.yaml > /dev/null 2>&1 || fail "seed $seed is not played"
  "$GOFUDA" --rules deep play --load a.yaml --save b.yaml < /dev/null > /dev/null 2>&1 || fail "seed $seed is not read"
  cmp -s a.yaml b.yaml || fail "seed $seed is written otherwise when it was read: $(diff a.yaml b.yaml)"
  hard=$((hard + $(grep -c "(unplayable cb)" a.yaml || true)))
done
[ "$hard" -gt 4 ] || fail "only $hard games had a card that was hard"

# A game that stops after a turn is written as far as whoever reads it goes: to the next question.
cat > deep/cards/cb.lua << 'LUA'
return card {
  name = "Cb",
  text = "T",
  play = function(me, opponent, board, this) me:lay_aside(this, "open") end,
  when_turn_begins = function(me, opponent, board)
    me:choose("odd", "even")
    cannot("why")
  end,
}
LUA
"$GOFUDA" --rules deep play v --seed 3 --black random --white random --max-turns 3 --save a.yaml > /dev/null 2>&1 || fail "three turns are not played"
"$GOFUDA" --rules deep play --load a.yaml --save b.yaml --black human --white human < /dev/null > /dev/null 2>&1 || fail "three turns are not read"
cmp -s a.yaml b.yaml || fail "three turns are written otherwise when they were read: $(diff a.yaml b.yaml)"
grep -q "when_turn_begins" a.yaml || fail "no effect asked in vain: $(cat a.yaml)"

# Programs go on as if they had never stopped, wherever that was.
for players in random "greedy:tries=4"; do
  "$GOFUDA" play dango-1996 --seed 1 --black "$players" --white "$players" --max-turns 16 --save whole.yaml > /dev/null 2>&1 || fail "$players does not play"
  for turns in 3 4 7 10; do
    "$GOFUDA" play dango-1996 --seed 1 --black "$players" --white "$players" --max-turns $turns --save "part-$turns.yaml" > /dev/null 2>&1 || fail "$players does not stop"
    "$GOFUDA" play --load "part-$turns.yaml" --black "$players" --white "$players" --max-turns 16 --save "part-$turns.yaml" > /dev/null 2>&1 || fail "$players does not go on"
    cmp -s whole.yaml "part-$turns.yaml" || fail "$players, stopped after $turns turns: $(diff whole.yaml "part-$turns.yaml")"
  done
done
first=$(printf 'hint random\n' | "$GOFUDA" play dango-1996 --seed 1 2> /dev/null | sed -n 's/^random: //p')
"$GOFUDA" play dango-1996 --seed 1 --black random --max-turns 1 --save hinted.yaml < /dev/null > /dev/null 2>&1 || fail "no first turn"
grep -qF -- "$first" hinted.yaml || fail "the hint was '$first', and played was $(grep black: hinted.yaml)"
