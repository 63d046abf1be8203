#!/usr/bin/env bash
# tools/lab/slurm_array.sh [-s SHARDS] OUT.sqlite simulate VARIANT [OPTIONS...]
# tools/lab/slurm_array.sh [-s SHARDS] OUT.sqlite sweep PLAN.yaml [OPTIONS...]
#
# Submits a batch or a sweep to Slurm: a job array with a shard for each task, and a job that merges them when all are
# done. Run it in a folder that the nodes share. A task that was stopped goes on where it was when it is run again
# (scontrol requeue, or the same command once more). Options of sbatch come from its environment variables, such as
# SBATCH_PARTITION, SBATCH_TIMELIMIT or SBATCH_CPUS_PER_TASK.
#
# Example: tools/lab/slurm_array.sh -s 64 dango.sqlite simulate dango-1996 --games 1000000 --seed 7
set -euo pipefail

gofuda=${GOFUDA:-gofuda}
usage() { sed -n '2,11s/^# \{0,1\}//p' "$0"; }

# In a task of the array: gofuda takes its shard from SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT.
if [[ -n ${SLURM_ARRAY_TASK_ID:-} ]]; then
  stem=$1
  shift
  exec "$gofuda" "$@" --threads "${SLURM_CPUS_PER_TASK:-1}" \
    --out "$stem.$SLURM_ARRAY_TASK_ID-of-$SLURM_ARRAY_TASK_COUNT.sqlite"
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

"$gofuda" plan "$@" --shards "$shards" --out "$out" > "$stem.plan" # a wrong command is seen here
array=$(sbatch --parsable --job-name="gofuda-$(basename "$stem")" --array="1-$shards" --requeue \
  --output="$stem.%a.log" "$0" "$stem" "$@")
parts=()
for ((i = 1; i <= shards; ++i)); do parts+=("$stem.$i-of-$shards.sqlite"); done
merge=$(sbatch --parsable --job-name="gofuda-merge" --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes \
  --output="$stem.merge.log" --wrap "$(printf '%q ' "$gofuda" merge "$out" "${parts[@]}")")
echo "submitted: array ${array%%;*}, merge ${merge%%;*}; $out is there when both are done"
