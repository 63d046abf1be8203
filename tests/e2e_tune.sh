#!/usr/bin/env bash
# Counts of cards as settings, and gofuda tune: what is recommended, that nothing fits, and plans that are wrong.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
source "$root/tests/e2e_lib.bash"

# stop_when_kept FILE WORDS...: SIGTERM as soon as something is in the file; the exit code is in out
stop_when_kept() {
  local file=$1
  shift
  last="gofuda $* --out $file, stopped"
  python3 - "$file" "$gofuda" "$@" --out "$file" << 'P' > out 2> err
import os, signal, subprocess, sys, time
run = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL)
def kept(): return os.path.exists(sys.argv[1]) and os.path.getsize(sys.argv[1]) > 0
while not kept() and run.poll() is None: time.sleep(0.01)
run.send_signal(signal.SIGTERM)
print(run.wait())
P
}
clean=(--rules "$root/tests/audit/clean")

# --- deck.CARD=N, everywhere
run 0 "${clean[@]}" show variant game --set deck.nobi=5
has "5 nobi"
run 0 "${clean[@]}" --json simulate game --set deck.nobi=0 --set deck.keima=3 --games 20
python3 - << 'P' || fail "$last: not the cards that were set"
import json
cards = {c["id"]: c["drawn"] for c in json.load(open("out"))["cards"]}
assert "keima" in cards and cards["keima"]["black"] + cards["keima"]["white"] > 0, cards
assert "nobi" not in cards or cards["nobi"]["black"] + cards["nobi"]["white"] == 0, cards
P
run 0 "${clean[@]}" --json compare game --a deck.nobi=2 --b deck.nobi=9 --games 10
run 2 "${clean[@]}" simulate game --set deck.nobbi=2
err_has "there is no card 'nobbi' (did you mean 'nobi'?)"
run 2 "${clean[@]}" simulate game --set deck.nobi=some
err_has "from 0 to 1000 copies"
run 2 "${clean[@]}" simulate game --set deck.nobi=0 --set deck.kosumi=0 --set deck.ikken-tobi=0
err_has "no card is left in the deck 'game'"
run 1 "${clean[@]}" simulate game --set deck.nobi=0 --set deck.kosumi=0 --set deck.ikken-tobi=1
err_has "the deck has cards to deal each side 1, not 2"
run 2 simulate go --set deck.nobi=1
err_has "the game has no deck"

