#!/usr/bin/env bash
# Rules from strangers in processes of their own: the same results, one game lost and not the batch, and no way out.
set -eu
tree=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
source "$tree/tests/e2e_lib.bash"
mkdir -p my/cards/decks my/variants my/disputes

# both CODE WORDS...: with --isolate everything is as it is without, but for how fast it goes
both() {
  run "$@"
  cp out plain && { grep -v ' games, .* a second, ' err || true; } > plain_err
  run "$@" --isolate
  same plain out
  { grep -v ' games, .* a second, ' err || true; } > other_err
  same plain_err other_err
}

# --- usage
for command in simulate sweep compare cards tune judge audit differ gtp "plan simulate" "plan sweep" "plan compare"; do
  # shellcheck disable=SC2086
  run 0 $command --help
  has "--isolate-seconds"
done
run 2 simulate go --isolate --isolate-memory 1
run 2 simulate go --isolate --isolate-seconds 0
run 2 simulate go --isolate --white gnugo
err_has "the player 'gnugo' starts another program or reads a file, which --isolate keeps it from"
both 2 simulate dango-1966
both 2 simulate go --black randon
both 2 simulate go --set rules.koo=simple

# --- the same games
for game in "dango-1996" "qango-7-castle" "card-go" "joker-go-1984" "v-card-go --max-turns 60" "gomoku-skills" \
  "go --set board.size=5x5 --set rules.ko=positional" "qango-6 --black mcts:playouts=10 --white greedy"; do
  # shellcheck disable=SC2086
  both 0 --json simulate --games 30 --no-time --seed 3 --threads 3 $game
done
both 0 --json simulate --games 30 --no-time --seed 3 --threads 1 dango-1996
both 0 simulate dango-2019 --games 100 --no-time
run 0 simulate dango-1996 --games 100 --out plain.sqlite
run 0 simulate dango-1996 --games 100 --out apart.sqlite --isolate --threads 2
dump plain.sqlite > plain && dump apart.sqlite > out
same plain out
run 0 simulate dango-1996 --games 150 --out apart.sqlite # and goes on without
err_has "holds 100 of 150 games"


# --- a sweep: cells of several games, whose rules its own processes read
printf '%s\n' "sweep: Apart" "variant: [dango-1996, go]" "set: { rules.komi: [0.5, 6.5] }" 'white: [random, greedy]' "games: 12" "paired: false" \
  "max_turns: 60" > sweep.yaml
both 0 --json sweep sweep.yaml --no-time --threads 2
run 0 sweep sweep.yaml --out plain.sweep
run 0 sweep sweep.yaml --out apart.sweep --isolate
dump plain.sweep > plain && dump apart.sweep > out
same plain out
run 0 sweep sweep.yaml --out apart.sweep # which goes on without
err_has "holds 96 of 96 games"
printf '%s\n' "sweep: Bad" "variant: [go, dango-1966]" "games: 2" "paired: false" > bad.yaml
run 2 sweep bad.yaml --isolate
err_has "dango-1966"
printf '%s\n' "sweep: Other" "variant: go" "white: gnugo" "games: 2" "paired: false" > bad.yaml
run 2 sweep bad.yaml --isolate
err_has "starts another program or reads a file, which --isolate keeps it from"

# --- comparisons: the same pairs, whose rules only their processes know
for words in "dango-1996 --a deck.keima=3 --games 20 --max-turns 400" "dango-1996 --deals-twice --white greedy --games 6 --max-turns 200" \
  "go --set board.size=5x5 --a rules.komi=0.5 --b rules.komi=20.5 --games 400 --sprt 0,0.1" \
  "go --a board.size=5x5 --b board.size=7x7 --games 200 --sprt 0,9 --sprt-on score --black greedy"; do
  for threads in 1 3; do
    # shellcheck disable=SC2086
    both 0 --json compare $words --threads $threads
  done
