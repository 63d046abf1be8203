#!/usr/bin/env python3
"""mutants.py [--boards FILE] [--count N] PROOF COMMAND...: changes the proof in N ways, and asks check.py and the command, which is
given the file, about each. They must agree, the command must name the line, and what can hold in no way must not."""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import check

HERE = pathlib.Path(__file__).parent


def drop(lines, i, rng): return lines[:i] + lines[i + 1:]
def repeat(lines, i, rng): return lines[:i + 1] + lines[i:]
def swap(lines, i, rng): return lines[:i] + lines[i:i + 2][::-1] + lines[i + 2:]
def cut(lines, i, rng): return lines[:i]


def with_line(lines, i, line): return lines[:i] + [line] + lines[i + 1:]


def drop_word(lines, i, rng):
    words = lines[i].split(" ")
    words.pop(rng.randrange(len(words)))
    return with_line(lines, i, " ".join(words))


def repeat_word(lines, i, rng):
    words = lines[i].split(" ")
    k = rng.randrange(len(words))
    return with_line(lines, i, " ".join(words[:k + 1] + words[k:]))


def another_point(lines, i, rng):
    points = sorted(set(re.findall(r"\b[A-Z][1-9][0-9]?\b", "\n".join(lines))))
    found = list(re.finditer(r"\b[A-Z][1-9][0-9]?\b", lines[i]))
    if not found: return drop(lines, i, rng)
    at = rng.choice(found)
    return with_line(lines, i, lines[i][:at.start()] + rng.choice(points) + lines[i][at.end():])


def another_line(lines, i, rng):
    found = list(re.finditer(r"(?<=>)\d+", lines[i]))
    if not found: return swap(lines, i, rng)
    at = rng.choice(found)
    return with_line(lines, i, lines[i][:at.start()] + str(rng.randrange(1, len(lines))) + lines[i][at.end():])


def circle(lines, i, rng):
    number = lines[i].split(" ")[0]
    return with_line(lines, i, re.sub(r">\d+", ">" + number, lines[i])) if ">" in lines[i] else drop(lines, i, rng)


def other_winner(lines, i, rng):
    names = {"black": "white", "white": "black"}
    return [re.sub("^(black|white)(?= (?:wins|holds) )", lambda m: names[m[1]], line) for line in lines]


def other_letter(lines, i, rng):
    k = rng.randrange(len(lines[i]) + 1)
    return with_line(lines, i, lines[i][:k] + rng.choice("019ABC >=-x\t") + lines[i][k + 1:])


CERTAIN = [drop, repeat, cut, circle]  # leave no proof, wherever they strike
OTHERS = [swap, drop_word, repeat_word, another_point, another_line, other_winner, other_letter]


def holds(boards, text):
    try: check.Checker(check.Proof(boards, text)).run()
    except (check.Wrong, *check.MALFORMED): return False
    return True


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--boards", default=HERE / "boards.txt", type=pathlib.Path)
    options.add_argument("--count", default=100, type=int)
    options.add_argument("proof", type=pathlib.Path)
    options.add_argument("command", nargs=argparse.REMAINDER)
    args = options.parse_args()
    boards, lines = check.read_boards(args.boards.read_text()), args.proof.read_text().splitlines()
    rng, problems, refused = random.Random(1), 0, 0
    folder = tempfile.TemporaryDirectory()
    file = pathlib.Path(folder.name) / "mutant.txt"
    for n in range(args.count):
        change = (CERTAIN + OTHERS)[n % len(CERTAIN + OTHERS)]
        text = "".join(line + "\n" for line in change(lines, rng.randrange(len(lines)), rng))
        file.write_text(text)
        ran = subprocess.run([*args.command, str(file)], capture_output=True, text=True)
        here = holds(boards, text)
        refused += not here
        agree = ran.returncode == (0 if here else 1) and not (here and change in CERTAIN)
        named = here or re.search(r"mutant\.txt:\d+(:\d+)?: error\[[a-z-]+\]: .", ran.stderr)
        if not (agree and named):
            problems += 1
            kept = args.proof.with_name(f"mutant-{n}.txt")
            kept.write_text(text)
            print(f"{kept} ({change.__name__}): here {here}, there {ran.returncode}: {ran.stderr.strip()}")
    print(f"{args.count} mutants, {refused} refused")
    return 1 if problems or refused < args.count // 2 else 0


if __name__ == "__main__":
    sys.exit(main())
