#!/usr/bin/env bash
# A project: what `gofuda init` writes is right and can be played, and every command finds the project it stands in.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
source "$root/tests/e2e_lib.bash"
at() { # at FOLDER CODE ARGUMENTS...: run, standing there
  local folder=$1 before=$PWD
  shift
  cd "$folder"
  run "$@"
  cd "$before"
  [[ $folder -ef . ]] || mv "$folder/out" "$folder/err" .
}

# --- all of it is right, and a game of it is played
run 0 init game
has "game/variants/my-game.yaml"
has "cd game"
has_not "kept"
at game 0 check
err_has ", 0 problems"
at game 0 judge
has "1 passed, 0 failed"
at game 0 play my-game --seed 1 --black random --white random
has "Result:"
at game 0 show card ferry
has "landing: beside*, anywhere"
at game 0 show card crane
has "8 ways to lay them"
at game 0 simulate my-game --games 4 --seed 1
for file in .luarc.json .vscode/settings.json .vscode/tasks.json .vscode/extensions.json .gofuda/{variant,deck,preset,dispute,plan}.schema.json; do
  python3 -m json.tool "game/$file" > out 2> err || fail "$file is no JSON"
done
for kind in variant deck preset dispute plan; do
  grep -qF "\"./.gofuda/$kind.schema.json\"" game/.vscode/settings.json || fail "the editor is not told of the schema of a $kind"
  same "game/.gofuda/$kind.schema.json" "$root/variants/schema/$kind.schema.json"
done
same game/.gofuda/gofuda.lua "$root/scripting/meta/gofuda.lua"

# --- nothing is overwritten, and rules that are there get no examples among them
find game -type f -exec sh -c 'echo mine > "$1"' - {} \;
run 0 init game
has "kept: game/.luarc.json"
! grep '^game/' out || fail "$last: something was written"
[[ $(find game -type f -exec cat {} + | sort -u) == mine ]] || fail "init overwrites"
rm -r game
mkdir -p own/cards
run 0 init own
has "own/gofuda.project"
[[ -z $(find own/cards own/variants own/disputes -type f 2> /dev/null) ]] || fail "init writes examples among rules"
ln -s nowhere own/.luarc2 && rm own/.luarc.json && mv own/.luarc2 own/.luarc.json
run 0 init own
[[ -L own/.luarc.json && ! -e own/nowhere ]] || fail "init writes through a link"
echo > file
run 1 init file
err_has "file"
run 1 init file/below
run 2 init
run 2 init ""
run 0 --json init new
python3 -c 'import json; d = json.load(open("out")); assert d["folder"] == "new" and "cards/ferry.lua" in d["written"] and not d["kept"], d' ||
  fail "$last: the JSON"

# --- from everywhere within it
at new/cards/decks 0 show variant my-game
has "my-deck, one for each side"
at new/variants 0 judge
has "1 passed, 0 failed"
at new/variants 0 new card fresh
[[ -f new/cards/fresh.lua ]] || fail "new does not write into the project"
has_not "--rules"
at new/variants 0 --verbose show card fresh
err_has "project: $(readlink -f new)"
err_has "(installed)"
at new 0 --json show card fresh
err_has "project: ."
python3 -m json.tool out > /dev/null || fail "$last: no JSON"
at new 0 show card fresh
[[ ! -s err ]] || fail "$last: says more than was asked"

# --- but not elsewhere, and not where something else was said
run 2 show variant my-game
run 2 judge
err_has "name the disputes"
at new 2 --no-project show variant my-game
at new 2 --rules ../own show variant my-game
at new 0 --rules ../own --verbose show card
grep -q "^project:" err && fail "--rules does not win"
at "$root" 0 --verbose show card keima
grep -q "^project:" err && fail "the tree of Gofuda itself is a project"
mkdir -p new/inner/deep
at new/inner/deep 0 show card fresh
run 0 init new/inner
at new/inner/deep 2 show card fresh
rm -r new/inner
mkdir -p odd/gofuda.project
at odd 2 show variant my-game
if ((EUID == 0)); then # whoever may write above could otherwise choose the rules
  chown nobody new/gofuda.project
  at new/cards 2 show variant my-game
  err_has "belongs to somebody else"
  chown root new/gofuda.project
