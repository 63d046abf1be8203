#!/usr/bin/env bash
# The project tests/words: its files are right, each of its cards has a dispute, the disputes come out as they say, and games
# with all of the cards come to their end and can be saved, loaded and replayed.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
source "$root/tests/e2e_lib.bash"
words=$root/tests/words
run 0 --rules "$words" check "$words"
err_has "cards in folders are read, not tried"
err_has ", 0 problems"
run 0 --rules "$words" check
err_has ", 0 problems"
run 0 --rules "$words" judge "$words"/disputes/*.yaml
has " passed, 0 failed"
cat "$words"/disputes/*.yaml > all
for card in "$words"/cards/*.lua; do
  name=$(basename "$card" .lua)
  grep -qE "(decks|hands): .*\b$name\b" all || fail "no dispute plays $name"
done
run 0 --rules "$words" simulate words --games 20 --seed 3 --black random --white random
run 0 --rules "$words" simulate words --games 2 --seed 4 --black mcts:playouts=20 --white greedy:tries=20
for seed in 1 2 3; do
  run 0 --rules "$words" play words --seed "$seed" --black random --white random --save "game-$seed.yaml"
  run 0 --rules "$words" replay "game-$seed.yaml"
  run 0 --rules "$words" judge "game-$seed.yaml"
done
finish
