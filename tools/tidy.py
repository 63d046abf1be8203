#!/usr/bin/env python3
"""tidy.py BUILD keep|once CHECKS FILES...: clang-tidy, with the checks of .clang-tidy and CHECKS, on each .cpp among the files, as
BUILD/compile_commands.json compiles it. With `keep`, what it said is kept in BUILD/tidy by what the compiler sees, so that only
what has changed is looked at again; with `once`, files that can be compiled as one are looked at as one, since most of the time
goes into the headers that all of them read."""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

GROUP = 16  # files that are looked at as one

HEADERS = re.search(r"^HeaderFilterRegex: '(.*)'$", pathlib.Path(".clang-tidy").read_text(), re.M)[1]
FINDING = re.compile(r"^(/[^:\n]+):\d+:\d+: (?:warning|error): ", re.M)


def fingerprint(command, salt):
    words = shlex.split(command["command"])
    seen = subprocess.run([*words[:words.index("-o")], "-E", command["file"]], cwd=command["directory"],
                          capture_output=True).stdout
    return hashlib.sha256(salt + " ".join(words).encode() + seen).hexdigest()


def groups(commands):
    """The commands in lists of those that compile alike in one folder, and have the checks of all."""
    alike = {}
    for command in commands:
        words, folder = shlex.split(command["command"]), pathlib.Path(command["file"]).parent
        alone = command["file"] if "tests" in folder.relative_to(pathlib.Path.cwd()).parts else ""
        alike.setdefault((*words[1:words.index("-o")], folder, alone), []).append(command)
    return [same[i:i + GROUP] for same in alike.values() for i in range(0, len(same), GROUP)]


def look(command, build, keep, checks, salt):
    """What clang-tidy says, and whether it was known."""
    known = build / "tidy" / fingerprint(command, salt) if keep else None
    if known and known.exists():
        return known.read_text(), True
    run = subprocess.run(["clang-tidy", "--quiet", f"--checks={checks}", "-p", build, command["file"]],
                         capture_output=True, text=True)
    if run.returncode and not FINDING.search(run.stdout):
        return f"{command['file']}:1:1: error: clang-tidy fails: {run.stderr}", False
    if known:
        known.write_text(run.stdout)
    return run.stdout, False


def look_at_group(group, build, checks):
    """What clang-tidy says of each part of the group that compiles as one file."""
    if len(group) == 1:
        return look(group[0], build, False, checks, b"")[0]
    words = shlex.split(group[0]["command"])
    options = words[1:words.index("-o")]
    with tempfile.NamedTemporaryFile("w", suffix=".cpp", dir=build / "tidy") as together:
        together.write("".join(f'#include "{c["file"]}"\n' for c in group))
        together.flush()
        if not subprocess.run(["clang++", *options, "-w", "-fsyntax-only", together.name], capture_output=True).returncode:
            shown = "|".join([*(re.escape(c["file"]) for c in group), HEADERS])
            run = subprocess.run(["clang-tidy", "--quiet", f"--checks={checks},-bugprone-suspicious-include",
                                  f"--header-filter={shown}", together.name, "--", *options], capture_output=True, text=True)
            if not run.returncode:
                return run.stdout
    half = len(group) // 2
    return "".join(look_at_group(part, build, checks) for part in (group[:half], group[half:]))


def findings(text):
    starts = [m.start() for m in FINDING.finditer(text)]
    return [text[a:b].rstrip() for a, b in zip(starts, [*starts[1:], None])]


def main():
    root = pathlib.Path.cwd()
    keep, checks = sys.argv[2] == "keep", sys.argv[3]
    build = pathlib.Path(sys.argv[1]).resolve()
    wanted = {str(pathlib.Path(f).resolve()) for f in sys.argv[4:]}
    commands = [c for c in json.loads((build / "compile_commands.json").read_text()) if c["file"] in wanted]
    (build / "tidy").mkdir(exist_ok=True)
    salt = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    salt += b"".join(f.read_bytes() for f in (root / ".clang-tidy", root / "tests/.clang-tidy"))
    salt += checks.encode()
    told, known_files = set(), 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        if keep:
            looks = pool.map(lambda c: look(c, build, True, checks, salt), commands)
        else:
            looks = pool.map(lambda g: (look_at_group(g, build, checks), False), groups(commands))
        for text, known in looks:
            known_files += known
            for finding in findings(text):
                if finding in told:
                    continue
                told.add(finding)
                print(finding.replace(f"{root}/", ""), flush=True)
    print(f"clang-tidy: {len(commands)} files, {len(commands) - known_files} of them looked at anew, {len(told)} findings")
    return 1 if told else 0


sys.exit(main())
