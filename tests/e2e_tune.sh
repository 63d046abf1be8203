#!/usr/bin/env bash
# Counts of cards as settings, and gofuda tune: what is recommended, that nothing fits, and plans that are wrong.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
source "$root/tests/e2e_lib.bash"
clean=(--rules "$root/tests/audit/clean")

# --- deck.CARD=N, everywhere
run 0 "${clean[@]}" show variant game --set deck.nobi=5
has "5 nobi"
run 0 "${clean[@]}" --json simulate game --set deck.nobi=0 --set deck.keima=3 --games 20
python3 - << 'P' || fail "$last: not the cards that were set"
import json
cards = {c["id"]: c["drawn"] for c in json.load(open("out"))["cards"]}
assert "keima" in cards and cards["keima"]["black"] + cards["keima"]["white"] > 0, cards
assert "nobi" not in cards or cards["nobi"]["black"] + cards["nobi"]["white"] == 0, cards
P
run 0 "${clean[@]}" --json compare game --a deck.nobi=2 --b deck.nobi=9 --games 10
run 2 "${clean[@]}" simulate game --set deck.nobbi=2
err_has "there is no card 'nobbi' (did you mean 'nobi'?)"
run 2 "${clean[@]}" simulate game --set deck.nobi=some
err_has "from 0 to 1000 copies"
run 2 "${clean[@]}" simulate game --set deck.nobi=0 --set deck.kosumi=0 --set deck.ikken-tobi=0
err_has "no card is left in the deck 'game'"
run 1 "${clean[@]}" simulate game --set deck.nobi=0 --set deck.kosumi=0 --set deck.ikken-tobi=1
err_has "the deck has cards to deal each side 1, not 2"
run 2 simulate go --set deck.nobi=1
err_has "the game has no deck"

# --- a plan whose one good komi is known: with the others one side has won before it begins
plan() {
  cat > "$1" << P
tune: A fair small game
variant: game
set:
  rules.komi: [-100.5, 3.5, 100.5]
black: greedy
white: greedy
games: 160
confirm: 200
aims:
  begins: [35, 65]
  $2
P
}
plan good.yaml "length: [5, 200]"
run 0 "${clean[@]}" --json tune good.yaml --threads 1
cp out one
run 0 "${clean[@]}" --json tune good.yaml --threads 3
same out one
python3 - << 'P' || fail "$last: not the komi that fits"
import json
j = json.load(open("out"))
assert j["recommended"]["set"] == "rules.komi=3.5", j["recommended"]
dropped = [c["dropped_by"] for c in j["candidates"]]
assert dropped == ["begins", None, "begins"], dropped
assert j["candidates"][0]["games"] < j["candidates"][1]["games"] == 160
fresh = j["confirmations"][0]
assert fresh["games"] == 200 and fresh["confirmed"] and all(a["p"] < 0.05 for a in fresh["aims"].values())
assert fresh["aims"]["begins"]["value"] != j["candidates"][1]["aims"]["begins"]["value"]
P
run 0 "${clean[@]}" tune good.yaml
has "Recommended: game --set rules.komi=3.5"
has "(160 games, greedy - greedy): "
# --- stopped, it goes on where it was
python3 - "$gofuda" "${clean[@]}" --json tune good.yaml --threads 1 --out race.json << 'P' > out 2> err
import os, signal, subprocess, sys, time
run = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
while not os.path.exists("race.json") and run.poll() is None: time.sleep(0.01)
run.send_signal(signal.SIGTERM)
print(run.wait())
P
last="tune, stopped"
has 143
err_has "the same command goes on from here"
run 0 "${clean[@]}" --json tune good.yaml --threads 2 --out race.json
err_has "games; going on"
same one out
run 0 "${clean[@]}" --json tune good.yaml --out race.json
err_has "holds 400 games; going on"
same one out
sed 's/3.5/4.5/' good.yaml > other.yaml
run 2 "${clean[@]}" tune other.yaml --out race.json
err_has "error: race.json: it is a race of another plan (line 4 is '  rules.komi: [-100.5, 3.5, 100.5]', not '  rules.komi: [-100.5, 4.5, 100.5]')"
err_has "; name another file, or remove it"
run 2 "${clean[@]}" tune good.yaml --out race.json --games 100
err_has "it is a race with other 'games' (160, not 100), with other 'confirm' (200, not 100);"
cp -r "$root/tests/audit/clean" edited
run 2 --rules edited tune good.yaml --out race.json --games 160
err_has "it is a race with other 'confirm'"
echo "# edited" >> edited/variants/game.yaml
run 2 --rules edited tune good.yaml --out race.json
err_has "it is a race of other rules;"
for wrong in '' '[[' '{}' '{"form":"gofuda-tune-1"}' '{"form":"gofuda-tune-4","race":3}' '{"form":3}'; do
  printf '%s' "$wrong" > wrong.json
  code=0
  "$gofuda" "${clean[@]}" tune good.yaml --out wrong.json > out 2> err || code=$?
  last="tune --out, with '$wrong' in it"
  ((code == 1 || code == 2)) || fail "$last: exit code $code"
  err_has "error: wrong.json: it is "
  ! grep -q "json.exception\|parse error" err || fail "$last: that is what a library says"
