#!/usr/bin/env bash
# gofuda audit: each planted defect is named, and nothing where there is none; what it prints, writes and refuses.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
source "$root/tests/e2e_lib.bash"
planted=$root/tests/audit
sizes=weak=400,strong=80,match=15,cards=60,options=100,secrets=0,ladder=0
short=weak=40,strong=4,match=2,cards=0,options=0,secrets=0,ladder=0  # of games that take long

# audit CODE FOLDER FINDINGS: what is found there is exactly that, of the words "ID CARD-OR-OPTION"
audit() {
  local rules=(--rules "$planted/clean")
  [[ $2 == clean ]] || rules=(--rules "$planted/$2" "${rules[@]}")
  run "$1" "${rules[@]}" --json audit game --sizes "${4:-$sizes}" --max-turns "${5:-400}" --fail-on warning
  python3 - "$3" << 'P' || fail "$2: the findings are not '$3'"
import json, sys
found = json.load(open("out"))["findings"]
names = sorted({" ".join(filter(None, [f["id"], f.get("card") or f.get("option")])) for f in found})
assert names == sorted(filter(None, sys.argv[1].split(", "))), (names, [f["text"] for f in found])
for f in found:
    assert f["command"].startswith("gofuda "), f
    assert f["p_adjusted"] is None or f["p_adjusted"] < 0.05, f
P
}

audit 0 clean ""
audit 1 unplayable "unplayable never"
audit 1 wins-at-once "decides crown"
audit 1 dominated "dominated idle"
audit 1 unread-option "unread-option turn.spoken"
audit 1 endless "endless" "$short" 80
audit 1 first-wins "who-begins"

# --- an endless game has its shortest way back, which the judge accepts
run 1 --rules "$planted/endless" --rules "$planted/clean" --json audit game --sizes "$short" --max-turns 80
python3 - << 'P' || fail "$last: no dispute of the cycle"
import json
found = [f for f in json.load(open("out"))["findings"] if f.get("cycle")]
assert len(found) == 1 and found[0]["cycle"]["turns"] >= 1, found
assert found[0]["figure"]["games"] == found[0]["figure"]["of"], found
open("cycle.yaml", "w").write(found[0]["dispute"])
P
run 0 --rules "$planted/endless" --rules "$planted/clean" judge cycle.yaml
run 1 --rules "$planted/endless" --rules "$planted/clean" audit game --sizes weak=20,strong=0,match=0,cards=0,options=0,secrets=0,ladder=0 --max-turns 80
has "May this go on without end?"
grep -qE "^ +ruling: '" out || fail "$last: the dispute is not told line by line"
has "error"

run 0 --rules "$planted/clean" audit game --sizes weak=0,strong=0,match=0,cards=0,options=0,secrets=0,ladder=0 --html empty.html
has "No games were played, so that nothing is known."
has_not "None: nothing"
grep -q "No games were played" empty.html || fail "$last: nor on the page"

# --- the same games, whatever the threads; a page; what is left out
run 0 --rules "$planted/clean" --json audit game --sizes "$sizes" --max-turns 400 --seconds 7 --threads 1
cp out first
run 0 --rules "$planted/clean" --json audit game --sizes "$sizes" --max-turns 400 --seconds 7 --threads 3 --html page.html
same out first
grep -q "<h2>Findings, worst first</h2>" page.html || fail "the page has no findings"
python3 -c 'import xml.dom.minidom, sys; xml.dom.minidom.parse("page.html")' || fail "the page is not well formed"
python3 - << 'P' || fail "$last: the figures are not of these games"
import json
j = json.load(open("out"))
figures = {(r["id"], f["players"]): f for r in j["figures"] for f in r["figures"]}
for (name, players), f in figures.items():
    low, high = f["interval"] or (f["value"], f["value"])
    assert low <= f["value"] <= high and f["games"] > 0 and f["method"], (name, f)
skill = figures["skill", "greedy, random"]["value"]
assert skill > 0.9, skill                                     # who looks ahead wins
late, early = figures["leader-75", "greedy"]["value"], figures["leader-25", "greedy"]["value"]
assert late > 0.75 and late > early, (early, late)            # and who leads late more often than who leads early
assert 0 < figures["decided", "greedy"]["value"] < 1
assert figures["fair-komi", "greedy"]["interval"][0] < 20
assert any("playouts" in l["command"] for l in j["longer"])
assert "--seconds 28" in j["longer"][0]["command"] and "is then known to" in j["longer"][0]["what"], j["longer"][0]
assert "dominated cards" not in [l["what"] for l in j["left_out"]]
P
run 0 audit qango-6 --sizes weak=200,strong=20,match=5,cards=0,options=0,secrets=0,ladder=0 --seed 2
has "fair komi: less than half of the games are counted"
has "random"
err_has "200 games of random: a share is known to"

