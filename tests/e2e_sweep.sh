#!/usr/bin/env bash
# Sweeps: plans, their mistakes, and the files they make.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/e2e_lib.bash"

cat > plan.yaml << 'P'
sweep: Komi on small boards
variant: go
set:
  board.size: [5x5, 7x7]
  rules.komi: [0.5, 3.5, 5.5]
black: random
white: [random, "mcts:playouts=4"]
games: 30
seed: 4
paired: true
P
run 0 sweep --help
has "Examples:"
has "Exit code"

# --- the same for any number of threads, kept or not, and in parts
run 0 --json sweep plan.yaml --no-time --threads 1
cp out one
run 0 --json sweep plan.yaml --no-time --threads 3
same one out
run 0 --json sweep plan.yaml --no-time --out whole.sqlite
same one out
run 0 --json report whole.sqlite --no-time
same one out
run 0 sweep plan.yaml --games 11 --out grown.sqlite
run 0 --json sweep plan.yaml --no-time --out grown.sqlite
err_has "holds 132 of 360 games; going on"
same one out
run 0 --json sweep plan.yaml --no-time --out grown.sqlite
err_has "holds 360 of 360 games"
same one out
run 2 sweep plan.yaml --games 29 --out grown.sqlite
err_has "already, of 30"

# --- what it says
run 0 report whole.sqlite
has "12 cells, 360 of 360 games"
has "variant: go   black: random"
has "Black's rate, less the first's"
tr -s '\n ' ' ' < out > flat
grep -q "for the 8 comparisons of the table (Holm)" flat || fail "it says how many looks it adjusts for"
grep -q "of 12 cells about 0.6 miss the truth in a column" flat || fail "it says what many looks do"
run 0 report whole.sqlite --csv
has "id,variant,board.size,rules.komi,black,white,"
[[ $(wc -l < out) == 13 ]] || fail "a line for each cell"
python3 - << 'P' || fail "cells, rows and differences"
import json
j = json.load(open("one"))
cells = j["cells"]
assert len(cells) == 12 and len({c["id"] for c in cells}) == 12
assert all(c["games"] == 30 and c["seed"] == 4 for c in cells)
by_id = {c["id"]: c for c in cells}
for c in cells:
    same = lambda d: d["settings"]["board.size"] == c["settings"]["board.size"] and d["players"] == c["players"]
    row = [d for d in cells if same(d)]
    assert len(row) == 3 and len({d["row"] for d in row}) == 1
    first = next(d for d in row if d["settings"]["rules.komi"] == "0.5")
    if c is first:
        assert c["base"] is None and c["difference"] is None
        continue
    assert c["base"] == first["id"], c
    d = c["difference"]
    assert d["pairs"] == 30 and d["apart"] == 0
    rate = c["black_wins"]["rate"] - first["black_wins"]["rate"]
    assert abs(d["rate_difference"]["mean"] - rate) < 1e-9, (d, rate)
    # Random players do not look at komi: the same games, counted otherwise.
    if c["players"]["white"] == "random":
        lead = {"mean": 0.5 - float(c["settings"]["rules.komi"]), "pairs": 30, "interval": None}
        assert {k: d["lead_difference"][k] for k in lead} == lead and d["differing"]["other_games"] == 0, d
p = sorted(c["difference"]["rate_difference"]["p"] for c in cells if c["difference"])
assert len(p) == j["tests"]["rate_differences"] == 8 and j["tests"]["adjusted"] == "Holm"
least = min(c["difference"]["rate_difference"]["p_adjusted"] for c in cells if c["difference"])
assert abs(least - min(1, 8 * p[0])) < 1e-12, (p, least)
P

# --- a cell is the batch of its own, and its id does not depend on where it stands
id=$(python3 -c 'import json; print(next(c["id"] for c in json.load(open("one"))["cells"]
  if c["settings"] == {"board.size": "7x7", "rules.komi": "3.5"} and c["players"]["white"] != "random"))')
run 0 --json report whole.sqlite --cell "${id::6}" --no-time
cp out cell
run 0 --json simulate go --set board.size=7x7 --set rules.komi=3.5 --white mcts:playouts=4 --games 30 --seed 4 --no-time
same cell out
run 2 report whole.sqlite --cell nothing
err_has "it has no cell 'nothing'"
cat > other.yaml << 'P'
sweep: Another order, and no pairs
white: "mcts:playouts=4"
set: { rules.komi: [9.5, 3.5], board.size: 7x7 }
variant: go
games: 5
seed: 4
paired: false
P
run 0 --json sweep other.yaml --no-time
python3 - "$id" << 'P' || fail "the id stays, and cells of no pairs have seeds of their own"
import json, sys
cells = json.load(open("out"))["cells"]
assert sys.argv[1] in [c["id"] for c in cells]
assert len({c["seed"] for c in cells} | {4}) == 3 and all(c["difference"] is None for c in cells)
P
seed=$(python3 -c 'import json; c = json.load(open("out"))["cells"][1]; print(c["seed"], c["black_wins"]["games"])')
run 0 --json simulate go --set board.size=7x7 --set rules.komi=3.5 --white mcts:playouts=4 --games 5 --seed "${seed% *}"
python3 -c "import json; assert json.load(open('out'))['black_wins']['games'] == ${seed#* }" || fail "a cell's seed makes its games"

