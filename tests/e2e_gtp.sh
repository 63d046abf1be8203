#!/usr/bin/env bash
# The Go Text Protocol, both ways: the program as an engine, and GNU Go as a player.
set -eu
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/e2e_lib.bash"

# says COMMANDS ANSWERS: what the engine answers to the commands, without the empty lines between.
says() {
  run 0 gtp dgo --player mcts:playouts=20 <<< "$1"
  grep -v '^$' out > told || true
  [[ $(cat told) == "$2" ]] || fail "gtp: '$1' is answered with '$(cat told)', not '$2'"
}

# --- the program as an engine
run 0 gtp --help
has "Examples:"
run 2 gtp dgoo
err_has "did you mean 'dgo'?"
run 2 gtp dgo --player mtcs
err_has "did you mean 'mcts'?"
run 2 gtp dgo --view green
err_has "black, white or open"
run 0 gtp < /dev/null
[[ ! -s out ]] || fail "nothing is answered to nothing"

says $'protocol_version\nname\n\n# a comment\n  \t \n7 name # the name\nquit\nname' $'= 2\n= Gofuda\n=7 Gofuda\n='
says $'known_command play\nknown_command plai\nknown_command\n1 plai\n2' $'= true\n= false\n= false\n?1 unknown command\n?2 unknown command'
says $'boardsize 9\nboardsize 0\nboardsize 26\nboardsize -1\nboardsize x\nboardsize' \
  $'=\n? unacceptable size\n? unacceptable size\n? unacceptable size\n? boardsize not an integer\n? syntax error'
says $'komi 7.5\nkomi 0\nkomi -0.5\nkomi 7.25\nkomi 7.2525\nkomi x\nkomi nan\nkomi 1e99' \
  $'=\n=\n=\n=\n? unacceptable komi\n? komi not a float\n? komi not a float\n? unacceptable komi'
says $'play b d4\nplay W D4\nplay w pass\nplay white PASS\nplay b i5\nplay b a10\nplay x a1\nplay b' \
  $'=\n? illegal move\n=\n=\n? invalid color or coordinate\n? invalid color or coordinate\n? invalid color or coordinate\n? syntax error'
# one side moves twice, suicide, ko, and undo
says $'play b a2\nplay b b1\nplay w a1\nundo\nplay w b2\nundo\nundo\nundo' $'=\n=\n? illegal move\n=\n=\n=\n=\n? cannot undo'
says $'play b c2\nplay b b1\nplay b d1\nplay w b2\nplay w d2\nplay w c3\nplay b b5\nplay w c1\nplay b c2\nundo\nundo\nplay w e5\nundo' \
  $'=\n=\n=\n=\n=\n=\n=\n=\n? illegal move\n=\n=\n=\n='
says $'fixed_handicap 2\nfixed_handicap 2\nclear_board\nfixed_handicap 10\nfixed_handicap 1\nset_free_handicap A1\nset_free_handicap A1 A1\nset_free_handicap A1 B2\nboardsize 6\nfixed_handicap 2\nplace_free_handicap 2' \
  $'= C3 G7\n? board not empty\n=\n? invalid number of stones\n? invalid number of stones\n? bad vertex list\n? bad vertex list\n=\n=\n? invalid number of stones\n? invalid number of stones'
says $'boardsize 19\nfixed_handicap 9\nclear_board\nplace_free_handicap 100' \
  $'=\n= D4 Q16 D16 Q4 D10 Q10 K4 K16 K10\n=\n= D4 Q16 D16 Q4 D10 Q10 K4 K16 K10'
says $'boardsize 7\nkomi 6.5\nplay b d4\nfinal_score\nkomi 50\nfinal_score\nkomi 49\nfinal_score\nfinal_status_list seki\nfinal_status_list x' \
  $'=\n=\n=\n= B+42.5\n=\n= W+1\n=\n= 0\n=\n? invalid status'
says $'play b c4\nplay w d5\nfinal_status_list alive' $'=\n=\n= C4\nD5'

# it plays, by the rules, and the same again
run 0 gtp dgo --player mcts:playouts=200 <<< $'genmove b\ngenmove w\ngenmove w\nshowboard\nfinal_score'
grep -cE '^= [A-HJ][1-9]$' out | grep -qx 3 || fail "three moves"
cp out first
run 0 gtp dgo --player mcts:playouts=200 <<< $'genmove b\ngenmove w\ngenmove w\nshowboard\nfinal_score'
same first out
run 0 gtp dgo --player random <<< $'genmove b\nundo\nundo'
has "? cannot undo"

# no line brings it down, and every command gets one answer
python3 - << 'P' > lines
import random
random.seed(4)
words = ["play", "genmove", "b", "w", "a1", "pass", "undo", "boardsize", "5", "99999999999999999999", "-1", "komi", "#", "\t",
         "fixed_handicap", "set_free_handicap", "clear_board", "final_score", "final_status_list", "dead", "showboard", "name",
         "\x07", "\xff", "%s", "known_command", "c3", "T19", "1e400", "0x5", ""]
for i in range(1500): print(" ".join(random.choices(words, k=random.randint(0, 5))))
print("x" * 1000000)
print("9" * 100000 + " name")
print("play b " + "a" * 100000)
P
run 0 gtp dgo --set board.size=5x5 --player mcts:playouts=3 < lines
python3 - << 'P' || fail "one answer for each command"
lines = open("lines", errors="surrogateescape", newline="\n").read().split("\n")
said = 0
for line in lines:
    text = "".join(c for c in line.split("#")[0].replace("\t", " ") if (ord(c) >= 32 and ord(c) != 127))
    if not text.strip(): continue
    if text.split()[0] == "quit": break
    said += 1
