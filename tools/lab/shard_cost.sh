#!/usr/bin/env bash
# tools/lab/shard_cost.sh VARIANT GAMES [OPTIONS...]: what it costs to play a batch in more and more shards: the
# processor's time of all shards, one after the other on one thread, and of merging them, and the size of the file.
set -euo pipefail
gofuda=${GOFUDA:-gofuda}
variant=$1 games=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%U %S'
echo "shards  ms a game, playing  ms a game, merging  bytes a game"
for shards in 1 2 4 8 16 32; do
  rm -f "$work"/*.sqlite
  parts=()
  played=$({ time for ((i = 1; i <= shards; ++i)); do
    "$gofuda" simulate "$variant" --games "$games" "$@" --threads 1 --shard $i/$shards --out "$work/$i.sqlite" > /dev/null
  done; } 2>&1 | tail -n 1)
  for ((i = 1; i <= shards; ++i)); do parts+=("$work/$i.sqlite"); done
  merged=$({ time "$gofuda" merge "$work/all.sqlite" "${parts[@]}" > /dev/null; } 2>&1 | tail -n 1)
  echo "$shards $played $merged $(stat -c %s "$work/all.sqlite") $games" |
    awk '{printf "%6d  %18.3f  %18.3f  %12.0f\n", $1, 1000 * ($2 + $3) / $7, 1000 * ($4 + $5) / $7, $6 / $7}'
done
