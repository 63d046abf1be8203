#!/usr/bin/env bash
# Batches of games: simulate and report.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/e2e_lib.bash"

batch=(dango-1996 --games 300 --no-time --seed 5)
# query FILE SQL
query() { python3 -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(*row, sep="|")' "$1" "$2" || fail "$1: $2"; }
# --- usage
for command in simulate report compare; do
  run 0 "$command" --help
  has "Examples:"
  has "Exit code"
done
run 2 simulate
run 2 simulate dango-1966
err_has "did you mean 'dango-1996'?"
run 2 simulate go --black randon
err_has "did you mean 'random'?"
run 2 simulate go --set rules.koo=simple
err_has "did you mean 'ko'?"
run 2 simulate go --set komi
err_has "key=value"
for wrong in "--games -1" "--games x" "--seed -1" "--seed 9999999999999999" "--threads -1" "--threads 1000" "--max-turns 0" \
  "--max-turns 70000" "--keep some"; do
  # shellcheck disable=SC2086
  run 2 simulate go $wrong
done
run 2 report
run 2 report nothing.sqlite
err_has "nothing.sqlite: No such file"
[[ ! -e nothing.sqlite ]] || fail "report makes no file"

# --- settings are the same in any order
run 0 simulate go --set board.size=5x5 --set rules.komi=1.5 --games 4 --out order.sqlite
run 0 simulate go --set rules.komi=1.5 --set board.size=5x5 --games 4 --out order.sqlite
run 2 simulate go --set rules.komi=2.5 --set board.size=5x5 --games 4 --out order.sqlite

# --- the same for any number of threads
run 0 --json simulate "${batch[@]}" --threads 1
cp out one
for threads in 2 3 8; do
  run 0 --json simulate "${batch[@]}" --threads $threads
  same one out
done
run 0 --json simulate "${batch[@]::4}" --seed 6
! cmp -s one out || fail "another seed gives other games"

# --- and in parts
run 0 --json simulate "${batch[@]}" --out whole.sqlite
same one out
run 0 --json report whole.sqlite --no-time
same one out
run 0 simulate dango-1996 --games 100 --seed 5 --out parts.sqlite
run 0 --json simulate "${batch[@]}" --out parts.sqlite --threads 2
err_has "holds 100 of 300 games"
same one out
dump whole.sqlite > whole
dump parts.sqlite > parts
same whole parts
run 0 --json simulate "${batch[@]}" --out parts.sqlite
same one out
run 2 simulate dango-1996 --games 299 --seed 5 --out parts.sqlite
err_has "it holds 300 games already"
run 2 simulate go --games 300 --seed 5 --out parts.sqlite
grep -qx "  variant: dango-1996, not go" err || fail "$last: what differs stands in a line of its own"
run 0 report whole.sqlite --csv
has "black_wins.games,"
has "cards.keima.wins_when_played.more.p_adjusted,"
run 0 report whole.sqlite
has "fair komi"
has "What keeps cards from being played"
has "times ("
has " looked at: "
has_not "unplayable: unplayable"
[[ $(query whole.sqlite "SELECT count(*) > 0 FROM obstacles JOIN cards USING (card) WHERE id = 'ponnuki' AND what = 'occupied'") == 1 ]] ||
  fail "what stood in the way of a card is kept"
cp whole.sqlite before.sqlite
run 2 --json report whole.sqlite --csv

# --- what is kept
[[ $(query whole.sqlite "SELECT count(*), min(game), max(game) FROM games") == "300|0|299" ]] || fail "a row for each game"
[[ $(query whole.sqlite "SELECT sum(played_black + played_white) FROM game_cards JOIN cards USING (card) WHERE id = 'keima'") == \
$(query whole.sqlite "SELECT sum(value) FROM card_sums JOIN cards USING (card) WHERE id = 'keima' AND card_sums.name LIKE 'played\______' ESCAPE '\\'") ]] ||
  fail "the rows of the games add up to the sums"
[[ $(query whole.sqlite "SELECT sha256 FROM rule_files WHERE path LIKE '%/keima.lua'") == \
$(sha256sum "$(query whole.sqlite "SELECT path FROM rule_files WHERE path LIKE '%/keima.lua'")" | cut -d' ' -f1) ]] ||
  fail "hashes are those of sha256sum"
run 0 --json simulate "${batch[@]}" --keep summary --out summary.sqlite
same one out
[[ $(query summary.sqlite "SELECT count(*) FROM games") == 0 ]] || fail "--keep summary keeps no games"
(($(stat -c %s summary.sqlite) < 200000)) || fail "--keep summary makes a small file"
python3 - << 'P' || fail "what the report adds up"
import json
j = json.load(open("one"))
assert j["games"] == j["ended"] == 300 and j["faults"] == j["stopped"] == 0, j
assert j["black_wins"]["games"] + j["white_wins"]["games"] + j["draws"]["games"] == 300, j
assert j["beginner_wins"]["games"] == j["black_wins"]["games"], j
assert j["score"]["games"] == j["endings"]["passes"] == 300, j
low, high = j["score"]["fair_komi_interval"]
assert low <= j["score"]["fair_komi"] <= high, j
for c in j["cards"]:
    for side in ("black", "white"):
        assert c["played"][side] + c["unplayable"][side] >= c["drawn"][side] == 300, c
P

# --- 0, 1 and 2 games
for n in 0 1 2; do
  run 0 --json simulate go --set board.size=5x5 --games $n --no-time --out "few$n.sqlite"
  cp out few
  run 0 --json report "few$n.sqlite" --no-time
  same few out
  python3 -c "import json; j = json.load(open('few')); assert j['games'] == $n; assert (j['black_wins']['rate'] is None) == ($n == 0), j" ||
    fail "$n games"
  run 0 simulate go --set board.size=5x5 --games $n
  run 0 report "few$n.sqlite"
  run 0 report "few$n.sqlite" --csv
done

# --- files of something else
refused() { # refused CODE WORDS ARGUMENTS...
  local code=$1 words=$2
  shift 2
  run "$code" simulate "$@" --out whole.sqlite
  err_has "$words"
}
refused 2 "seed: 5, not 6" dango-1996 --games 300 --seed 6
refused 2 "variant: dango-1996, not go" go --games 300 --seed 5
refused 2 "settings: none, not rules.komi=5.5" dango-1996 --games 300 --seed 5 --set rules.komi=5.5
refused 2 "keep: all, not summary" dango-1996 --games 300 --seed 5 --keep summary
refused 2 "max-turns: 5000, not 400" dango-1996 --games 300 --seed 5 --max-turns 400
mkdir -p mine/variants
printf 'variant: mine\nextends: go\nboard: { size: 5x5 }\n' > mine/variants/mine.yaml
run 0 --rules mine simulate mine --games 5 --out mine.sqlite
echo "# edited" >> mine/variants/mine.yaml
run 2 --rules mine simulate mine --games 9 --out mine.sqlite
err_has "rules: mine/variants/mine.yaml has other content"
same whole.sqlite before.sqlite
echo "this is no database, and it is longer than a header of a hundred bytes, so that nobody takes it for an empty one" > text
cp text text.before
run 2 simulate go --games 2 --out text
err_has "it is not a store of games"
same text text.before
run 2 report text
python3 -c 'import sqlite3; d = sqlite3.connect("other.sqlite"); d.execute("CREATE TABLE t (x)"); d.commit()'
run 2 simulate go --games 2 --out other.sqlite
err_has "it is not a store of games"
run 2 report other.sqlite
cp whole.sqlite newer.sqlite
python3 -c 'import sqlite3; d = sqlite3.connect("newer.sqlite"); d.execute("PRAGMA user_version = 9"); d.commit()'
run 2 simulate dango-1996 --games 400 --seed 5 --out newer.sqlite
err_has "newer version"
run 2 report newer.sqlite
cp whole.sqlite older.sqlite
python3 -c 'import sqlite3; d = sqlite3.connect("older.sqlite"); d.execute("PRAGMA user_version = 2"); d.commit()'
run 2 report older.sqlite
err_has "older version"
err_has "play the games again"
run 1 simulate go --games 2 --out nowhere/x.sqlite
err_has "No such file"

# --- stopped, killed, out of space: what was there is safe, and the same command goes on
long=(dango-1996 --games 3000 --seed 9)
run 0 --json simulate "${long[@]}" --no-time --out long.sqlite
cp out long
dump long.sqlite > long.dump
went_on() { # went_on FILE
  python3 - "$1" << 'P' || fail "$1 holds the games from 0 on, and not all"
import sqlite3, sys
n, least, most = sqlite3.connect(sys.argv[1]).execute("SELECT count(*), min(game), max(game) FROM games").fetchone()
assert 0 < n < 3000 and (least, most) == (0, n - 1), (n, least, most)
P
  run 0 --json report "$1"
  run 0 --json simulate "${long[@]}" --no-time --out "$1"
  same long out
  dump "$1" > resumed.dump
  same long.dump resumed.dump
}
# kill_after SIGNAL FILE: once some games have been written
kill_after() {
  python3 - "$gofuda" "$1" "$2" "${long[@]}" << 'P' > out 2> err
import signal, sqlite3, subprocess, sys, time
program, name, path, *rest = sys.argv[1:]
run = subprocess.Popen([program, "simulate", *rest, "--threads", "1", "--out", path], stdout=subprocess.DEVNULL)
for _ in range(3000):
    time.sleep(0.01)
    try:
        if sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute("SELECT count(*) FROM games").fetchone()[0] > 0: break
    except sqlite3.Error: pass
run.send_signal(getattr(signal, name))
print(run.wait())
P
}
kill_after SIGINT int.sqlite
[[ $(cat out) == 130 ]] || fail "Ctrl-C ends with 130: $(cat out)"
err_has "stopped after"
err_has "gofuda simulate dango-1996 --games 3000 --black random --white random --seed 9 --max-turns 5000 --keep all --out int.sqlite"
went_on int.sqlite
kill_after SIGKILL kill.sqlite
[[ $(cat out) == -9 ]] || fail "killed: $(cat out)"
went_on kill.sqlite
code=0
(
  trap '' XFSZ
  ulimit -f 500
  "$gofuda" simulate "${long[@]}" --threads 1 --out full.sqlite
) > out 2> err || code=$?
last="simulate with a limit on the size of files"
((code == 1)) || fail "$last: exit code $code, not 1"
err_has "cannot be written"
err_has "the same command goes on"
run 0 --json report full.sqlite
run 0 --json simulate "${long[@]}" --no-time --out full.sqlite
same long out
dump full.sqlite > resumed.dump
same long.dump resumed.dump

# --- one process writes at a time
"$gofuda" simulate card-go --games 1000000 --threads 1 --out busy.sqlite > /dev/null 2>&1 &
writer=$!
while [[ ! -s busy.sqlite ]]; do sleep 0.05; done
sleep 0.5
run 1 simulate card-go --games 1000000 --out busy.sqlite
err_has "another process is writing it"
run 0 report busy.sqlite
kill -TERM $writer
code=0
wait $writer || code=$?
((code == 143)) || fail "SIGTERM ends with 143, not $code"

# --- games that fail are noted, and the others go on
mkdir -p bad/cards/decks bad/variants
cat > bad/cards/brittle.lua << 'L'
return card { name = "Brittle", text = "Fails on a board with many stones.",
  play = function(me, opponent, board)
    if #board.empty < 15 then error("there is no room") end
    me:stone()
  end,
}
L
printf 'deck: brittle\ncards: { brittle: 1, keima: 3 }\n' > bad/cards/decks/brittle.yaml
printf 'variant: brittle\nboard: { size: 5x5 }\nturn: draw-and-play\ndeck: brittle\n' > bad/variants/brittle.yaml
run 1 --rules bad --json simulate brittle --games 60 --no-time --out bad.sqlite
cp out bad.one
run 1 --rules bad --json simulate brittle --games 60 --no-time --threads 1
same bad.one out
python3 - << 'P' || fail "faults are counted"
import json
j = json.load(open("bad.one"))
assert 0 < j["faults"] < 60 and j["ended"] == 60 - j["faults"], j
(kind,) = j["fault_kinds"]
assert "brittle.lua:3" in kind["what"] and "there is no room" in kind["what"] and kind["games"] == j["faults"], kind
P
run 0 --rules bad report bad.sqlite
has "Faults"
has "bad/cards/brittle.lua:3"  # the line may be broken after it
game=$(query bad.sqlite "SELECT min(game) FROM faults")
[[ $(query bad.sqlite "SELECT outcome FROM games WHERE game = $game") == fault ]] || fail "the game is a fault"
query bad.sqlite "SELECT reproduction FROM faults WHERE game = $game" > again.yaml
run 1 --rules bad replay again.yaml
err_has "there is no room"

# --- games without an end are stopped
run 0 --json simulate go --games 20 --max-turns 10
python3 -c 'import json; j = json.load(open("out")); assert j["stopped"] == 20 and j["ended"] == 0 and j["score"]["mean"] is None, j' ||
  fail "stopped games are counted apart"
run 0 simulate go --games 20 --max-turns 10
has "20 stopped after 10 turns"

# --- all kinds of games
for variant in qango-6 dgo card-go dango-1996 dango-2019 go v-card-go gomoku-skills joker-go-1984; do
  run 0 --json simulate "$variant" --games 12 --no-time --threads 1
  cp out single
  run 0 --json simulate "$variant" --games 12 --no-time --threads 2 --out "$variant.sqlite"
  same single out
  run 0 report "$variant.sqlite"
done
run 0 --json simulate qango-6 --games 500
python3 - << 'P' || fail "wins of QANGO"
import json
j = json.load(open("out"))
assert j["score"]["games"] == 0 and j["score"]["fair_komi"] is None, j
assert j["endings"]["win"] == j["black_wins"]["games"] + j["white_wins"]["games"], j
assert sum(c["black"] for c in j["conditions"]) >= j["black_wins"]["games"] > 0, j
b = j["beginner_wins"]
assert 150 < b["black"]["of"] < 350 and b["black"]["of"] + b["white"]["of"] == 500, b
assert b["black"]["games"] + b["white"]["games"] == b["games"], b
P

# --- players who play the same few games again and again
repeated=(simulate go --set board.size=5x5 --black greedy --white greedy --games 60)
run 0 "${repeated[@]}"
has "that are not the same as another"
run 0 --json "${repeated[@]}"
python3 - << 'P' || fail "intervals are of the games that differ"
import json, math
j = json.load(open("out"))
n = j["distinct"]["games"]
assert j["distinct"] == {"games": n, "of": 60, "exact": True} and 1 <= n < 20, j["distinct"]
z2 = 1.959963984540054 ** 2
for side in ("black_wins", "white_wins"):
    p = j[side]["rate"]
    centre, half = (p + z2 / (2 * n)) / (1 + z2 / n), math.sqrt(z2) / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    low, high = j[side]["interval"]
    assert abs(low - (centre - half)) < 1e-9 and abs(high - (centre + half)) < 1e-9, j[side]
P
run 0 --json simulate go --set board.size=7x7 --games 300
python3 -c 'import json; assert json.load(open("out"))["distinct"]["games"] == 300' || fail "random players do not repeat themselves"

# --- what lies beside a file that was taken away may hold games; without it the next of its name is made
coproc other { python3 -c 'import os, sqlite3, sys
d = sqlite3.connect("away.sqlite")
d.execute("PRAGMA journal_mode = WAL")
d.execute("CREATE TABLE t (a)")
d.commit()
os.unlink("away.sqlite")
print("away", flush=True)
sys.stdin.read()'; }
read -r _ <&"${other[0]}"
[[ -e away.sqlite-shm && ! -e away.sqlite ]] || fail "a run that still goes on has its log there"
run 2 simulate go --set board.size=5x5 --games 20 --out away.sqlite
err_has "away.sqlite-wal may hold games of a store that was taken away"
rm away.sqlite-wal
run 0 simulate go --set board.size=5x5 --games 20 --out away.sqlite
exec {other[1]}>&-
run 0 report away.sqlite

# --- two sets of rules
# Read once: an edit that comes in between would be another difference than the one that is asked for.
mkdir -p edited/variants
python3 -c 'import itertools, os
for n in itertools.cycle((1, 9)):
    if os.path.exists("stop"): break
    with open("edited/next", "w") as f: f.write(f"variant: edited\nextends: go\nboard: {{ size: 5x5 }}\nrules: {{ komi: {n}.5 }}\n")
    os.replace("edited/next", "edited/variants/edited.yaml")' &
while [[ ! -e edited/variants/edited.yaml ]]; do sleep 0.01; done
for _ in 1 2 3 4 5 6 7 8; do
  run 0 --rules edited compare edited --a rules.ko=simple --b rules.ko=none --games 2 --out edited.sqlite
  python3 -c 'import sqlite3
komi = sqlite3.connect("edited.sqlite").execute("SELECT DISTINCT komi FROM cells").fetchall()
assert len(komi) == 1, komi' 2> err || fail "$last: each side has read its own rules"
  rm edited.sqlite
done
touch stop
wait $!
pair=(compare go --set board.size=7x7 --a rules.komi=5.5 --b rules.komi=7.5 --games 600)
run 0 --json "${pair[@]}" --threads 1
cp out one
run 0 --json "${pair[@]}" --threads 2
same one out
python3 - << 'P' || fail "the same games with another komi"
import json
j = json.load(open("one"))
assert j["pairs"] == 600 and j["lead_difference"] == {"pairs": 600, "mean": 2.0, "interval": None}, j
low, high = j["rate_difference"]["interval"]
assert 0 < low < j["rate_difference"]["mean"] < high < 0.1, j
assert abs(j["black_rate"]["a"] - j["black_rate"]["b"] - j["rate_difference"]["mean"]) < 1e-12, j
P
run 0 "${pair[@]}"
(($(grep -c "^[ab]: Black wins .* \[.*\] turns a game " out) == 2)) || fail "how long the games of each side are"
for threads in 1 2; do
  run 0 --json "${pair[@]}" --sprt 0,0.05 --threads $threads
  cp out sprt$threads
done
same sprt1 sprt2
python3 - << 'P' || fail "the sequential test stops early"
import json
j = json.load(open("sprt1"))
assert j["sprt"]["decision"] == "high" and j["pairs"] < 600, j
for test, decided in ("against_low", True), ("against_high", False):
    assert (j["sprt"][test]["log_wealth"] >= j["sprt"][test]["needed"]) == decided, j
assert j["differing"] == {"pairs": j["pairs"], "of": j["pairs"], "other_games": 0, "at_most": None,
                          "other_results": round(j["pairs"] * j["rate_difference"]["mean"])}, j
low, high = j["rate_difference"]["interval"]
assert low < 0.0295 < high, j  # of 20 000 pairs
P
for threads in 1 3; do
  run 0 --json "${pair[@]}" --sprt -1,1 --sprt-on score --threads $threads
  cp out score$threads
done
same score1 score3
python3 - << 'P' || fail "the lead is 2 in every pair: the test decides, and the interval holds it"
import json
j = json.load(open("score1"))
assert j["sprt"]["on"] == "score" and j["sprt"]["decision"] == "high" and 50 < j["pairs"] < 600, j
assert j["sprt"]["most"] == 2 * 49 + 2, j  # all points for Black, or all for White
low, high = j["lead_difference"]["interval"]
assert -2 < low < 2 < high < 6, j
P
score=(compare go --set board.size=5x5 --a rules.komi=0.5 --b rules.komi=4.5 --white mcts:playouts=3 --games 900)
run 0 --json "${score[@]}" --sprt 0,4 --sprt-on score
cp out score
python3 - << 'P' || fail "the test on the score stops early"
import json
j = json.load(open("score"))
assert j["sprt"]["decision"] == "high" and 32 <= j["pairs"] < 900, j
low, high = j["lead_difference"]["interval"]
assert low < j["lead_difference"]["mean"] < high, j
P

# --- what cards are worth
for threads in 1 2; do
  run 0 --json cards dango-1996 --games 8 --threads $threads
  cp out worths$threads
done
same worths1 worths2
run 0 --json cards dango-1996 --games 150 --threads 2
cp out worths
python3 - << 'P' || fail "cards by their worth"
import json
j = json.load(open("worths"))
cards = j["cards"]
means = [c["wins"]["mean"] for c in cards]
assert len(cards) == 36 and means == sorted(means, reverse=True) and j["how"] == "swapped", means
# To delete one's own three stones harms random players for certain; shapes of many stones are worth more than few.
place = {c["id"]: i for i, c in enumerate(cards)}
assert place["delete-3"] >= 33 and cards[place["delete-3"]]["wins"]["interval"][1] < 0, cards[-3:]
for i, c in enumerate(cards):
    low, high = c["ranks"]
    assert low <= i + 1 <= high and c["apart"] == 0 and 0 < c["changed"] <= 150, c
    assert c["wins"]["p"] <= c["wins"]["p_adjusted"] <= 1, c
P
run 0 cards joker-go-1984 --games 5 --how added --at top
has "5 games as they come, and with each card added for either side, on top, on the same seeds"
run 0 cards dango-1996 --games 2 --how left-out --set board.size=7x7
run 2 cards dango-1996 --games 0
err_has "--games is a number from 1 to"
run 2 cards go
err_has "'go' has no deck of cards"
run 2 simulate go --set rules.komi=1.5 --set rules.komi=2.5 --games 2
err_has "--set rules.komi=2.5: error[setting]: 'rules.komi' is said twice; a rule has one value"
run 2 show variant go --set rules.komi=1.5 --set rules.komi=2.5
run 0 compare go --set board.size=5x5 --set rules.komi=1.5 --a rules.komi=2.5 --games 5
has "in both: board.size=5x5"
has "a: Black wins"
has "  rules.komi=2.5"
common=(cards dango-1996 --set common_deck=dango-36 --games 5)
run 2 "${common[@]}" --how left-out
err_has "cannot be left out for one side"
run 2 "${common[@]}" --at anywhere
err_has "only the first cards can be dealt to one side: --at top"
run 0 "${common[@]}" --at top
cp out top
run 0 "${common[@]}"
same top out
run 2 cards dango-1966
err_has "did you mean 'dango-1996'?"
run 2 cards
run 2 cards dango-1996 --how taken

# --- a comparison that is kept
run 0 --json "${score[@]}" --sprt 0,4 --sprt-on score --out score.sqlite
same score out
run 0 --json "${score[@]}" --sprt 0,4 --sprt-on score --out score.sqlite
err_has "holds"
same score out
run 0 --json report score.sqlite
same score out
run 0 report score.sqlite
has "the difference is rather 4.00 points than 0.00 points"
run 0 report score.sqlite --cell a
has "rules.komi=0.5"
[[ $(query score.sqlite "SELECT count(DISTINCT game), count(*) FROM games") == \
"$(python3 -c 'import json; n = json.load(open("score"))["pairs"]; print(n, 2 * n, sep="|")')" ]] || fail "the games of both are kept"
run 2 "${score[@]}" --sprt 0,5 --sprt-on score --out score.sqlite
err_has "sprt: 0,4, not 0,5"
run 2 "${score[@]}" --out score.sqlite
run 1 merge merged.sqlite score.sqlite
err_has "merged.sqlite is not written"
both=(compare dango-1996 --a rules.komi=0.5 --b rules.komi=6.5 --games 1500)
run 0 --json "${both[@]}"
cp out both
python3 - "$gofuda" "${both[@]}" --threads 1 --out both.sqlite << 'P' > out 2> err
import signal, sqlite3, subprocess, sys, time
run = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
for _ in range(3000):
    time.sleep(0.01)
    try:
        if sqlite3.connect("file:both.sqlite?mode=ro", uri=True).execute("SELECT count(*) FROM ranges").fetchone()[0] > 1: break
    except sqlite3.Error: pass
run.send_signal(signal.SIGINT)
print(run.wait())
P
last="compare, stopped"
[[ $(cat out) == 130 ]] || fail "Ctrl-C ends it with 130: $(cat out)"
err_has "gofuda compare dango-1996 --games 1500 --a rules.komi=0.5 --b rules.komi=6.5"
run 0 --json "${both[@]}" --out both.sqlite
err_has "going on"
same both out
run 0 simulate go --set board.size=5x5 --games 400
err_has "400 games: a share is known to 4.9 points either way"
run 0 compare go --a rules.komi=7.5 --set board.size=5x5 --games 400
err_has "400 pairs: a difference of win rates is known to 6.9 points either way"
# The same games: 41 pairs are enough, and 0.05 ^ (1 / 41) is 0.9295.
run 0 compare go --a rules.komi=7.5 --set board.size=5x5 --games 100 --sprt 0,0.1
has "Black's win rate   +0.00 %"
has "0 of 41 pairs differ; of all games at most 7.05 % can (95 %)"
has "the difference is rather 0.0 % than 10.0 %"
run 0 --json compare go --a rules.komi=7.5 --set board.size=5x5 --games 100
python3 - << 'P' || fail "no pair differs"
import json
j = json.load(open("out"))
at_most = j["differing"].pop("at_most")
assert j["differing"] == {"pairs": 0, "of": 100, "other_games": 0, "other_results": 0}, j
assert abs(at_most - (1 - 0.05 ** (1 / 100))) < 1e-12, at_most
assert j["rate_difference"] == {"pairs": 100, "mean": 0.0, "interval": None} and j["sprt"] is None, j
P
# --- deal and play by seeds of their own; one card more leaves the others in their order
run 0 simulate card-go --games 6 --seed 1 --deal-seed 9 --max-turns 1 --out deal.a
has "seed 1, deal seed 9"
[[ $(query deal.a "SELECT deal_seed FROM cells") == 9 ]] || fail "the seed of the deal is in the file"
run 2 simulate card-go --games 6 --seed 1 --deal-seed 8 --max-turns 1 --out deal.a
err_has "deal-seed: 9, not 8"
run 2 simulate card-go --deal-seed -1
run 0 --json simulate dango-1996 --games 40 --deal-seed 3 --seed 1 --no-time
cp out deal1
run 0 --json simulate dango-1996 --games 40 --deal-seed 3 --seed 1 --no-time --threads 2
same deal1 out
run 0 --json compare dango-1996 --a deck.keima=3 --games 1500 --max-turns 400
cp out more
run 0 --json compare dango-1996 --a rules.komi=2.5 --games 300 --max-turns 400
python3 - << 'P' || fail "what the same seeds save"
import json
j, one = json.load(open("more")), json.load(open("out"))
assert j["deal_seed"] == 1 and one["deal_seed"] is None
rate = j["pairing"]["rate"]
assert 0.03 < rate["share"] < 0.25 and rate["interval"][0] < rate["share"] < rate["interval"][1], j["pairing"]
assert 0.03 < j["pairing"]["lead"] < 0.4, j["pairing"]
assert one["pairing"]["lead"] == 1 and 0.8 < one["pairing"]["rate"]["share"] < 1, one["pairing"]
P

# --- deals played twice, colours exchanged
twice=(compare dango-1996 --deals-twice --white greedy --games 30 --max-turns 300 --seed 5)
run 0 --json "${twice[@]}" --out twice.sqlite
cp out twice
run 0 --json report twice.sqlite
same twice out
python3 - << 'P' || fail "luck and skill"
import json, sqlite3
j, d = json.load(open("twice")), sqlite3.connect("twice.sqlite")
assert j["players"] == {"black": "random", "white": "greedy"} and j["players_b"] == {"black": "greedy", "white": "random"}
half = {"black": 2, "draw": 1, "white": 0}
games = [[(half[o], f) for o, f in d.execute("SELECT outcome, first FROM games WHERE cell = ? ORDER BY game", (c,))] for c in (0, 1)]
assert [f for _, f in games[0]] == [f for _, f in games[1]], "the same side begins a deal"
n = len(games[0])
a, b = ([x for x, _ in g] for g in games)
rate = sum(x + 2 - y for x, y in zip(a, b)) / (4 * n)
t = j["deals_twice"]
assert t["player"] == "random" and abs(t["rate"] - rate) < 1e-12, (t, rate)
ma, mb = sum(a) / n, sum(b) / n
common = sum((x - ma) * (y - mb) for x, y in zip(a, b)) / n
own = sum((x - ma) ** 2 + (y - mb) ** 2 for x, y in zip(a, b)) / (2 * n)
skill = ((ma - mb) / 2) ** 2
assert abs(t["deal"]["share"] - common / (own + skill)) < 1e-12 and abs(t["skill"] - skill / (own + skill)) < 1e-12, t
assert abs(t["deal"]["share"] + t["skill"] + t["rest"] - 1) < 1e-12 and t["skill"] > 0.5, t
P
run 0 report twice.sqlite
has "deals, each played twice with colours exchanged"
has "a: Black wins"
has "Black random, White greedy"
run 0 compare go --set board.size=5x5 --deals-twice --games 5 # nothing is dealt, and nobody is better
has "of 5 beginnings, each played twice"
has_not "deal"
has_not "one player is better"
has_not "random wins"
run 2 compare dango-1996 --deals-twice --a rules.komi=3.5
err_has "--set, not --a or --b"
run 2 compare dango-1996 --deals-twice --sprt 0,0.1
run 1 compare go --set board.size=5x5 --a rules.ko=none --games 100
has "in what was played"
run 2 compare go --a rules.komi=7.5 --set board.size=5x5 --sprt 0,60 --sprt-on score
err_has "no more than boards have"
run 2 compare go --a rules.komi=7.5 --games 0
err_has "--games is a number from 1 to"
for word in --alpha --beta --sprt-on; do
  value=0.1
  [[ $word != --sprt-on ]] || value=score
  run 2 compare go --a rules.komi=7.5 $word $value
  err_has "$word requires --sprt"
done
for side in --a --b --set; do
  run 2 compare go --a board.size=5x5 $side rules.komi=7.5 $side rules.komi=6.5
  err_has "$side gives 'rules.komi' twice"
done
run 2 compare go --a rules.komi=nan
err_has "--a rules.komi=nan: error["
run 2 compare go --set board.size=5x5 --b rules.kmi=3.5
err_has "--b rules.kmi=3.5: error["
run 2 compare go --set rules.kmi=3.5 --b rules.komi=3.5
err_has "--set rules.kmi=3.5: error["
same_rules=(compare go --set board.size=5x5 --games 5)
run 0 "${same_rules[@]}" --a rules.komi=3.5 --b rules.komi=3.5
err_has "warning: a and b are the same rules; no pair of games can differ"
run 0 "${same_rules[@]}" --a rules.ko=simple
err_has "warning: a and b are the same rules"
run 0 "${same_rules[@]}" --a rules.komi=3.5
! grep -q "same rules" err || fail "$last: they are not the same"
for number in threads games seed max-turns deal-seed; do
  run 2 simulate go --$number ""
  err_has "there is no number"
done
run 0 simulate go --set board.size=5x5 --games 1
has "1 of 1 game, seed 1"
has "of 1 game that ended"
err_has "1 game: a share is known to 39.7 points either way"
for wrong in 0.1,0 0,2 x 0,0.1,3 nan,1 0,0 0,inf ,1 0, 0,0x1; do run 2 compare go --a rules.komi=7.5 --sprt $wrong; done
for wrong in 2,1 nan,2 0,1e9 1,1; do run 2 compare go --a rules.komi=7.5 --sprt $wrong --sprt-on score; done
for wrong in nan 1 -0.1 x ""; do run 2 compare go --a rules.komi=7.5 --sprt 0,0.1 --beta "$wrong"; done
run 2 compare go --a rules.komi=7.5 --sprt 0,1 --sprt-on points
run 2 compare go --a rules.komi=7.5 --sprt 0,0.1 --alpha 0.6 --beta 0.5
run 2 compare go --a rules.komi=7.5 --sprt 0,0.1 --alpha 0
run 2 compare go --a rules.komii=3
err_has "did you mean 'komi'?"
run 2 compare go
err_has "compared with what? Give a rule of one side, such as --a rules.komi=5.5"
run 2 plan compare go --shards 2 --out x.sqlite
err_has "compared with what?"
run 2 compare dango-1966
err_has "did you mean 'dango-1996'?"

# --- a side that answers at once draws cards within cards, which the other side, that looks ahead, may answer
mkdir -p mixed/cards/decks mixed/variants/turns
echo 'return card { name = "Plain", text = "T", play = function() end }' > mixed/cards/plain.lua
echo 'return card { name = "Answer", text = "T", play = function() end, answer = function() end }' > mixed/cards/answer.lua
cat > mixed/cards/outer.lua << 'LUA'
return card {
  name = "Outer",
  text = "T",
  play = function(me)
    local c = me:draw()
    if c and not me:play(c) then cannot("inner") end
  end,
}
LUA
cat > mixed/variants/turns/drawn-after.lua << 'LUA'
return turn {
  name = "Drawn after",
  text = "T",
  play = function(me, opponent)
    me:stone()
    if not opponent.deck.empty then opponent:play(opponent:draw()) end
  end,
}
LUA
printf 'deck: mixed\ntitle: M\ncards: { plain: 2, outer: 3, answer: 2, twice: 2 }\n' > mixed/cards/decks/mixed.yaml
printf 'variant: mixed\ntitle: M\nextends: go\nboard: { size: 3x5 }\nturn: drawn-after\ncommon_deck: mixed\ndeal: { cards: 1 }\n' > mixed/variants/mixed.yaml
for players in "greedy:tries=4 random" "mcts:playouts=4 random" "random greedy:tries=4"; do
  run 0 --rules mixed simulate mixed --games 60 --black "${players% *}" --white "${players#* }" --no-time --max-turns 12
  has_not "legal answer"
done

# --- players who draw no lots play the same games again, which tell no more than once
same_again=(compare qango-6 --black greedy --white greedy --a rules.both_win=draw --games 300)
run 0 "${same_again[@]}"
has "not the same as another are"
has "the intervals are of no more pairs than these"
run 0 --json "${same_again[@]}"
python3 - << 'P' || fail "$last: games that were played again"
import json
j = json.load(open("out"))
for side in "ab":
    assert 0 < j["distinct"][side]["games"] < j["distinct"][side]["of"] == 300, j["distinct"]
P

# --- fair komi is that of the board, whatever a card has made of the komi; games differ by their words, too
mkdir -p own/cards/decks own/variants
echo 'return card { name = "Komi", text = "t", in_force = { komi = 100.5 }, play = function(me, opponent, board, this) me:lay_aside(this, "open") end }' > own/cards/komi.lua
echo 'return card { name = "Coin", text = "t", play = function(me, opponent, board) (board:toss("heads", "tails") == "heads" and me or opponent):score(50) me:place(board.empty) end }' > own/cards/coin.lua
for name in komi coin; do
  printf 'deck: %s\ncards: { %s: 1 }\n' $name $name > own/cards/decks/$name.yaml
  printf 'variant: %s\ntitle: T\nextends: go\nboard: { size: 3x3 }\nturn: draw-and-play\ndeck: %s\nchangeable: [komi]\n' $name $name > own/variants/$name.yaml
done
# There the first card ends the game: it fills the board.
echo 'rules: { captures: none }' >> own/variants/coin.yaml
run 0 --rules own --json simulate komi --games 60 --seed 1
python3 - << 'P' || fail "$last: fair komi is that of the board"
import json
j = json.load(open("out"))
assert j["black_wins"]["games"] == 0 and abs(j["score"]["fair_komi"]) <= 9 and max(d["value"] for d in j["score"]["distribution"]) > -20, j["score"]
P
run 0 --rules own --json simulate coin --games 60 --seed 1
python3 - << 'P' || fail "$last: games with other throws are not the same"
import json
j = json.load(open("out"))
assert j["distinct"]["games"] == 2 and j["black_wins"]["games"] > 5 < j["white_wins"]["games"], j["distinct"]
P

finish