answers = [a for a in open("out", errors="surrogateescape").read().split("\n\n") if a]
assert len(answers) == said, (len(answers), said)
assert all(a[0] in "=?" for a in answers)
P
printf 'name\r\nplay b d4\r\nquit\r\n' | "$gofuda" gtp dgo > out
[[ $(grep -c '^=' out) == 3 ]] || fail "lines of other systems"

# --- GNU Go as a player
run 2 simulate dango-1996 --black gnugo
err_has "GNU Go cannot play 'dango-1996'"
run 2 simulate dgo --set board.size=25x25 --black gnugo
err_has "GNU Go's are from 5x5 to 19x19"
run 2 simulate dgo --set rules.scoring=territory --black gnugo
err_has "it is not counted by area"
run 2 simulate dgo --black gnugo:level=11
err_has "from 0 to 10, not '11'"

game=(--set board.size=5x5 --games 2 --no-time)
PATH=$PATH:/usr/games
if command -v gnugo > /dev/null; then
  run 0 --json simulate dgo "${game[@]}" --black gnugo:level=0 --white random
  cp out first
  run 0 --json simulate dgo "${game[@]}" --black gnugo:level=0 --white random --threads 2
  same first out
  python3 -c 'import json; j = json.load(open("out")); assert j["ended"] == 2 and j["black_wins"]["games"] == 2, j' || fail "GNU Go wins"
  run 0 simulate dgo --set handicap=2 --games 1 --white gnugo:level=0 --black mcts:playouts=30
  run 0 play dgo --set board.size=5x5 --black gnugo:level=0 --white random --seed 3
fi

# --- an engine that goes wrong: the game is lost, with the reason, and the batch goes on; nothing hangs, nothing is left
mkdir bin
fake() { # fake ANSWER-TO-GENMOVE
  cat > bin/gnugo << P
#!/usr/bin/env python3
import os, sys, time
for line in sys.stdin:
    word = line.split()[0]
    if word == "genmove" or word == "kgs-genmove_cleanup":
        $1
    else:
        print("=\n", flush=True)
P
  chmod +x bin/gnugo
}
# goes_wrong REASON [SECONDS]: both games of a batch fail for that reason; the engine has so long for an answer
goes_wrong() {
  PATH=$PWD/bin:$PATH run 1 --json simulate dgo "${game[@]}" --black "gnugo:wait=${2:-60}" --white random
  has "$1"
  python3 -c 'import json; j = json.load(open("out")); assert j["faults"] == 2 == j["games"], j' || fail "two faults: $1"
  ! pgrep -f "$PWD/bin/gnugo" > /dev/null || fail "an engine is left behind"
}
fake 'sys.exit(3)'
goes_wrong "it has ended with exit code 3"
fake 'os.kill(os.getpid(), 9)'
goes_wrong "it was ended by signal 9"
fake 'time.sleep(60)'
goes_wrong "no answer to '" 1
fake 'os.close(0); os.close(1); time.sleep(60)'
goes_wrong "it has closed its output, asked 'genmove black'"
fake 'print("nonsense\n", flush=True)'
goes_wrong "none of the Go Text Protocol: 'nonsense'"
fake 'print("= Z99\n", flush=True)'
goes_wrong "is no point: 'Z99'"
fake 'print("? cannot\n", flush=True)'
goes_wrong "it refuses 'genmove black': 'cannot'"
fake 'print("= A1\n", flush=True)'
goes_wrong "the rules refuse what it plays, A1: occupied at A1"
fake 'sys.stdout.write("= " + "x" * 3000000); sys.stdout.flush()'
goes_wrong "does not end"
fake 'print("= resign\n", flush=True)'
PATH=$PWD/bin:$PATH run 0 simulate dgo "${game[@]}" --black gnugo --white random
printf '#!/bin/sh\nexit 7\n' > bin/gnugo
goes_wrong "exit code 7"
printf 'no program\n' > bin/gnugo
goes_wrong "it cannot be started"
PATH=$PWD/bin:$PATH run 1 play dgo --set board.size=5x5 --black gnugo:wait=1 --white human < /dev/null
err_has "it cannot be started"

# --- an engine that the engine starts begins as any program does
cat > bin/gnugo << 'P'
#!/bin/sh
grep SigIgn /proc/self/status > ignored
P
PATH=$PWD/bin:$PATH run 0 gtp dgo --player gnugo << 'P'
genmove black
quit
P
python3 -c 'import signal; assert int(open("ignored").read().split()[1], 16) >> (signal.SIGPIPE - 1) & 1 == 0' || fail "SIGPIPE is ignored"

# --- who hears nothing any more
last="gtp whose reader is gone"
python3 - "$gofuda" << 'P' > out 2> err || fail "$last"
import subprocess, sys
engine = subprocess.Popen([sys.argv[1], "gtp", "go"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
engine.stdout.close()
engine.stdin.write(b"name\n")
engine.stdin.close()
if engine.wait(timeout=60) != 1: sys.exit(f"it ended with {engine.returncode}")
P
for words in "gtp go" "gtp go --isolate" "simulate go --games 1 --isolate"; do
  last="$words >&-" code=0
  # shellcheck disable=SC2086 # words
  echo name | timeout -k 1 60 "$gofuda" $words >&- 2> err || code=$?
  ((code == 1)) || fail "$last: exit code $code, where nothing can be said"
done

# --- a line without end takes no memory
last="a line of a hundred million characters"
(
  ulimit -v 250000
  { head -c 100000000 /dev/zero | tr '\0' a; printf '\nname\nquit\n'; } | "$gofuda" gtp go > out 2> err
) || fail "$last: it ended badly"
has "? unknown command"
has "= Gofuda"
finish
