#!/usr/bin/env python3
"""Do the schemas of variants/schema find what `gofuda check` finds?

Every file of tests/bad that has a diagnostic must be refused by its schema, or stand in only_check_sees.txt, which says why a
schema cannot see that; what stands there and is refused is a mistake of that list. Every other file of the tree is accepted."""
import collections
import json
import pathlib
import re
import sys

import jsonschema

import yaml12

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HERE = pathlib.Path(__file__).resolve().parent
KINDS = ("variant", "deck", "preset", "dispute", "plan")

# What no file of tests/bad has.
MISTAKES = {
    "variant": [
        "variant: v\nextends: go\nboard: { size: 9x9x9 }",
        "variant: v\nextends: go\nrules: { komi: six }",
        "variant: v\nextends: go\ntitel: V",
        "variant: v\nextends: go\noptions: { free-block.after: mvoe }",
        "variant: v\nextends: go\nwin: [five, five]",
    ],
    "dispute": [
        "dispute: d\nvariant: go\nboard: { wite: A1 }",
        "dispute: d\nvariant: go\nboard: { black: 5 }",
        "dispute: d\nvariant: go\nset: { rules.komi: six }",
        "dispute: d\nvariant: go\nset: { board.size: 9x }",
        "dispute: d\nvariant: go\nexpect: { asks: { black: point } }",
        "dispute: d\nvariant: go\nexpect: { sees: { white: { black.hnad: [] } } }",
        "dispute: d\nvariant: go\nexpect: { illegal: not-asked, at: A1 }",
        "dispute: d\nvariant: go\nexpect: { deck: { black: many } }",
        "dispute: d\nvariant: go\nexpect: { parts: { black: [1, 2] } }",
        "dispute: d\nvariant: go\nexpect: { size: 9x9x9 }",
        "dispute: d\nvariant: go\ndecks: mixed",
        "dispute: d\nvariant: go\nseed: -1",
    ],
    "preset": ["preset: p\nrules: { ko: none }", "preset: p\nsource: s\nrules: { ko: simpel }", "preset: p\nsource: s\nrules: { preset: aga }"],
    "deck": ["deck: d\ncards: { keima: 1 }\noptions: { mode: at-once }"],
    "plan": [
        "sweep: s\nvariant: go\ngames: 10",
        "sweep: s\nvariant: []\ngames: 10\npaired: true",
        "sweep: s\nvariant: [go, go]\ngames: 10\npaired: true",
        "sweep: s\nvariant: go\ngames: many\npaired: true",
        "sweep: s\nvariant: go\ngames: 10\npaired: maybe",
        "sweep: s\nvariant: go\ngames: 10\npaired: true\nkeep: most",
        "sweep: s\nvariant: go\ngames: 10\npaired: true\nblack: radnom",
        "sweep: s\nvariant: go\ngames: 10\npaired: true\nblack: mcts:playout=3",
        "sweep: s\nvariant: go\ngames: 10\npaired: true\nplayers: [random]",
        "sweep: s\nvariant: go\ngames: 10\npaired: true\nplayers: [random, greedy]\nblack: random",
        "sweep: s\nvariant: go\ngames: 10\npaired: true\npairs: [[random]]",
        "sweep: s\nvariant: go\ngames: 10\npaired: true\ncolours: both",
        "sweep: s\nvariant: go\ngames: 10\npaired: false\ncompare: variant",
        "sweep: s\nvariant: go\ngames: 10\npaired: true\nset: { rules.komi: [0, six] }",
        "sweep: s\nvariant: go\ngames: 10\npaired: true\nset: { rules.kmoi: 0 }",
        "sweep: s\nvariant: go\ngames: 10\npaired: true\nsed: 3",
        "tune: t\nvariant: go\ngames: 10",
        "tune: t\nvariant: go\ngames: 10\naims: {}",
        "tune: t\nvariant: go\ngames: 10\naims: { begin: [48, 52] }",
        "tune: t\nvariant: go\ngames: 10\naims: { begins: [48, 50, 52] }",
        "tune: t\nvariant: go\ngames: 10\naims: { begins: fair }",
        "tune: t\nvariant: go\ngames: 10\nconfirm: 1\naims: { begins: [48, 52] }",
        "tune: t\nvariant: go\ngames: 10\npaired: true\naims: { begins: [48, 52] }",
        "tune: t\nsweep: s\nvariant: go\ngames: 10\naims: { begins: [48, 52] }",
    ],
}