fi

# --- a dispute or a plan whose name ends otherwise is not passed over
run 0 init ends
mv ends/disputes/ferry-lands-beside.yaml ends/disputes/ferry.YML
at ends 1 check
err_has "disputes/ferry.YML: error[ending]: this file is not read: the names of such files end in .yaml; call it ferry.yaml"
at ends 2 judge
err_has "disputes/ferry.YML: error[ending]"

# --- disputes and plans are checked, too, and editors find each mistake by the problem matchers
mkdir new/plans
printf 'sweep: Right\nvariant: my-game\ngames: 2\npaired: true\n' > new/plans/right.yaml
at new 0 check
printf 'sweep: Wrong\nvariant: my-game\nblack: radnom\ngames: 2\npaired: maybe\n' > new/plans/wrong.yaml
printf 'dispute: Wrong?\nvariant: my-game\nboard: { wite: A1 }\n' > new/disputes/wrong.yaml
printf 'dispute: Expects?\nvariant: my-game\nexpect: { ilegal: ko }\n' > new/disputes/expects.yaml
printf 'dispute: Not so?\nvariant: my-game\nexpect: { to_move: white }\n' > new/disputes/not-so.yaml
printf 'return card { nam = "Wrong", text = "Wrong: it has no name.", play = function() end }\n' > new/cards/wrong.lua
both_checks() { # the text and the JSON of the same check
  at new 1 check
  mv err "$1"
  at new 1 --json check
  mv out "$1.json"
}
both_checks mistakes
cp new/cards/wrong.lua "new/cards/Wrong name.lua"
both_checks name
rm "new/cards/Wrong name.lua"
at new 2 judge
mv out judged
cat err >> judged
cat > matchers.py << 'P'
import json, pathlib, re, sys

root = pathlib.Path(sys.argv[1])
tasks = {t["label"]: t for t in json.load(open("new/.vscode/tasks.json"))["tasks"]}
check, judge = tasks["gofuda: check at each save"], tasks["gofuda: judge the disputes"]


def read(task, line):
    """What the editor makes of the line: the first matcher that fits."""
    matchers = task["problemMatcher"] if isinstance(task["problemMatcher"], list) else [task["problemMatcher"]]
    for matcher in matchers:
        pattern = matcher["pattern"]
        if found := re.search(pattern["regexp"], line):
            group = lambda key: found[pattern[key]] if key in pattern else None
            return (group("file"), int(group("line") or 0), int(group("column") or 0), group("severity"), group("code"), group("message"))


mistaken = {"plans/wrong.yaml", "disputes/wrong.yaml", "disputes/expects.yaml", "cards/wrong.lua"}
for file, wrong in (("mistakes", mistaken), ("name", mistaken | {"cards/Wrong name.lua"})):
    lines = open(file).read().splitlines()
    seen = [r for line in lines if (r := read(check, line))]
    wanted = [(d["file"], d["line"], d["column"], d["severity"], d["code"], d["message"]) for d in json.load(open(file + ".json"))]
    assert seen == wanted and {d[0] for d in seen} == wrong, (seen, wanted)
    assert read(check, lines[-1]) is None, lines[-1]
    for matcher in check["problemMatcher"]:
        assert re.search(matcher["background"]["endsPattern"], lines[-1]), lines[-1]
judged = [r for line in open("judged") if (r := read(judge, line.rstrip("\n")))]
assert {(r[0], r[4]) for r in judged} == {("disputes/not-so.yaml", "failed"), ("disputes/wrong.yaml", "unknown-key"), ("disputes/expects.yaml", "unknown-key")}, judged
lines = [line for file in sorted(root.glob("tests/bad/*/expected.txt")) for line in file.read_text().splitlines()]
missed = [line for line in lines if not (r := read(check, line)) or not line.startswith(r[0]) or not line.endswith(r[5])]
assert len(lines) > 200 and not missed, missed
P
python3 matchers.py "$root" > out 2> err || fail "the problem matchers"

