#!/usr/bin/env bash
# gofuda solve: small games of stones with best play.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/e2e_lib.bash"

# json EXPRESSION WANTED: of the object in `out`, as j
json() {
  local got
  got=$(python3 -c 'import json, sys; j = json.load(open("out")); print(eval(sys.argv[1]))' "$1") || fail "$last: not JSON"
  [[ $got == "$2" ]] || fail "$last: $1 is $got, not $2"
}

# --- usage
run 0 solve --help
has "Examples:"
has "Exit code"
run 2 solve
err_has "name a variant"
run 2 solve qango-66
err_has "did you mean 'qango-6'?"
run 2 solve dango-1996
err_has "'dango-1996' cannot be solved: it plays ordinary stones alone"
run 2 solve go
err_has "up to 64 points, and this one has 361"
run 2 solve qango-6 --moves "A1 Z9"
err_has "no point 'Z9'"
run 2 solve qango-6 --moves "A1 A1"
err_has "A1 is refused"
run 2 solve qango-6-tournament --moves C3
err_has "C3 is refused"
run 2 solve qango-6 --nodes 0
run 2 solve qango-6 --load nothing.yaml
run 1 solve --load nothing.yaml
run 2 solve qango-6 --set rules.koo=none
err_has "did you mean 'ko'?"

# --- results
run 0 solve qango-6 --nodes 3000000 --move-nodes 20000
has "wins in 11 plies with best play."
has "Best moves: C3 D3 C4 D4"
has "win in 11             C3 D3 C4 D4"
run 0 --json solve qango-6 --nodes 3000000 --move-nodes 0
json 'j["solved"], j["plies"], j["exact"], len(j["line"]), j["best"], j["moves"]' "(True, 11, True, 11, ['C3', 'D3', 'C4', 'D4'], [])"
cp out again
run 0 --json solve qango-6 --nodes 3000000 --move-nodes 0
same out again
run 1 --json solve qango-6-tournament --nodes 1000 --move-nodes 100
json 'j["solved"], j["result"], len(j["best"]) > 0, len(j["moves"])' "(False, None, True, 20)"
run 0 --json solve qango-6 --moves "C3 A1 D3 B1" --nodes 10000 --move-nodes 1000
json 'j["result"], j["to_move"] == j["winner"]' "('win', True)"

run 0 --json solve go --set board.size=2x2 --set rules.ko=positional --set rules.komi=0
json 'j["winner"], j["margin"], sorted(m["move"] for m in j["moves"] if m["result"] == "win")' "('black', 1.0, ['A1', 'A2', 'B1', 'B2'])"
run 1 solve go --set board.size=2x2
has "Not solved"
run 0 solve go --set board.size=3x3 --set rules.komi=0 --move-nodes 0
has "Black wins by 9 with best play."

# --- positions in files, and games that are over
cat > position.yaml << 'Y'
dispute: One stone from a square
variant: qango-6
board: |
  O . . . . .
  . . . . . .
  . . X . . .
  . . X X . .
  . . . . . .
  . . . . . O
to_move: black
Y
run 0 --json solve --load position.yaml
json 'j["result"], j["plies"], j["best"]' "('win', 1, ['D4'])"
run 0 solve --load position.yaml --moves D4
has "Square"

# --- Ctrl-C tells what is known
code=0  # in the foreground, timeout sends one signal; a second one would end the program at once
timeout --foreground --preserve-status -s INT 1 "$gofuda" solve qango-6-tournament --nodes 100000000000 > out 2> err || code=$?
last="solve, stopped"
((code == 130)) || fail "$last: exit code $code"
has "Not solved: stopped."
has "Looks best:"
finish
