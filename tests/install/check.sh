#!/usr/bin/env bash
# check.sh BUILD-FOLDER: installs the build to an empty place, then builds and runs a program that uses it, and the
# installed program itself. Writes only within the build folder.
set -euo pipefail

build=$1
cmake=${CMAKE:-cmake}
here=$(cd "$(dirname "$0")" && pwd)
work=$build/install-check
rm -rf "$work"
mkdir -p "$work"

fail() {
  echo "tests/install: $*" >&2
  exit 1
}

"$cmake" --install "$build" --prefix "$work/prefix" > "$work/install.log" || fail "installing failed: $(cat "$work/install.log")"
for path in bin/gofuda include/gofuda/core/board.hpp include/gofuda/scripting/yaml.hpp share/gofuda/variants share/gofuda/cards; do
  [[ -e $work/prefix/$path ]] || fail "$path was not installed"
done
[[ -z $(find "$work/prefix/include" -name '*.cpp') ]] || fail "sources were installed"

"$cmake" -S "$here" -B "$work/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Debug > "$work/configure.log" 2>&1 ||
  fail "the consumer cannot be configured: $(cat "$work/configure.log")"
"$cmake" --build "$work/consumer" > "$work/build.log" 2>&1 || fail "the consumer cannot be built: $(cat "$work/build.log")"

expected="0 2
board.yaml:2:1: error[duplicate-key]: the key 'size' is given twice, first on line 1; remove one"
actual=$("$work/consumer/consumer")
[[ $actual == "$expected" ]] || fail "the consumer said: $actual"

# Moved as a whole, the installed program still finds its rules, and not those of the source tree.
mv "$work/prefix" "$work/moved"
help=$(cd / && "$work/moved/bin/gofuda" --help) || fail "the installed program has no --help"
[[ -n $help ]] || fail "the installed program's --help is empty"
echo "installed, used and moved"
