#!/usr/bin/env bash
# Rules from strangers, seen from outside: the same in every process, and stopped when the program is told to.
set -eu
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
source "$here/e2e_lib.bash"
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
run 1 --rules my check my/cards/sorted.lua
grep -q "order [0-9]" out err || fail "$last: no order"
cat out err > first
for _ in 1 2 3 4 5; do
  run 1 --rules my check my/cards/sorted.lua
  cat out err > again
  same first again
done
rm my/cards/sorted.lua

# --- what stands where a script should and is no file is told of
mkdir -p odd/cards/folder.lua plain
mkfifo odd/cards/pipe.lua
ln -s nowhere odd/cards/link.lua
run 0 --rules odd check
for name in folder pipe link; do err_has "cards/$name.lua: warning[not-a-file]"; done
echo x > plain/cards
run 1 --rules plain check
err_has "plain/cards: error[no-folder]"

# --- a script is read in time by its length: by its square, these would take a minute each
python3 - << 'P'
begin, end = 'return card { name = "Long", text = "t", play = function(me)\n', "\nend }\n"
for name, script in {"ors": "local x = " + " or ".join(["me.name"] * 90_000),
                     "elses": "if me.name then " + "elseif me.name then " * 45_000 + "end",
                     "unknown": "x() " * 200_000}.items():
    open(f"my/cards/{name}.lua", "w").write(begin + script + end)
P
for name in ors elses unknown; do
  last="check $name"
  code=0
  timeout 20 "$gofuda" --rules my check "my/cards/$name.lua" > out 2> err || code=$?
  [[ $code == $([[ $name == unknown ]] && echo 1 || echo 0) ]] || fail "$last: exit code $code"
  rm "my/cards/$name.lua"
done

# --- SIGINT and SIGTERM: the first stops what runs a second later, the second at once
# A game of these takes twenty seconds, and its script runs all the while: it counts before each answer, refuses most of them,
# and clears the board, so that no game has an end before its 2,000 cards are out.
cat > my/cards/slow.lua << 'L'
return card {
  name = "Slow",
  text = "Counts, within what a card may, again and again.",
  play = function(me, opponent, board)
    for i = 1, 190000 do local x = i * i end
    local p = me:pick(1, board.empty)
    if not board:within(board.all:first(), 2):contains(p) then refuse("not so") end
    if #board.stones > 2 then board:remove(board.stones) end
    me:place(p)
  end,
}
L
cat > my/cards/decks/slow.yaml << 'Y'
deck: slow
title: Slow cards
source: ours
cards:
  slow: 1000
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
slow=(--rules my simulate dango-1996 --set deck=slow --set board.size=9x9 --games 3000)
plays=(--rules my play dango-1996 --set deck=slow --set board.size=9x9 --black random --white random --seed 1)
for signal in SIGINT SIGTERM; do
  code=130 death=-2
  [[ $signal == SIGINT ]] || code=143 death=-15
  last="simulate, $signal"
  stopped 10 $signal $code "${slow[@]}"
  has " of 3000 games; with --out FILE"
  last="simulate, $signal twice"
  stopped 5 $signal,$signal $death "${slow[@]}"
  last="play, $signal"
  stopped 10 $signal 0 "${plays[@]}"
  has "stopped"
  last="play, $signal twice"
  stopped 5 $signal,$signal $death,0 "${plays[@]}"  # it may have left between the two
  last="play with a search, $signal"
  stopped 10 $signal 0 play dango-1996 --black mcts:playouts=100000000 --seed 1
  last="simulate with a search, $signal"
  stopped 10 $signal $code simulate go --games 2 --black mcts:playouts=100000000
done
mkdir engines
printf '#!/bin/sh\nsleep 20\n' > engines/gnugo # one that stands still
chmod +x engines/gnugo
last="simulate with an engine that stands still, SIGINT"
PATH=$PWD/engines:$PATH stopped 4 SIGINT 130 simulate go --games 2 --black gnugo:wait=19
has "0 of 2 games"
last="simulate --isolate, SIGINT"
stopped 10 SIGINT 130 simulate go --games 1000000 --isolate --isolate-seconds 7 --out apart.sqlite
has "--isolate --isolate-seconds 7 --out apart.sqlite" # whoever goes on as it says is no less safe
run 2 simulate go --games 1 --isolate-seconds 7
err_has "--isolate"

# --- what cannot be written is no success
for words in "show card keima" "--help" "simulate go --games 2" "--json judge"; do
  code=0 last="gofuda $words > /dev/full"
  # shellcheck disable=SC2086
  "$gofuda" $words > /dev/full 2> err || code=$?
  ((code != 0)) || fail "$last: exit code 0"
done
run 2 simulate go --games 2 --out ''
err_has "a file has a name"
run 2 play go --save ''

# --- a file is written over when it is the game's own, or when the word says so
echo "letters" > letters
small=(play go --set board.size=5x5 --white human --seed 1)
for word in save record; do
  run 1 "${small[@]}" <<< "$word letters"
  err_has "letters is there already; $word! letters writes over it"
  [[ $(cat letters) == letters ]] || fail "$last: the file was touched"
done
run 0 "${small[@]}" <<< $'C3\nsave mine.yaml\nB2\nsave mine.yaml'
run 0 play --load mine.yaml --white human --black human <<< $'A1\nsave mine.yaml'
run 0 "${small[@]}" <<< 'save! letters'
grep -q "variant: go" letters || fail "$last: nothing was saved"