# --- who plays
cat > round.yaml << 'P'
sweep: Everyone
variant: [go, gomoku-skills]
set: { board.size: 5x5 }
players: [random, "mcts:playouts=1", "mcts:playouts=2"]
games: 4
paired: true
compare: variant
P
sed -i 's/\[go, gomoku-skills\]/[go, dgo]/; /board.size/d' round.yaml
run 0 --json sweep round.yaml --games 1
python3 - << 'P' || fail "everyone meets everyone, with both colours"
import json
j = json.load(open("out"))
pairs = [(c["players"]["black"], c["players"]["white"]) for c in j["cells"]]
assert len(pairs) == 12 and len(set(pairs)) == 6 and all(a != b for a, b in pairs), pairs
assert len(j["pairings"]) == 6 and all(p["wins"]["of"] <= 2 for p in j["pairings"]), j["pairings"]
assert all((c["base"] is None) == (c["variant"] == "go") for c in j["cells"])
P
sed 's/^players: .*/pairs: [[random, "mcts:playouts=1"], ["mcts:playouts=1", random]]/; /compare/d' round.yaml > pairs.yaml
run 0 sweep pairs.yaml --games 1
has "4 cells"
sed 's/^paired/colours: fixed\npaired/' round.yaml > fixed.yaml
run 0 sweep fixed.yaml --games 1
has "6 cells"

# --- mistakes in a plan, and where they are
wrong() { # wrong LINE:COLUMN WORDS: the plan on standard input
  cat > wrong.yaml
  run 1 sweep wrong.yaml --out none.sqlite
  err_has "wrong.yaml:$1: error"
  err_has "$2"
  [[ ! -e none.sqlite ]] || fail "a wrong plan makes no file"
}
base=$(sed '/board.size/d' plan.yaml)
wrong 7:1 "did you mean 'games'?" <<< "${base/games:/gamez:}"
wrong 2:10 "did you mean 'dango-1996'?" <<< "${base/go/dango-1966}"
wrong 4:17 "there is no rule 'kommi'" <<< "${base/rules.komi/rules.kommi}"
err_has "did you mean 'komi'?"
wrong 4:21 "often" <<< "${base/3.5/often}"
wrong 6:17 "did you mean 'mcts'?" <<< "${base/\"mcts:playouts=4\"/mtcs}"
wrong 6:17 "from 1 to" <<< "${base/playouts=4/playouts=0}"
wrong 4:15 "no values" <<< "${base/\[0.5, 3.5, 5.5\]/[]}"
wrong 4:21 "twice" <<< "${base/3.5/0.5}"
wrong 4:21 "twice" <<< "${base/3.5/\"0.50\"}"
wrong 7:8 "from 1" <<< "${base/games: 30/games: 0}"
wrong 1:1 "'paired'" <<< "${base/paired: true/}"
wrong 10:10 "did you mean 'rules.komi'?" <<< "$base"$'\ncompare: rules.kommi'
many="[$(seq -s, 1 100)]"
wrong 4:15 "the plan has 1000000 cells; a sweep has at most 10000" <<< "sweep: Many
variant: go
set:
  rules.komi: $many
  handicap: $many
  first: $many
games: 1
paired: true"
printf 'sweep: [' > wrong.yaml
run 1 sweep wrong.yaml
err_has "wrong.yaml:1:"
run 1 sweep nothing.yaml
err_has "nothing.yaml"
run 2 sweep plan.yaml --games 0
run 2 sweep plan.yaml --shard 3/2 --out x.sqlite
run 2 sweep plan.yaml --shard 1/2
err_has "--shard needs --out"

# --- another plan's file is left alone
cp whole.sqlite before.sqlite
sed 's/3.5/4.5/' plan.yaml > changed.yaml
run 2 sweep changed.yaml --out whole.sqlite
err_has "rules.komi=4.5"
err_has "is not in it"
sed 's/seed: 4/seed: 5/' plan.yaml > changed.yaml
run 2 sweep changed.yaml --out whole.sqlite
err_has "seed: 4, not 5"
run 2 simulate go --out whole.sqlite
err_has "kind: sweep, not simulate"
same whole.sqlite before.sqlite

# --- stopped and killed: what was there is safe, and the same command goes on
long=(sweep plan.yaml --games 400)
run 0 --json "${long[@]}" --no-time
cp out long
for signal in SIGINT SIGKILL; do
  python3 - "$gofuda" $signal $signal.sqlite "${long[@]}" << 'P' > out 2> err
import signal, sqlite3, subprocess, sys, time
program, name, path, *rest = sys.argv[1:]
run = subprocess.Popen([program, *rest, "--threads", "1", "--out", path], stdout=subprocess.DEVNULL)
for _ in range(3000):
    time.sleep(0.01)
    try:
        if sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute("SELECT count(*) FROM ranges").fetchone()[0] > 1: break
    except sqlite3.Error: pass
run.send_signal(getattr(signal, name))
print(run.wait())
P
  last="sweep, $signal"
  [[ $(cat out) == 130 || $(cat out) == -9 ]] || fail "$signal ends it: $(cat out)"
  [[ $signal == SIGKILL ]] || err_has "gofuda sweep plan.yaml --games 400 --out SIGINT.sqlite"
  run 0 report $signal.sqlite
  has "missing: games"
  run 0 --json "${long[@]}" --no-time --out $signal.sqlite
  err_has "going on"
  same long out
done
printf 'sweep: K\nvariant: go\nset: { board.size: 5x5 }\nblack: "greedy:weights=nothere"\nwhite: random\ngames: 5\nseed: 1\npaired: true\n' > unknown.yaml
run 1 sweep unknown.yaml
err_has "unknown.yaml:4:8: error[no-file]: 'nothere': there is no such file"
finish
