#!/usr/bin/env bash
# The cards, and the rulings on them, of tests/lasting.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
"$GOFUDA" --rules tests/lasting check tests/lasting
"$GOFUDA" --rules tests/lasting judge tests/lasting/disputes