done
run 0 compare dango-1996 --a deck.keima=3 --games 20 --max-turns 400 --out plain.pairs
run 0 compare dango-1996 --a deck.keima=3 --games 20 --max-turns 400 --out apart.pairs --isolate --threads 2
dump plain.pairs > plain && dump apart.pairs > out
same plain out
run 0 compare dango-1996 --a deck.keima=3 --games 20 --max-turns 400 --out apart.pairs # which goes on without
err_has "holds 40 of 40 games"
both 2 compare dango-1966 --a rules.komi=0.5
both 2 compare go --a rules.komii=0.5
both 2 compare go
run 2 compare go --a rules.komi=0.5 --white gnugo --isolate
err_has "the player 'gnugo' starts another program"
run 1 compare qango-6-tournament --a rules.komi=1.5 --games 1 --black mcts:playouts=100000000 --max-turns 1 --threads 2 --isolate \
  --isolate-seconds 1 # a lost child is the fault of one game
has "apart from these: 1 pair with a game that failed or was stopped"

# --- shared out: the same parts, which are played so, too
for words in "simulate dango-1996 --games 30 --keep summary" "sweep sweep.yaml" "compare dango-1996 --a deck.keima=3 --games 20 --deal-seed 4"; do
  # shellcheck disable=SC2086
  run 0 plan $words --shards 3 --out shared.sqlite
  sed '/^#/! s/$/ --isolate --isolate-seconds 20/' out > plain
  # shellcheck disable=SC2086
  run 0 plan $words --shards 3 --out shared.sqlite --isolate --isolate-seconds 20
  sed 's/ --isolate --isolate-seconds 20//; /^#/! s/$/ --isolate --isolate-seconds 20/' out > moved
  grep -q -- '--isolate' out || fail "$last: the parts are not played apart"
  same plain moved
done
both 2 plan simulate dango-1966 --games 30 --shards 3 --out shared.sqlite
both 2 plan compare go --a rules.komii=0.5 --shards 3 --out shared.sqlite
run 2 plan sweep bad.yaml --shards 2 --out shared.sqlite --isolate
err_has "starts another program or reads a file, which --isolate keeps it from"

# --- and what cards are worth
for how in swapped added left-out; do both 0 --json cards dango-1996 --how $how --games 2; done
both 2 cards go
both 2 cards card-go --how left-out

# --- two cards together
both 0 --rules "$tree/tests/pairs" --json cards halves --pairs --games 20 --threads 2

# --- a check-up, and where readings part: in one process, as a whole
clean=(--rules "$tree/tests/audit/clean")
few=weak=40,strong=6,match=4,cards=6,options=20,secrets=3,ladder=2
for threads in 1 2; do
  both 0 "${clean[@]}" --json audit game --sizes $few --max-turns 400 --threads $threads --ladder mcts:playouts=3
done
both 0 "${clean[@]}" audit game --sizes $few --max-turns 400 --html page.html
grep -q "Findings, worst first" page.html || fail "$last: no page"
both 1 --rules "$tree/tests/audit/endless" "${clean[@]}" audit game --sizes weak=20,strong=0,match=0,cards=0,options=0,secrets=0,ladder=0 \
  --max-turns 80
run 2 "${clean[@]}" audit game --isolate --out kept
err_has "--out keeps games in files, which --isolate keeps the games from"
run 2 audit go --isolate --strong gnugo
err_has "starts another program"
both 2 audit dango-1966
both 2 audit go --weak greedy
both 2 audit go --set rules.koo=simple
for words in "differ dango-1996 dango-2019 --games 40 --threads 2" "differ dango-1996 --every-option --games 4" \
  "differ dango-1996 --set rules.ko=none --games 60"; do
  code=1
  [[ $words != *every* ]] || code=0
  # shellcheck disable=SC2086
  both $code --json $words
