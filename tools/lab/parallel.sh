#!/usr/bin/env bash
# tools/lab/parallel.sh [-s SHARDS] [-j JOBS] OUT.sqlite simulate VARIANT [OPTIONS...]
# tools/lab/parallel.sh [-s SHARDS] [-j JOBS] OUT.sqlite sweep PLAN.yaml [OPTIONS...]
# tools/lab/parallel.sh [-s SHARDS] [-j JOBS] OUT.sqlite compare VARIANT [OPTIONS...]
# tools/lab/parallel.sh [-s SHARDS] [-j JOBS] OUT.json tune PLAN.yaml [OPTIONS...]
#
# Plays a batch, a sweep or a comparison as shards that GNU parallel runs, and merges them; a race, round by round. What
# is done already is not done again: the same command goes on after a crash or Ctrl-C. More machines:
# PARALLEL='--sshloginfile hosts --workdir .' in the environment, where the machines share the folder. Keep the joblog
# with the shards: it tells how long each took.
#
# Example: tools/lab/parallel.sh -s 16 dango.sqlite simulate dango-1996 --games 100000 --seed 7
set -euo pipefail

usage() { sed -n '2,12s/^# \{0,1\}//p' "$0"; }

gofuda=${GOFUDA:-gofuda}
shards=$(nproc)
jobs=$(nproc)
while getopts s:j:h option; do
  case $option in
    s) shards=$OPTARG ;;
    j) jobs=$OPTARG ;;
    h) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
done
shift $((OPTIND - 1))
(($# >= 3)) || { usage >&2 && exit 2; }
out=$1
shift

if [[ $1 == tune ]]; then
  stem=${out%.json}
  while plan=$("$gofuda" plan "$@" --shards "$shards" --out "$out") && grep -q '^gofuda tune' <<< "$plan"; do
    printf '%s\n' "$plan" > "$stem.plan"
    seq "$shards" | parallel --jobs "$jobs" --joblog "$stem.joblog" --halt soon,fail=1 \
      "$(printf '%q ' "$gofuda" "$@") --threads 1 --after $(printf %q "$out") --shard {}/$shards \
      --out $(printf %q "$stem").{}-of-$shards.json > /dev/null"
    for ((i = 1; i <= shards; ++i)); do echo "$stem.$i-of-$shards.json"; done > "$stem.list"
    "$gofuda" merge "$out" "@$stem.list"
  done
  [[ -n $plan ]] || exit 2 # a wrong command
  "$gofuda" "$@" --out "$out"
  exit
fi
stem=${out%.sqlite}

# A wrong command is seen here and not in every job.
plan=$("$gofuda" plan "$@" --shards "$shards" --out "$out")
printf '%s\n' "$plan" > "$stem.plan"
# Jobs that failed or were not run are run; a shard that is there in full is left alone. One that ends with 1 and is there
# has games that failed, which is said of the whole.
part="$(printf %q "$stem").{}-of-$shards.sqlite"
seq "$shards" | parallel --jobs "$jobs" --joblog "$stem.joblog" --resume-failed --halt soon,fail=1 \
  "$(printf '%q ' "$gofuda" "$@") --threads 1 --shard {}/$shards --out $part > /dev/null || { [ \$? = 1 ] && [ -e $part ]; }"
for ((i = 1; i <= shards; ++i)); do echo "$stem.$i-of-$shards.sqlite"; done > "$stem.list"
"$gofuda" merge "$out" "@$stem.list"
