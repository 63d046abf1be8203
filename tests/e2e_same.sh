#!/usr/bin/env bash
# The same games of every variant, played in other ways, are the same games: byte for byte, but for times.
# GOFUDA_SAME_GAMES: how many of each variant and player. GOFUDA_SAME_CARDS: how many cards written at random are played so.
set -eu
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
source "$root/tests/e2e_lib.bash"
unset SLURM_ARRAY_TASK_ID
games=${GOFUDA_SAME_GAMES:-2}
cards=${GOFUDA_SAME_CARDS:-$((200 / ${GOFUDA_SHARE:-1}))}
players=(random greedy "mcts:playouts=1")

# A game of our own, whose card asks for all that may differ: capitals, letters, the order of a table, what memory holds.
mkdir -p my/cards/decks my/variants
cat > my/cards/letters.lua << 'L'
return card {
  name = "Letters", text = "Set a stone where the words say.",
  play = function(me, opponent, board, this)
    local words, sum = "", 0
    for key, n in pairs({ i = 1, I = 2, j = 3, other = 4, ["\xe9"] = 5, [2.5] = 6 }) do words = words .. key .. n end
    words = words .. ("iI \u{130}\u{131} caf\xe9 G\xc9"):upper() .. ("iI \u{130}\u{131} caf\xe9 G\xc9"):lower()
    words = words .. string.format("%.3f %g", 1 / 3, 1e6 + 0.5) .. 2.5
    for k = 1, #words do sum = (sum * 31 + words:byte(k)) % 1000003 end
    print(words, sum)
    local free = board.empty
    for _ = 1, sum % 7 do
      if #free > 1 then free = free - free:first() end
    end
    me:place(me:pick(1, free))
  end,
}
L
printf 'deck: letters\ncards: { letters: 30 }\n' > my/cards/decks/letters.yaml
printf 'variant: letters\nextends: go\nboard: { size: 9x9 }\nturn: draw-and-play\ndeck: letters\n' > my/variants/letters.yaml

