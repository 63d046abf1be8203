#!/usr/bin/env bash
# An editor's view of a project: yaml-language-server with the settings that `gofuda init` writes finds mistakes, no others,
# and completes. Skipped where npm cannot install it.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
source "$root/tests/e2e_lib.bash"
modules=$root/build/editor
command -v node > /dev/null && command -v npm > /dev/null || exit 77
mkdir -p "$modules"
exec {lock}> "$modules/.lock"
flock "$lock"
if ! cmp -s "$root/tests/editor/package-lock.json" "$modules/installed.json"; then
  cp "$root"/tests/editor/{package.json,package-lock.json,.npmrc} "$modules"
  npm ci --prefix "$modules" --fetch-retries=1 --fetch-timeout=20000 > out 2> err || {
    npm ping --fetch-retries=0 --fetch-timeout=5000 > /dev/null 2>&1 || exit 77
    fail "npm ci"
    finish
  }
  cp "$root/tests/editor/package-lock.json" "$modules/installed.json"
fi
exec {lock}>&-
run 0 init project
mkdir project/plans
last="tests/editor/language_server.mjs"
node "$root/tests/editor/language_server.mjs" "$modules/node_modules/yaml-language-server/bin/yaml-language-server" project \
  > out 2> err || fail "$last"
has "all checks passed"
finish
