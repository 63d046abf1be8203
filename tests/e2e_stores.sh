#!/usr/bin/env bash
# Files of games from strangers: what is no file, what is not ours, and rows that contradict one another.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/e2e_lib.bash"
cat > plan.yaml << 'P'
sweep: Komi
variant: go
set: { board.size: 5x5, rules.komi: [0.5, 2.5] }
games: 20
paired: true
P
run 0 simulate dango-1996 --games 40 --keep all --out batch
run 0 compare go --set board.size=5x5 --a rules.komi=1.5 --b rules.komi=3.5 --games 40 --out pairs
run 0 sweep plan.yaml --out sweep
run 0 sweep plan.yaml --shard 1/2 --out part
run 0 cards dango-1996 --games 6 --card keima --card kosumi --out dealt
run 0 cards dango-1996 --games 6 --pairs --card keima --card kosumi --card nobi --out together

# --- altered by SQL: refused as not ours (2), or as damaged (1) with what is wrong, soon and in little memory
last="altered files"
python3 - "$gofuda" << 'P' > out 2> err || fail "$last: $(tail -n 20 err)"
import os, resource, shutil, sqlite3, subprocess, sys

def run(words):
    def limit(): resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    if "asan" in sys.argv[1]: limit = None
    return subprocess.run([sys.argv[1], *words], capture_output=True, text=True, errors="replace", timeout=60, preexec_fn=limit)

def altered(code, says, *sql, base="batch", words=("report", "x")):
    shutil.copy(base, "x")
    db = sqlite3.connect("x")
    for s in sql: db.execute(s)
    db.commit()
    db.close()
    done = run(words)
    name = "m" if words[0] == "merge" and "x is damaged" in says else "x"
    if done.returncode != code or (code and f"error: {name}: {says}" not in done.stderr) or "internal" in done.stderr:
        print(f"{sql}: {done.returncode}: {done.stderr}", file=sys.stderr)
        altered.wrong = True
    if any(c < " " and c != "\n" for c in done.stdout): sys.exit(f"{sql}: a control character is printed")
altered.wrong = False
damaged = lambda says, *sql, **more: altered(1, "it is damaged: " + says, *sql, **more)
count = "WITH RECURSIVE c(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM c)"

# not ours
for sql in (["CREATE VIEW v AS SELECT 1"],
            ["DROP TABLE games", f"CREATE VIEW games AS {count} SELECT x FROM c"],
            ["DROP TABLE sums", f"CREATE VIEW sums AS {count} SELECT 0 AS cell, x AS name, x AS value FROM c"],
            ["DROP TABLE cells", "CREATE TABLE cells (cell INTEGER PRIMARY KEY, id AS (zeroblob(2000000000)))"],
            ["CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END"],
            ["CREATE VIRTUAL TABLE f USING rtree(a, b, c)"],
            ["CREATE INDEX i ON games (turns)"], ["CREATE TABLE t (a)"], ["ALTER TABLE games ADD COLUMN z"]):
    for words in (["report", "x"], ["merge", "m", "x"]):
        altered(2, "its tables are not those of a store of games", *sql, words=words)
    altered(2, "its tables are not those of a store of games", *sql, base="sweep", words=["sweep", "plan.yaml", "--out", "x"])
altered(2, "it holds no cells of games", "DELETE FROM cells")
altered(2, "it is not a store of games", "PRAGMA application_id = 1")

# rows that are none
damaged("'title' of its table 'cells' is no text", "UPDATE cells SET title = zeroblob(9000000)")
damaged("'title' of its table 'cells' is no text", "UPDATE cells SET title = x'ff'")
damaged("'seed' of its table 'cells' is no whole number", "UPDATE cells SET seed = 'a'")
for value in ("'x'", "1.5", "1e999", "x'01'"):
    damaged("'value' of its table 'sums' is no whole number", f"UPDATE sums SET value = {value} WHERE name = 'games'")

