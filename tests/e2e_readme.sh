#!/usr/bin/env bash
# Does what README.md says about a new card, to the letter.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir tools
printf '#!/bin/sh\nexec "%s" "$@"\n' "$GOFUDA" > tools/run
chmod +x tools/run
sed -n '/^```sh$/,/^```$/p' "$root/README.md" | sed '/^```/d' > steps.sh
[ "$(wc -l < steps.sh)" -gt 10 ] || { echo "README.md has no steps to follow"; exit 1; }
bash -eu steps.sh > out 2>&1 || { cat out; echo "the steps of README.md fail"; exit 1; }
grep -q '^1 passed, 0 failed$' out || { cat out; echo "the dispute of README.md does not hold"; exit 1; }