# --- a plan whose one good komi is known: with the others one side has won before it begins
plan() {
  cat > "$1" << P
tune: A fair small game
variant: game
set:
  rules.komi: [-100.5, 3.5, 100.5]
black: greedy
white: greedy
games: 160
confirm: 200
aims:
  begins: [35, 65]
  $2
P
}
plan good.yaml "length: [5, 200]"
run 0 "${clean[@]}" --json tune good.yaml --threads 1
cp out one
python3 - << 'P' || fail "$last: not the komi that fits"
import json
j = json.load(open("out"))
assert j["recommended"]["set"] == "rules.komi=3.5", j["recommended"]
dropped = [c["dropped_by"] for c in j["candidates"]]
assert dropped == ["begins", None, "begins"], dropped
assert j["candidates"][0]["games"] < j["candidates"][1]["games"] == 160
fresh = j["confirmations"][0]
assert fresh["games"] == 200 and fresh["confirmed"] and all(a["p"] < 0.05 for a in fresh["aims"].values())
assert fresh["aims"]["begins"]["value"] != j["candidates"][1]["aims"]["begins"]["value"]
P
# --- stopped, it goes on where it was
stop_when_kept race.json "${clean[@]}" --json tune good.yaml --threads 1
has 143
err_has "the same command goes on from here"
run 0 "${clean[@]}" --json tune good.yaml --threads 2 --out race.json
err_has "games; going on"
same one out
run 0 "${clean[@]}" --json tune good.yaml --out race.json
err_has "holds 400 games; going on"
same one out
run 0 "${clean[@]}" tune good.yaml --out race.json
has "Recommended: game --set rules.komi=3.5"
has "(160 games, greedy - greedy): "
sed 's/3.5/4.5/' good.yaml > other.yaml
run 2 "${clean[@]}" tune other.yaml --out race.json
err_has "error: race.json: it is a race of another plan (line 4 is '  rules.komi: [-100.5, 3.5, 100.5]', not '  rules.komi: [-100.5, 4.5, 100.5]')"
err_has "; name another file, or remove it"
run 2 "${clean[@]}" tune good.yaml --out race.json --games 100
err_has "it is a race with other 'games' (160, not 100), with other 'confirm' (200, not 100);"
cp -r "$root/tests/audit/clean" edited
run 2 --rules edited tune good.yaml --out race.json --games 160
err_has "it is a race with other 'confirm'"
echo "# edited" >> edited/variants/game.yaml
run 2 --rules edited tune good.yaml --out race.json
err_has "it is a race of other rules;"
for wrong in ' ' '[[' '{}' '{"form":"gofuda-tune-1"}' '{"form":"gofuda-tune-5","race":3}' '{"form":3}'; do
  printf '%s' "$wrong" > wrong.json
  code=0
  "$gofuda" "${clean[@]}" tune good.yaml --out wrong.json > out 2> err || code=$?
  last="tune --out, with '$wrong' in it"
  ((code == 1 || code == 2)) || fail "$last: exit code $code"
  err_has "error: wrong.json: it is "
  ! grep -q "json.exception\|parse error" err || fail "$last: that is what a library says"
