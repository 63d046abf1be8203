#!/usr/bin/env bash
# Rules from strangers, seen from outside: the same in every process, and stopped when the program is told to.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/e2e_lib.bash"
mkdir -p my/cards/decks my/variants

# --- an order that is none gives the same order of a thousand values in every process
cat > my/cards/sorted.lua << 'L'
local t, asked = {}, { 0 }
for i = 1, 1000 do t[i] = i end
table.sort(t, function(a, b)
  asked[1] = asked[1] + 1
  return (a * b * asked[1]) % 7 < 3
end)
local h = 0
for i = 1, 1000 do h = (h * 31 + t[i]) % 1000003 end
error("order " .. h)
L
run 1 --rules my check
grep -q "order [0-9]" out err || fail "$last: no order"
cat out err > first
for _ in 1 2 3 4 5; do
  run 1 --rules my check
  cat out err > again
  same first again
done
rm my/cards/sorted.lua

finish
