#!/usr/bin/env bash
# The example for GNU parallel gives what one run gives.
set -eu
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
example=$(readlink -f "$here/../tools/lab/parallel.sh")
source "$here/e2e_lib.bash"
command -v parallel > /dev/null || {
  echo "GNU parallel is not installed" >&2
  exit 1
}
export GOFUDA=$gofuda

batch=(simulate dango-1996 --games 60 --seed 3)
run 0 --json "${batch[@]}" --no-time
cp out single
last="parallel.sh"
"$example" -s 5 -j 2 all.sqlite "${batch[@]}" > out 2> err || fail "the example ends well"
has "all.sqlite: 60 of 60 games"
run 0 --json report all.sqlite --no-time
same single out
(($(wc -l < all.joblog) == 6)) || fail "a line of the joblog for each shard"

# What failed is run again, and nothing else is.
cp all.3-of-5.sqlite third.sqlite
rm all.sqlite
printf 'x%.0s' {1..200} > all.3-of-5.sqlite
rm -f all.joblog
last="parallel.sh, with a broken shard"
! "$example" -s 5 -j 2 all.sqlite "${batch[@]}" > out 2> err || fail "$last fails"
[[ ! -e all.sqlite ]] || fail "nothing is merged then"
err_has "it is not a store of games"
rm all.3-of-5.sqlite
"$example" -s 5 -j 2 all.sqlite "${batch[@]}" > out 2> err || fail "and goes on when it is gone"
run 0 --json report all.sqlite --no-time
same single out
last="parallel.sh with a wrong command"
! "$example" -s 2 wrong.sqlite simulate dango-1966 > out 2> err || fail "$last fails"
err_has "did you mean 'dango-1996'?"
ls wrong* > out 2> /dev/null && fail "$last makes no files"

# Rules from strangers, in processes that can do nothing else.
rm -f all.*
last="parallel.sh with --isolate"
"$example" -s 3 -j 2 all.sqlite "${batch[@]}" --isolate > out 2> err || fail "$last ends well"
run 0 --json report all.sqlite --no-time
same single out

# Games that were stopped are no failure of what shares them out.
endless=(compare go --set board.size=5x5 --a rules.ko=none --games 40)
run 1 --json "${endless[@]}"
cp out single
last="parallel.sh, with games that are stopped"
"$example" -s 3 -j 2 endless.sqlite "${endless[@]}" > out 2> err || fail "$last ends well"
run 0 --json report endless.sqlite
same single out

# Cards that are dealt on purpose, and a race, round by round.
cards=(cards dango-1996 --games 10 --card keima --card kosumi --seed 3)
run 0 --json "${cards[@]}" --out single.sqlite
run 0 --json report single.sqlite --no-time
cp out single
last="parallel.sh, of cards"
"$example" -s 3 -j 2 cards.sqlite "${cards[@]}" > out 2> err || fail "$last ends well"
run 0 --json report cards.sqlite --no-time
same single out
cat > aims.yaml << 'P'
tune: Even
variant: go
set: { board.size: 5x5, rules.komi: [0.5, 60.5] }
games: 100
confirm: 400
aims: { black: [20, 80] }
P
run 0 --json tune aims.yaml --out single.json
cp out single
last="parallel.sh, of a race"
"$example" -s 3 -j 2 aims.json tune aims.yaml > out 2> err || fail "$last ends well"
has "Recommended: go --set board.size=5x5 --set rules.komi=0.5"
same single.json aims.json
"$example" -s 3 -j 2 aims.json tune aims.yaml > out 2> err || fail "$last says the same again"
has "Recommended: go"
! "$example" -s 3 wrong.json tune nowhere.yaml > out 2> err || fail "$last, with a plan that is not there"
ls wrong* > out 2> /dev/null && fail "$last makes no files"

# The example for Slurm, of a race: with an sbatch that runs each job at once, and says which one it has waited for.
mkdir -p path
cat > path/sbatch << 'S'
#!/usr/bin/env bash
set -e
number=$(($(cat jobs 2> /dev/null || echo 0) + 1))
echo $number > jobs
while (($# > 0)); do
  case $1 in
    --array=1-*) tasks=${1#--array=1-} ;;
    --dependency=afterok:*) [[ ${1#*afterok:} == $((number - 1)) ]] ;;
    --wrap) bash -c "$2" >&2 && echo $number && exit ;;
    -*) ;;
    *) break ;;
  esac
  shift
done
for ((i = 1; i <= tasks; ++i)); do
  SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT=$tasks SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=$tasks "$@" >&2
done
echo $number
S
chmod +x path/sbatch
last="slurm_array.sh, of a race"
PATH=$PWD/path:$PATH "$here/../tools/lab/slurm_array.sh" -s 3 slurm.json tune aims.yaml > out 2> err || fail "$last ends well"
has "submitted: 8 rounds"
[[ $(cat jobs) == 16 ]] || fail "$last: an array and a merge for each round"
same single.json slurm.json

# A sweep, by the commands that plan prints.
cat > small.yaml << 'P'
sweep: Small
variant: go
set: { board.size: 5x5, rules.komi: [0.5, 1.5, 2.5] }
white: [random, "mcts:playouts=3"]
games: 7
paired: true
P
run 0 --json sweep small.yaml --no-time
cp out single
run 0 plan sweep small.yaml --shards 3 --out small.sqlite --for parallel
mkdir -p bin
ln -s "$gofuda" bin/gofuda
PATH=$PWD/bin:$PATH bash out > log 2> err || fail "what plan --for parallel prints"
run 0 --json report small.sqlite --no-time
same single out
finish
