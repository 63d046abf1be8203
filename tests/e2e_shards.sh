#!/usr/bin/env bash
# Shards and merging: plan, --shard and merge.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/e2e_lib.bash"
unset SLURM_ARRAY_TASK_ID
for command in plan merge; do
  run 0 $command --help
  has "Examples:"
  has "Exit code"
done

# --- the parts of a batch, and of a sweep, are the whole, however they are put together
cat > plan.yaml << 'P'
sweep: Shards
variant: go
set: { board.size: 5x5, rules.komi: [0.5, 2.5, 4.5] }
white: [random, "mcts:playouts=3"]
games: 22
paired: true
keep: all
P
batch=(simulate dango-1996 --games 50 --seed 8)
whole() { # whole NAME COMMAND...: makes NAME.1 to NAME.4 and NAME.whole
  local name=$1
  shift
  run 0 "$@" --out "$name.whole"
  run 0 --json report "$name.whole" --no-time
  cp out "$name.report"
  dump "$name.whole" shards > "$name.dump"
  for i in 3 1 4 2; do
    run 0 "$@" --shard $i/4 --threads $((i % 2 + 1)) --out "$name.$i"
    [[ ! -e $name.$i.part ]] || fail "$name.$i is whole"
  done
}
is_whole() { # is_whole NAME FILE
  run 0 --json report "$2" --no-time
  same "$1.report" out
  dump "$2" shards > merged.dump
  same "$1.dump" merged.dump
}
pairs=(compare dango-1996 --a deck.keima=3 --games 23 --seed 4 --max-turns 400)
whole batch "${batch[@]}"
whole sweep sweep plan.yaml
whole pairs "${pairs[@]}"
for name in batch sweep pairs; do
  run 0 merge $name.a $name.1 $name.2 $name.3 $name.4
  is_whole $name $name.a
  run 0 merge --partial $name.b $name.4 $name.2
  run 0 merge --partial $name.c $name.3
  run 0 merge $name.d $name.c $name.1 $name.b
  is_whole $name $name.d
  run 0 merge --partial $name.b $name.b $name.1
  run 0 merge $name.b $name.c $name.b
  is_whole $name $name.b
done
run 0 --json report sweep.2 --no-time
python3 - << 'P' || fail "a shard has its share of each cell, in pairs"
import json
j = json.load(open("out"))
assert all(c["games"] in (5, 6) for c in j["cells"]), j
assert sum(c["games"] for c in j["cells"]) in (33, 32, 34)
assert all(c["difference"]["pairs"] == c["games"] for c in j["cells"] if c["base"])
P

# --- parts by a list of their names; and their rows may stay where they are
printf 'pairs.1\npairs.2\n\npairs.3 \npairs.4\r\n' > list
run 0 merge pairs.e @list
is_whole pairs pairs.e
printf 'pairs.1\nnowhere\n' > wrong.list
run 2 merge pairs.g @wrong.list
err_has "wrong.list:2:1: error[part]: nowhere: No such file"
printf '\n' > wrong.list
run 2 merge pairs.g @wrong.list
err_has "error[part]: no part is named"
run 2 merge pairs.g @/dev/zero
err_has "/dev/zero:1:1: error[too-many]: a list has at most"
printf 'pairs.1\0junk\n' > nul.list
run 2 merge pairs.g @nul.list
err_has "nul.list:1:1: error[part]: there is a NUL byte"
run 2 simulate dgo --games 1 --shard "" --out none
err_has "--shard: a part is I/N"
run 2 merge pairs.g @
err_has "@ is followed by the name of a file"
printf 'pairs.1\n@list\n' > wrong.list
run 2 merge pairs.g @wrong.list
err_has "wrong.list:2:1: error[part]: @list: a list names parts, not lists"
run 2 merge pairs.g @no.list
err_has "error: no.list: it cannot be read"
run 0 merge pairs.g @list --sums
run 0 --json report pairs.g --no-time
same pairs.report out
python3 - << 'P' || fail "the rows of the games are in the parts alone"
import sqlite3
rows = lambda f: sqlite3.connect(f).execute("SELECT count(*) FROM games").fetchone()[0]
assert rows("pairs.e") == 46 and rows("pairs.g") == 0
P

