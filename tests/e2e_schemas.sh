#!/usr/bin/env bash
# The schemas refuse the files of tests/bad and accept all others, what `gofuda init` and `gofuda new` write among them; and
# they refuse nothing that is right.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
source "$root/tests/e2e_lib.bash"
python=/usr/bin/python3 # Debian's packages are for this one
python3 -c 'import jsonschema, yaml' 2> err && python=python3
run 0 init project
for kind in deck variant dispute; do run 0 --rules project new "$kind" "fresh-$kind"; done
last="tests/editor/schemas.py"
"$python" "$root/tests/editor/schemas.py" "$work/project" > out 2> err || fail "$last"
last="tests/editor/agreement.py"
mkdir changed
"$python" "$root/tests/editor/agreement.py" "$gofuda" changed 800 > out 2> err || fail "$last"
finish