# numbers that cannot be
where = "WHERE name = 'turns' AND value = (SELECT max(value) FROM histograms WHERE name = 'turns')"
damaged("'value' of its table 'histograms' is 2000000000", f"UPDATE histograms SET value = 2000000000 {where}")
damaged("'value' of its table 'histograms' is 2100000000", f"UPDATE histograms SET value = 2100000000 {where}".replace("turns", "margin"))
damaged("'value' of its table 'histograms' is 2000", f"UPDATE histograms SET value = 2000 {where}".replace("turns", "card_answers"))
damaged("'games' of its table 'histograms' is -1", "UPDATE histograms SET games = -1 WHERE name = 'turns'")
damaged("'games' of its table 'sums' is -1", "UPDATE sums SET value = -1 WHERE name = 'games'")
damaged("'games' of its table 'cells' is -1", "UPDATE cells SET games = -1")
damaged("'games' of its table 'cells' is 9223372036854775807", "UPDATE cells SET games = 9223372036854775807")
damaged("'komi' of its table 'cells' is 2000000000", "UPDATE cells SET komi = 2000000000")
damaged("'last' of its table 'ranges' is 9223372036854775807", "UPDATE ranges SET last = 9223372036854775807")
damaged("'last' of its table 'ranges' is 3", "UPDATE ranges SET first = 30, last = 3")
damaged("'first' of its table 'ranges' is -5", "UPDATE ranges SET first = -5")
damaged("'first' of its table 'ranges' is 3", "INSERT INTO ranges VALUES (0, 3, 3)")
damaged("'shard' of its table 'shards' is 0", "INSERT INTO shards VALUES (0, 5)")
damaged("'shards' of its table 'shards' is 5000000000", "INSERT INTO shards VALUES (1, 5000000000)")
damaged("'value' of its table 'pair_histograms' is 2000000001",
        "UPDATE pair_histograms SET value = 2000000001 WHERE name = 'leads' AND value = (SELECT max(value) FROM pair_histograms WHERE name = 'leads')", base="pairs")

# what there is not
damaged("'condition' of its table 'condition_sums' is 99", "INSERT INTO condition_sums VALUES (0, 99, 1, 1)")
damaged("'card' of its table 'card_sums' is 999", "UPDATE card_sums SET card = 999 WHERE card = 1")
damaged("'card' of its table 'cards' is 4", "UPDATE cards SET card = 99 WHERE card = 3")
damaged("'cell' of its table 'cells' is 5", "UPDATE cells SET cell = 5")
for table in ("ranges VALUES ({}, 0, 3)", "games SELECT {}, 77, first, outcome, ending, 0, 0, 1, 1, 0, 0, 0 FROM games LIMIT 1"):
    for cell, says in (("7", "7"), ("-7", "-7"), ("'x'", "no whole number")):
        damaged(f"'cell' of its table '{table.split()[0]}' is {says}", "INSERT INTO " + table.format(cell))
altered(2, "its cell ", "UPDATE cells SET base = 77", base="sweep")
altered(2, "its cell ", "UPDATE cells SET base = cell", base="sweep")
damaged("its table 'sums' lacks 'games'", "DELETE FROM sums WHERE name = 'games'")
damaged("its table 'sums' has 'zeal', which is not known", "INSERT INTO sums VALUES (0, 'zeal', 1)")
damaged("its table 'histograms' has 'zeal', which is not known", "UPDATE histograms SET name = 'zeal' WHERE name = 'turns'")
for name in "both", "own_leads", "base_leads":
    damaged("its pairs do not add up", f"UPDATE pair_histograms SET pairs = pairs + 1 WHERE name = '{name}'", base="pairs")
damaged("its pairs do not add up", "UPDATE pair_histograms SET value = 7 WHERE name = 'both' AND value = 8", base="pairs")
damaged("its table 'pair_histograms' has 'zeal', which is not known", "UPDATE pair_histograms SET name = 'zeal' WHERE name = 'results'", base="pairs")
damaged("it holds 1 cells of the kind 'zeal'", "UPDATE provenance SET value = 'zeal' WHERE key = 'kind'")
damaged("it holds 2 cells of the kind 'simulate'", "UPDATE provenance SET value = 'simulate' WHERE key = 'kind'", base="sweep")

