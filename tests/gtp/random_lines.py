#!/usr/bin/env python3
"""Random lines, partly right ones, to every game: each gets its one answer, none brings the engine down or keeps it long.

    python3 tests/gtp/random_lines.py LINES [SEED]      by itself; the last lines before a fault are printed
"""
import json
import os
import random
import re
import subprocess
import sys
import time

from engine import GOFUDA, Engine, fail, failures

LONGEST = 2.0  # seconds of the processor's for one answer
SPECIAL = {"quit", "lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze"}  # asked in their own way
WORDS = ["b", "w", "black", "a1", "c3", "D4", "pass", "resign", "(C3,D4)", "(", ")", "()", "big-bulge(A1,B3,D2)", "decline", "none", "?1", "?2", "?", "+", "%41", "%", "~2", "leap~2", "5", "6", "7", "9",
         "99999999999999999999", "-1", "0", "0.5", "nan", "1e400", "1e-400", "0x5", "#", "\t", "\x07", "\xff", "\xc3\xa9", "{}", '{"ko":"SIMPLE"}', '{"ko":', "ko=none", "ko=situational", "preset=japanese",
         "preset=aga", "komi=3", "dead_stones=agreed", "board.size=5x5", "board.wrap=both", "open", "dead", "alive", "seki", "interval", "japanese", "ownership", "true", "T19", "z26", "i5", "a0", "a26", ""]


def line_of(r, commands, legal):
    """One line: a move that is likely right, a command with likely words, any words, or bytes."""
    kind = r.random()
    side = r.choice("bw")
    if kind < 0.30 and legal:
        return f"{r.choice(('play', 'play', 'play', 'is_legal'))} {side} {r.choice(legal)}"
    if kind < 0.45:
        return f"{r.choice(('genmove', 'genmove', 'reg_genmove', 'kgs-genmove_cleanup'))} {side}"
    if kind < 0.55:
        return f"play {side} {r.choice('abcdefghj')}{r.randint(1, 7)}"
    if kind < 0.60:
        return r.choice(("undo", "undo", f"gg-undo {r.randint(0, 5)}", "clear_board"))
    if kind < 0.64:
        return r.choice((f"boardsize {r.randint(1, 7)}", f"rectangular_boardsize {r.randint(1, 7)} {r.randint(1, 7)}", f"gogui-setup b a1 w c{r.randint(1, 4)}", "gogui-setup_player w",
                         f"fixed_handicap {r.randint(0, 5)}", "set_free_handicap a1 b2"))
    if kind < 0.95:
        number = f"{r.randint(0, 10 ** r.randint(1, 25))} " if r.random() < 0.2 else ""
        return number + " ".join(r.choices(commands, k=1) + r.choices(WORDS, k=r.randint(0, 3)))
    if kind < 0.98:
        return " ".join(r.choices(WORDS, k=r.randint(0, 6)))
    return "".join(chr(r.randint(0, 255)) for _ in range(r.choice((3, 20, 5000)))).replace("\n", "")


def processor_time(pid):
    with open(f"/proc/{pid}/stat") as f:
        fields = f.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def words_of(line):
    """As the protocol reads a line."""
    line = line.split("#")[0].replace("\t", " ")
    return [w for w in ("".join(c for c in word if ord(c) >= 32 and ord(c) != 127) for word in line.split(" ")) if w]


def ask(engine, line):
    """The answer, which must be one, and bear the number of the line. None where none is wanted."""
    engine.process.stdin.write(line.encode("latin-1") + b"\n")
    words = words_of(line)
    if not words:
        return None
    number = words[0] if re.fullmatch("[0-9]+", words[0]) else ""
    said = engine.hear(seconds=120)
    if not re.match(rf"[=?]{number}( |$)", said):
        raise ValueError(f"an answer of another form: {said[:200]!r}")
    return said


def play_lines(words, count, seed):
    """So many lines to one engine. Returns the time of the slowest answer."""
    r = random.Random(seed)
    said, legal, slowest = [], [], (0.0, "")
    with Engine(*words, "--player", "random", "--seed", str(seed)) as e:
        try:
            commands = [c for c in e.get("list_commands").split() if c not in SPECIAL]
            for i in range(count):
                if i % 3 == 0:
                    legal = e.get("gogui-rules_legal_moves").split()[:50]
                line = line_of(r, commands, legal)
                if words_of(line)[:1] == ["quit"]:
                    continue
                said.append(line)
                before = processor_time(e.process.pid)
                ask(e, line)
                slowest = max(slowest, (processor_time(e.process.pid) - before, line))
            e.quit()
        except (ValueError, TimeoutError, EOFError, BrokenPipeError) as error:
            fail(f"{' '.join(words)}, seed {seed}: {error!r} after {said[-30:]!r}")
    if slowest[0] > LONGEST:
        fail(f"{' '.join(words)}: {slowest[0]:.1f} s for {slowest[1]!r}")
    return slowest


def analyse_lines(game, count, seed):
    """Analyses of random words, each ended by the next line."""
    r = random.Random(seed)
    with Engine(game, "--player", "mcts:playouts=20") as e:
        for _ in range(count):
            name = r.choice(sorted(SPECIAL - {"quit"}))
            e.say(" ".join([name] + r.choices(["b", "w", "5", "10", "interval", "maxmoves", "1", "ownership", "true", "rootInfo", "avoid", "a1,b2", "-1", "nan"], k=r.randint(0, 3))))
            e.say("77 name")
            said = e.hear(seconds=60)
            if said.startswith("=77") or e.hear(seconds=60) != "=77 Gofuda":
                return fail(f"{game}: {name} is answered with {said!r}")
        e.quit()


def games():
    listed = subprocess.run([GOFUDA, "--no-project", "--json", "show", "variant"], capture_output=True, check=True).stdout
    return [v["id"] for v in json.loads(listed)["variant"]]


def check_random_lines(count, seed=4):
    """So many lines in all, to every game, with answers by words and by points, and some of each in a process of its own."""
    all_ = games()
    if len(all_) < 20:
        fail(f"there are more games than {all_}")
    runs = [(game, *how) for game in all_ for how in ((), ("--points",))] + [(game, "--isolate") for game in ("go", "dango-1996", "card-go", "weiqi-carnival")]
    each = -(-count // len(runs))
    begun = time.monotonic()
    slowest = max(play_lines(words, each, seed + i) for i, words in enumerate(runs))
    for game in ("go", "dango-1996", "qango-6"):
        analyse_lines(game, max(5, each // 20), seed)
    print(f"random lines: {each * len(runs)} to {len(all_)} games in {time.monotonic() - begun:.0f} s; the slowest answer took {slowest[0]:.2f} s: {slowest[1][:60]!r}")


if __name__ == "__main__":
    check_random_lines(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 4)
    sys.exit(len(failures) > 0)