# --- a comparison: a part decides nothing, and one that lacks parts goes on with them
run 0 merge --partial pairs.h pairs.1 pairs.4
run 0 report pairs.h
has "missing: shard 2/4: gofuda compare dango-1996 --games 23 --a deck.keima=3"
run 0 "${pairs[@]}" --out pairs.h
err_has "holds 22 of 46 games; going on"
is_whole pairs pairs.h
apart=(compare go --set board.size=5x5 --a rules.komi=0.5 --b rules.komi=20.5 --games 400 --sprt 0,0.1)
run 0 "${apart[@]}" --out apart
has "the difference is rather 10.0 %"
for i in 1 2; do
  run 0 "${apart[@]}" --shard $i/2 --out apart.$i
  run 0 --json report apart.$i
  python3 -c 'import json; assert json.load(open("out"))["rate_difference"]["pairs"] == 200' || fail "a part plays all of it"
done
run 0 merge --partial apart.a apart.1
run 0 report apart.a
has "a test that is looked at while parts are missing"
run 0 merge apart.b apart.2 apart.1
run 0 --json report apart.b
python3 - << 'P' || fail "all parts together decide"
import json
j = json.load(open("out"))
assert j["rate_difference"]["pairs"] == 400 and j["sprt"]["decision"] == "high", j
P

# --- games that were stopped: a part says so as the whole does, and what shares them out goes on
endless=(compare go --set board.size=5x5 --a rules.ko=none --games 100)
run 1 "${endless[@]}" --out endless
for i in 1 2; do run 1 "${endless[@]}" --shard $i/2 --out endless.$i; done
run 0 merge endless.a endless.1 endless.2
run 0 plan "${endless[@]}" --shards 2 --out slurm.sqlite --for slurm
cp out job
mkdir -p path
ln -sf "$gofuda" path/gofuda
for i in 1 2; do
  last="task $i of plan --for slurm"
  PATH=$PWD/path:$PATH SLURM_ARRAY_TASK_ID=$i bash job > out 2> err || fail "$last: games that were stopped are no failure of it"
done
run 0 merge slurm.sqlite slurm.1-of-2.sqlite slurm.2-of-2.sqlite

# --- a test of which each part plays all of its games can refute both
for i in 1 2; do
  run 0 compare go --set board.size=5x5 --a rules.komi=0.5 --b rules.komi=20.5 --games 400 --sprt 0.01,0.95 --shard $i/2 --out between.$i
done
run 0 merge between between.1 between.2
run 0 report between
has "both are refuted: the difference lies between 1.0 % and 95.0 %"
run 0 --json report between
python3 -c 'import json; assert json.load(open("out"))["sprt"]["both_refuted"]' || fail "$last: both are refuted"

# --- what is missing is named, with what makes it
run 1 merge m batch.1 batch.3
err_has "error: m is not written: 26 of 50 games are missing"
err_has "shard 2/4: gofuda simulate dango-1996 --games 50"
err_has "shard 4/4: "
[[ ! -e m ]] || fail "nothing is written"
run 0 merge --partial m batch.1 batch.3
has "m: 24 of 50 games"
has "missing: shard 2/4: gofuda simulate dango-1996"
cp batch.1 kept.1-of-4.sqlite
run 0 merge --partial named kept.1-of-4.sqlite
has "missing: shard 2/4: "
has " --shard 2/4 --out kept.2-of-4.sqlite"
mkdir -p many.parts/000
cp batch.3 many.parts/000/3-of-4.sqlite
run 0 merge --partial folders many.parts/000/3-of-4.sqlite
has " --shard 4/4 --out many.parts/000/4-of-4.sqlite"
run 0 report m
run 0 report m
has "24 of 50 games"
has "missing: shard 4/4"
run 0 --json report m
python3 -c 'import json; assert json.load(open("out"))["missing"] == [{"first": 12, "last": 24}, {"first": 37, "last": 49}]' ||
  fail "the report shows what is missing"
cp m n
run 0 "${batch[@]}" --out n
is_whole batch n
run 2 merge m batch.2 batch.4
err_has "m: it is there already"
run 1 merge o sweep.1
err_has "gofuda sweep plan.yaml --games 22 --shard 2/4 --out part-2-of-4.sqlite"

