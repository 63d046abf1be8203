#!/usr/bin/env bash
# Records in the Smart Game Format: written and read back, played, judged, read by GNU Go, and what is wrong with them.
set -eu
tree=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
source "$tree/tests/e2e_lib.bash"

# --- usage
run 0 sgf import --help
has "Examples:"
run 0 sgf export --help
has "Examples:"
run 2 sgf
run 2 sgf exprot x
err_has "did you mean 'export'?"
run 2 sgf import a.sgf --as something
run 2 sgf import a.sgf --move -1
run 2 sgf import a.sgf --variation 1.x
err_has "--variation is the way to go at each fork"
run 2 sgf import a.sgf --variant dango-1969
err_has "did you mean 'dango-1996'?"
run 1 sgf import none.sgf
err_has "none.sgf: error[no-file]"
run 1 sgf export none.yaml

# --- another's file is not written over, and what is left out is told
echo "mine" > mine
echo "(;SZ[5];B[aa])" > a.sgf
run 1 sgf import a.sgf -o mine
err_has "mine is there already and is no saved game"
run 0 sgf import a.sgf -o a.yaml
run 0 sgf import a.sgf -o a.yaml
run 1 sgf export a.yaml -o mine
err_has "mine is there already and is no record"
echo "for (;;) {}" > code.c
run 1 sgf export a.yaml -o code.c
run 0 sgf export a.yaml -o again.sgf
run 0 sgf export a.yaml -o again.sgf
printf '(;SZ[5]\nGFH[dispute: x\nvariant: go\nset:\n  board.size: 5x5\n  rules.kommi: 1\n])' > head.sgf
for command in "sgf import" judge "play --load"; do
  "$gofuda" $command head.sgf < /dev/null > out 2>&1 && fail "$command: a rule that is none"
  grep -q "head.sgf:6:3: error" out || fail "$command: another place: $(cat out)"
done
[[ $(cat mine) == mine ]] || fail "$last: another's file is written over"
echo "(;SZ[5];GFA[black: A1]B[aa]B[bb];W[cc][dd])" > odd.sgf
run 0 sgf import odd.sgf
has "black: A5"
[[ $(grep -c "A5\|C3" out) == 2 ]] && ! grep -q "B4\|D2" out || fail "$last: more than the first of two moves is played"
err_has "odd.sgf:1:28: warning[sgf]: 'B' stands twice in one node; the first one counts"
err_has "odd.sgf:1:34: warning[sgf]: 'W' has one value; the first one counts"
err_has "odd.sgf:1:12: warning[sgf]: answers are left out where the root has no GFH with their game"

# --- there and back, by every command that reads saved games
for game in go go-torus go-hex dgo dango-1996 dango-2019 card-go joker-go-1985 v-card-go gomoku-skills qango-7-plus; do
  run 0 play $game --seed 11 --black random --white random --save $game.yaml
  run 0 sgf export $game.yaml -o $game.sgf
  [[ ! -s out ]] || fail "$last: with -o there is nothing to print"
  run 0 sgf import $game.sgf -o $game.back
  same $game.yaml $game.back
  run 0 sgf export $game.sgf
  same $game.sgf out
  run 0 replay $game.yaml && cp out plain
  run 0 replay $game.sgf
  same plain out
  run 0 judge $game.sgf
  run 0 judge --isolate $game.sgf
  has "1 passed"
done
run 0 --json sgf import go.sgf
python3 -c 'import json; j = json.load(open("out")); assert j["text"] == open("go.yaml").read() and j["notes"] == []' ||
  fail "the JSON of an import is not what it should be"
run 0 sgf import dango-1996.sgf --move 6 --as dispute -o six.yaml
run 0 judge six.yaml
grep -q "^decks:" six.yaml || fail "the position of a game of cards has no decks"
run 0 sgf import dango-1996.sgf --move 6
head -n 3 out > six && cmp -s <(head -n 3 dango-1996.yaml) six || fail "the head of a game that is cut is another one"
run 0 play --load qango-7-plus.sgf --black random --white random
run 2 solve --load go.sgf
err_has "boards of up to 64 points"

# --- a game of Go, with its moves
cat > g.sgf << 'S'
(;FF[3]SiZe[9]KoMi[5.5]PB[A]PW[B]
;Black[ee];White[cc](;B[gg];W[])(;B[cg];W[gc]))
S
run 0 play --load g.sgf --white human < /dev/null
has "turn 5, black to move"
run 0 replay g.sgf --at 1
has "black: an ordinary stone; sets black E5"
run 0 sgf import g.sgf --variation 2
has "  - black: C3"
run 0 sgf import g.sgf --variant dgo --set rules.komi=0
has "variant: dgo"
printf '(;SZ[9];B[ee];W[dd]\n;B[dd])' > bad.sgf
run 1 sgf import bad.sgf
err_has "bad.sgf:2:3: error[refused]: black's D6 is refused: occupied"
err_has "--lenient puts the stone"
run 0 sgf import bad.sgf --lenient
has "  black: E5 D6"
err_has "bad.sgf:2:3: warning[sgf]: this move only puts a stone"
run 1 play --load bad.sgf --black random --white random
err_has "The game stands before that."

