#!/usr/bin/env python3
"""tidy.py BUILD keep|once CHECKS FILES...: clang-tidy, with the checks of .clang-tidy and CHECKS, on each .cpp among the files, as
BUILD/compile_commands.json compiles it. With `keep`, what it said is kept in BUILD/tidy by what the compiler sees, so that only
what has changed is looked at again."""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

FINDING = re.compile(r"^(/[^:\n]+):\d+:\d+: (?:warning|error): ", re.M)


def fingerprint(command, salt):
    words = shlex.split(command["command"])
    seen = subprocess.run([*words[:words.index("-o")], "-E", command["file"]], cwd=command["directory"],
                          capture_output=True).stdout
    return hashlib.sha256(salt + " ".join(words).encode() + seen).hexdigest()


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
    told, fresh = set(), 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for text, known in pool.map(lambda c: look(c, build, keep, checks, salt), commands):
            fresh += not known
            for finding in findings(text):
                if finding in told:
                    continue
                told.add(finding)
                print(finding.replace(f"{root}/", ""), flush=True)
    print(f"clang-tidy: {len(commands)} files, {fresh} of them looked at anew, {len(told)} findings")
    return 1 if told else 0


sys.exit(main())