done
both 1 differ dango-1996 dango-2019 --games 10
run 1 differ dango-1996 dango-2019 --games 40 -o here
run 1 differ dango-1996 dango-2019 --games 40 -o there --isolate --svg drawn
diff -r here there > out 2> err || fail "$last: the disputes are not the same"
[[ -n $(ls here) && -s drawn/readings.svg ]] || fail "$last: nothing was written"
cp -r "$tree/tests/audit/clean" new
sed -i 's/drawn = { 1, 2/drawn = { 2, 1/' new/variants/turns/hand-or-stone.lua
both 1 --rules new --json differ game --before "$tree/tests/audit/clean" --games 10
both 0 --rules new --json differ game --before new --games 10
both 2 differ dango-1996 dango-1996
both 2 differ dango-1996 dango-1966
both 2 differ dango-1996 go
both 2 differ dango-1996 --set rules.koo=none
run 2 differ dango-1996 dango-2019 --black gnugo --isolate
err_has "starts another program"
run 1 differ go --set rules.ko=none --games 2 --black mcts:playouts=100000000 --threads 2 --isolate --isolate-seconds 1
err_has "error: the process that reads the rules and plays the games was killed by the processor limit of 2 seconds"
stop_at_work 1.5 SIGINT audit dango-1996 --seconds 1000 --isolate --threads 2
((code == 130)) || fail "$last: exit code $code, not 130"
has "It was stopped"
stop_at_work 1.5 SIGINT differ dango-1996 dango-2019 --games 100000000 --isolate --threads 2
((code == 130)) || fail "$last: exit code $code, not 130"
has "Stopped before all of"

# --- a race: the same candidates, cards dealt on purpose included
printf '%s\n' "tune: Apart" "variant: game" "set: { rules.komi: [-100.5, 3.5], deck.nobi: [2, 3] }" "games: 60" "confirm: 80" "deals: 20" \
  "aims:" "  begins: [5, 95]" "  card: [-90, 90]" > race.yaml
both 0 --rules "$tree/tests/audit/clean" --json tune race.yaml
run 0 --rules "$tree/tests/audit/clean" --json tune race.yaml --out race.json
cp out plain
run 0 --rules "$tree/tests/audit/clean" --json tune race.yaml --out race.json --isolate
same plain out
sed 's/variant: game/variant: go/; s/, deck.nobi: .2, 3.//' race.yaml > bad.yaml
both 1 tune bad.yaml
err_has "error[aim]: 'go' has no deck of cards"
sed 's/variant: game/variant: dango-1966/' race.yaml > bad.yaml
run 2 tune bad.yaml --isolate
err_has "dango-1966"

# --- cards that give more points than any board has
cat > my/cards/rich.lua << 'L'
return card {
  name = "Rich",
  text = "Makes Black rich.",
  play = function(me, opponent, board)
    if me.name == "black" and me.scored < 900000 and #board.stones % 3 == 0 then me:score(300000) end
    me:place(me:pick(1, board.empty))
  end,
}
L
printf 'deck: rich\ncards: { rich: 20 }\n' > my/cards/decks/rich.yaml
printf 'variant: rich\nextends: go\nboard: { size: 5x5 }\nturn: draw-and-play\ndeck: rich\n' > my/variants/rich.yaml
both 0 --rules my --json simulate rich --games 6 --no-time
run 0 --rules my simulate rich --games 6 --out rich.sqlite
run 0 report rich.sqlite # which can be read again; the curve of komi goes no further than komi can

# --- the same faults
cat > my/cards/slow.lua << 'L'
return card {
  name = "Slow",
  text = "Counts and counts.",
  play = function(me, opponent, board)
    local n = 0
    while true do n = n + 1 end
  end,
}
L
cat > my/cards/greedy.lua << 'L'
return card {
  name = "Greedy",
  text = "Wants all of the memory.",
  play = function(me, opponent, board)
    local t = {}
    for i = 1, 100000 do t[i] = ("x"):rep(4000) .. i end
  end,
}
L
for card in slow greedy; do
  printf 'deck: %s\ntitle: T\nsource: ours\ncards:\n  %s: 2\n  keima: 40\n' $card $card > my/cards/decks/$card.yaml
done
both 1 --rules my simulate dango-1996 --set deck=slow --games 6 --max-turns 3 --no-time --seed 1
has "error[limit]"
both 1 --rules my simulate dango-1996 --set deck=greedy --games 6 --no-time
has "error[limit]"

# --- rules that cannot be read
echo 'variant: bad' > my/variants/bad.yaml
both 1 --rules my simulate bad
both 1 --rules my audit bad
both 1 --rules my differ bad --every-option
echo 'variant: [' > my/variants/worse.yaml
both 1 --rules my simulate worse
err_has "my/variants/worse.yaml:1"
both 2 --rules nowhere simulate go

