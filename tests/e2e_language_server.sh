#!/usr/bin/env bash
# An editor's view of a project: yaml-language-server with the settings that `gofuda init` writes finds mistakes, no others,
# and completes. Skipped where npm cannot install it.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
source "$root/tests/e2e_lib.bash"
npm_modules editor
server=$root/build/editor/node_modules/yaml-language-server/bin/yaml-language-server
run 0 init project
mkdir project/plans
last="tests/editor/language_server.mjs"
node "$root/tests/editor/language_server.mjs" "$server" project > out 2> err || fail "$last"
has "all checks passed"
finish