done
python3 - << 'P'
import hashlib, json
j = json.load(open("race.json"))
j["candidates"][1]["values"][0][0][0] += 700
json.dump(j, open("edited.json", "w"))
j["candidates"][1]["values"][0][0][1] = 10**15
del j["sum"]
j["sum"] = hashlib.sha256(json.dumps(j, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
json.dump(j, open("wrong.json", "w"))
P
run 1 "${clean[@]}" tune good.yaml --out edited.json
err_has "it is damaged: its sum is not that of what is in it"
run 1 "${clean[@]}" tune good.yaml --out wrong.json
err_has "it is damaged: more games have a value than there are"
run 2 "${clean[@]}" tune good.yaml --out .
err_has "error: .: this is a folder; name a file in it"

# --- shared out, round by round: what is known at the end is the same to the byte
sed 's/greedy/random/' good.yaml > quick.yaml
run 0 "${clean[@]}" --json tune quick.yaml --out quick.json
cp out one
mkdir -p bin
ln -s "$gofuda" bin/gofuda
share() { # share PLAN PARTS RACE: by the commands that plan prints
  for ((round = 1; round <= 9; ++round)); do
    run 0 "${clean[@]}" plan tune "$1" --shards "$2" --out "$3"
    grep -q '^gofuda' out || break
    cp out "$3.$round"
    grep -v '^#' out > commands
    sed -n 's/^# \(gofuda merge .*\)/\1/p' out >> commands
    PATH=$PWD/bin:$PATH bash -e commands > out 2> err || fail "the commands of round $round of $1"
  done
}
for parts in 1 3; do
  share quick.yaml $parts shared$parts.json
  ((round == 7)) || fail "five rounds and one confirmation, not $((round - 1))"
  has "# the race is over; what is recommended:"
  same quick.json shared$parts.json
  run 0 "${clean[@]}" --json tune quick.yaml --out shared$parts.json
  err_has " games; going on"
  same one out
done
: > begun.part # of a part that was just begun
run 1 merge other.json begun.part shared3.1-of-3.json
err_has "begun.part: nothing is kept in it yet; the command that plays it goes on"
rm begun.part
grep -qF "# round 2 of 5: 30 games of 3 sets of rules" shared3.json.2 || fail "what is next is said: $(head -n 1 shared3.json.2)"
grep -qF "# round 5 of 5: 80 games of 1 set of rules" shared3.json.5 || fail "what was dropped is not played"
grep -qF "# fresh games of candidate 1: 200 games of 1 set" shared3.json.6 || fail "fresh games are said"
run 0 "${clean[@]}" plan tune quick.yaml --shards 2 --out parallel.json --for parallel
if command -v parallel > /dev/null; then
  PATH=$PWD/bin:$PATH bash out > log 2> err || fail "what plan tune --for parallel prints"
  same quick.json parallel.json
  grep -qF "Recommended: game --set rules.komi=3.5" log || fail "and says what is recommended"
fi
run 0 "${clean[@]}" plan tune quick.yaml --shards 2 --out slurm.json --for slurm
has "#SBATCH --array=1-2"
cp out task
for ((round = 1; round <= 7; ++round)); do # once more than there are rounds does no harm
  for i in 2 1; do
    PATH=$PWD/bin:$PATH SLURM_ARRAY_TASK_ID=$i bash task > out 2> err || fail "task $i of round $round"
  done
  PATH=$PWD/bin:$PATH bash -c "$(sed -n "s/^#   sbatch --dependency=afterok:NUMBER --wrap '\(.*\)'$/\1/p" task)" > out 2> err ||
    fail "the merge of round $round"
done
err_has "slurm.json has these parts already"
same quick.json slurm.json
# --- what one process has begun others go on with, and the other way round
run 2 "${clean[@]}" tune quick.yaml --after begun.json --out begun.1-of-2.json
err_has "--shard I/N"
truncate -s 3G sparse
run 2 "${clean[@]}" tune quick.yaml --shard 1/2 --after sparse --out none.json
err_has "sparse: the file has more than the 67108864 bytes that are read"
rm sparse
ln -s loop loop
run 2 "${clean[@]}" tune quick.yaml --shard 1/2 --after loop --out none.json
err_has "loop: "
rm loop
run 0 "${clean[@]}" tune quick.yaml --shard 1/2 --after begun.json --out begun.1-of-2.json
has "begun.1-of-2.json: part 1/2 of round 1 of 5, 15 games"
run 1 merge begun.json begun.1-of-2.json
err_has "error: nothing is decided: 1 part of 2 is missing"
err_has "part 2/2: gofuda tune quick.yaml --rules"
err_has "--after begun.json --shard 2/2 --out begun.2-of-2.json"
[[ ! -e begun.json ]] || fail "$last writes nothing"
run 0 "${clean[@]}" tune quick.yaml --shard 2/2 --after begun.json --out begun.2-of-2.json
cp begun.2-of-2.json first.2-of-2.json
run 0 --json merge begun.json begun.2-of-2.json begun.1-of-2.json
has '"over":false'
run 0 "${clean[@]}" tune quick.yaml --shard 2/2 --after begun.json --out begun.2-of-2.json # the old part is in the race
has "part 2/2 of round 2 of 5"
run 2 merge begun.json begun.2-of-2.json first.2-of-2.json
err_has "first.2-of-2.json and begun.2-of-2.json are no parts of the same round"
run 0 "${clean[@]}" --json tune quick.yaml --out begun.json
same one out
run 2 merge begun.json begun.2-of-2.json begun.2-of-2.json
err_has "are both part 2/2"
run 0 "${clean[@]}" tune quick.yaml --shard 1/2 --after begun.json --out begun.1-of-2.json
err_has "the race is over"
# --- parts of an aim of cards; a part that is stopped; parts that are wrong
plan dealt.yaml "card: [-95, 95]"
sed -i 's/games: .*/games: 20/; s/confirm: .*/confirm: 30/; s/greedy/random/' dealt.yaml
echo "deals: 21" >> dealt.yaml
code=0
"$gofuda" "${clean[@]}" --json tune dealt.yaml --out dealt.json > dealt.one 2> err || code=$?
share dealt.yaml 4 dealt4.json
same dealt.json dealt4.json
run $code "${clean[@]}" --json tune dealt.yaml --out dealt4.json
same dealt.one out
python3 -c 'import json; assert json.load(open("out"))["confirmations"][0]["aims"]["card"]["cards"]' || fail "$last: its cards were dealt"
stop_when_kept stopped.json "${clean[@]}" tune quick.yaml --games 80000 --threads 1 --shard 1/1 --after none.json
has 143
run 1 merge none.json stopped.json
err_has "part 1/1, of which games are missing: gofuda tune quick.yaml --games 80000"
run 0 "${clean[@]}" tune quick.yaml --games 80000 --shard 1/1 --after none.json --out stopped.json
err_has "games; going on"
has "round 1 of 5, 15000 games"
run 2 "${clean[@]}" tune quick.yaml --shard 1/1 --after none.json --out stopped.json
err_has "it is a race with other 'games' (80000, not 160)"
run 2 "${clean[@]}" tune quick.yaml --games 80000 --shard 1/2 --after none.json --out stopped.json
err_has "it is not part 1/2: it was made as part 1/1"
run 2 "${clean[@]}" tune quick.yaml --shard 3/2 --after none.json --out x.json
err_has "--shard is I/N"
for words in "--shard 1/2 --out x.json" "--shard 1/2 --after x.json"; do
  # shellcheck disable=SC2086
  run 2 "${clean[@]}" tune quick.yaml $words
  err_has "a part of a race needs --after FILE"
done
run 2 "${clean[@]}" tune quick.yaml --shard 1/2 --after x.json --out x.json
err_has "name the same file"
run 2 merge quick.json stopped.json
err_has "it is a race with other 'games'"
run 2 merge x.json stopped.json --partial
err_has "a round of a race is decided by all of its parts"
run 2 merge x.json quick.json
err_has "it is not a part that this gofuda tune has written"
run 0 "${clean[@]}" tune quick.yaml --shard 1/1 --after none.json --out late.json
run 2 merge quick.json late.json
err_has "the race in it is not where these parts go on from"
mkfifo pipe
last="merge of a file and a pipe"
for words in "merge x.json pipe" "merge x.json stopped.json pipe"; do
  code=0
  # shellcheck disable=SC2086
  timeout 20 "$gofuda" $words > out 2> err || code=$?
  ((code == 2)) || fail "$last: exit code $code"
done
err_has "pipe: it is no file"
sed 's/"failed":0/"failed":1/' stopped.json > x.json
run 1 merge none.json x.json
err_has "it is damaged: its sum is not that of what is in it"
run 2 "${clean[@]}" plan tune quick.yaml --shards 1001 --out x.json
err_has "not in range 1 to 1000"
run 0 "${clean[@]}" tune quick.yaml --isolate --shard 1/1 --after none.json --out apart.json
run 0 merge none.json apart.json
has "none.json: round 1 of 5: 3 of 3 sets of rules are left, 30 games in all; gofuda plan tune quick.yaml --isolate --rules"

plan long.yaml "length: [900, 1000]"
run 1 "${clean[@]}" tune long.yaml
has "Nothing fits: every set of rules misses an aim."
plan narrow.yaml "draws: [49.9, 50]"
run 1 "${clean[@]}" tune narrow.yaml
has "Nothing fits"
err_has "draws from 49.9 to 50.0 takes about"

# --- games that fail say nothing of the aims; an aim of cards alone; one game
cp -r "$root/tests/audit/clean" failing
sed -i 's/^  play = .*/&\n    error("broken")/' failing/variants/turns/hand-or-stone.lua
run 1 --rules failing tune good.yaml
has "Nothing fits: games of every set of rules fail, which says nothing of the aims."
has "3 dropped by games that fail"
plan cards.yaml "card: [-95, 95]"
sed -i '/^  begins/d; s/confirm: .*/confirm: 2/; s/games: .*/games: 2/; s/-100.5, 3.5, 100.5/3.5/; s/greedy/random/' cards.yaml
run 0 "${clean[@]}" tune cards.yaml
has "(2 games, random - random): cards from "
has_not "; cards"
has_not "1 games"
has "1 set of rules, on the same seeds"

# --- plans that are wrong
wrong() {  # WHAT-IT-SAYS AIM
  plan wrong.yaml "$2"
  run 1 "${clean[@]}" tune wrong.yaml
  err_has "$1"
}
wrong "wrong.yaml:11:3: error[aim]: there is no aim 'lenght' (did you mean 'length'?)" "lenght: [1, 2]"
wrong "the lower one first" "length: [60, 40]"
wrong "no game is so" "draws: [110, 120]"
changed() {  # SED WHAT-IT-SAYS...: of the good plan
  sed "$1" good.yaml > wrong.yaml
  run 1 "${clean[@]}" tune wrong.yaml
  for said in "${@:2}"; do err_has "$said"; done
}
changed 's/^  begins.*/  black: [60, 70]/; s/^  length.*/  white: [60, 70]/' "error[aims-contradict]"
changed 's/^variant.*/variant: go/; s/^  length.*/  card: [-1, 1]/' "error[aim]: 'go' has no deck of cards"
changed 's/^  begins.*/  begins: [60, 70]/; s/^  length.*/  black: [40, 50]/' "wrong.yaml:10:3: error[aims-contradict]: the aims contradict one another: here black always begins"
changed 's/^  begins.*/  begins: [60, 70]/; s/^  length.*/  white: [60, 70]/' "error[aims-contradict]"
changed 's/rules.komi:.*/deck.nobbi: [1, 2]/' "wrong.yaml:4:" "there is no card 'nobbi'"
changed 's/rules.komi:.*/deck.nobi: [2, 2000]/' "wrong.yaml:4:18: error[value]"
changed 's/rules.komi:.*/turn.drown: [1, 2]/' "no option 'drown' (did you mean 'drawn'?)"
run 2 tune
# --- players who draw no lots play the same games again, which confirm no more than once
cat > again.yaml << 'Y'
tune: the same games again
variant: qango-7-castle
set: { first: black }
black: greedy
white: greedy
games: 100
confirm: 300
aims: { black: [50, 80] }
Y
run 1 --json tune again.yaml --out again.json
python3 - << 'P' || fail "$last: games that were played again"
import json
for c in json.load(open("out"))["confirmations"]:
    low, high = c["aims"]["black"]["interval"]
    assert c["distinct"] < 30 < c["games"] == 300 and high - low > 20, c
P
cp out first
run 1 --json tune again.yaml --out again.json # read, not played
same out first
run 1 tune again.yaml
cat > short.yaml << 'Y'
tune: games that are stopped are none that come again
variant: go
set: { board.size: 5x5 }
games: 100
max_turns: 26
aims: { endless: [10, 100] }
Y
run 0 tune short.yaml
has_not "are not the same as"
run 1 tune again.yaml
has "of which 16 are not the same as"

# --- one process writes a race at a time, and none over what another has finished
run 1 tune again.yaml --out whole.json
rm -f again.json
"$gofuda" tune again.yaml --threads 1 --out again.json > first.out 2> first.err &
first=$!
while [[ ! -e again.json ]] && kill -0 $first; do sleep 0.01; done
kill -STOP $first
run 1 tune again.yaml --out again.json
err_has "again.json: another process is writing it"
rm again.json
run 1 tune again.yaml --out again.json
kill -CONT $first
wait $first && fail "a race that another has begun anew is written over"
grep -q "it was taken away, or another file put in its place, meanwhile" first.err || fail "$(cat first.err)"
same again.json whole.json
rm again.json
run 2 tune again.yaml --out .
err_has "this is a folder; name a file in it"

run 0 tune --help
has "aims:"
finish