# --- twice, and of something else
run 2 merge o batch.1 batch.2 batch.1
err_has "batch.1 and batch.1 both hold shard 1/4"
run 0 "${batch[@]}" --shard 1/3 --out third
run 2 merge o batch.1 third
err_has "batch.1 and third both hold games 0 to 11"
run 2 merge o batch.1 m
err_has "both hold shard 1/4"
run 2 merge o batch.1 sweep.2
err_has "kind: sweep, not simulate"
run 0 simulate dango-1996 --games 50 --seed 9 --shard 2/4 --out seed
run 2 merge o batch.1 seed
err_has "seed holds games of another batch than batch.1:"
err_has "seed: 9, not 8"
run 0 simulate dango-1996 --games 60 --seed 8 --shard 2/4 --out more
run 2 merge o batch.1 more
err_has "more is a part of 60 games, batch.1 of 50"
mkdir -p mine/variants
printf 'variant: mine\nextends: go\nboard: { size: 5x5 }\n' > mine/variants/mine.yaml
run 0 --rules mine simulate mine --games 10 --shard 1/2 --out mine.1
echo "# edited" >> mine/variants/mine.yaml
run 0 --rules mine simulate mine --games 10 --shard 2/2 --out mine.2
run 2 merge o mine.1 mine.2
err_has "rules: mine/variants/mine.yaml has other content"
sed 's/4.5/5.5/' plan.yaml > plan2.yaml
run 0 sweep plan2.yaml --shard 2/4 --out other
run 2 merge o sweep.1 other
err_has "rules.komi=5.5"
cp batch.2 newer
python3 -c 'import sqlite3; d = sqlite3.connect("newer"); d.execute("PRAGMA user_version = 99"); d.commit()'
run 2 merge o batch.1 newer
err_has "newer: it was written by a newer version"
printf 'x%.0s' {1..300} > text
: > empty
for file in text empty nothing; do
  run 2 merge o batch.1 $file
  err_has "error: $file: "
  run 2 report $file
done
head -c 20000 batch.2 > short
code=0
"$gofuda" merge o batch.1 short > out 2> err || code=$?
((code == 1 || code == 2)) || fail "merge of a file cut short: exit code $code"
[[ ! -e o ]] || fail "none of these has written anything"

# --- a shard: done is done; another one is another; killed, it goes on
run 0 --json "${batch[@]}" --no-time --shard 2/4 --out batch.2
err_has "holds 13 of 13 games"
run 2 "${batch[@]}" --shard 3/4 --out batch.2
err_has "it is not shard 3/4: it was made as shard 2/4"
for wrong in 0/4 5/4 1 x/2 1/0 1/2/3 -1/2 1/999999; do run 2 "${batch[@]}" --shard $wrong --out o; done
long=(simulate dango-1996 --games 24000 --seed 9 --shard 2/2)
run 0 --json "${long[@]}" --no-time --out long
cp out long.report
python3 - "$gofuda" "${long[@]}" --threads 1 --out killed << 'P' > out 2> err
import os, signal, subprocess, sys, time
run = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
def transactions():  # SQLite's file change counter; two make the file
    try:
        with open("killed.part", "rb") as f: return int.from_bytes(f.read(28)[24:], "big")
    except OSError: return 0
while transactions() < 4 and run.poll() is None: time.sleep(0.01)
run.send_signal(signal.SIGKILL)
print(run.wait())
P
last="a shard that is killed"
[[ -e killed.part && ! -e killed ]] || fail "$last is not there under its name"
run 0 --json "${long[@]}" --no-time --out killed
err_has "going on"
same long.report out
[[ -e killed && ! -e killed.part ]] || fail "and is when it is whole"
"$gofuda" simulate card-go --games 1000000 --shard 1/2 --threads 1 --out busy > /dev/null 2>&1 &
busy=$!
for ((i = 0; i < 500; ++i)); do [[ -s busy.part ]] && break || sleep 0.01; done
run 1 simulate card-go --games 1000000 --shard 1/2 --out busy
err_has "another process is writing it"
kill -TERM $busy
wait $busy || true

# --- no room while merging
code=0
(
  trap '' XFSZ
  ulimit -f 60
  "$gofuda" merge full batch.1 batch.2 batch.3 batch.4
) > out 2> err || code=$?
last="merge with a limit on the size of files"
((code == 1)) || fail "$last: exit code $code, not 1"
err_has "cannot be written"
[[ ! -e full ]] || fail "$last writes nothing"
run 0 merge full batch.1 batch.2 batch.3 batch.4
is_whole batch full