# --- a comparison with one cell is no comparison
run 0 compare go --set board.size=5x5 --a rules.komi=5.5 --b rules.komi=7.5 --games 4 --out compared.sqlite
python3 -c 'import sqlite3; d = sqlite3.connect("compared.sqlite"); d.execute("DELETE FROM cells WHERE cell = 1"); d.commit()'
run 2 report compared.sqlite
err_has "a comparison with 1 cells of games, not two"

# --- a line that is longer than the terminal's library can bear is cut, and the next ones are heard
last="play on a terminal"
PYTHONPATH=$here python3 - "$gofuda" << 'P' > out 2> err || fail "$last: $(cat err)"
import sys, terminal
t = terminal.Terminal(sys.argv[1], "play go --set board.size=5x5 --white human --seed 1", "xterm")
t.hear(b"black> ")
for text in b"x" * 1100, b"y" * 5000, b"\x1b9999q", b"z" * 2000 + b"\x7f" * 300:
    t.say(text + b"\r", b"is no point")
t.say(b"C3\r", b"white> ")
t.quit()
P

# --- a plan that somebody else wrote has none of the user's files read when his folder is checked
mkdir -p other/plans
echo "theirs" > other/gofuda.project
echo "a secret of mine" > secret.txt
sed "s|FILE|$PWD/secret.txt|" > other/plans/sweep.yaml << 'Y'
sweep: A plan
variant: go
black: "greedy:weights=FILE"
white: "mcts:weights=FILE,playouts=20"
games: 2
paired: false
seed: 1
Y
run 0 --rules other check other/plans
run 1 --rules other sweep other/plans/sweep.yaml --out swept
err_has "sweep.yaml:3:8: error["
sed -i 's/playouts=20/playout=20/' other/plans/sweep.yaml
run 1 --rules other check other/plans
err_has "sweep.yaml:4:8: error[player]: the player 'mcts' has no option 'playout'"
! grep -q "secret of mine" err || fail "$last: what is in the file is nobody's business"

# --- players that differ in a file alone are two, and twenty warnings are no mistake
sed -i 's/playout=20/playouts=20/; s|^black:.*|black: [greedy, "greedy:weights='"$PWD"'/secret.txt", "greedy:weights=other.w"]|' other/plans/sweep.yaml
run 0 --rules other check other/plans
mkdir -p warned/cards/decks warned/variants
for n in $(seq 22); do
  { echo 'return card { name = "Long", text = "t", play = function(me)'; for _ in $(seq 4000); do echo 'me:score(0)'; done; echo 'end }'; } > "warned/cards/long$n.lua"
done
{ echo 'deck: long'; echo 'cards:'; for n in $(seq 22); do echo "  long$n: 1"; done; } > warned/cards/decks/long.yaml
printf 'variant: long\ntitle: L\nextends: go\nboard: { size: 5x5 }\nturn: draw-and-play\ndeck: long\n' > warned/variants/long.yaml
printf 'sweep: A plan\nvariant: long\nblack: [random, greedy]\nwhite: random\ngames: 1\npaired: false\nseed: 1\n' > warned.yaml
run 0 --rules warned sweep warned.yaml --out warned.sqlite
has "2 of 2"

# --- --json has nothing that steers a terminal, either: a C1 control, a text that runs backwards
printf 'dispute: "a\\u0085b\\u202ec é"\nvariant: go\nplay: [{ black: C3 }]\nexpect: { black: C3 }\n' > steering.yaml
run 0 --json judge steering.yaml
has '"dispute": "a\u0085b\u202ec é"'
printf 'dispute: A\nvariant: go\nset: [a]\nplay: [{ black: C3 }]\nexpect: { black: C3 }\n' > no-map.yaml
run 2 judge no-map.yaml
err_has "no-map.yaml:3:6: error[type]: 'set' must be a map"

# --- commands that are printed to be run have nothing in them that a shell takes for more than a word
strange=$'strange\nEND\ntouch taken\n#'
mkdir -p "$strange/variants"
printf 'variant: theirs\nextends: go\nboard: { size: 5x5 }\n' > "$strange/variants/theirs.yaml"
for how in commands parallel slurm; do
  run 2 --rules "$strange" plan simulate theirs --games 4 --shards 2 --out all.sqlite --for "$how"
  err_has "each name in a list of commands is one line"
done
mkdir -p "it's a folder/variants"
cp "$strange/variants/theirs.yaml" "it's a folder/variants"
run 0 --rules "it's a folder" simulate theirs --games 4 --shard 1/2 --out part.sqlite --threads 1
run 1 merge all.sqlite part.sqlite
err_has "--rules 'it'\\''s a folder' --shard 2/2"
run 0 report part.sqlite
for what in command rules; do
  for more in '; touch taken' "' --seed 1" '$(touch taken)' $'\ntouch taken' '\\'; do
    cp part.sqlite edited.sqlite
    python3 -c 'import sqlite3, sys; d = sqlite3.connect("edited.sqlite"); d.execute("UPDATE provenance SET value = value || ? WHERE key = ?", sys.argv[1:]); d.commit()' "$more" "$what"
    run 1 report edited.sqlite
    err_has "edited.sqlite: it is damaged: its command is none that this program writes"
  done
done
rm -f all.sqlite
python3 -c 'import sqlite3; d = sqlite3.connect("edited.sqlite"); d.execute("UPDATE provenance SET value = (CASE key WHEN \"rules\" THEN \"\" ELSE \"touch taken\" END) WHERE key IN (\"command\", \"rules\")"); d.commit()'
run 1 merge all.sqlite edited.sqlite
err_has "its command is none that this program writes"

# --- a filter that the library's expressions cannot bear
run 2 bench "$(printf '(%.0s' $(seq 20000))" --seconds 0.01
err_has "a filter has at most 200 bytes"

finish
