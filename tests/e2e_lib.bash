# For the end-to-end tests: a folder of their own, and checks that say what failed. Source it.

gofuda=${GOFUDA:?set GOFUDA to the program}
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

finish() {
  if ((failures > 0)); then
    echo "$failures checks failed" >&2
    exit 1
  fi
  echo "all checks passed"
}
