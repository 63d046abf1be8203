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

# --- SIGINT and SIGTERM: the first stops what runs a second later, the second at once
cat > my/cards/slow.lua << 'L'
return card {
  name = "Slow",
  text = "Counts, within what a card may, again and again.",
  play = function(me, opponent, board)
    for i = 1, 190000 do local x = i * i end
    me:place(me:pick(1, board.empty))
    refuse("not so")
  end,
}
L
cat > my/cards/decks/slow.yaml << 'Y'
deck: slow
title: Slow cards
source: ours
cards:
  slow: 40
Y
# stopped SECONDS SIGNALS WANTED WORDS...: after half a second the program gets so many signals; it must end as wanted
stopped() {
  python3 - "$gofuda" "$@" << 'P' > out 2> err || fail "$last: $(cat err)"
import signal, subprocess, sys, time
program, most, signals, wanted, *words = sys.argv[1:]
run = subprocess.Popen([program, *words], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
time.sleep(0.5)
if run.poll() is not None: sys.exit(f"it had ended with {run.returncode}: {run.stderr.read()}")
begin = time.monotonic()
for name in signals.split(","):
    run.send_signal(getattr(signal, name))
    time.sleep(0.1)
try:
    code = run.wait(float(most) + 10)
except subprocess.TimeoutExpired:
    run.kill()
    sys.exit("it did not end")
seconds = time.monotonic() - begin
print(code, seconds, run.stderr.read().decode())
if code not in map(int, wanted.split(",")): sys.exit(f"exit code {code}")
if seconds > float(most): sys.exit(f"it took {seconds} seconds")
P
}
slow=(--rules my simulate dango-1996 --set deck=slow --games 3)
plays=(--rules my play dango-1996 --set deck=slow --black random --white random --seed 1)
for signal in SIGINT SIGTERM; do
  code=130 death=-2
  [[ $signal == SIGINT ]] || code=143 death=-15
  last="simulate, $signal"
  stopped 3 $signal $code "${slow[@]}"
  has "stopped after 0 of 3 games"
  last="simulate, $signal twice"
  stopped 0.5 $signal,$signal $death "${slow[@]}"
  last="play, $signal"
  stopped 3 $signal 0 "${plays[@]}"
  has "stopped"
  last="play, $signal twice"
  stopped 0.5 $signal,$signal $death "${plays[@]}"
  last="play with a search, $signal"
  stopped 3 $signal 0 play dango-1996 --black mcts:playouts=100000000 --seed 1
  last="simulate with a search, $signal"
  stopped 3 $signal $code simulate go --games 2 --black mcts:playouts=100000000
done

finish
