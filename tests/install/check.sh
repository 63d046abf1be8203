#!/usr/bin/env bash
# check.sh BUILD-FOLDER: installs the build to an empty place, then builds and runs a program that uses it, and the
# installed program itself. Writes only within the build folder.
set -euo pipefail

build=$(realpath "$1")
cmake=${CMAKE:-cmake}
here=$(cd "$(dirname "$0")" && pwd)
work=$build/install-check
rm -rf "$work"
mkdir -p "$work"

fail() {
  echo "tests/install: $*" >&2
  exit 1
}

# Runs a step silently; its output is shown when it fails.
step() {
  local name=$1
  shift
  "$@" > "$work/$name.log" 2>&1 || fail "$name: $(cat "$work/$name.log")"
}

step install "$cmake" --install "$build" --prefix "$work/prefix"
for path in bin/gofuda include/gofuda/core/board.hpp include/gofuda/scripting/yaml.hpp share/gofuda/{cards,variants}; do
  [[ -e $work/prefix/$path ]] || fail "$path was not installed"
done
[[ -z $(find "$work/prefix/include" -name '*.cpp') ]] || fail "sources were installed"

step configure "$cmake" -S "$here" -B "$work/consumer" -G Ninja -DCMAKE_BUILD_TYPE=Debug \
  -DCMAKE_PREFIX_PATH="$work/prefix"
step build "$cmake" --build "$work/consumer"
expected="0 2
board.yaml:2:1: error[duplicate-key]: the key 'size' is given twice, first on line 1; remove one"
actual=$("$work/consumer/consumer")
[[ $actual == "$expected" ]] || fail "the consumer said: $actual"

# Moved as a whole and run from elsewhere, the program finds the rules beside it, not those it was built from.
mv "$work/prefix" "$work/moved"
cd /
step check "$work/moved/bin/gofuda" check
echo 'return {}' > "$work/moved/share/gofuda/cards/broken.lua"
check=$("$work/moved/bin/gofuda" check 2>&1) && fail "a broken card beside the installed program was not found"
[[ $check == *broken.lua:* ]] || fail "a broken card beside the installed program was not named: $check"
echo "installed, used and moved"
