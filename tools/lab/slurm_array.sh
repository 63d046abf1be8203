#!/usr/bin/env bash
# tools/lab/slurm_array.sh [-s SHARDS] OUT.sqlite simulate VARIANT [OPTIONS...]
# tools/lab/slurm_array.sh [-s SHARDS] OUT.sqlite sweep PLAN.yaml [OPTIONS...]
# tools/lab/slurm_array.sh [-s SHARDS] OUT.sqlite compare VARIANT [OPTIONS...]
# tools/lab/slurm_array.sh [-s SHARDS] OUT.json tune PLAN.yaml [OPTIONS...]
#
# Submits a batch, a sweep or a comparison to Slurm: a job array with a shard for each task, and a job that merges them
# when all are done; of a race such a pair for each round that there can be. More than 1000 shards are played by 1000
# tasks, each of which plays every 1000th, and their files lie in folders of 1000, for up to 100000 shards. Run it in a
# folder that the nodes share. A task that was stopped goes on where it was when it is run again (scontrol requeue, or
# the same command once more). Options of sbatch come from its environment variables, such as SBATCH_PARTITION,
# SBATCH_TIMELIMIT or SBATCH_CPUS_PER_TASK.
#
# Example: tools/lab/slurm_array.sh -s 64 dango.sqlite simulate dango-1996 --games 1000000 --seed 7
set -euo pipefail

gofuda=${GOFUDA:-gofuda}
usage() { sed -n '2,14s/^# \{0,1\}//p' "$0"; }

part_of() { # part_of STEM I N
  if (($3 > 1000)); then
    printf '%s.parts/%03d/%d-of-%d.sqlite' "$1" $(($2 / 1000)) "$2" "$3"
  else
    printf '%s.%d-of-%d.sqlite' "$1" "$2" "$3"
  fi
}

# In a task of the array.
if [[ -n ${SLURM_ARRAY_TASK_ID:-} ]]; then
  stem=$1 shards=$2
  shift 2
  if [[ $1 == tune ]]; then # of a race that is over by now, there is nothing to play
    exec "$gofuda" "$@" --threads "${SLURM_CPUS_PER_TASK:-1}" --after "$stem.json" \
      --shard "$SLURM_ARRAY_TASK_ID/$shards" --out "$stem.$SLURM_ARRAY_TASK_ID-of-$shards.json"
  fi
  for ((i = SLURM_ARRAY_TASK_ID; i <= shards; i += SLURM_ARRAY_TASK_COUNT)); do
    part=$(part_of "$stem" "$i" "$shards")
    mkdir -p "$(dirname "$part")"
    shard=() # where the task's number tells it, gofuda takes it from there
    ((shards == SLURM_ARRAY_TASK_COUNT)) || shard=(--shard "$i/$shards")
    # 1, and the part is there: games failed, which is said of the whole.
    "$gofuda" "$@" "${shard[@]}" --threads "${SLURM_CPUS_PER_TASK:-1}" --out "$part" || (($? == 1)) && [[ -e $part ]]
  done
  exit
fi

shards=10
while getopts s:h option; do
  case $option in
    s) shards=$OPTARG ;;
    h) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
  esac
done
shift $((OPTIND - 1))
(($# >= 3)) || { usage >&2 && exit 2; }
out=$1
shift
stem=${out%.sqlite}
if [[ $1 == tune ]]; then
  [[ $out == *.json ]] || { usage >&2 && exit 2; }
  stem=${out%.json}
  "$gofuda" plan "$@" --shards "$shards" --out "$out" > "$stem.plan" || exit
  for ((i = 1; i <= shards; ++i)); do echo "$stem.$i-of-$shards.json"; done > "$stem.list"
  after=()
  for ((round = 1; round <= 8; ++round)); do # five of the race, and three candidates on fresh games
    array=$(sbatch --parsable "${after[@]}" --job-name="gofuda-$(basename "$stem")" --array="1-$shards" --requeue \
      --kill-on-invalid-dep=yes --output="$stem.$round.%a.log" "$0" "$stem" "$shards" "$@")
    merge=$(sbatch --parsable --job-name="gofuda-merge" --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes \
      --output="$stem.$round.merge.log" --wrap "$(printf '%q ' "$gofuda" merge "$out" "@$stem.list")")
    after=(--dependency="afterok:${merge%%;*}")
  done
  echo "submitted: $((round - 1)) rounds, the last merge is ${merge%%;*}; then: $gofuda $* --out $out"
  exit
fi

plan=$("$gofuda" plan "$@" --shards "$shards" --out "$out") # a wrong command is seen here
printf '%s\n' "$plan" > "$stem.plan"
tasks=$((shards < 1000 ? shards : 1000))
array=$(sbatch --parsable --job-name="gofuda-$(basename "$stem")" --array="1-$tasks" --requeue \
  --output="$stem.%a.log" "$0" "$stem" "$shards" "$@")
for ((i = 1; i <= shards; ++i)); do part_of "$stem" "$i" "$shards" && echo; done > "$stem.list"
merge=$(sbatch --parsable --job-name="gofuda-merge" --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes \
  --output="$stem.merge.log" --wrap "$(printf '%q ' "$gofuda" merge "$out" "@$stem.list")")
echo "submitted: array ${array%%;*}, merge ${merge%%;*}; $out is there when both are done"
