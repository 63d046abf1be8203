#!/usr/bin/env bash
# gofuda solve --proof and --check: what is written holds for two checkers of different kinds, and nothing else does.
set -eu
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
source "$here/e2e_lib.bash"
proofs=$here/../tools/lab/studies/first-player/proofs

# Two small games: a draw, and one with an opening rule that who begins wins.
mkdir -p rules/variants/win
cat > rules/variants/win/three.lua << 'L'
return win { name = "Three in a row", text = "Three of your stones in a row.", line = 3 }
L
printf '%s\n' 'variant: noughts' 'title: Noughts and crosses' 'extends: qango-6' 'board: { size: 3x3 }' 'win: [three]' \
  > rules/variants/noughts.yaml
printf '%s\n' 'variant: sixteen' 'title: Sixteen' 'extends: noughts' 'board: { size: 4x4 }' 'opening:' '  1:' \
  '    - "...."' '    - ".XX."' '    - ".XX."' '    - "...."' > rules/variants/sixteen.yaml
cat > boards.txt << 'B'
game noughts
  ...
  ...
  ...
stones 20
line 3
game sixteen
  ....
  ....
  ....
  ....
stones 20
line 3
closed 0
  ....
  .XX.
  .XX.
  ....
B

# agree FILE LINES...: both checkers say so, after the same positions.
agree() {
  local file=$1 positions
  shift
  positions=$(sed -n 's/.*, \([0-9]*\) positions, .*/\1/p' out)
  python3 "$here/proofs/check.py" --boards "$boards" "$file" > other || fail "check.py $file: $(cat other)"
  printf '%s\n' "$@" "$positions positions" > wanted
  same other wanted
}

boards=boards.txt
run 0 --rules rules solve noughts --move-nodes 0 --proof noughts.txt
has "Proof: noughts.txt, "
run 0 --rules rules solve --check noughts.txt
has "Proved: Black does not lose."
has "Proved: White does not lose."
agree noughts.txt "black holds" "white holds"
run 0 --json --rules rules solve sixteen --move-nodes 0 --proof sixteen.txt
has '"proof":{"bytes":'
run 0 --json --rules rules solve --check sixteen.txt
has '"claims":[{"claim":"wins","side":"black"}]'
run 0 --rules rules solve --check sixteen.txt
agree sixteen.txt "black wins"
run 0 --rules rules solve noughts --moves "A1 B1" --move-nodes 0 --proof later.txt
run 0 --rules rules solve --check later.txt
has "Black is to move, 2 stones on the board."
agree later.txt "black wins"

# What is proved is told with the rules that it was proved of, which a file may change as it likes.
run 0 --rules rules solve noughts --set board.size=4x4 --set rules.stones=6 --move-nodes 0 --proof changed.txt
has "set:  board.size=4x4  rules.stones=6"
run 0 --rules rules solve --check changed.txt
has "set:  board.size=4x4  rules.stones=6"
run 0 --rules rules --json solve --check changed.txt
has '"settings":["board.size=4x4","rules.stones=6"]'
run 0 --rules rules --json solve --check later.txt
has '"black":["A1"]'

