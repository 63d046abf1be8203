#!/usr/bin/env bash
# Killed at any moment, on a full disk, in a folder that is read-only, and with nobody to listen: what was there stays,
# and the same command goes on. GOFUDA_FAULTS=100 kills a hundred times; without it, a few times.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/e2e_lib.bash"
unset SLURM_ARRAY_TASK_ID
cat > plan.yaml << 'P'
sweep: Komi
variant: go
set: { board.size: 9x9, rules.komi: [0.5, 3.5, 6.5] }
games: 3000
paired: true
keep: all
P

last="killed"
python3 - "$gofuda" "${GOFUDA_FAULTS:-12}" << 'P' > out 2> err || fail "$last: $(tail -n 5 err)"
import hashlib, os, random, sqlite3, subprocess, sys, time
program, kills = sys.argv[1], int(sys.argv[2])
seed = int(os.environ.get("GOFUDA_FAULTS_SEED", time.time_ns() % 1000000))
chance = random.Random(seed)
seen = {}  # what was found after a kill, by kind

def done(*words):
    run = subprocess.run([program, *words], capture_output=True, text=True)
    if run.returncode != 0: sys.exit(f"seed {seed}: {words}: {run.returncode}: {run.stderr}")
    return run.stdout

def seconds(*words):
    start = time.monotonic()
    done(*words)
    return time.monotonic() - start

def report(path): return done("--json", "report", path, "--no-time")

