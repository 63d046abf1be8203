#!/usr/bin/env python3
"""seeds.py NAME FOLDER: inputs for a harness to begin with, out of the project's own files, and FOLDER.dict: its words,
out of what the program has written about itself (`gofuda docs`) and out of its tables."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = {"variants/*.yaml": "variant", "cards/**/*.lua": "card", "cards/decks/*.yaml": "deck",
         "variants/turns/*.lua": "turn", "variants/win/*.lua": "win"}


def read(path):
    return path.read_bytes().decode("utf-8", "surrogateescape")


def rule_files(folder):
    """Path and kind of each rule file of a folder of rules."""
    for pattern, kind in KINDS.items():
        for path in sorted(folder.glob(pattern)):
            yield path, kind


def bad_folders():
    return sorted(p for p in (ROOT / "tests/bad").iterdir() if p.is_dir())


def cards():
    number = 0
    for folder in [ROOT, *bad_folders()]:
        for path, kind in rule_files(folder):
            if kind == "card":
                for game in range(3 if folder == ROOT else 1):
                    yield f"--{number + game}\n{read(path)}"
                number += 3


def rules():
    for folder in [ROOT, *bad_folders()]:
        for path, kind in rule_files(folder):
            text = re.sub(rf"(?<![\w-]){re.escape(path.stem)}(?![\w-])", "fuzz", read(path))
            lead = "" if kind == "variant" else f"%% {kind}\n"
            yield lead + text
            if kind in ("turn", "win"):
                key = {"turn": "turn: fuzz\ndeck: dango-36", "win": "win: fuzz"}[kind]
                yield f"variant: fuzz\nextends: go\nboard: {{ size: 5x5 }}\n{key}\n{lead}{text}"
            if kind == "deck":
                yield f"variant: fuzz\nextends: go\nboard: {{ size: 5x5 }}\nturn: draw-and-play\ndeck: fuzz\n{lead}{text}"


def disputes(every=6):
    """Broken ones, and some of the sound ones: those are all judged by the tests."""
    yield from (read(p) for p in sorted((ROOT / "tests/bad").rglob("*.yaml")) if re.search("^dispute:", read(p), re.M))
    yield from (read(p) for p in sorted((ROOT / "tests/disputes").rglob("*.yaml"))[::every])


def games():
    yield from disputes(every=3)
    for path in sorted((ROOT / "tests/golden").glob("*.txt")):
        plays = [line for line in read(path).partition("\ntranscript")[2].splitlines()
                 if re.match(r"(black|white|chance): ", line)]
        for length in (12, 40):
            yield (f"dispute: g\nvariant: {path.stem}\nseed: 1996\ngame: 1\ndecks: shuffled\nplay:\n" +
                   "".join(f"  - {line}\n" for line in plays[:length]))


def plans():
    for path in sorted((ROOT / "tools").rglob("*.yaml")):
        text = read(path)
        if re.search(r"^(sweep|tune):", text, re.M):
            yield text
    for script in ("e2e_tune.sh", "e2e_sweep.sh"):
        yield from re.findall(r"<< '?P'?\n((?:sweep|tune):.*?\n)P\n", read(ROOT / "tests" / script), re.S)
    yield from re.findall(r"```yaml\n((?:sweep|tune):.*?)```", read(ROOT / "tools/lab/README.md"), re.S)


def proofs():
    yield from (read(p) for p in sorted((ROOT / "tests/fuzz/regressions/proofs").iterdir()))
    yield from (read(p) for p in sorted((ROOT / "tools/lab/studies").rglob("proofs/*.txt")))


def gtp_commands():
    return re.findall(r'\{"([\w-]+)", &GtpServer', read(ROOT / "tools/protocols/gtp.cpp"))


def gtp():
    yield "\n".join(f"{c} {a}" for c in gtp_commands() for a in ("", "b", "w d4", "5", "2")) + "\n"
    for game in ("dango-1996", "dango-1996 points", "card-go", "qango-6"):
        yield f"# {game}\n" + "genmove b\ngenmove w\nplay b A1\nplay w (A1,B2)\ngogui-rules_legal_moves\nundo\n" * 3
    for said in re.findall(r"says \$'(.*?)'", read(ROOT / "tests/e2e_gtp.sh")):
        yield said.replace("\\n", "\n").replace("\\t", "\t") + "\n"
    yield "".join(f"play {c} {'ABCDEFG'[i]}{j}\n" for i in range(7) for j in range(1, 8) for c in "bw"[(i + j) % 2])


def table_requests():
    """Name and fields of each request of the table."""
    rows = re.findall(r"^\| `([a-z]+)` \| [a-z, ]+ \|([^|]*)\|", read(ROOT / "tools/table/README.md"), re.M)
    for name, fields in rows:
        yield name, re.findall(r"`([a-z_]+)`", re.sub(r"\([^)]*\)", "", fields))


def table():
    """A digit says who asks: owner, arbiter, black, white, onlooker. Seq 0 stands for the present one."""
    values = {"seq": 0, "text": "C3", "variant": "go", "set": {"board.size": "5x5"}, "at": 1, "branch": 1, "as": "all", "ms": 5,
              "player": "random", "black": "A1 B2", "white": ["C3"], "to_move": "white", "hands": {"black": ["leap"]},
              "title": "A title", "from": 0, "expect": {"black": "A1"}, "options": ["rules.suicide"], "path": "cards/a.lua",
              "etag": None, "line": 1, "column": 2, "way": "back", "games": 3, "job": 1, "file": "a.yaml", "seed": 5}
    line = lambda who, **request: f"{who}{json.dumps({'id': 1, **request})}\n"
    rows = list(table_requests())
    for game in ("go", "dango-1996", "card-go", "qango-6", "gomoku-skills"):
        said = line(0, do="new", variant=game, seed=3)
        for points in ("C3", "D4 E5", "pass", "decline", "A1 B1 C1"):
            said += "".join(line(0, do=do, seq=0, text=points) for do in ("try", "why", "answer")) + line(0, do="places", seq=0)
        yield said + "".join(line(who, do=do) for who in range(5) for do in ("undo", "link", "save"))
    for name, fields in rows:
        request = {field: values[field] for field in fields if field in values}
        yield line(0, do="new", variant="go") + line(0, do="answer", seq=0, text="B2") + line(0, do=name, **request)


def sgf():
    """The records in the tests, and games of each kind as this program writes them, a turn a node."""
    for path in sorted((ROOT / "tests/unit").glob("test_sgf*.cpp")):
        for text in re.findall(r'"(\(;(?:[^"\\]|\\.)*)"', read(path)):
            yield text.replace("\\n", "\n").replace('\\"', '"').replace("\\\\", "\\")
    for game in games():
        head, _, plays = game.partition("\nplay:\n")
        escaped = [re.sub(r"([\\\]])", r"\\\1", t) for t in (head + "\n", *re.findall(r"^ *- (\w+: .*)$", plays, re.M))]
        yield f"(;FF[4]GM[1]GFH[{escaped[0]}]" + "".join(f";GFA[{line}]" for line in escaped[1:]) + ")"


def tables():
    """Name and columns of each table of a file of games."""
    schema = read(ROOT / "tools/lab/store/schema.cpp").partition('kSchema = R"(')[2].partition(')"')[0]
    for name, columns in re.findall(r"CREATE TABLE (\w+) \((.*?)\)(?: WITHOUT ROWID)?;", schema, re.S):
        yield name, re.findall(r"(?:^|,)\s*(\w+) (?:INTEGER|TEXT)", columns)


def results():
    yield ""
    for table, columns in tables():
        yield f"DELETE FROM {table}"
        for column in columns:
            for value in ("-1", "9223372036854775807", "-9223372036854775808", "NULL", "'x'", "x'ff00'", "1e300", "3"):
                yield f"UPDATE OR IGNORE {table} SET {column} = {value}"


def words(name):
    found = set()
    if name in ("cards", "rules"):
        found |= set(re.findall(r"\w+", read(ROOT / "scripting/meta/gofuda.lua")))
        found |= {"function", "return", "local", "for", "while", "end", "if", "then", "else", "do", "nil", "#", ".."}
    if name == "sgf":
        sources = [*sorted((ROOT / "scripting").glob("sgf_*.?pp")), *sorted((ROOT / "tools/sgf").glob("*.?pp"))]
        found |= {f"{p}[" for path in sources for p in re.findall(r'"([A-Z]{2,3})"', read(path))}
        found |= {"(;", "](;", ")(;", "];", "[]", "B[", "W[", "[tt]", "[aa:cc]", "\\]", "UTF-8", "Shift_JIS", "Chinese", "19:13",
                  "black: ", "white: ", "chance: ", "(none)"}
    if name in ("rules", "disputes", "games", "plans"):
        for path in (ROOT / "variants/schema").glob("*.json"):
            found |= set(re.findall(r'"([\w.-]+)"', json.dumps(json.loads(read(path)))))
        found |= {path.stem for path, kind in rule_files(ROOT)} | {"pass", "decline", ": ", "[", "{ ", "- ", "|\n", "twice"}
    if name == "plans":
        for source in ("sweep_plan.cpp", "tune_plan.cpp"):
            found |= set(re.findall(r'"(\w+)"', read(ROOT / "tools/lab/plans" / source)))
    if name == "proofs":
        found |= set(re.findall(r'"([a-z-]+)"', read(ROOT / "tools/solver/proof_reader.cpp")))
        found |= {" >1", "/1", " = ", "A1=B1", " - ", "black wins 1", "white holds 1", "set ", "A1", "C3"}
    if name == "gtp":
        found |= set(gtp_commands()) | {"black", "white", "pass", "A1", "T19", "dead", "alive", "seki", "nan"}
    if name == "table":
        found |= {word for request, fields in table_requests() for word in (request, *fields)}
    if name == "results":
        found |= {word for table, columns in tables() for word in (table, *columns)}
        found |= {"INSERT OR REPLACE INTO ", "UPDATE OR IGNORE ", " SET ", "DELETE FROM ", " VALUES (", "NULL", "DROP TABLE "}
    return sorted(w for w in found if len(w) <= 60)


def main():
    name, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(globals()[name]()):
        (folder / f"{number:05}").write_bytes(text.encode("utf-8", "surrogateescape"))
    escaped = ["".join(c if c.isalnum() or c in " _-.:#{[(|" else f"\\x{ord(c):02x}" for c in w) for w in words(name)]
    folder.with_suffix(".dict").write_text("".join(f'"{w}"\n' for w in escaped))


main()
