#!/usr/bin/env bash
# Follows the walk-throughs of cards/README.md and variants/README.md to the letter, each in an empty folder: a block below a
# line that names a file is that file, a block of sh is run, and the block of text below it must be in what that printed.
# Lua and YAML shown elsewhere in the two must be right, too, where it is a whole file. And the games that README.md lists
# are those that there are.
set -eu
export GOFUDA=${GOFUDA:?set GOFUDA to the program}
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
exec python3 - "$root" << 'P'
import json, os, pathlib, re, subprocess, sys, tempfile

WANTED = {  # walk-throughs, files, commands and texts that each README has; a block that got lost must not go unnoticed
    "cards/README.md": (4, 36, 15, 9),
    "variants/README.md": (4, 8, 15, 6),
}
GAMES = 10
SENTENCES = 76  # rows of "Which word for which sentence"
EXAMPLES = {"cards/README.md": 7, "variants/README.md": 3}  # whole files outside the walk-throughs
PLACES = {"card": "cards", "deck": "cards/decks", "variant": "variants", "turn": "variants/turns", "win": "variants/win"}

failures = []


def fail(where, what):
    failures.append(where)
    print(f"FAILED: {where}: {what}", file=sys.stderr)


def blocks(name):
    """The README's fenced blocks: heading, line, language, the line just above, text."""
    heading, fence = "", None
    lines = (root / name).read_text().splitlines()
    for number, line in enumerate(lines, 1):
        if fence is None and line.startswith("```"):
            fence = (heading, number, line[3:].strip(), lines[number - 2], [])
        elif fence is None and line.startswith("#"):
            heading = line.lstrip("#").strip()
        elif fence is not None and line == "```":
            yield (*fence[:4], "\n".join(fence[4]) + "\n")
            fence = None
        elif fence is not None:
            fence[4].append(line)
        elif re.fullmatch(r"`my/.*`:", line) and not lines[number].startswith("```"):
            fail(f"{name}:{number}", "names a file, and no block follows")
    if fence:
        fail(f"{name}:{fence[1]}", "this block does not end")


def matches(expected, printed):
    """The lines of `expected` in that order and together; '...' is anything, as a line of its own any lines."""
    pattern = ""
    for line in expected.splitlines():
        wild = ".*".join(re.escape(part.rstrip()) for part in line.split("..."))
        pattern += r"(?:.*\n)*?" if line.strip() == "..." else wild + r"[ \t]*\n"
    return re.search(r"(?:^|\n)" + pattern, printed)