# --- a ladder of players, and what is hidden
run 0 --rules "$planted/clean" --json audit game --ladder greedy:tries=20 --ladder greedy:tries=400 \
  --sizes weak=20,strong=20,match=20,cards=0,options=0,secrets=10,ladder=20
python3 - << 'P' || fail "$last: no ratings"
import json
rows = json.load(open("out"))["figures"]
elo = [r["figures"][0]["value"] for r in rows if r["id"] == "rating"]
assert len(elo) == 3 and min(elo) > 200, elo  # above random; the ratings themselves are tested by themselves
assert {r["name"] for r in rows if r["id"] == "hidden"} == {"who knows the order of the decks wins", "who knows the other hand wins"}
P

# --- what is kept says of which rules the games are, although the files were changed meanwhile
cp -r "$planted/clean" edited
edited=$(find edited/variants -name 'game.yaml')
before=$(sha256sum "$edited" | cut -d' ' -f1)
"$gofuda" --rules edited audit game --sizes weak=50,strong=2,match=2,cards=0,options=0,secrets=0,ladder=0 --max-turns 400 --out edited-games > out 2> err &
playing=$!
while [[ ! -d edited-games ]] && kill -0 $playing; do sleep 0.01; done
echo "# edited" >> "$edited"
wait $playing || fail "rules that are edited meanwhile"
for file in edited-games/*.sqlite; do
  python3 - "$file" "$before" << 'P' || fail "$file: of which rules it is"
import sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute("SELECT path, sha256 FROM rule_files").fetchall()
assert any(path.endswith("game.yaml") and sha == sys.argv[2] for path, sha in rows), rows
P
done

run 2 audit qango-6 --sizes weak=20,weak=30
err_has "--sizes: 'weak' is said twice"
run 2 audit qango-6 --fail-on none,note
err_has "--fail-on none stands alone"

# --- who stops it has what was played until then
stop_at_work 1.5 SIGTERM audit dango-1996 --max-turns 400 --sizes weak=50,strong=100000,match=0,cards=0,options=0,secrets=0,ladder=0
((code == 143)) || fail "$last: exit code $code, not 143"
has "It was stopped"
has "50 games of random"
has "games of greedy: a share is known to"

# --- its games are kept, and what reports say of them is what the audit says
clean=(--rules "$planted/clean")
kept=("${clean[@]}" audit game --sizes weak=60,strong=12,match=10,cards=0,options=0,secrets=2,ladder=2 --ladder greedy:tries=400)
run 0 --json "${kept[@]}" --out games
cp out audit.json
run 0 --json "${kept[@]}"
same audit.json out
for part in weak strong match secret-1 ladder-2-1; do [[ -e games/$part.sqlite ]] || fail "the games of $part are kept"; done
run 0 "${clean[@]}" --json report games/match.sqlite
cp out match.json
run 0 "${clean[@]}" --json compare game --deals-twice --black greedy --games 10 \
  --max-turns "$(python3 -c 'import json; print(json.load(open("audit.json"))["max_turns"])')"
python3 - << 'P' || fail "compare --deals-twice plays the same games"
import json
a, b = json.load(open("match.json")), json.load(open("out"))
assert a["deals_twice"] == b["deals_twice"] and a["black_rate"] == b["black_rate"], (a, b)
P
run 2 "${kept[@]}" --out games
err_has "games/weak.sqlite is there already"
: > file
run 2 "${kept[@]}" --out file/games

# --- what is refused
run 2 audit game-that-is-not
err_has "there is no variant"
run 2 audit go --sizes wek=3
err_has "did you mean 'weak'"
run 2 audit go --sizes weak=many
err_has "'weak' is a number"
run 2 audit go --fail-on endles
err_has "did you mean 'endless'"
run 2 audit go --strong random
err_has "'random' is there twice"
run 2 audit go --seconds 0
run 2 audit dango-1996 --strong exact
run 0 audit --help
has "Examples:"
has "silent-option (note)"
run 2 --rules "$planted/clean" audit game --sizes "$short" --out ''
err_has "--out"

finish