# --- a game without end is one game
run 1 simulate qango-6-tournament --games 3 --black mcts:playouts=100000000 --max-turns 1 --threads 2 --isolate --isolate-seconds 1 \
  --out limit.sqlite
has "the script's process was killed by the"
has "2 games that failed, 1 stopped after 1 turn"
python3 -c 'import sqlite3
for game, text in sqlite3.connect("limit.sqlite").execute("SELECT game, reproduction FROM faults"):
    open(f"fault{game}.yaml", "w").write(text)'
run 0 replay fault1.yaml < /dev/null
has "asked: black: a stone"

# --- disputes
run 0 judge "$tree/tests/disputes"
cp out plain
run 0 judge --isolate "$tree/tests/disputes"
same plain out
both 0 --json judge --explain "$tree/tests/disputes/qango" "$tree"/tests/disputes/card-go/[12]*.yaml
cat > my/cards/leap.lua << 'L'
return card {
  name = "Leap",
  text = "Take one of your stones off the board and place it anywhere else.",
  play = function(me, opponent, board)
    board:remove(me:pick(1, me.stones))
    me:place(me:pick(1, board.empty))
  end,
}
L
cat > my/disputes/a-right.yaml << 'Y'
dispute: Right
variant: dango-1996
board: { black: A1, white: B2 }
decks: { black: [leap] }
play: [ { black: leap (A1) (A1) } ]
expect: { illegal: occupied, at: A1 }
Y
sed 's/Right/Wrong/; s/occupied/suicide/' my/disputes/a-right.yaml > my/disputes/b-wrong.yaml
both 1 --rules my judge my/disputes
both 1 --rules my --json judge my/disputes
echo 'dispute: [' > my/disputes/c-broken.yaml
both 2 --rules my judge my/disputes
both 2 --rules my --json judge my/disputes
both 2 judge my/disputes nothing.yaml
rm my/disputes/c-broken.yaml my/disputes/b-wrong.yaml

cat > my/cards/burn.lua << 'L'
return card {
  name = "Burn",
  text = "Burns time.",
  play = function(me) for i = 1, 190000 do local x = i * i end end,
}
L
python3 - << 'P'
n, cards = 1000, ", ".join(["burn"] * 1000)
open("my/disputes/b-slow.yaml", "w").write(
    f"dispute: Slow\nvariant: dango-1996\ndecks: {{ black: [{cards}], white: [{cards}] }}\nplay:\n" +
    "  - black: burn\n  - white: burn\n" * n + "otherwise:\n" +
    "".join(f"  - set: {{ rules.komi: \"{k}\" }}\n    because: k\n    expect: {{ to_move: black }}\n" for k in range(20)))
P
cp my/disputes/a-right.yaml my/disputes/c-right.yaml
run 1 --rules my judge --isolate --isolate-seconds 1 my/disputes
has "2 passed, 1 failed"
err_has "my/disputes/b-slow.yaml: error[isolate]: the script's process was killed by the processor limit of 1 second"

# --- what the processes are, and that none is left
last="the processes of a batch"
python3 - "$gofuda" << 'P' > out 2> err || fail "$last: $(cat err)"
import os, signal, subprocess, sys, time
words = "simulate dango-1996 --games 100000000 --threads 2 --isolate".split()
def children(pid):
    out = []
    for p in filter(str.isdigit, os.listdir("/proc")):
        try: stat = open(f"/proc/{p}/stat").read().rpartition(")")[2].split()
        except OSError: continue
        if int(stat[1]) == pid and stat[0] != "Z": out.append(int(p))
    return out
def until(test, what, seconds=10):
    end = time.monotonic() + seconds
    while not test():
        if time.monotonic() > end: sys.exit(what)
        time.sleep(0.05)