# --- a real game, and those that the study keeps
boards=$here/proofs/boards.txt
run 0 solve qango-6 --nodes 3000000 --move-nodes 0 --proof six.txt
same six.txt "$proofs/qango-6.txt"
for file in "$proofs"/*.txt; do
  run 0 solve --check "$file"
  has "Proved: Black wins."
  agree "$file" "black wins"
done

# --- changed proofs: both refuse them, or neither
for change in "noughts.txt 220 --rules rules" "sixteen.txt 110 --rules rules"; do
  read -r file count with <<< "$change"
  # shellcheck disable=SC2086
  python3 "$here/proofs/mutants.py" --boards boards.txt --count $((count / ${GOFUDA_SHARE:-1})) "$file" "$gofuda" $with solve --check > out 2> err ||
    fail "mutants of $file"
done
python3 "$here/proofs/mutants.py" --count 33 six.txt "$gofuda" solve --check > out 2> err || fail "mutants of six.txt"

# --- wrong files, each with its place
# wrong FILE PLACE: the check says so, there
wrong() {
  run 1 solve --check "$1"
  err_has "$1:$2"
}
{
  sed -n '1,/^to-move /p' noughts.txt
  for n in {1..513}; do echo "turn $n A1 B1 C1 A2 B2 C2 A3 B3 C3"; done
} > turns.txt
run 1 --rules rules solve --check turns.txt
err_has "turns.txt:$(grep -n '^turn 513 ' turns.txt | cut -d: -f1):1: error[bad-turn]: there are 512 turns at most"
mkfifo nobody
code=0
timeout -k 1 20 "$gofuda" --rules rules solve noughts --move-nodes 0 --proof nobody > out 2> err || code=$?
((code == 1)) || fail "a pipe that nobody reads: exit code $code"
has "No proof: cannot write nobody: nobody reads this pipe"
final=$(grep -c '^[0-9]' six.txt)  # line of the proof
line_of() { grep -n "$1" six.txt | cut -d: -f1; }
sed 's/^black wins/white wins/' six.txt > winner.txt
wrong winner.txt "$(line_of '^black wins'): error[wrong-side]: Black is to move"
sed '/^30 /d' six.txt > hole.txt
wrong hole.txt "$(line_of '^30 '):1: error[wrong-number]: line 30 of the proof"
head -n 50 six.txt > cut.txt
wrong cut.txt "51: error[truncated]"
sed 's/^59 \(.*\) >11$/59 \1/' six.txt > uncovered.txt
wrong uncovered.txt "$(line_of '^59 '): error[not-covered]: after Black "
sed "s/^$final \\(.*\\) >[0-9]*$/$final \\1 >$final/" six.txt > circle.txt
wrong circle.txt "$(line_of "^$final "):"
err_has "error[later-line]: line $final has not come yet"
sed 's/^rules /set rules.captures=capture\n&/' six.txt > set.txt
wrong set.txt "$(line_of '^rules '):5: error[value]: 'capture' is no value for 'rules.captures'"
sed 's/^rules ./rules x/' six.txt > rules.txt
wrong rules.txt "3:7: error[other-rules]: the proof is of other rules than 'qango-6' has now"
sed 's/^variant .*/variant qango-66/' six.txt > variant.txt
wrong variant.txt "2:9: error["
err_has "did you mean 'qango-6'?"
run 1 solve qango-6-castle --check six.txt
err_has "six.txt:3:7: error[other-rules]"
run 1 solve --check six.txt --set rules.stones=19
err_has "error[other-rules]"
run 2 solve --check six.txt --set rules.stone=19
sed 's/^variant .*/variant dango-1996/' six.txt > cards.txt
wrong cards.txt "2:9: error[other-rules]: 'dango-1996': a proof is of a game in which stones stay"
: > empty.txt
wrong empty.txt "1: error[not-a-proof]"
head -c 100000 /dev/urandom > noise.txt
wrong noise.txt 1
run 1 solve --check missing.txt
run 1 solve --check .
head -n 6 six.txt > million.txt
seq -f '%.0f A1' 1 1000000 >> million.txt
printf '%s\n' 'black wins 1000000' 'end 1000000' >> million.txt
wrong million.txt "7:1: error[unused-line]"
head -n 6 six.txt > chain.txt
echo '1 A1' >> chain.txt
seq 2 1000000 | awk '{ print $1, "A1", ">" $1 - 1 }' >> chain.txt
printf '%s\n' 'black wins 1000000' 'end 1000000' >> chain.txt
wrong chain.txt "1000005: error[illegal-move]: after Black A1, White B1, Black A1: the last of these is refused: "

# --- usage
run 2 solve --check six.txt --proof other.txt
run 2 solve --check six.txt --moves A1
run 2 solve go --set board.size=3x3 --set rules.ko=positional --proof go.txt
err_has "--proof: a proof is of a game in which stones stay and patterns win"
run 2 solve qango-6 --set board.size=9x9 --set win=five --proof nine.txt
err_has "up to 64 points, and this one has 81"
run 1 solve qango-6-tournament --nodes 1000 --move-nodes 0 --proof none.txt
[[ ! -e none.txt ]] || fail "a proof of what is not solved"
run 1 solve qango-6 --nodes 3000000 --move-nodes 0 --proof no/such/folder.txt
err_has "cannot write no/such/folder.txt: No such file or directory"
run 1 solve qango-6 --nodes 3000000 --move-nodes 0 --proof /dev/full
has "No proof: cannot write /dev/full: No space left on device"
echo mine > mine.txt
run 1 solve qango-6 --nodes 3000000 --move-nodes 0 --proof mine.txt
err_has "mine.txt is there already and is no proof; name another file"
finish