# --- a position of a record in a dispute, here and in a process of its own
mkdir -p d
cp g.sgf d
cat > d/d.yaml << 'Y'
dispute: Whose move is it?
ruling: Black's.
variant: go
set: { board.size: 9x9 }
from: { sgf: g.sgf, move: 2 }
expect: { to_move: black, black: E5, white: C7 }
Y
for isolate in "" --isolate; do
  # shellcheck disable=SC2086
  run 0 judge $isolate d/d.yaml
  has "1 passed"
  sed 's/g.sgf, move: 2/..\/g.sgf/' d/d.yaml > d/out.yaml
  # shellcheck disable=SC2086
  run 2 judge $isolate d/out.yaml
  err_has "error[no-file]: '../g.sgf': this leads out of the folder of the dispute"
  sed 's/move: 2/move: 200/' d/d.yaml > d/far.yaml
  # shellcheck disable=SC2086
  run 2 judge $isolate d/far.yaml
  err_has "d/g.sgf"
done
run 0 play --load d/d.yaml --black random --white random --max-turns 3
has "turn 4, white to move"
printf '(;CA[Shift_JIS]SZ[9]C[\x83\x5c]AB[aa])' > d/g.sgf
sed 's/, move: 2//; s/black: E5, white: C7/black: A9/; s/to_move: black, //' d/d.yaml > d/jis.yaml
run 0 judge d/jis.yaml
run 2 judge --isolate d/jis.yaml
err_has "the charset 'Shift_JIS' cannot be read in a process of its own"

# --- what nobody should send
refused() { # refused FILE WORDS: an error, soon, and no crash
  local from=$SECONDS
  run 1 sgf import "$1"
  err_has "$2"
  ((SECONDS - from < 20)) || fail "$last: it took $((SECONDS - from)) seconds"
}
head -c 104857600 /dev/zero | tr '\0' 'x' | sed '1s/^/(;C[/' > long.sgf
refused long.sgf "error[too-large]"
rm long.sgf
head -c 16000000 /dev/zero | tr '\0' 'x' | sed '1s/^/(;SZ[9]C[/; $s/$/];B[aa])/' > comment.sgf
run 0 sgf import comment.sgf
python3 - << 'P'
deep = 10000
open("deep.sgf", "w").write("(;SZ[9]" + "(;B[aa](;W[bb])" * deep + ")" * deep + ")")
open("brackets.sgf", "w").write("(;SZ[9]" + "(" * 5000000)
open("nodes.sgf", "w").write("(;SZ[9]" + ";" * 2000000 + ")")
open("nul.sgf", "wb").write(b"(;SZ[9]C[a\0b]\0;B[aa]\0;W[b\0b])")
open("again.sgf", "w").write("(;SZ[9]" + ";B[aa];W[aa]" * 600 + ")")
open("edits.sgf", "w").write("(;SZ[19]" + ";AB[aa:ss]AE[aa:ss]" * 50000 + ")")
open("size.sgf", "w").write("(;SZ[1000000000000])")
open("utf16.sgf", "w").write("(;CA[UTF-16]SZ[9];B[aa])")
open("steer.sgf", "w").write("(;SZ[9]GN[\x1b[2J\\]0;x\x07];B[\x1b[31m])")
P
run 0 sgf import deep.sgf
run 0 sgf import brackets.sgf
err_has "the file ends before"
run 1 check size.sgf
err_has "no board size"
run 0 check g.sgf
run 1 sgf import --lenient again.sgf
err_has "too many moves before it were, too"
refused edits.sgf "error[sgf]: more than 4000000 points are put down or taken off by hand"
refused nodes.sgf "there are more than 1000000 nodes"
refused nul.sgf "nul.sgf:1:24: error[sgf]: 'b\x00b' is no point"
refused size.sgf "error[sgf]: '1000000000000' is no board size"
refused steer.sgf 'is no point of a board'
if grep -q $'\x1b' err; then fail "a record steers the terminal"; fi
run 0 sgf import utf16.sgf
err_has "warning[sgf]: there is no charset 'UTF-16'"
refused g.yaml "no-file"

# --- GNU Go reads what is written
if [[ -x /usr/games/gnugo ]]; then
  for how in "go --set board.size=9x9" "go --set board.size=13x13" "dgo --set handicap=3" "go --set rules.scoring=territory"; do
    for seed in 1 2 3; do
      # shellcheck disable=SC2086
      run 0 play $how --seed $seed --black random --white random --save k.yaml
      run 0 sgf export k.yaml -o k.sgf
      run 0 --json replay k.sgf
      printf 'loadsgf k.sgf\nlist_stones black\nlist_stones white\nget_komi\nquit\n' |
        /usr/games/gnugo --mode gtp > told 2> err || fail "GNU Go does not read k.sgf"
      python3 - << 'P' || fail "$how, seed $seed: GNU Go shows another board"
import json
told = [line[1:].split() for line in open("told").read().split("\n\n") if line]
last = json.loads(open("out").read().splitlines()[-1])["board"]
assert sorted(told[1]) == sorted(last["black"]) and sorted(told[2]) == sorted(last["white"]), (told, last)
P
    done
  done
fi

finish
