#!/usr/bin/env python3
"""Whose list of dead stones gives the result that the players agreed on, the proposal's or GNU Go's?

  counted.py play INDEX GAMES FILE --games 300   both lists for so many games of a month, as TYGEM's are kept in the repository
                                                 yenw/computer-go-dataset: INDEX names the results, GAMES has the moves
  counted.py compare FILE                        how many stones of both are right, and how many positions wholly

Counted by territory, with a komi of 6.5. A list that gives the result is the truth; where neither does, the one combination
of the chains on which they differ that does, if there is just one; the other games are left out. The games are taken in the
order of their numbers' hashes. Environment: GOFUDA, the program."""
import argparse
import hashlib
import itertools
import json
import os
import re
import time

from engines import OTHER, Engine, gnugo
from position import COLUMNS, Board, lay

KOMI = 6.5
SIZE = 19


def read(index, games):
    """The games that were counted: number, result for Black and moves, in an order that has nothing to do with them."""
    results = {}
    with open(index, encoding="utf-8-sig", errors="replace") as lines:
        for line in lines:
            fields = line.split("\t")
            if len(fields) > 8 and re.fullmatch(r"[BW]\+\d+\.5", fields[8].strip()):
                results[fields[0].strip()] = float(fields[8].strip()[2:]) * (1 if fields[8].strip()[0] == "B" else -1)
    out = []
    with open(games, encoding="utf-8-sig", errors="replace") as lines:
        for line in lines:
            number, _, moves = line.strip().partition("\t")
            if number in results:
                out.append((hashlib.md5(number.encode()).hexdigest(), number, results[number], moves))
    return [game[1:] for game in sorted(out)]


def end_of(moves):
    """The position after them, with how many stones of each side have been taken; nothing where a stone stands already."""
    board, played = Board({"size": SIZE, "black": [], "white": []}), dict.fromkeys(OTHER, 0)
    for side, point in re.findall(r"([BW])\[([a-s]{2})\]", moves):
        p = COLUMNS[ord(point[0]) - ord("a")] + str(SIZE - (ord(point[1]) - ord("a")))
        if p in board.at:
            return None
        side = "black" if side == "B" else "white"
        board.play(side, p)
        played[side] += 1
    position = {side: sorted(p for p, s in board.at.items() if s == side) for side in OTHER}
    return {"size": SIZE, **position, "taken": {side: played[side] - len(position[side]) for side in OTHER}}


def territory(position, dead):
    """Black's lead, with what is dead taken off."""
    board = Board(position)
    for p in dead:
        del board.at[p]
    lead = board.margin() - KOMI
    for side, sign in (("black", 1), ("white", -1)):
        lost = sum(p in dead for p in position[side])
        lead -= sign * (len(position[side]) - lost)  # living stones are no territory,
        lead -= sign * (position["taken"][side] + lost)  # and those that were taken are the other side's points
    return lead


def play(args):
    programs = {"proposal": Engine(os.environ["GOFUDA"], "gtp", "go"), "gnugo": gnugo(10)}
    done = 0
    with open(args.file, "w", encoding="utf-8") as out:
        for number, result, moves in read(args.index, args.records):
            position = end_of(moves)
            if not position:
                continue
            if done == args.games:
                break
            done += 1
            row = {"number": number, "result": result, "position": position, "seconds": {}}
            for name, program in programs.items():
                start = time.time()
                lay(program, position, KOMI)
                row[name] = program.ask("final_status_list dead").split()
                row["seconds"][name] = round(time.time() - start, 2)
            out.write(json.dumps(row) + "\n")
            out.flush()


def truth_of(row):
    position, lists = row["position"], {name: set(row[name]) for name in ("proposal", "gnugo")}
    gives = {name: territory(position, dead) == row["result"] for name, dead in lists.items()}
    differ = lists["proposal"] ^ lists["gnugo"]
    if all(gives.values()):
        return lists["proposal"] if not differ else None
    if any(gives.values()):
        return lists["proposal" if gives["proposal"] else "gnugo"]
    chains = [c for c in Board(position).chains() if c & differ]
    if not 2 <= len(chains) <= 10:
        return None
    found = []
    for n in range(1, len(chains)):
        for some in itertools.combinations(chains, n):
            dead = lists["proposal"] ^ (differ & set().union(*some))
            if territory(position, dead) == row["result"]:
                found.append(dead)
    return found[0] if len(found) == 1 else None


def compare(args):
    rows = [json.loads(line) for line in open(args.file, encoding="utf-8")]
    known = [(row, truth) for row in rows if (truth := truth_of(row)) is not None]
    stones = sum(len(row["position"][side]) for row, _ in known for side in OTHER)
    print(f"{len(known)} of {len(rows)} games with {stones} stones")
    for name in ("proposal", "gnugo"):
        wrong = [len(set(row[name]) ^ truth) for row, truth in known]
        seconds = sum(row["seconds"][name] for row in rows) / max(1, len(rows))
        print(f"{name}: {stones - sum(wrong)} stones right, {wrong.count(0)} positions wholly, {seconds:.2f} seconds on average")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    jobs = parser.add_subparsers(required=True)
    job = jobs.add_parser("play")
    job.add_argument("index")
    job.add_argument("records")
    job.add_argument("file")
    job.add_argument("--games", type=int, default=300)
    job.set_defaults(run=play)
    job = jobs.add_parser("compare")
    job.add_argument("file")
    job.set_defaults(run=compare)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
