#!/usr/bin/env bash
# What SQLite keeps beside a store of games: of a run that was killed it is read, and of another file it is not.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/e2e_lib.bash"
simulation="simulate dango-1996 --games 40 --keep all"
endless="simulate go --set board.size=5x5 --games 1000000"
run 0 $simulation --out batch
run 0 report batch --no-time
cp out batch.report
run 0 simulate go --games 3 --out other

# begin STORE: a run that does not end, in the background
begin() {
  "$gofuda" $endless --out "$1" > out 2> "err.$1" &
  playing=$!
  while [[ ! -s $1-wal ]]; do going || return 0; done
}
going() { sleep 0.02 && { kill -0 $playing 2> /dev/null || { fail "$endless ends: $(cat err.*)" && false; }; }; }
games_in() { "$gofuda" report "$1" --json 2> /dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)["games"])' 2> /dev/null || echo 0; }
# writing STORE N: until it holds more games than that
writing() { while (($(games_in "$1") <= $2)); do going || return 0; done; }
# ended CODE: the run is; 137 after kill -9
ended() {
  local code=0
  { wait $playing || code=$?; } 2> /dev/null # "Killed"
  ((code == $1)) || fail "$endless: exit code $code, not $1: $(cat err.*)"
}
has_games() { python3 -c 'import json; assert json.load(open("out"))["games"] > 0' || fail "$last: there are no games"; }

# --- a store that is taken away under a run
for how in "rm -f gone*" "rm -f gone* && echo mine > gone"; do
  begin gone
  eval "$how"
  ended 1
  ! grep -q "are safe in it" err.gone || fail "simulate, $how: its games are not safe"
  last="simulate, $how"
  grep -qE "gone: .*(it was taken away, or another file put in its place|was the file taken away)" err.gone || fail "$last: what happened"
  [[ ! -e gone || $(cat gone) == mine ]] || fail "$last: that file is as it was"
done
# Nor is another one written over that was copied into the same file.
rm gone
begin gone
cp other gone
ended 1
grep -q "gone: it was taken away, or another file put in its place" err.gone || fail "simulate, cp other gone: what happened"
cmp -s other gone || fail "simulate, cp other gone: the copy is as it was"
run 2 report gone
err_has "gone-wal is not of this file"
rm gone-wal gone-shm
# Of a run that made one of that name meanwhile, nothing is touched.
rm gone
begin gone
first=$playing
rm -f gone*
begin gone
second=$playing playing=$first
ended 1
[[ -s gone-wal ]] || fail "a run whose store was taken away took away another's log"
kill -TERM $second
playing=$second
ended 143
run 0 report gone --json
has_games

# Nor is the log of one that was moved away without it taken away.
begin moved
writing moved 0
kill -9 $playing
ended 137
cp moved-wal kept-wal
mv moved elsewhere
run 2 simulate go --games 2 --out moved
err_has "moved-wal may hold games of a store that was taken away: move it to where that is, or away"
cmp -s moved-wal kept-wal && [[ ! -e moved ]] || fail "$last: the log is as it was"
mv moved-wal elsewhere-wal
run 0 report elsewhere --json
has_games

# --- somebody else reads a store while it is written: whoever closes it takes nothing away from the run
begin read
writing read 0
for _ in 1 2 3; do
  python3 -c 'import sqlite3; print(sqlite3.connect("read").execute("SELECT count(*) FROM sums").fetchone())' > /dev/null
  [[ -s read-wal && -s read-shm ]] || fail "a reader took away the log of a run"
  writing read "$(games_in read)"
done
kill -9 $playing
ended 137
rm read read-*

# --- a copy in the place of a store whose run was killed, which left a log
begin killed
writing killed 0
kill -9 $playing
ended 137
[[ -s killed-wal ]] || fail "no log is left"
for file in copied later; do cp killed $file && cp killed-wal $file-wal; done
cp batch copied
for words in "report copied" "$simulation --out copied" "$endless --out copied" "merge both copied"; do
  # shellcheck disable=SC2086
  run 2 $words
  err_has "copied-wal is not of this file, which was put in the place of another: move it away"
done
cmp -s batch copied || fail "$last: the copy is as it was"
rm copied-wal
run 0 report copied --no-time
same out batch.report
run 0 report killed --json
has_games
begin later # goes on
writing later "$(games_in killed)"
kill -TERM $playing
ended 143
[[ ! -e later-wal ]] || fail "a run that ends leaves a log"
cp killed-wal later-wal
run 2 report later # of itself, but from before
err_has "later-wal is not of this file"

python3 -c 'import sqlite3; sqlite3.connect("notes").execute("CREATE TABLE t (a)")'
cp notes mine
cp killed-wal mine-wal
run 2 $endless --out mine # one that is no store is not made into it
err_has "mine-wal is not of this file"
cmp -s notes mine || fail "$last: the file is as it was"

# --- what claims to have no end
cp batch vast
for begin in '-wal \x37\x7f\x06\x82' '-journal \xd9\xd5\x05\xf9\x20\xa1\x63\xd7\xff\xff\xff\xff'; do
  # shellcheck disable=SC2059
  printf "${begin#* }" > "vast${begin%% *}"
  truncate -s 100G "vast${begin%% *}"
  last="report vast, with ${begin%% *}"
  timeout 20 "$gofuda" report vast > out 2> err || (($? < 3)) || fail "$last: it takes long"
  rm "vast${begin%% *}"
done

# --- a journal, which a shard's run leaves
left_undone() {
  cp batch "$1"
  python3 - "$1" << 'P'
import os, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
stamp = db.execute("PRAGMA user_version").fetchone()[0]
for sql in ("PRAGMA cache_size = 3", "BEGIN", f"PRAGMA user_version = {stamp + 256}", "UPDATE games SET turns = turns + 1",
            "UPDATE games SET nanoseconds = 1 << 40", "UPDATE game_cards SET swings = 9"): db.execute(sql)
os._exit(0)
P
  [[ -s $1-journal ]] && ! cmp -s batch "$1" || fail "no journal is left beside $1"
}
left_undone undone
cp other undone
for words in "report undone" "$simulation --out undone"; do
  # shellcheck disable=SC2086
  run 2 $words
  err_has "undone-journal is not of this file"
done
cmp -s other undone || fail "$last: the copy is as it was"
rm undone-journal
left_undone undone
run 0 $simulation --out undone
run 0 report undone --no-time
same out batch.report
finish