# Kills it after a part of the time; True when it had not ended.
def killed(words, most, **more):
    run = subprocess.Popen([program, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)
    time.sleep(chance.uniform(0, most))
    run.kill()
    return run.wait() == -9

def note(kind, what):
    counts = seen.setdefault(kind, {})
    counts[what] = counts.get(what, 0) + 1

# The file is a store that fits together (reading it checks that) and each game is there once.
def check(path):
    if not os.path.exists(path): return "no file"
    run = subprocess.run([program, "--json", "report", path, "--no-time"], capture_output=True, text=True)
    if run.returncode == 2 and "it is not a store of games" in run.stderr:
        if os.path.getsize(path) > 0: sys.exit(f"seed {seed}: {path} holds something else")
        return "nothing yet"
    if run.returncode == 1 and "it was left in the middle of writing" in run.stderr and os.path.exists(path + "-journal"):
        return "in the middle of writing"  # of a shard, or of the empty tables: later ones have a log instead
    if run.returncode != 0: sys.exit(f"seed {seed}: {path}: {run.returncode}: {run.stderr}")
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    kept = db.execute("SELECT coalesce(sum(last - first + 1), 0) FROM ranges").fetchone()[0]
    for sql in ("SELECT count(*) FROM games", "SELECT sum(value) FROM sums WHERE name = 'games'"):
        rows = db.execute(sql).fetchone()[0]
        if rows != kept: sys.exit(f"seed {seed}: {path} has {kept} games, and '{sql}' gives {rows}")
    db.close()
    return "games" if kept > 0 else "no games yet"

# Killed, gone on with and killed again, and at last played to the end: the same as in one go.
def batch(kind, words, path, whole, most):
    for again in range(chance.choice((1, 1, 2, 3))):
        global left
        if left == 0: break
        ended = not killed([*words, "--out", path], most)
        if not ended: left -= 1
        name = path + ".part" if os.path.exists(path + ".part") else path
        found = check(name)
        note(kind + (", resumed" if again else ""), found + (", it had ended" if ended else ""))
    done(*words, "--out", path)
    if report(path) != whole: sys.exit(f"seed {seed}: {kind}: not the report of one run")
    if check(path) != "games": sys.exit(f"seed {seed}: {kind}: no games")
    beside = [f for f in os.listdir(".") if f.startswith(path + "-") or f.startswith(path + ".")]
    if beside: sys.exit(f"seed {seed}: {kind}: {beside} lie about")
    os.remove(path)

simulate = ["simulate", "dango-1996", "--games", "2500", "--keep", "all", "--threads", "1"]
sweep = ["sweep", "plan.yaml", "--threads", "2"]
time_of = {"simulate": seconds(*simulate, "--out", "whole"), "sweep": seconds(*sweep, "--out", "swept")}
for i in "12": done(*simulate, "--shard", i + "/2", "--out", "part." + i)
time_of["shard"] = time_of["simulate"] / 2
time_of["merge"] = seconds("merge", "merged", "part.1", "part.2")
whole, swept, half = report("whole"), report("swept"), report("part.1")
if report("merged") != whole: sys.exit("merged is not whole")
os.remove("merged")
hashes = lambda: [hashlib.sha256(open(p, "rb").read()).hexdigest() for p in ("part.1", "part.2")]
parts = hashes()

def merge():
    global left
    if killed(["merge", "merged", "part.1", "part.2"], time_of["merge"]): left -= 1
    if hashes() != parts: sys.exit(f"seed {seed}: a part was changed")
    note("merge", "whole" if os.path.exists("merged") else "nothing")
    if not os.path.exists("merged"): done("merge", "merged", "part.1", "part.2")
    if report("merged") != whole: sys.exit(f"seed {seed}: merged is not whole")
    if any(f.startswith("merged.") or f.startswith("merged-") for f in os.listdir(".")): sys.exit("something lies about")
    os.remove("merged")

columns = "ABCDEFGHJKLMNOPQRST"
moves = [f"{columns[i]}{row + 2 * (side == 'w')}" for row in (1, 5, 9, 13) for i in range(19) for side in "bw"]
def save():
    global left
    said = "".join(f"{m}\nsave g.yaml\n" for m in moves)
    run = subprocess.Popen([program, "play", "go", "--white", "human", "--black", "human"], stdin=subprocess.PIPE,
                           stdout=open("said", "w"), stderr=subprocess.STDOUT)
    try:
        run.stdin.write(said.encode())
        run.stdin.close()
    except BrokenPipeError: pass
    time.sleep(chance.uniform(0, time_of["save"]))
    run.kill()
    if run.wait() == -9: left -= 1
    else: note("save", "had ended")
    asked = open("said").read().count("saved: ")
    if not os.path.exists("g.yaml"): return note("save", "no file")
    done("replay", "g.yaml")
    kept = sum(line.startswith("  - ") for line in open("g.yaml"))
    note("save", "a game")
    if kept < asked: sys.exit(f"seed {seed}: {asked} saves were told of, the file has {kept} moves")
    for f in os.listdir("."):
        if f.startswith("g.yaml"): os.remove(f)
start = time.monotonic()
subprocess.run([program, "play", "go", "--white", "human", "--black", "human"], capture_output=True,
               input="".join(f"{m}\nsave g.yaml\n" for m in moves).encode())
time_of["save"] = time.monotonic() - start
if sum(line.startswith("  - ") for line in open("g.yaml")) != len(moves): sys.exit("not all moves are saved")
os.remove("g.yaml")

left, turn = kills, 0
while left > 0:
    kind = ("simulate", "sweep", "shard", "merge", "save")[turn % 5]
    turn += 1
    if kind == "simulate": batch(kind, simulate, "a", whole, time_of[kind] * 1.1)
    elif kind == "sweep": batch(kind, sweep, "b", swept, time_of[kind] * 1.1)
    elif kind == "shard": batch(kind, [*simulate, "--shard", "1/2"], "c", half, time_of[kind] * 1.1)
    elif kind == "merge": merge()
    else: save()
# The longest time in a long run between two times of keeping games, as one sees it who reads the file ten times a
# second: that much a kill could lose. A second is allowed; half of one and a second try are for a machine that is busy.
# (That time doubles at first: only late in a run would a longer one be seen.)
def games_in(path, last):
    if not os.path.exists(path): return last
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try: return db.execute("SELECT coalesce(sum(last - first + 1), 0) FROM ranges").fetchone()[0]
    except sqlite3.OperationalError: return last  # its tables are being made, or it is locked
    finally: db.close()
def longest_loss():
    endless = ["simulate", "dango-1996", "--games", "10000000", "--threads", "1", "--out", "long"]
    run = subprocess.Popen([program, *endless], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    begin = last = time.monotonic()
    kept, longest = 0, 0
    now = begin
    while now < begin + 6 and run.poll() is None:
        time.sleep(0.1)
        games, now = games_in("long", kept), time.monotonic()
        if games != kept: kept, last = games, now
        if kept > 0: longest = max(longest, now - last)
    run.kill()
    if run.wait() != -9: sys.exit("ten million games came to an end")
    if check("long") != "games": sys.exit("no games in six seconds")
    for f in os.listdir("."):
        if f.startswith("long"): os.remove(f)
    return longest
if longest_loss() > 1.5 and (longest := longest_loss()) > 1.5: sys.exit(f"{longest} seconds can be lost")
print(f"seed {seed}: {kills} kills in {turn} runs:", seen)
P
cat out

# --- a disk that is full: the message, exit code 1, and nothing lost; with room, the same command goes on
mkdir room
cd room
batch=(simulate dango-1996 --games 1500 --keep all --no-time)
run 0 --json "${batch[@]}" --out whole
cp out whole.json
full() { # full KILOBYTES ARGUMENTS...: what is written to a file ends there, as on a full disk; exit code 1
  local most=$1 code=0
  shift
  last="full disk: gofuda $*"
  (trap '' XFSZ; ulimit -f "$most"; exec "$gofuda" "$@" > out 2> err) || code=$?
  ((code == 1)) || fail "$last: exit code $code, not 1"
}
for most in 8 60 300; do
  full $most "${batch[@]}" --out small
  err_has "error: small: it cannot be written"
  if ((most == 300)); then
    err_has "games are safe in it; the same command goes on from there"
    run 0 report small
  fi
  run 0 --json "${batch[@]}" --out small
  same whole.json out
  rm small
done
for i in 1 2; do run 0 "${batch[@]}" --shard $i/2 --out part.$i; done
full 300 merge all part.1 part.2
err_has "error: all: it cannot be written"
[[ ! -e all && ! -e all.merge ]] || fail "$last: something was left lying about: $(ls)"
run 0 merge all part.1 part.2
run 0 --json report all --no-time
same whole.json out
full 4 report all --html page.html
err_has "error: cannot write page.html: File too large"
full 4 report all --svg plots
[[ ! -e page.html && -z $(find plots -name '*.part*') ]] || fail "$last: something was left lying about: $(ls . plots)"
# As a user who may make no file systems, or not: a small one, if it can be had.
if unshare -m true 2> /dev/null; then
  mkdir disk
  last="a disk of one megabyte"
  unshare -m bash -c 'mount -t tmpfs -o size=1m none disk || exit 77; "$0" "$@" --out disk/f > out 2> err; code=$?
    cp disk/f kept; exit $code' "$gofuda" "${batch[@]}" && code=0 || code=$?
  if ((code != 77)); then
    ((code == 1)) || fail "$last: exit code $code, not 1"
    err_has "error: disk/f: it cannot be written"
    err_has "games are safe in it"
  fi
fi

# --- a folder that is read-only, for a user who is not root
as_somebody=()
((EUID != 0)) || as_somebody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
last="as somebody else"
chmod 755 "$work"
if "${as_somebody[@]}" "$gofuda" --version > out 2> err; then
  mkdir shut
  cp whole shut/whole
  cp part.1 part.2 shut
  "$gofuda" play go --black human --white human --save shut/g.yaml <<< "C3" > /dev/null
  cp whole shut/log
  python3 -c 'import os, sqlite3
db = sqlite3.connect("shut/log")
db.execute("PRAGMA journal_mode = WAL")
db.execute("UPDATE notes SET value = value")
db.execute("UPDATE provenance SET value = value")
db.commit()
os._exit(0)'
  rm shut/log-shm
  chmod 444 shut/*
  chmod 555 shut
  somebody() { # somebody CODE ARGUMENTS...
    local want=$1 code=0
    shift
    last="read-only: gofuda $*"
    "${as_somebody[@]}" "$gofuda" "$@" > out 2> err < /dev/null || code=$?
    ((code == want)) || fail "$last: exit code $code, not $want"
  }
  somebody 0 --json report shut/whole --no-time
  same whole.json out
  somebody 1 report shut/log
  err_has "error: shut/log: it cannot be opened"
  err_has "its folder must be writable"
  somebody 1 "${batch[@]}" --out shut/new
  err_has "error: shut/new: Permission denied"
  somebody 1 "${batch[@]}" --out shut/whole
  err_has "error: shut/whole: Permission denied"
  somebody 1 merge shut/all shut/part.1 shut/part.2
  err_has "error: shut/all: Permission denied"
  somebody 1 play go --black human --white human --save shut/new.yaml
  err_has "cannot write shut/new.yaml: Permission denied"
  somebody 0 replay shut/g.yaml
  somebody 1 report shut/whole --html shut/page.html
  err_has "cannot write shut/page.html: Permission denied"
  chmod 755 shut
  cmp -s whole shut/whole || fail "$last: the file was touched"
fi

# --- nobody listens: the program ends, and not as if all were well; the games are kept
last="closed pipes"
python3 - "$gofuda" << 'P' > out 2> err || fail "$last: $(cat err)"
import os, subprocess, sys
def closed(*words, stdin=b""):
    read, write = os.pipe()
    os.close(read)
    run = subprocess.run([sys.argv[1], *words], stdout=write, stderr=subprocess.PIPE, input=stdin, timeout=60)
    os.close(write)
    if run.returncode not in (1, -13): sys.exit(f"{words}: {run.returncode}: {run.stderr}")
closed("report", "whole")
closed("--json", "report", "whole")
closed("report", "whole", "--csv")
closed("simulate", "go", "--set", "board.size=5x5", "--games", "20", "--out", "unheard")
closed("play", "go", "--black", "human", "--white", "human", "--save", "unheard.yaml", stdin=b"C3\nD4\nsave\nE5\n")
closed("gtp", "go", stdin=b"name\nversion\n")
P
run 0 report unheard
has "20 games"
finish