def begin():
    run = subprocess.Popen([sys.argv[1], *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                           start_new_session=True, env={**os.environ, "GOFUDA_SECRET": "known"})
    until(lambda: len(children(run.pid)) == 2, "there are not two processes")
    time.sleep(0.3)
    return run, children(run.pid)
def gone(pids): until(lambda: not any(os.path.exists(f"/proc/{p}") for p in pids), "a process is left")

run, pids = begin()
for p in pids:
    status = dict(line.split(":", 1) for line in open(f"/proc/{p}/status"))
    for key, wanted in ("Seccomp", 2), ("NoNewPrivs", 1), ("Threads", 1):
        if int(status[key]) != wanted: sys.exit(f"{key} is {status[key]}")
    limits = open(f"/proc/{p}/limits").read()
    for name in "core file size", "file size", "open files":
        soft, hard = next(l for l in limits.splitlines() if l.startswith("Max " + name))[26:].split()[:2]
        if soft != hard or soft not in ("0", "6" if name == "open files" else "0"):  # 6: with the sanitizers
            sys.exit(f"{name}: {soft} {hard}")
    if os.geteuid() == 0:
        if os.listdir(f"/proc/{p}/fd") != ["3"]: sys.exit(f"open: {os.listdir(f'/proc/{p}/fd')}")
        if open(f"/proc/{p}/environ").read().strip("\0"): sys.exit("the environment is there")
os.kill(run.pid, signal.SIGKILL)
run.wait()
gone(pids)
for send, to_all, code in (signal.SIGINT, False, 130), (signal.SIGINT, True, 130), (signal.SIGTERM, True, 143):
    run, pids = begin()
    (os.killpg if to_all else os.kill)(run.pid, send)
    out, err = run.communicate(timeout=20)
    if run.returncode != code or b"stopped after " not in err: sys.exit(f"{send} led to {run.returncode}: {err}")
    if b"games that failed" in out: sys.exit(f"{send} made games fail")
    gone(pids)
run, pids = begin()
os.kill(pids[0], signal.SIGKILL)  # one that dies of something else: another takes its place, and no game is lost
until(lambda: len(children(run.pid)) == 2 and pids[0] not in children(run.pid), "no other took its place")
run.send_signal(signal.SIGINT)
out, err = run.communicate(timeout=20)
if run.returncode != 130: sys.exit(f"it ended with {run.returncode}: {err}")
P

# --- a process that stands still keeps nobody from stopping
python3 - "$gofuda" "$tree/tests/disputes" << 'P' > out 2> err || fail "judge, whose process stands still"
import os, signal, subprocess, sys, time
run = subprocess.Popen([sys.argv[1], "judge", "--isolate"] + [sys.argv[2]] * 20, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
def locked_in():  # and at work
    with open(f"/proc/{run.pid}/task/{run.pid}/children") as listed: children = listed.read().split()
    for child in children:
        with open(f"/proc/{child}/status") as status:
            if "Seccomp:\t2\n" in status.read(): return int(child)
child = None
while child is None and run.poll() is None: child = locked_in()
os.kill(child, signal.SIGSTOP)
run.send_signal(signal.SIGTERM)
out, err = run.communicate(timeout=60)
if run.returncode != 143: sys.exit(f"it ended with {run.returncode}: {err}")
if "disputes were not judged" not in err: sys.exit(f"it does not say what was not judged: {err}")
P

# --- where the system cannot filter its calls, nothing is run
for words in "simulate go --games 3" "judge $tree/tests/disputes/go"; do
  last="without a filter: $words" code=0
  # shellcheck disable=SC2086
  python3 -c 'import ctypes, errno, os, sys
lib = ctypes.CDLL("libseccomp.so.2")
lib.seccomp_init.restype = ctypes.c_void_p
allow, fail = 0x7fff0000, 0x00050000
class Compare(ctypes.Structure):
    _fields_ = [("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]
f = ctypes.c_void_p(lib.seccomp_init(allow))
one = lambda n: Compare(0, 4, n, 0)
assert lib.seccomp_rule_add(f, fail | errno.ENOSYS, lib.seccomp_syscall_resolve_name(b"seccomp"), 0) == 0
assert lib.seccomp_rule_add_array(f, fail | errno.EINVAL, lib.seccomp_syscall_resolve_name(b"prctl"), 1,
                                  ctypes.byref(one(22))) == 0
assert lib.seccomp_load(f) == 0
os.execv(sys.argv[1], sys.argv[1:])' "$gofuda" $words --isolate > out 2> err || code=$?
  ((code == 2)) || fail "$last: exit code $code"
  err_has "error: --isolate: the system does not filter its calls (seccomp)"
  [[ ! -s out ]] || fail "$last: something was run"
done

finish