done
python3 - << 'P'
import hashlib, json
j = json.load(open("race.json"))
j["candidates"][1]["values"][0][0][0] += 700
json.dump(j, open("edited.json", "w"))
j["candidates"][1]["values"][0][0][1] = 10**15
del j["sum"]
j["sum"] = hashlib.sha256(json.dumps(j, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
json.dump(j, open("wrong.json", "w"))
P
run 1 "${clean[@]}" tune good.yaml --out edited.json
err_has "it is damaged: its sum is not that of what is in it"
run 1 "${clean[@]}" tune good.yaml --out wrong.json
err_has "it is damaged: more games have a value than there are"
run 2 "${clean[@]}" tune good.yaml --out .
err_has "error: .: this is a folder; name a file in it"

plan long.yaml "length: [900, 1000]"
run 1 "${clean[@]}" tune long.yaml
has "Nothing fits: every set of rules misses an aim."
plan narrow.yaml "draws: [49.9, 50]"
run 1 "${clean[@]}" tune narrow.yaml
has "Nothing fits"
err_has "draws from 49.9 to 50.0 takes about"

# --- games that fail say nothing of the aims; an aim of cards alone; one game
cp -r "$root/tests/audit/clean" failing
sed -i 's/^  play = .*/&\n    error("broken")/' failing/variants/turns/hand-or-stone.lua
run 1 --rules failing tune good.yaml
has "Nothing fits: games of every set of rules fail, which says nothing of the aims."
has "3 dropped by games that fail"
plan cards.yaml "card: [-95, 95]"
sed -i '/^  begins/d; s/confirm: .*/confirm: 2/; s/games: .*/games: 2/; s/-100.5, 3.5, 100.5/3.5/; s/greedy/random/' cards.yaml
run 0 "${clean[@]}" tune cards.yaml
has "(2 games, random - random): cards from "
has_not "; cards"
has_not "1 games"

# --- plans that are wrong
wrong() {  # WHAT-IT-SAYS AIM
  plan wrong.yaml "$2"
  run 1 "${clean[@]}" tune wrong.yaml
  err_has "$1"
}
wrong "wrong.yaml:11:3: error[aim]: there is no aim 'lenght' (did you mean 'length'?)" "lenght: [1, 2]"
wrong "the lower one first" "length: [60, 40]"
wrong "no game is so" "draws: [110, 120]"
changed() {  # SED WHAT-IT-SAYS...: of the good plan
  sed "$1" good.yaml > wrong.yaml
  run 1 "${clean[@]}" tune wrong.yaml
  for said in "${@:2}"; do err_has "$said"; done
}
changed 's/^  begins.*/  black: [60, 70]/; s/^  length.*/  white: [60, 70]/' "error[aims-contradict]"
changed 's/^variant.*/variant: go/; s/^  length.*/  card: [-1, 1]/' "error[aim]: 'go' has no deck of cards"
changed 's/^  begins.*/  begins: [60, 70]/; s/^  length.*/  black: [40, 50]/' "wrong.yaml:10:3: error[aims-contradict]: the aims contradict one another: here black always begins"
changed 's/^  begins.*/  begins: [60, 70]/; s/^  length.*/  white: [60, 70]/' "error[aims-contradict]"
changed 's/rules.komi:.*/deck.nobbi: [1, 2]/' "wrong.yaml:4:" "there is no card 'nobbi'"
changed 's/rules.komi:.*/deck.nobi: [2, 2000]/' "wrong.yaml:4:18: error[value]"
changed 's/rules.komi:.*/turn.drown: [1, 2]/' "no option 'drown' (did you mean 'drawn'?)"
run 2 tune
run 0 tune --help
has "aims:"
finish