# What is no file of the tree.
RIGHT = {
    "plan": [
        "tune: t\nvariant: go\ngames: 10\naims: { begins: [48, 52] }",
        "tune: t\nvariant: [go, dango-1996]\nset: { rules.komi: [0.5, 6.5], deck.keima: [1, 2] }\nplayers: [random, greedy]\n"
        "colours: fixed\ngames: 10\nseed: 3\nmax_turns: 300\nconfirm: 20\ndeals: 9\n"
        "aims: { length: [50, 60.5], card: [-8, 8], lead: [-2, 2], endless: [0, 0.1], draws: [0, 5] }",
    ],
}

failures = []


def fail(what):
    failures.append(what)
    print(f"FAILED: {what}", file=sys.stderr)


def read_schemas():
    out = {}
    for kind in KINDS:
        schema = json.loads((ROOT / f"variants/schema/{kind}.schema.json").read_text())
        jsonschema.Draft7Validator.check_schema(schema)
        out[kind] = jsonschema.Draft7Validator(schema)
    return out


schemas = read_schemas()


def refusal(kind, data):
    """The first thing that the schema says against it; None when it is accepted."""
    try:
        value = yaml12.load(data)
    except yaml12.NoYaml as e:
        return f"no YAML: {e}"
    error = jsonschema.exceptions.best_match(schemas[kind].iter_errors(value))
    return error and f"{'/'.join(map(str, error.absolute_path))}: {error.message}"


def kind_of(path, data):
    """By its place, or else by its keys."""
    place = "/" + path.parent.as_posix() + "/"
    if "/cards/decks/" in place:
        return "deck"
    if "/variants/presets/" in place:
        return "preset"
    if place.endswith("/variants/"):
        return "variant"
    return "plan" if re.search(rb"^(sweep|tune):", data, re.M) else "dispute"


def read_unseen():
    """only_check_sees.txt: groups of `# why`, and the files below."""
    out, why = {}, None
    for number, line in enumerate((HERE / "only_check_sees.txt").read_text().splitlines(), 1):
        if line.startswith("#"):
            why = line[1:].strip()
        elif not line:
            why = None
        elif why is None or line in out:
            fail(f"only_check_sees.txt:{number}: {line} has no reason above it, or stands there twice")
        else:
            out[line] = why
    return out


def diagnosed():
    """Every YAML file of tests/bad, and what check says first about it."""
    out = {}
    bad = ROOT / "tests/bad"
    for folder in sorted(f for f in bad.iterdir() if f.is_dir()):
        said = collections.OrderedDict()
        for line in (folder / "expected.txt").read_text().splitlines():
            if found := re.match(r"(.+?\.yaml)[:/]", line):
                said.setdefault(found[1], line)
        for file in sorted(folder.rglob("*.yaml")):
            out[file.relative_to(bad)] = said.get(file.relative_to(folder).as_posix())
    return out


def check_bad():
    unseen = read_unseen()
    files = diagnosed()
    for path, said in files.items():
        data = (ROOT / "tests/bad" / path).read_bytes()
        refused, listed = refusal(kind_of(path, data), data), str(path) in unseen
        if said and not refused and not listed:
            fail(f"{path} is accepted, but check says {said}")
        elif listed and (refused or not said):
            fail(f"{path} stands in only_check_sees.txt, but {refused or 'check finds nothing in it'}")
        elif refused and not said:
            fail(f"{path} is right, but refused: {refused}")
    for path in unseen:
        if pathlib.Path(path) not in files:
            fail(f"only_check_sees.txt names {path}, which there is not")
    print(f"{len(files)} files of tests/bad: {sum(map(bool, files.values()))} wrong, {len(unseen)} of them for check alone")


def check_good(folders):
    files = [f for folder in folders for f in sorted((ROOT / folder).rglob("*.yaml"))]
    counted = collections.Counter()
    for file in files:
        data = file.read_bytes()
        kind = kind_of(file, data)
        counted[kind] += 1
        if refused := refusal(kind, data):
            fail(f"{file} is right, but refused: {refused}")
    print(f"{len(files)} files that are right: {dict(counted)}")
    for kind, least in (("variant", 20), ("deck", 6), ("preset", 10), ("dispute", 300), ("plan", 10)):
        if counted[kind] < least:
            fail(f"only {counted[kind]} files for the schema of a {kind}")


def main():
    check_bad()
    check_good(["cards", "variants", "tests/disputes", "tools"] + sys.argv[1:])
    for kind, texts in RIGHT.items():
        for text in texts:
            if refused := refusal(kind, text.encode()):
                fail(f"a {kind} is right, but refused: {refused}\n{text}")
    for kind, texts in MISTAKES.items():
        for text in texts:
            if not refusal(kind, text.encode()):
                fail(f"a {kind} is accepted that is wrong:\n{text}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
