#!/usr/bin/env bash
# What the program does with several threads, watched by the thread sanitizer: tools/test --tsan.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../e2e_lib.bash"
unset SLURM_ARRAY_TASK_ID
export TSAN_OPTIONS=halt_on_error=1:exitcode=66:second_deadlock_stack=1
# It wants memory in certain places, where some kernels do not put it unless told.
cat > watched << P
#!/bin/sh
exec setarch -R "$gofuda" "\$@"
P
chmod +x watched
gofuda=$work/watched

for variant in go dango-1996 card-go qango-7 gomoku-skills; do
  run 0 simulate $variant --games 24 --threads 2 --out $variant.sqlite
  run 0 report $variant.sqlite
done
run 0 simulate dango-1996 --games 6 --threads 2 --black mcts:playouts=3 --white greedy
run 0 simulate dgo --set board.size=7x7 --games 8 --threads 2 --black mcts:playouts=20
run 0 compare go --a rules.komi=0.5 --b rules.komi=6.5 --set board.size=5x5 --threads 2 --games 60
cat > plan.yaml << 'P'
sweep: Threads
variant: [go, card-go, v-card-go, joker-go-1985]
white: [random, "mcts:playouts=2"]
games: 6
paired: true
keep: all
P
run 0 sweep plan.yaml --threads 2 --out sweep.sqlite
for i in 2 1; do run 0 sweep plan.yaml --threads 2 --shard $i/2 --out part.$i; done
run 0 merge merged.sqlite part.1 part.2

run 0 judge --threads 2 "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../disputes/go"

# Both threads are told to stop while they play.
"$gofuda" simulate card-go --games 1000000 --threads 2 --out long.sqlite > out 2> err &
busy=$!
for ((i = 0; i < 1000; ++i)); do [[ -s long.sqlite ]] && break || sleep 0.01; done
sleep 1
kill -TERM $busy
code=0
wait $busy || code=$?
last="a batch that is told to stop"
((code == 143)) || fail "$last: exit code $code, not 143"
run 0 report long.sqlite
finish