# --- the types of what functions are handed
cat > types.py << 'P'
import re, sys

text = open(sys.argv[1]).read()
classes = set(re.findall(r"^---@class (\w+)$", text, re.M))
assert classes == {"Seat", "Board", "Points", "Card", "Move", "Pile", "CardFields", "TurnFields", "WinFields"}, classes
for word, cls in (("card", "CardFields"), ("turn", "TurnFields"), ("win", "WinFields")):
    assert f"---@param fields {cls}\n---@return {cls}\nfunction {word}(fields) end\n" in text, word
functions = re.findall(r"^---@field (\w+)\?? fun\(([^)]*)\)(.*)$", text, re.M)
of = {name: args for name, args, _ in functions if name in ("play", "answer", "announce", "check", "move", "answers", "may_announce")}
assert len(of) == 7 and of["play"] == "me: Seat, opponent: Seat, board: Board, this: Card", of
assert of["answer"].endswith("this: Card, move: Move"), of
known = classes | {"string", "number", "integer", "boolean", "table", "any", "fun", "nil"}
for args in [a for _, a, _ in functions] + re.findall(r"@param \w+\?? fun\(([^)]*)\)", text):
    for one in filter(None, args.split(", ")):
        name, _, kind = one.partition(": ")
        assert kind in classes, (args, one)
for types in re.findall(r"^---@(?:return|operator \w+(?:\(\w+\))?:) (\S+)", text, re.M):
    for one in re.findall(r"\w+", types):
        assert one in known, types
assert "---@operator sub(Points): Points\n" in text and "---@operator len: integer\n" in text
P
python3 types.py "$root/scripting/meta/gofuda.lua" > out 2> err || fail "the types for Lua language servers"

# --- links that lead out of the folder are not written through
mkdir linked elsewhere
ln -s "$PWD/elsewhere" linked/.vscode
run 1 init linked
err_has "a link on the way to linked/.vscode/settings.json leads nowhere, or out of the folder"
mkdir bare
ln -s "$PWD/elsewhere" bare/cards
run 1 --rules bare new card mine
err_has "a link on the way to bare/cards leads nowhere, or out of the folder of rules"
ln -s nowhere bare/disputes
run 1 --rules bare new dispute mine
err_has "a link on the way to bare/disputes leads nowhere"
[[ -z $(ls elsewhere) ]] || fail "$last: something was written elsewhere"

# --- each dispute that a broken card keeps from being judged says so
run 0 init broke
cp broke/disputes/ferry-lands-beside.yaml broke/disputes/two.yaml
sed -i 's/me:place/me:plaec/' broke/cards/ferry.lua
at broke 2 judge
err_has "cards/ferry.lua:19:8: error[unknown-method]"
err_has "disputes/two.yaml:1:1: error[broken]"

# --- generated documentation is not written through links, either
mkdir -p documented/cards documented/scripting far
printf '<!-- generated: api -->\n<!-- end of api -->\n' > far/readme.md
cp far/readme.md far.readme
ln -s "$PWD/far/readme.md" documented/cards/README.md
ln -s "$PWD/far" documented/scripting/meta
run 1 docs documented
err_has "cards/README.md: it is a link; take it away"
err_has "scripting/meta/gofuda.lua: a link on the way to it leads nowhere, or out of the folder; take it away"
[[ $(ls far) == readme.md ]] || fail "$last: something was written elsewhere"
same far/readme.md far.readme
[[ -s documented/variants/schema/deck.schema.json ]] || fail "$last: what no link leads to is written"

# --- a warning keeps nothing from being played or judged
run 0 init long
{
  sed '/play = function/q' long/cards/ferry.lua
  for _ in $(seq 3000); do echo '    me:score(0) me:score(0)'; done
  sed '1,/play = function/d' long/cards/ferry.lua
} > long.lua
cp long.lua long/cards/ferry.lua
at long 0 check variants
err_has "warning[long-function]"
! grep -q "error\[" err || fail "$last: there is no mistake"
at long 0 judge
err_has "warning[long-function]"

finish
