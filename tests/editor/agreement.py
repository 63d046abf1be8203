#!/usr/bin/env python3
"""What a schema refuses, `check` or `judge` must refuse, too: hundreds of games and disputes that are right, each with one value
replaced, changed or left out. agreement.py GOFUDA FOLDER NUMBER, the folder empty."""
import json
import pathlib
import random
import re
import subprocess
import sys

import schemas

VALUES = """yes|no|true|False|TRUE|~||6|0|-1|1.5|7.0|0x5|25|26|100|"6"|"yes"|9x9|9x|abc|none|all|any|simple|random|black|white|
chance|shuffled|pass|keima|go|five|stone|connected|suicide|not-asked|B+3|A1|A1 B2|A1 A1|I5|[A1]|[]|{}|[a, b]|[keima, keima]|
[five, square]|. . X|"X . ."|{ black: A1 }|{ black: 3 }|{ black: [keima] }|{ blakc: A1 }""".replace("\n", "").split("|")


def changed(text, chance):
    """The text with another value in one line, or without the line; None when it was a line without a value."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    found = re.match(r"( *(?:- )?[\w.-]+: *)(\S.*)$", lines[at])
    if not found:
        return None
    how = chance.random()
    words = re.findall(r"[\w.+-]+", found[2])
    if how < 0.15:
        del lines[at]
    elif how < 0.35 and words:
        lines[at] = found[1] + found[2].replace(chance.choice(words), chance.choice(VALUES), 1)
    else:
        lines[at] = found[1] + chance.choice(VALUES)
    return "\n".join(lines)


def write_changed(folder, number):
    """Writes them; what the schema says of each, by its path from the folder."""
    chance = random.Random(1)
    sources = [f for place in ("variants", "tests/disputes") for f in sorted((schemas.ROOT / place).rglob("*.yaml"))]
    out = {}
    for _ in range(number):
        source = chance.choice(sources)
        text = changed(source.read_text(), chance)
        if text is None:
            continue
        kind, name = schemas.kind_of(source, b""), f"changed-{len(out)}"
        path = f"{'variants' if kind == 'variant' else 'disputes'}/{name}.yaml"
        text = re.sub(r"^variant: .*$", f"variant: {name}", text, flags=re.M) if kind == "variant" else text
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text)
        out[path] = schemas.refusal(kind, text.encode())
    return out


def said(folder, *command):
    done = subprocess.run([sys.argv[1], "--rules", ".", "--json", *command], cwd=folder, capture_output=True, text=True, timeout=300)
    return json.loads(done.stdout)


def main():
    folder = pathlib.Path(sys.argv[2])
    refused = write_changed(folder, int(sys.argv[3]))
    wrong = {d["file"] for d in said(folder, "check")}
    wrong |= {d["file"] for d in said(folder, "judge", "disputes")["disputes"] if not d["passed"]}
    both = [path for path, why in refused.items() if why and path in wrong]
    print(f"{len(refused)} changed files: {len(wrong & set(refused))} wrong, {len(both)} of them refused by the schemas")
    alone = [f"{path}: {why}" for path, why in refused.items() if why and path not in wrong]
    for line in alone:
        print(f"FAILED: only the schema refuses {line}", file=sys.stderr)
    if len(both) < len(refused) // 6:
        alone.append("too few")
        print("FAILED: that is too few to tell", file=sys.stderr)
    return 1 if alone else 0


sys.exit(main())