# What stands for a record, of all variants: what a sweep keeps of each game, and one saved game of each with all of its
# positions.
run 0 --rules my check my
run 0 --rules my --json show variant
python3 -c 'import json; print(*(v["id"] for v in json.load(open("out"))["variant"]), sep="\n")' > variants
mapfile -t variants < variants
((${#variants[@]} >= 4)) || fail "there are variants to play"
printf '%s\n' "sweep: Same" "variant: [$(paste -sd, variants)]" 'white: [random, "mcts:playouts=1"]' \
  "games: $games" "paired: false" "keep: all" > same.yaml

# Cards written at random, each in a game of its own. Some of these games end with a fault of the script, which is to be
# the same, too.
last="gofuda_written_cards $cards"
"${gofuda%/*}/gofuda_written_cards" "$cards" written > out 2> err || fail "$last ends well"
printf '%s\n' "sweep: Written" "variant: [$(seq -s, -f written-%.0f 0 $((cards - 1)))]" \
  "games: 2" "max_turns: 30" "paired: false" "keep: all" > written.yaml

# stored FILE NAME: what the file keeps, as text.
stored() { dump "$1" shards > "$2.games"; }

# sweep NAME COMMAND...: plays them by that command, the program with what goes before it.
sweep() {
  local name=$1
  shift
  last="$* sweep ($name)"
  "$@" --rules my sweep same.yaml --threads 1 --no-time --json --out "$name.sqlite" > "$name.figures" 2> err ||
    fail "$last ends well"
  stored "$name.sqlite" "$name"
}

# written NAME THREADS COMMAND...: plays the cards that were written, by that command.
written() {
  local name=$1 threads=$2 code=0
  shift 2
  last="$* sweep written.yaml ($name)"
  "$@" --rules written sweep written.yaml --threads "$threads" --no-time --json --out "$name.written" > "$name.faults" 2> err ||
    code=$?
  ((code <= 1)) || fail "$last: exit code $code"
  stored "$name.written" "$name.written"
}

# single NAME COMMAND...: one game of each variant, by players of all kinds, and its replay.
single() {
  local name=$1 variant k=0
  shift
  for variant in "${variants[@]}"; do
    last="$* play $variant ($name)"
    "$@" --rules my play "$variant" --seed $((11 + k)) --black "${players[k % 3]}" --white "${players[(k + 1) % 3]}" \
      --save game.yaml > out 2> err || fail "$last ends well"
    cat out game.yaml
    "$@" --rules my replay --json game.yaml 2> err || fail "$last: its replay ends well"
    k=$((k + 1))
  done > "$name.single"
}

compare() { # compare NAME ENDING...: with the games of the first way
  local name=$1 ending
  shift
  last="the games as in '$name'"
  for ending in "$@"; do same "plain.$ending" "$name.$ending"; done
}
all_same() { # all_same NAME COMMAND...
  sweep "$@"
  single "$@"
  written "$1" 1 "${@:2}"
  compare "$1" games figures single written.games faults
}

sweep plain "$gofuda"
single plain "$gofuda"
written plain 1 "$gofuda"
for file in plain.games plain.figures plain.single plain.written.games plain.faults; do [[ -s $file ]] || fail "$file holds something"; done
(($(grep -c '^games|' plain.games) == games * 2 * ${#variants[@]})) || fail "a row for each game"
(($(grep -c '^games|' plain.written.games) == 2 * cards)) || fail "a row for each game of a card that was written"
(($(grep -c '^faults|' plain.written.games) < cards)) || fail "most of the cards that were written play"
(($(wc -l < plain.single) > 100 * ${#variants[@]})) || fail "each position of the single games"

# --- more threads; and in another order, in parts
last="two threads"
"$gofuda" --rules my sweep same.yaml --threads 2 --no-time --json --out two.sqlite > two.figures 2> err || fail "$last end well"
stored two.sqlite two
written two 2 "$gofuda"
compare two games figures written.games faults
for i in 3 1 2; do run 0 --rules my sweep same.yaml --shard $i/3 --threads $((i % 2 + 1)) --out part.$i; done
run 0 merge parts.sqlite part.2 part.3 part.1
stored parts.sqlite parts
compare parts games

# --- other processes: with nothing in the environment, and all in the same places each time, where that can be had
fixed=(setarch -R)
"${fixed[@]}" true 2> err || fixed=()
all_same fixed env -i LC_ALL=C "${fixed[@]}" "$gofuda"
# Memory that is new, and memory that is given back, holds other bytes; and it comes from another place.
all_same other-memory env MALLOC_PERTURB_=165 MALLOC_TOP_PAD_=1 MALLOC_MMAP_THRESHOLD_=4096 "$gofuda"

# --- other countries: commas in numbers, a small i without its dot, and a day that has begun already
mkdir locales
for name in de_DE tr_TR; do
  localedef -f UTF-8 -i $name locales/$name.UTF-8 > out 2> err || fail "localedef makes $name"
  last="the locale $name"
  [[ $(LOCPATH=$work/locales LC_ALL=$name.UTF-8 locale decimal_point) == , ]] || fail "$last is there"
done
all_same german env LOCPATH="$work/locales" LC_ALL=de_DE.UTF-8 TZ=Pacific/Kiritimati HOME=/nowhere COLUMNS=40 "$gofuda"
all_same turkish env LOCPATH="$work/locales" LC_ALL=tr_TR.UTF-8 TZ=America/St_Johns "$gofuda"

# --- another build, if it is there and of these sources
other=$root/build/asan-ubsan/gofuda
if [[ ! -x $other || $other -ef $gofuda ]]; then
  echo "no build under the sanitizers; not tried" >&2
elif [[ -n $(find "$root"/{core,scripting,tools} -name '*.[ch]pp' -newer "$other" -print -quit) ]]; then
  echo "the build under the sanitizers is older than the sources; not tried" >&2
else
  all_same sanitized "$other"
fi
finish