def run(where, command, folder):
    """Runs one command; what it printed."""
    wanted = re.search(r"# exit code (\d+)$", command)
    code = int(wanted[1]) if wanted else 0
    try:
        done = subprocess.run(["bash", "-eu", "-o", "pipefail", "-c", command], cwd=folder, env=env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        fail(where, f"'{command}' does not end")
        return ""
    if done.returncode != code:
        fail(where, f"'{command}' has exit code {done.returncode}, not {code}:\n{done.stdout}")
    return done.stdout


def follow(name, title, steps, folder, count):
    printed = None  # by the commands just above
    for _, number, language, above, text in steps:
        where = f"{name}:{number}"
        path = re.fullmatch(r"`(my/[a-z0-9/.-]+)`:", above)
        if language in ("lua", "yaml"):
            if not path or not path[1].endswith("." + language):
                fail(where, f"a block of {language} without a line above that names its file, such as `my/x.{language}`:")
                continue
            (folder / path[1]).parent.mkdir(parents=True, exist_ok=True)
            (folder / path[1]).write_text(text)
            count["files"] += 1
            printed = None
        elif language == "sh":
            commands = text.splitlines()
            count["commands"] += len(commands)
            printed = "".join(run(where, c, folder) for c in commands)
        elif language == "text" and printed is not None:
            count["texts"] += 1
            if not matches(text, printed):
                fail(where, f"this is not what was printed, which is\n{printed}")
            printed = None
        else:
            fail(where, f"a block of '{language}' that is no step of '{title}'")


def check_example(name, number, language, text, folder):
    """A whole card, deck, game, turn or win condition shown outside the walk-throughs; True if it is one."""
    kind = re.match(r"return (card|turn|win) " if language == "lua" else r"(deck|variant): (\S+)\n", text)
    if not kind:
        return False
    place = PLACES[kind[1]]
    stem = "example" if language == "lua" else kind[2]
    file = folder / "my" / place / f"{stem}.{language}"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    run(f"{name}:{number}", f"gofuda --rules my check my/{place}/{file.name}", folder)
    if kind[1] == "card":
        run(f"{name}:{number}", "gofuda --rules my try example --variant dango-1996", folder)
    return True


def say_the_sentences(folder):
    """Each word in the table of sentences is in the reference below it, and each example compiles as it stands."""
    guide = (root / "cards/README.md").read_text()
    table = guide.partition("## Which word for which sentence\n")[2].partition("\n## ")[0]
    reference = guide.partition("\n# Reference\n")[2]
    words = set(re.findall(r"^\| `([:.]\w+)", reference, re.M))
    fields = set(re.findall(r"^\| `(\w+)` \|", reference, re.M))
    keys = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", (root / "variants/README.md").read_text(), re.M))))
    rows = [row for row in re.findall(r"^\| .* \| (.*) \|$", table, re.M) if not row.startswith("in the file")]
    if len(rows) != SENTENCES:
        fail("cards/README.md", f"has {len(rows)} sentences, not {SENTENCES}")
    (folder / "my/cards").mkdir(parents=True)
    for number, code in enumerate(code for row in rows for code in re.findall(r"`([^`]+)`", row)):
        field = re.match(r"(\w+)(?: = |$)", code)
        key = re.match(r"(\w+): ", code)
        said = set(re.findall(r"[.:][a-z_]+", re.sub(r'"[^"]*"|\.tokens\.\w+', "", code)))
        if field and field[1] not in fields | {"tonumber", "answer"} or key and key[1] not in keys:
            fail("cards/README.md", f"'{code}' names what is not in the reference")
        if not key and said - words:
            fail("cards/README.md", f"'{code}': there is no {' '.join(sorted(said - words))}")
        if key or field and "=" not in code:
            continue
        play = ("    local side, stone, chain, points, card = me, board.none, board.none, board.none, this\n" +
                ("" if field else f"    local x = {code}\n"))
        (folder / f"my/cards/sentence-{number}.lua").write_text(
            f'return card {{\n  name = "Sentence {number}",\n  text = "An example.",\n  options = {{ name = {{ "no", "yes" }} }},\n  tokens = {{ "coin" }},\n  marks = {{ "holy" }},\n'
            + (f"  {code},\n" if field else "") + f"  play = function(me, opponent, board, this, move)\n{play}  end,\n}}\n")
    run("cards/README.md", "gofuda --rules my check my/cards", folder)
    guesses = re.findall(r'\{"\w+", "(.*)"\},?$', (root / "scripting/guesses.cpp").read_text(), re.M)
    if not guesses:
        fail("scripting/guesses.cpp", "has no guesses")
    for word in guesses:
        for name in re.findall(r"[.:][a-z_]+", re.sub(r'\\"[^"]*\\"|\.tokens\.\w+', "", word)):
            if name not in words:
                fail("scripting/guesses.cpp", f"'{word}': there is no {name}")


def play_the_games(folder):
    """Plays what the table of README.md says, and looks for games that it leaves out."""
    text = (root / "README.md").read_text().partition("## The games\n")[2].partition("\n## ")[0]
    commands = re.findall(r"^\|.*\| `(play [^`]+)` \|$", text, re.M)
    if len(commands) != GAMES:
        fail("README.md", f"has {len(commands)} games to play, not {GAMES}")
    for command in commands:
        run("README.md", f"gofuda {command} --seed 1 --black random --white random", folder)
    listed = set(re.findall(r"`([a-z0-9-]+)`", text))
    listed |= {word + end for word in listed for end in listed if end.startswith("-")}
    for game in json.loads(run("README.md", "gofuda --json show variant", folder))["variant"]:
        if game["id"] not in listed:
            fail("README.md", f"does not list the game {game['id']}")


root = pathlib.Path(sys.argv[1])
with tempfile.TemporaryDirectory() as work:
    work = pathlib.Path(work)
    (work / "bin").mkdir()
    (work / "bin/gofuda").write_text(f'#!/bin/sh\nexec "{pathlib.Path(os.environ["GOFUDA"]).resolve()}" "$@"\n')
    (work / "bin/gofuda").chmod(0o755)
    env = {**os.environ, "PATH": f"{work}/bin:{os.environ['PATH']}"}
    for name, wanted in WANTED.items():
        walks, examples = {}, 0
        count = {"files": 0, "commands": 0, "texts": 0}
        for block in blocks(name):
            heading, number, language, above, text = block
            folder = work / f"{len(list(work.iterdir()))}"
            if heading.startswith("Walk-through: "):
                walks.setdefault(heading, []).append(block)
            elif language in ("lua", "yaml"):
                folder.mkdir()
                examples += check_example(name, number, language, text, folder)
        for title, steps in walks.items():
            folder = work / f"{len(list(work.iterdir()))}"
            folder.mkdir()
            follow(name, title, steps, folder, count)
        found = (len(walks), *count.values())
        if found != wanted:
            fail(name, f"has {found} walk-throughs, files, commands and texts, not {wanted}")
        if examples != EXAMPLES[name]:
            fail(name, f"has {examples} whole files outside the walk-throughs, not {EXAMPLES[name]}")
    say_the_sentences(work / "sentences")
    play_the_games(work)
if failures:
    sys.exit(f"{len(failures)} checks failed")
print("all checks passed")
P
