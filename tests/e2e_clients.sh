#!/usr/bin/env bash
# The engine and the records as Sabaki takes them, by its own libraries. Skipped where npm cannot install them.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
source "$root/tests/e2e_lib.bash"
npm_modules clients
for game in go dgo dango-1996 qango-6 card-go joker-go-1985 v-card-go weiqi-carnival; do
  run 0 play "$game" --black random --white random --seed 3 --save "$game.yaml" < /dev/null
  run 0 sgf export "$game.yaml" -o "$game.sgf"
done
last="tests/clients/sabaki.mjs"
node "$root/tests/clients/sabaki.mjs" "$root/build/clients/node_modules" "$gofuda" ./*.sgf > out 2> err || fail "$last"
has "all checks passed"
finish