# cards dealt on purpose
for base in ("dealt", "together"):
    does_not = "the games of a deal do not add up"
    damaged(does_not, "UPDATE forced_histograms SET games = games + 1 WHERE name = 'half_wins'", base=base)
    damaged(does_not, "UPDATE forced_histograms SET games = games + 99 WHERE name = 'leads'", base=base)
    damaged(does_not, "UPDATE forced_deals SET apart = 7", base=base)
    damaged(does_not, "UPDATE forced_deals SET changed = 7", base=base)
    damaged("'card' of its table 'forced_deals' is -1", "INSERT INTO forced_deals VALUES (0, -1, 0, 0, 0)", base=base)
    damaged("'other' of its table 'forced_deals' is 999", "INSERT INTO forced_deals VALUES (0, 0, 999, 0, 0)", base=base)
    damaged("'last' of its table 'forced_ranges' is 6", "UPDATE forced_ranges SET last = 6", base=base)
    damaged("'value' of its table 'forced_histograms' is 7", "INSERT INTO forced_histograms SELECT cell, card, other, 'half_wins', 7, 1 FROM forced_deals", base=base)
    damaged("its table 'forced_histograms' has 'zeal', which is not known", "UPDATE forced_histograms SET name = 'zeal' WHERE name = 'leads'", base=base)
    damaged("it has games of a deal that there is none of", "INSERT INTO forced_ranges VALUES (0, 35, 35, 0, 3)", base=base)
    damaged("it has games of a deal that there is none of", "INSERT INTO forced_histograms VALUES (0, 35, 35, 'leads', 0, 1)", base=base)
    damaged("it has no cards that are dealt", "DELETE FROM forced_deals", "DELETE FROM forced_ranges", "DELETE FROM forced_histograms", base=base)
    damaged("it has cards that nobody has dealt", "UPDATE provenance SET value = 'simulate' WHERE key = 'kind'", base=base)
    damaged("'cell' of its table 'forced_deals' is 1", "INSERT INTO forced_deals VALUES (1, 0, 0, 0, 0)", base=base)
damaged(does_not, "UPDATE forced_histograms SET games = games - 1 WHERE name = 'both'", "DELETE FROM forced_histograms WHERE games = 0", base="together")
damaged("its table 'forced_histograms' has 'both', which is not known", "INSERT INTO forced_histograms SELECT cell, card, other, 'both', 0, 6 FROM forced_deals", base="dealt")
damaged("a card was dealt in games that it does not hold", "UPDATE cells SET games = 9", "UPDATE forced_ranges SET first = 3, last = 8", base="dealt")

# numbers that contradict one another
damaged("its results are not those of as many games", "UPDATE sums SET value = value + 1 WHERE name = 'draws'")
damaged("its results are not those of as many games", "UPDATE sums SET value = 9223372036854775807 WHERE name IN ('draws', 'black_wins')")
damaged("its results are not those of as many games", "UPDATE ranges SET last = last - 1")
damaged("the sides have not begun", "UPDATE sums SET value = value + 1 WHERE name = 'black_began'")
damaged("a side has won more games", "UPDATE sums SET value = value + 99 WHERE name = 'black_began_and_won'")
damaged("not as many games as ended have an ending", "UPDATE sums SET value = value + 1 WHERE name = 'by_win'")
damaged("its distributions are not of as many games", "UPDATE histograms SET games = games + 1 WHERE name = 'moves'")
damaged("its captures do not add up", "UPDATE sums SET value = value + 1 WHERE name = 'black_captures'")
damaged("its different games are not those", "UPDATE courses SET games = games + 1")
damaged("'course' of its table 'courses' is -1", "UPDATE courses SET course = -1 WHERE course = (SELECT max(course) FROM courses)")
damaged("its kinds of faults", "INSERT INTO fault_kinds VALUES (0, 'x', 1, 0)")
damaged("the games of a card", "UPDATE card_sums SET value = value + 99 WHERE name = 'drawn_only_first_wins'")
damaged("the games of a card", "UPDATE card_sums SET value = value + 1 WHERE name = 'played_both_games'")
damaged("the swings of a card", "UPDATE card_sums SET value = -9223372036854775808 WHERE name = 'swing'")
damaged("it has not as many pairs as games", "UPDATE pair_sums SET pairs = pairs + 1", base="pairs")
damaged("its pairs do not add up", "UPDATE pair_sums SET half_wins = half_wins + 1", base="pairs")
damaged("'differing' of its table 'pair_sums' is", "UPDATE pair_sums SET differing = other_courses - 1", base="pairs")
damaged("its results are not those of as many games", "UPDATE cells SET games = 1000000", "DELETE FROM ranges",
        "WITH RECURSIVE c(x) AS (SELECT 0 UNION ALL SELECT x + 2 FROM c LIMIT 300000) INSERT INTO ranges SELECT 0, x, x FROM c")

