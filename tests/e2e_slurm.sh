#!/usr/bin/env bash
# The example for Slurm, on a real Slurm of one node, set up in a folder of its own and taken down again. It takes
# Debian's slurm-wlm and munge, and root; so it runs only when asked for: GOFUDA_TEST_SLURM=1 tools/test -R e2e_slurm
set -eu
if [[ ${GOFUDA_TEST_SLURM:-} != 1 ]]; then
  echo "skipped: GOFUDA_TEST_SLURM=1 sets up a Slurm of one node and runs it"
  exit 77
fi
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
example=$(readlink -f "$here/../tools/lab/slurm_array.sh")
source "$here/e2e_lib.bash"
for program in slurmctld slurmd sbatch squeue munged mungekey; do
  PATH=$PATH:/usr/sbin command -v "$program" > /dev/null || {
    echo "$program is missing: apt-get install slurm-wlm munge" >&2
    exit 1
  }
done
PATH=$PATH:/usr/sbin
export GOFUDA=$gofuda SLURM_CONF=$work/slurm.conf

daemons=()
stop() {
  kill "${daemons[@]}" 2> /dev/null || true
  wait "${daemons[@]}" 2> /dev/null || true
  rm -rf "$work"
}
trap stop EXIT

chmod 755 "$work"
mkdir -m 755 state spool munge run
mungekey --create --keyfile="$work/munge/key"
chown -R "$(id -un)" munge
chmod 700 munge
chmod 600 munge/key
munged --foreground --socket="$work/run/munge.socket" --key-file="$work/munge/key" --pid-file="$work/run/munged.pid" \
  --log-file="$work/munge/log" --seed-file="$work/munge/seed" > munged.out 2>&1 &
daemons+=($!)
node=$(hostname -s)
cat > slurm.conf << C
ClusterName=gofuda
SlurmctldHost=$node(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$work/run/munge.socket
SlurmctldPort=26817
SlurmdPort=26818
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/run/slurmctld.pid
SlurmdPidFile=$work/run/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SchedulerParameters=sched_interval=2,bf_interval=2
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$node Default=YES MaxTime=60 State=UP
C
slurmctld -D -i -f "$SLURM_CONF" > slurmctld.log 2>&1 &
daemons+=($!)
slurmd -D -f "$SLURM_CONF" -N "$node" > slurmd.log 2>&1 &
daemons+=($!)

ready=0
for ((i = 0; i < 60 && !ready; ++i)); do
  sinfo -h -o %T 2> /dev/null | grep -q idle && ready=1 || sleep 0.5
done
if ((!ready)); then
  echo "Slurm does not start here:" >&2
  tail -n 15 munged.out munge/log slurmctld.log slurmd.log >&2 || true
  exit 1
fi

# finished FILE: waits until no job is left, and says whether FILE is there.
finished() {
  for ((i = 0; i < 240; ++i)); do
    [[ -z $(squeue -h) ]] && break
    sleep 0.5
  done
  [[ -e $1 ]] || {
    squeue
    tail -n 5 ./*.log
    fail "$1 is there when the jobs are done"
  } >&2
}

batch=(simulate dango-1996 --games 60 --seed 3)
run 0 --json "${batch[@]}" --no-time
cp out single
last="slurm_array.sh"
"$example" -s 4 all.sqlite "${batch[@]}" > out 2> err || fail "the example is submitted"
has "submitted: array"
finished all.sqlite
run 0 --json report all.sqlite --no-time
same single out
grep -q "shard 3/4, as the Slurm job array says" all.3.log || fail "a task knows its shard"

cat > small.yaml << 'P'
sweep: Small
variant: go
set: { board.size: 5x5, rules.komi: [0.5, 1.5, 2.5] }
games: 9
paired: true
P
run 0 --json sweep small.yaml --no-time
cp out single
last="plan --for slurm"
mkdir -p bin
ln -s "$gofuda" bin/gofuda
export PATH=$PWD/bin:$PATH
run 0 plan sweep small.yaml --shards 3 --out small.sqlite --for slurm
cp out small.sh
array=$(sbatch --parsable small.sh)
merge=$(sed -n "s/^#   sbatch --dependency=afterok:NUMBER --wrap '\(.*\)'$/\1/p" small.sh)
sbatch --parsable --dependency="afterok:$array" --wrap "$merge" > out 2> err || fail "the merge is submitted"
finished small.sqlite
run 0 --json report small.sqlite --no-time
same single out
finish
