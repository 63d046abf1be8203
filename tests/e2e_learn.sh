#!/usr/bin/env bash
# What `gofuda learn` writes, and what it and the players say of a file that is wrong.
set -eu
tree=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
source "$tree/tests/e2e_lib.bash"

run 0 learn --help
has "Examples:"
has "Exit code"
run 2 learn go --out w.yaml
err_has "say either --minutes or --games"
run 2 learn go --games 2 --minutes 1 --out w.yaml
err_has "say either --minutes or --games"
run 2 learn go --minutes nan --out w.yaml
err_has "--minutes is a number from 0.01 to 100000"
run 2 learn goo --games 2 --out w.yaml
err_has "did you mean 'go'"
run 1 learn go --games 2 --out there/is/no/folder

small=(go --set board.size=3x3)
run 0 learn "${small[@]}" --games 3 --playouts 32 --out "w.yaml"
grep -q "seed: 1, playouts: 32 }" w.yaml || fail "what was learned from is not told: $(head -4 w.yaml)"
has "3 games"
cp w.yaml kept.yaml
run 1 learn "${small[@]}" --games 3 --playouts 32 --out "w.yaml"
err_has "w.yaml: it is there already; remove it, or name another file"
cmp -s w.yaml kept.yaml || fail "weights that are there are not written over"
run 0 learn "${small[@]}" --games 3 --playouts 32 --threads 2 --out "again.yaml"
same w.yaml again.yaml
for player in greedy mcts; do
  run 0 simulate "${small[@]}" --games 2 --black "$player:weights=w.yaml"
  run 2 simulate go --games 2 --black "$player:weights=w.yaml"
  err_has "w.yaml:3:8: error[other-rules]"
done
cp w.yaml changing.yaml
run 0 simulate "${small[@]}" --games 2 --black greedy:weights=changing.yaml --out changing.sqlite
echo >> changing.yaml
run 2 simulate "${small[@]}" --games 4 --black greedy:weights=changing.yaml --out changing.sqlite
err_has "changing.yaml has other content"
sed 's/^  stone stop 1: .*/  stone stop 1: 1e9/' "w.yaml" > "huge.yaml"
run 2 simulate "${small[@]}" --games 2 --black "mcts:weights=huge.yaml"
err_has "error[out-of-range]"
sed 's/^variant: .*/variant: another/' "w.yaml" > "another.yaml"
run 2 simulate "${small[@]}" --games 2 --black "mcts:weights=another.yaml"
err_has "another.yaml:2:10: error[other-rules]: these weights are said to be of another game than"
sed '/^variant:/d' "w.yaml" > "another.yaml"
run 2 simulate "${small[@]}" --games 2 --black "mcts:weights=another.yaml"
run 2 simulate "${small[@]}" --games 2 --isolate --black "mcts:weights=w.yaml"
err_has "reads a file"

run 2 learn go --set board.size=5x5 --games 1 --seed 9223372036854775808 --out too-large.weights
err_has "a whole number from 0 to 1000000000000000"
[[ ! -e too-large.weights ]] || fail "$last: a seed that is none was taken"
# What holds nothing does not stand in the way of the same command.
code=0
(ulimit -f 1; trap '' XFSZ; exec "$gofuda" learn go --set board.size=9x9 --games 2 --playouts 64 --out large.weights) > out 2> err || code=$?
((code == 1)) || fail "weights that do not fit: exit code $code"
err_has "cannot write large.weights: File too large"
[[ ! -e large.weights ]] || fail "a file of no weights is left"

: > empty.weights # as one leaves it that is killed early
"$gofuda" learn go --set board.size=5x5 --minutes 0.5 --playouts 32 --out empty.weights > out 2> err &
learning=$!
until ls -l /proc/$learning/fd 2> /dev/null | grep -q empty.weights || ! kill -0 $learning; do sleep 0.01; done
sleep 0.1 # and locked
run 1 learn go --set board.size=5x5 --games 1 --playouts 32 --out empty.weights
err_has "empty.weights: another process is writing it"
rm empty.weights
echo "a text of mine" > empty.weights
code=0
wait $learning || code=$?
((code == 1)) || fail "a file that was put in its place: exit code $code"
[[ $(cat empty.weights) == "a text of mine" ]] || fail "a file that was put in its place is written over"

finish