# merged: games of nobody
altered(1, "x is damaged: it has rows of games that there are none of", "UPDATE baselines SET game = 'x' WHERE game = 3",
        base="part", words=["merge", "--partial", "m", "x"])
altered(1, "x is damaged: it has rows of games that there are none of", "UPDATE baselines SET game = 99 WHERE game = 3",
        base="part", words=["merge", "--partial", "m", "x"])
if os.path.exists("m") or os.path.exists("m.merge"): sys.exit("something was left lying about")

# what is odd but right: a text that steers a terminal, and as many games as a cell may have
altered(0, "", "UPDATE cells SET title = char(27) || '[2J', black = char(27) || 'c'")
times = "value * 25000000000"
altered(0, "", "UPDATE cells SET games = 1000000000000", "UPDATE ranges SET last = 999999999999", f"UPDATE sums SET value = {times}",
        "UPDATE histograms SET games = games * 25000000000", "UPDATE courses SET games = games * 25000000000", f"UPDATE card_sums SET value = {times}")

# no text, wherever it stands, steers a terminal
def texts(base):
    db = sqlite3.connect(base)
    for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        for column in db.execute(f"PRAGMA table_info({table})").fetchall():
            if column[2] == "TEXT": yield table, column[1]
for base in "batch", "sweep", "pairs", "dealt", "together", "part":
    for table, column in texts(base):
        shutil.copy(base, "x")
        with sqlite3.connect("x") as db:
            db.execute(f"UPDATE OR IGNORE {table} SET {column} = {column} || char(27) || ']0;x' || char(7) || char(10) || char(155)")
        for words in (["report", "x"], ["report", "x", "--csv"], ["merge", "--partial", "m", "x"]):
            done = run(words)
            if any(c in "\x07\x1b\x9b" for c in done.stdout + done.stderr) or "internal" in done.stderr:
                sys.exit(f"{base}: {table}.{column}: {words}: {done}")
            if os.path.exists("m"): os.remove("m")

# bytes changed anywhere: an answer, whatever it is
import random
change = random.Random(1)
whole = open("batch", "rb").read()
for i in range(40):
    bytes_ = bytearray(whole)
    for _ in range(change.choice((1, 10, 100))): bytes_[change.randrange(100, len(bytes_))] = change.randrange(256)
    open("x", "wb").write(bytes_)
    for words in (["report", "x"], ["merge", "--partial", "m", "x"],
                  ["simulate", "dango-1996", "--games", "41", "--keep", "all", "--out", "x"]):
        done = run(words)
        if done.returncode not in (0, 1, 2) or "internal" in done.stderr: sys.exit(f"{i}: {words}: {done}")
        if os.path.exists("m"): os.remove("m")
sys.exit(altered.wrong)
P

# --- what is no file, or no store
mkfifo pipe
mkdir folder
printf 'hello' > letters
: > nothing
head -c 9000 batch > half
for what in pipe /dev/zero /dev/full; do
  for words in "report $what" "merge m $what" "simulate go --games 2 --out $what"; do
    # shellcheck disable=SC2086
    run 2 $words < /dev/null
    err_has "error: $what: this is a device, a pipe or a socket; name an ordinary file"
  done
done
run 2 report folder
err_has "error: folder: this is a folder; name a file in it"
run 2 simulate go --games 2 --out folder
err_has "error: folder: this is a folder; name a file in it"
for what in letters nothing; do
  run 2 report $what
  err_has "error: $what: it is not a store of games"
done
run 1 report half
err_has "error: half: it is damaged"
run 0 simulate go --games 2 --out file:odd?name
[[ -e file:odd?name ]] || fail "$last: a name that looks like an address is a name"
run 0 report file:odd?name

