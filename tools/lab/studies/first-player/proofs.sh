#!/usr/bin/env bash
# proofs.sh FOLDER [VARIANT...]: proves the value of QANGO's ten rules, or of some, into FOLDER/VARIANT.txt, and has each proof
# checked by the game itself and by tests/proofs/check.py, which shares nothing with it. Prints a row of a table for each;
# seconds are of one processor. GOFUDA names the program.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../../.." && pwd)
gofuda=${GOFUDA:-gofuda}
folder=${1:?name a folder for the proofs}
shift
mkdir -p "$folder"
declare -A search=( # as in the table of the study; `--nodes` alone decides what is found
  [qango-6]="--nodes 10000000" [qango-6-castle]="--nodes 100000000 --memory 1024"
  [qango-6-tournament]="--nodes 2000000000 --memory 1024" [qango-7]="--nodes 100000000" [qango-7-castle]="--nodes 100000000"
  [qango-7-professionals-1]="--nodes 60000000" [qango-7-professionals-2]="--nodes 10000000" [qango-7-plus]="--nodes 100000000"
  [qango-7-plus-edges]="--nodes 400000000 --memory 1024" [qango-7-plus-tournament]="--nodes 2000000000 --memory 1024")
(($#)) || mapfile -t < <(printf '%s\n' "${!search[@]}" | sort)
(($#)) || set -- "${MAPFILE[@]}"
TIMEFORMAT=%U
# timed FILE COMMAND...: what it prints goes to FILE; says how many seconds of a processor it took
timed() {
  local to=$1
  shift
  { time "$@" > "$to" 2> "$to.err" || { cat "$to" "$to.err" >&3; exit 1; }; } 2>&1
}
exec 3>&2

echo "| variant | proved | lines | bytes | positions | search, s | check, s | check.py, s |"
echo "|---|---|---|---|---|---|---|---|"
for variant in "$@"; do
  [[ ${search[$variant]+known} ]] || { echo "$variant is none of the ten" >&2; exit 2; }
  file=$folder/$variant.txt
  read -ra words <<< "${search[$variant]}"
  searched=$(timed "$file.log" "$gofuda" --no-project solve "$variant" "${words[@]}" --move-nodes 0 --proof "$file")
  checked=$(timed "$file.log" "$gofuda" --no-project solve --check "$file")
  other=$(timed "$file.other" python3 "$root/tests/proofs/check.py" "$file")
  positions=$(sed -n 's/ positions$//p' "$file.other")
  grep -q "lines, $positions positions," "$file.log" || { echo "$file: the checkers saw different positions" >&2; exit 1; }
  proved=$(grep -v positions "$file.other" | paste -sd ,)
  echo "| \`$variant\` | ${proved//,/, } | $(grep -c '^[0-9]' "$file") | $(wc -c < "$file") | $positions | $searched | $checked | $other |"
  rm "$file".{log,other}{,.err}
done