# --- a task of a job array
task() { # task ID COUNT MIN MAX
  export SLURM_ARRAY_TASK_ID=$1 SLURM_ARRAY_TASK_COUNT=$2 SLURM_ARRAY_TASK_MIN=$3 SLURM_ARRAY_TASK_MAX=$4
}
task 2 4 1 4
run 0 "${batch[@]}" --out batch.2
err_has "playing shard 2/4, as the Slurm job array says"
err_has "holds 13 of 13 games"
task 1 4 0 3
run 0 "${batch[@]}" --out batch.2
task 3 2 3 7
run 2 "${batch[@]}" --out batch.3
err_has "say --shard I/N"
run 0 "${batch[@]}" --shard 3/4 --out batch.3
unset SLURM_ARRAY_TASK_ID

# --- plan
run 0 plan "${batch[@]}" --shards 3 --out it.sqlite
grep -v '^#' out > commands
[[ $(wc -l < commands) == 3 ]] || fail "a command for each shard"
sed -n 's/^# \(gofuda merge .*\)/\1/p' out >> commands
mkdir bin
ln -s "$gofuda" bin/gofuda
PATH=$PWD/bin:$PATH bash -e commands > out 2> err || fail "the commands that plan prints"
is_whole batch it.sqlite
run 0 --json plan sweep plan.yaml --shards 5 --out s.sqlite
python3 - << 'P' || fail "plan --json"
import json
j = json.load(open("out"))
assert j["cells"] == 6 and j["games"] == 132 == sum(s["games"] for s in j["shards"]) and len(j["shards"]) == 5, j
assert max(s["games"] for s in j["shards"]) - min(s["games"] for s in j["shards"]) <= 6, j
assert "--shard 5/5" in j["shards"][4]["command"] and "#SBATCH --array=1-5" in j["slurm"], j
P
run 0 plan "${pairs[@]}" --shards 3 --out p.sqlite
grep -v '^#' out > commands
sed -n 's/^# \(gofuda merge .*\)/\1/p' out >> commands
PATH=$PWD/bin:$PATH bash -e commands > out 2> err || fail "the commands that plan prints of a comparison"
is_whole pairs p.sqlite
# Many parts: in folders of a thousand, named in a list, played by a thousand tasks.
many=(plan simulate go --set board.size=2x2 --games 1003 --shards 1003 --out m.sqlite)
run 0 "${many[@]}"
has "m.parts/001/1003-of-1003.sqlite"
has "find m.parts -name '*.sqlite' > m.list && gofuda merge m.sqlite @m.list"
grep -v '^#' out > commands
(head -n 3 commands; tail -n 2 commands) > some
PATH=$PWD/bin:$PATH bash -e some > out 2> err || fail "the commands of many parts"
find m.parts -name '*.sqlite' > m.list
(($(wc -l < m.list) == 4)) || fail "each part lies in its folder"
run 0 merge m.sqlite @m.list --partial
has "m.sqlite: 4 of 1003 games"
run 0 "${many[@]}" --for slurm
has "#SBATCH --array=1-1000"
cp out task.sh
rm -r m.parts
SLURM_ARRAY_TASK_ID=2 PATH=$PWD/bin:$PATH bash -e task.sh > out 2> err || fail "a task of many parts"
find m.parts -name '*.sqlite' | sort > m.list
[[ $(cat m.list) == $'m.parts/000/2-of-1003.sqlite\nm.parts/001/1002-of-1003.sqlite' ]] || fail "plays every 1000th"
run 0 plan simulate go --games 100000 --shards 100000 --out m.sqlite --for slurm
(($(wc -c < out) < 2000)) || fail "a script for 100000 parts is short"
for name in -x.sqlite @x.sqlite $'x\n.sqlite' ""; do
  run 2 plan simulate go --games 8 --shards 4 "--out=$name"
done
run 2 plan simulate go --games 3 --shards 4 --out x.sqlite
err_has "too few for 4 shards"
run 2 plan simulate dango-1966 --shards 4 --out x.sqlite
err_has "did you mean 'dango-1996'?"
run 2 plan
finish