# --- what lies beside a store: a journal that has another file deleted, links, a log that reading would leave
simulation="simulate dango-1996 --games 41 --keep all"
echo precious > victim
python3 - batch trap victim << 'P'
import os, shutil, sqlite3, struct, sys
store, trap, victim = sys.argv[1:]
shutil.copy(store, "open")
db = sqlite3.connect("open", isolation_level=None)
page = db.execute("PRAGMA page_size").fetchone()[0]
for sql in ("PRAGMA journal_mode = delete", "PRAGMA cache_size = 2", "BEGIN IMMEDIATE", "UPDATE games SET turns = turns + 1"): db.execute(sql)
journal = open("open-journal", "rb").read()
shutil.copy(store, trap)
db.execute("ROLLBACK")
sector = struct.unpack(">I", journal[20:24])[0]
journal = bytes.fromhex("d9d505f920a163d7") + struct.pack(">I", (len(journal) - sector) // (page + 8)) + journal[12:]
name = os.path.abspath(victim).encode()
journal += b"\0" * (-len(journal) % sector)
journal += struct.pack(">I", 0x40000000 // page + 1) + name + struct.pack(">II", len(name), sum(name)) + bytes.fromhex("d9d505f920a163d7")
open(trap + "-journal", "wb").write(journal)
# Whoever opens such a one without looking loses the file.
for ending in "", "-journal": shutil.copy(trap + ending, "copy" + ending)
copy = sqlite3.connect("copy", isolation_level=None)
copy.execute("BEGIN IMMEDIATE")
assert not os.path.exists(victim)
P
echo precious > victim
ln -s trap way
for words in "$simulation --out way" "report way"  "$simulation --out trap" "$simulation --isolate --out trap" "simulate go --games 2 --out trap" "report trap"; do
  # shellcheck disable=SC2086
  run 2 $words
  err_has "trap-journal names another file, which would be deleted"
  [[ $(cat victim) == precious ]] || fail "$last: the journal's file is there"
done
printf '\0\0\0' > zeros-shm # as one that was killed early leaves it
run 0 simulate go --set board.size=5x5 --games 2 --out zeros
for ending in -journal -wal -shm; do
  echo "a text of mine" > fresh$ending
  # shellcheck disable=SC2086
  run 2 $simulation --out fresh
  err_has "fresh$ending is in the way, and is none of ours: move it"
  [[ $(cat fresh$ending) == "a text of mine" && ! -e fresh ]] || fail "$last: what lies there is as it was"
  rm fresh$ending
  cp batch linked
  ln -s victim linked$ending
  for words in "$simulation --out linked" "report linked"; do
    # shellcheck disable=SC2086
    run 2 $words
    err_has "linked$ending is no ordinary file"
    [[ $(cat victim) == precious ]] || fail "$last: what a link leads to is as it was"
  done
  rm linked$ending
  ln victim linked$ending
  run 2 report linked
  err_has "linked$ending is a file of another name as well"
  rm linked$ending
done
cp batch logged
python3 -c 'import sqlite3; sqlite3.connect("logged").execute("PRAGMA journal_mode = wal")'
run 0 report logged
printf '\x01' | dd of=logged bs=1 seek=18 conv=notrunc status=none  # the version for reading alone says it
run 0 report logged
[[ ! -e logged-wal && ! -e logged-shm ]] || fail "$last: a report leaves nothing beside a store"

# --- a log that lies under the name which a store gets: of a file that was taken away it is not read into the new one; what
# it has for the one that is replaced is not lost
# left_open STORE SQL: as a program that is killed leaves it, with what was written last in a log beside it
left_open() {
  python3 - "$@" << 'P'
import os, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
for sql in ("PRAGMA journal_mode = wal", "PRAGMA wal_autocheckpoint = 0", sys.argv[2]): db.execute(sql)
os._exit(0)
P
  [[ -s $1-wal ]] || fail "no log is left beside $1"
}
for n in 1 2; do run 0 $simulation --shard $n/2 --out part$n; done
run 0 merge united part1 part2
run 0 report united --no-time
cp out united.report
run 0 report part1 --no-time
cp out part1.report
cp batch left
left_open left "UPDATE games SET turns = turns + 1"
cp left-wal merged-wal
run 2 merge merged part1 part2
err_has "merged-wal may hold games of a store that was taken away: move it to where that is, or away"
cmp -s left-wal merged-wal && [[ ! -e merged ]] || fail "$last: the log is as it was"
rm merged-wal
run 0 merge merged part1 part2
run 0 report merged --no-time
same out united.report
cp left-wal anew-wal
run 2 $simulation --shard 1/2 --out anew
err_has "anew-wal may hold games"
rm anew-wal
run 0 $simulation --shard 1/2 --out anew
run 0 report anew --no-time
same out part1.report
run 0 merge --partial earlier part1
left_open earlier "UPDATE games SET nanoseconds = 77"
run 0 merge earlier earlier part2
run 0 report earlier --no-time
has "41 of 41 games"
python3 - << 'P' > out 2> err || fail "$last: what the log had is in it: $(cat out err)"
import sqlite3
games = lambda store, which: sqlite3.connect(store).execute("SELECT count(*) FROM games WHERE " + which).fetchone()[0]
assert games("earlier", "nanoseconds = 77") == games("part1", "1") > 0
P
[[ ! -e earlier-wal ]] || fail "$last: the log is gone"
run 0 merge --partial busy part1
python3 - "$gofuda" busy part2 << 'P' > out 2> err || fail "$last: $(cat out err)"
import fcntl, subprocess, sys
program, store, part = sys.argv[1:]
with open(store) as held:  # as whoever writes it does
    fcntl.flock(held, fcntl.LOCK_EX)
    run = subprocess.run([program, "merge", store, store, part], capture_output=True, text=True)
assert run.returncode == 1 and "another process is writing it" in run.stderr, run
assert subprocess.run([program, "merge", store, store, part]).returncode == 0
P
run 0 merge --partial real part1
ln -s real name
run 0 merge name name part2
[[ -L name ]] || fail "$last: the link stays one"
run 0 report real --no-time
has "41 of 41 games"
run 0 merge --partial read part1
left_open read "UPDATE games SET nanoseconds = 78"
python3 - "$gofuda" read part2 << 'P' > out 2> err || fail "$last: $(cat out err)"
import os, sqlite3, subprocess, sys
program, store, part = sys.argv[1:]
reader = sqlite3.connect(store, isolation_level=None)  # somebody who reads it for long
reader.execute("BEGIN")
reader.execute("SELECT count(*) FROM games").fetchone()
run = subprocess.run([program, "merge", store, store, part], capture_output=True, text=True)
assert run.returncode == 1 and "another process is using it" in run.stderr, run
assert not os.path.exists(store + ".merge")
P
run 2 simulate dango-1996 --games 31 --keep all --shard 1/2 --out part1
err_has "part1: it holds"
! grep -q "part1.part" err || fail "$last: another file is meant"

# --- leads of a million points, as cards may give them: kept, read, told and put together
mkdir -p rich/cards/decks rich/variants
cat > rich/cards/million.lua << 'L'
return card {
  name = "Million",
  text = "A million points for you, a million less for your opponent. More of a lead is not told.",
  play = function(me, opponent)
    me:score(1000000)
    opponent:score(-1000000)
    me:stone()
  end,
}
L
printf 'deck: rich\ncards: { million: 1 }\n' > rich/cards/decks/rich.yaml
printf 'variant: rich\nextends: go\nboard: { size: 4x4 }\nturn: draw-and-play\ncommon_deck: rich\n' > rich/variants/rich.yaml
for isolate in "" --isolate; do
  # shellcheck disable=SC2086
  run 0 --rules rich simulate rich --games 6 --keep all --out "million$isolate" $isolate
  run 0 report "million$isolate"
  run 0 report "million$isolate" --json
  has '"mean":1000000.0'
done
run 0 --rules rich simulate rich --games 6 --shard 1/2 --out one
run 0 --rules rich simulate rich --games 6 --shard 2/2 --out two
echo note > both.merge
run 2 merge both one two
err_has "both.merge is in the way"
[[ $(cat both.merge) == note && ! -e both ]] || fail "$last: a note was written over"
ln -sf victim both.merge
: > victim
run 2 merge both one two
err_has "both.merge is a link"
[[ ! -s victim && ! -e both ]] || fail "$last: what a link leads to was written over"
rm both.merge victim
run 2 merge --partial "" one
[[ ! -e .merge ]] || fail "$last: a file without a name"
cp one both.merge # a store, and no merge that was cut off
run 2 merge both one two
err_has "both.merge is in the way"
run 2 merge both both.merge two
[[ ! -e both ]] && cmp -s one both.merge || fail "$last: a store of games was taken for a merge that was cut off"
python3 -c 'import sqlite3; sqlite3.connect("both.merge").execute("PRAGMA application_id = %d" % 0x676f6d67)' # but that is one
run 0 merge both one two
[[ ! -e both.merge ]] || fail "$last: what was cut off is left"
run 0 report both --html page.html
finish
