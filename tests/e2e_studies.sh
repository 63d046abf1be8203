#!/usr/bin/env bash
# The studies in tools/lab/studies: their plans and commands are what the program takes, and their pages show plots that are there.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
source "$root/tests/e2e_lib.bash"

# A copy in which players think no longer than they must. Commands say where a plan is from the project's folder.
mkdir -p tools/lab
cp -r "$root/tools/lab/studies" tools/lab/studies
find tools/lab/studies -type f \( -name '*.yaml' -o -name '*.md' \) -exec sed -i -E 's/playouts=[0-9]+/playouts=1/g; s/^confirm: .*/confirm: 2/' {} +
index=tools/lab/studies/README.md
bin=$(dirname "$(readlink -f "$gofuda")")
export PATH=$bin:$PATH

# study NAME [OPTION...]: a study's plans, commands and plots; with what the plans need besides their file, such as --rules.
study() {
  local folder=tools/lab/studies/$1 page=tools/lab/studies/$1/README.md plan command plot code
  shift
  for plan in "$folder"/*.yaml; do
    [[ -e $plan ]] || continue
    if grep -q '^tune:' "$plan"; then
      run 1 "$@" tune "$plan" --games 1 --threads 1 # so few games recommend nothing
    else
      run 0 "$@" sweep "$plan" --games 1 --threads 1
    fi
    grep -qF -- "${plan##*/}" "$page" || fail "$page does not name ${plan##*/}"
  done
  # A page's commands stand in its blocks of shell, one a line.
  awk '/^```sh$/ { on = 1; next } /^```$/ { on = 0 } on' "$page" > commands
  [[ -s commands ]] || fail "$page has no command"
  while IFS= read -r command; do
    [[ $command == "gofuda "* ]] || fail "$page: '$command' is no command of the program"
    command=$(sed -E 's/--games [0-9]+/--games 1/' <<< "$command")
    [[ ! $command =~ \ (sweep|simulate|compare|differ|tune)\  || $command == *--games* ]] || command+=" --games 1"
    last=$command
    code=0
    bash -euc "$command" > out 2> err < /dev/null || code=$?
    [[ $code == 0 || ($code == 1 && $command == "gofuda tune "*) ]] || fail "$command: exit code $code"
  done < commands
  for plot in $(grep -oE '\]\([^)]*\.svg\)' "$page" | sed 's/^](//; s/)$//'); do
    [[ -s $folder/$plot ]] || fail "$page shows $plot, which is not there"
  done
  grep -qE '\]\([^)]*\.svg\)' "$page" || fail "$page shows no plot"
  while IFS= read -r plot; do
    grep -qF -- "(${plot#"$folder"/})" "$page" || fail "$page does not show $plot"
    (($(wc -c < "$plot") < 100000)) || fail "$plot has 100 kB or more"
    python3 -c 'import sys, xml.dom.minidom as x; assert x.parse(sys.argv[1]).documentElement.tagName == "svg"' "$plot" ||
      fail "$plot is no SVG"
  done < <(find "$folder" -name '*.svg')
  grep -qF -- "(${folder##*/}/" "$index" || fail "$index does not lead to $folder"
}

# --- the fair komi of Dango
study fair-komi

# --- Free block and Change, as the two editions have them
study free-block --rules tools/lab/studies/free-block/rules
run 0 --json --rules tools/lab/studies/free-block/rules simulate dango-one-pile --games 20 --threads 1
python3 - << 'P' || fail "one pile deals each of the two cards to one side"
import json
cards = {c["id"]: c for c in json.load(open("out"))["cards"]}
for id, c in cards.items():
    drawn = c["drawn"]
    total = sum(drawn.values()) if isinstance(drawn, dict) else drawn
    one = any(id.endswith(name) for name in ("free-block", "change"))
    assert total == 20 * (1 if one else 2), (id, drawn)
P

# --- the cards of Dango: the study's own turn gives Black Replace twice, once, or where the shuffle has put it
study cards --rules tools/lab/studies/cards/rules
for pair in twice once apart; do
  run 0 --json --rules tools/lab/studies/cards/rules simulate dango-twice-then-replace --games 20 --threads 1 --no-time \
    --set turn.comes=last --set turn.pair=$pair
  cp out "$pair"
done
run 0 --json simulate dango-1996 --games 20 --threads 1 --no-time
python3 - << 'P' || fail "the study of Replace after Twice does not deal what it says"
import json
games = {name: json.load(open(name)) for name in ("twice", "once", "apart", "out")}
black = {name: {c["id"]: c["played"]["black"] for c in g["cards"]} for name, g in games.items()}
assert black["twice"]["replace"] == black["once"]["replace"] == 20, black  # a copy that is played twice was drawn once
more = {name: round(20 * (g["moves"]["mean"] - g["turns"]["mean"])) for name, g in games.items()}
assert more["twice"] == more["once"] + 20, more
assert black["twice"]["twice"] == black["once"]["twice"] == 0 < black["apart"]["twice"], black
assert games["apart"]["score"] == games["out"]["score"] and games["apart"]["turns"] == games["out"]["turns"]
assert games["apart"]["score"] != games["once"]["score"] != games["twice"]["score"]
P

# --- who begins at QANGO
study first-player

# --- the readings of Dango
study readings

finish
