# For the end-to-end tests: a folder of their own, and checks that say what failed. Source it.

gofuda=$(readlink -f "${GOFUDA:?set GOFUDA to the program}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

fail() {
  echo "FAILED: $1" >&2
  head -n 30 out err | sed 's/^/    /' >&2
  failures=$((failures + 1))
}

# run CODE ARGUMENTS...: runs the program with what is on standard input; its output is in out and err.
run() {
  local want=$1 code=0
  shift
  last="gofuda $*"
  "$gofuda" "$@" > out 2> err || code=$?
  ((code == want)) || fail "$last: exit code $code, not $want"
}

has() { grep -qF -- "$1" out || fail "$last: '$1' is not in the output"; }
has_not() { ! grep -qF -- "$1" out || fail "$last: '$1' is in the output"; }
err_has() { grep -qF -- "$1" err || fail "$last: '$1' is not in the error output"; }
same() { cmp -s "$1" "$2" || fail "$last: $1 and $2 differ: $(diff "$1" "$2" | head -n 5)"; }

# dump FILE [TABLE...]: the rows of all tables but those, and but for what tells of time, and of where and when it was
# played.
dump() {
  python3 - "$@" << 'P'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"):
    if table in sys.argv[2:]: continue
    names = [c[1] for c in db.execute(f"PRAGMA table_info({table})")]
    keep = ", ".join(n for n in names if n != "nanoseconds")
    rows = db.execute(f"SELECT {keep} FROM {table} ORDER BY {keep}")
    sys.stdout.writelines(f"{table}|{row}\n" for row in rows if "created" not in row and "nanoseconds" not in row)
P
}

# stop_at_work SECONDS SIGNAL ARGUMENTS...: runs the program, and sends it the signal when it and its children have had so many
# of the processors' seconds, however long that takes; its exit code is in code, 137 if it does not end.
stop_at_work() {
  local seconds=$1 signal=$2
  shift 2
  last="gofuda $*, stopped"
  code=0
  python3 - "$seconds" "$signal" "$gofuda" "$@" > out 2> err << 'P' || code=$?
import os, signal, subprocess, sys, time
run = subprocess.Popen(sys.argv[3:], stdin=subprocess.DEVNULL)
def worked():
    ticks = 0
    for p in filter(str.isdigit, os.listdir("/proc")):
        try: stat = open(f"/proc/{p}/stat").read().rpartition(")")[2].split()
        except OSError: continue
        if run.pid in (int(p), int(stat[1])): ticks += int(stat[11]) + int(stat[12])
    return ticks / os.sysconf("SC_CLK_TCK")
while run.poll() is None and worked() < float(sys.argv[1]): time.sleep(0.02)
run.send_signal(getattr(signal, sys.argv[2]))
try: code = run.wait(100)
except subprocess.TimeoutExpired:
    run.kill()
    code = run.wait()
sys.exit(code if code >= 0 else 128 - code)
P
}

# npm_modules NAME: what tests/NAME/package-lock.json names, in build/NAME of the project's $root. Skips the test where npm
# cannot install it.
npm_modules() {
  local from=$root/tests/$1 modules=$root/build/$1 lock
  command -v node > /dev/null && command -v npm > /dev/null || exit 77
  mkdir -p "$modules"
  exec {lock}> "$modules/.lock"
  flock "$lock"
  if ! cmp -s "$from/package-lock.json" "$modules/installed.json"; then
    cp "$from"/{package.json,package-lock.json,.npmrc} "$modules"
    npm ci --prefix "$modules" --fetch-retries=1 --fetch-timeout=20000 > out 2> err || {
      npm ping --fetch-retries=0 --fetch-timeout=5000 > /dev/null 2>&1 || exit 77
      fail "npm ci"
      finish
    }
    cp "$from/package-lock.json" "$modules/installed.json"
  fi
  exec {lock}>&-
}

finish() {
  if ((failures > 0)); then
    echo "$failures checks failed" >&2
    exit 1
  fi
  echo "all checks passed"
}
