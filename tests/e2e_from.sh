#!/usr/bin/env bash
# Games that begin at a position of a file.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/e2e_lib.bash"

cat > ahead.yaml << 'P'
dispute: Black has all but won
variant: go
set: {board.size: 9x9}
board:
  black: [C3, C4, C5, D3, D5, E3, E5, G7, G6, G5, F7, F5, H7, H5]
  white: [A1]
to_move: white
P

run 0 --json simulate --from ahead.yaml --games 200 --no-time
python3 - << 'P'
import json
j = json.load(open("out"))
assert j["batch"]["from"] == "ahead.yaml", j["batch"]
assert j["batch"]["variant"] == "go" and "board.size=9x9" in j["batch"]["settings"], j["batch"]
assert j["black_wins"]["games"] > 180, j["black_wins"]
P
cp out one
run 0 --json simulate go --from ahead.yaml --games 200 --no-time --threads 1
same one out
run 0 simulate --from ahead.yaml --games 20
has "from: ahead.yaml"

# --- kept: the file is part of what the games depend on
run 0 simulate --from ahead.yaml --games 100 --out kept.sqlite --no-time
run 0 --json simulate --from ahead.yaml --games 200 --out kept.sqlite --no-time
run 0 report kept.sqlite
has "200 of 200 games"
has "from: ahead.yaml"
run 2 simulate go --set board.size=9x9 --games 200 --out kept.sqlite
err_has "from: a position, not the start"
sed -i 's/A1/B1/' ahead.yaml
run 2 simulate --from ahead.yaml --games 200 --out kept.sqlite
err_has "ahead.yaml has other content"

cat > cards.yaml << 'P'
dispute: Two cards to come
variant: dango-1996
decks: {black: [place-1, place-2], white: [place-1]}
play: []
P
run 0 simulate --from cards.yaml --games 20

# --- a saved game: from its last turn, what was played before is there and not counted
run 0 --json simulate dango-1996 --games 1 --max-turns 30 --seed 5
printf 'quit\n' | "$gofuda" play dango-1996 --seed 5 --black random --white random --save over.yaml > /dev/null 2>&1
run 1 simulate --from over.yaml --games 3
err_has "error[over]"
python3 - << 'P'
lines = open("over.yaml").read().split("\n")
start = lines.index("play:")
open("early.yaml", "w").write("\n".join(lines[: start + 12]) + "\n")
P
run 0 --json simulate --from early.yaml --games 50 --no-time
python3 - << 'P'
import json
j = json.load(open("out"))
assert j["turns"]["least"] < 400 and j["ended"] == 50, (j["turns"], j["ended"])
P

# --- wrong use
run 2 simulate --games 3
err_has "--from FILE"
run 1 simulate dgo --from ahead.yaml --games 3
err_has "this is a game of go, not of dgo"
run 2 simulate --from ahead.yaml --games 3 --isolate
run 1 simulate --from none.yaml --games 3
err_has "error[no-file]"
sed 's/play: .*/play: [{black: place-1}]/' cards.yaml > within.yaml
run 0 simulate --from within.yaml --games 3
err_has "warning[within-turn]"
cat > refused.yaml << 'P'
dispute: On a stone
variant: go
board: {black: [A1]}
to_move: white
play:
  - white: A1
P
run 1 simulate --from refused.yaml --games 3
err_has "refused.yaml:6"

finish
