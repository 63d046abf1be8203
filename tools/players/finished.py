#!/usr/bin/env python3
"""How many stones of finished games does the proposal of dead stones call rightly, how many does GNU Go, and is the proposal as sure as it is right?

  finished.py games FILE --size 9 --games 60 --seed 1    weak games to two passes: GNU Go and `mcts` with few playouts after openings by lot,
                                                         many of which stop where no move seems worth anything any longer, dead stones and all
  finished.py judge FILE OUT [--judge "PROGRAM ..."]     what is dead in them, by playing on
  finished.py compare FILE                               both programs on what is known

GNU Go takes off what is dead, with either side to begin, and each further judge (a program of the Go Text Protocol) gives its list; so do both
programs that are compared. Chains of which all say the same are taken as that. The others are fought for, one group at a time: a group
lives if one of the judges saves it from all of them although the attacker begins, and is dead if one of them takes it from all although
its owner begins. For our own player and further judges the komi is such that the group decides the game. What is neither stays unclear.
The environment: GOFUDA, the program."""
import argparse
import json
import os
import random
import shlex

from engines import BINS, OTHER, Engine, bin_of, gnugo, gofuda
from position import COLUMNS, Board, lay

MOST_MOVES = 60  # of a fight for one group: what stands then has been saved


# Games ----------------------------------------------------------------------------------------------------------------------------------


def opening(size, lot):
    """Some stones by lot, mostly inside, and sometimes more of one side."""
    inside = [COLUMNS[x] + str(y + 1) for x in range(size) for y in range(size) if min(x, y, size - 1 - x, size - 1 - y) >= lot.choice((1, 2, 2))]
    count = lot.choice((2, 4, size, 2 * size))
    stones = lot.sample(inside, min(count, len(inside)))
    moves = [("black" if i % 2 == 0 else "white", p) for i, p in enumerate(stones)]
    left = [q for q in inside if q not in stones]
    for p in lot.sample(left, min(lot.choice((0, 0, 1, 2, 4)), len(left))):
        moves.append(("black", p))
    return moves


def worth(judge, side):
    """Of the best move, as GNU Go sees it."""
    if judge.ask(f"reg_genmove {side}").lower() == "pass":
        return 0.0
    words = judge.ask(f"top_moves_{side}").split()
    return max([float(w) for w in words[1::2]] or [0.0])


def one_game(size, seed):
    lot = random.Random(seed)
    referee = gnugo(1, seed)
    ours = gofuda(f"mcts:playouts={lot.choice((30, 100, 300))}", seed)
    kind = lot.choice(("gnugo gnugo", "ours gnugo", "gnugo ours", "ours ours"))
    players = dict(zip(("black", "white"), kind.split()))
    least = lot.choice((0.0, 0.55, 0.55, 1.05, 2.05))
    for engine in (referee, ours):
        engine.begin(size)
    moves, passes, side = opening(size, lot), 0, "white"
    for mover, p in list(moves):
        try:
            referee.ask(f"play {mover} {p}")
            ours.ask(f"play {mover} {p}")
        except ValueError:
            moves.remove((mover, p))
    while passes < 2 and len(moves) < 3 * size * size:
        mover = referee if players[side] == "gnugo" else ours
        if least > 0 and len(moves) > size * size / 3 and worth(referee, side) < least:
            move = "pass"
            mover = None
        else:
            move = mover.ask(f"genmove {side}")
        for engine in (referee, ours):
            if engine is not mover:
                engine.ask(f"play {side} {move}")
        moves.append((side, move))
        passes = passes + 1 if move.lower() == "pass" else 0
        side = OTHER[side]
    left = referee.stones()
    referee.stop(), ours.stop()
    if passes < 2:
        return None
    return {"size": size, "seed": seed, "how": f"{kind}, {least}", "to_move": side, "black": sorted(left["black"]), "white": sorted(left["white"])}


def make_games(args):
    with open(args.file, "a", encoding="utf-8") as out:
        for seed in range(args.seed, args.seed + args.games):
            position = one_game(args.size, seed)
            if position:
                out.write(json.dumps(position) + "\n")
                out.flush()


# What is dead ---------------------------------------------------------------------------------------------------------------------------


def cleaned(engine, position, first):
    """What is left when GNU Go has taken off what is dead, for both sides."""
    lay(engine, position)
    left = engine.cleaned(first, 4 * position["size"] ** 2)
    return left["black"] | left["white"]


def named(engine, position, status="dead"):
    lay(engine, position)
    return set(engine.ask(f"final_status_list {status}").split())


class Judges:
    def __init__(self, further):
        self.lists = [gnugo(10), gofuda("mcts:playouts=100")]
        self.further = [Engine(*shlex.split(words), quiet=True) for words in further]
        self.fighters = [gnugo(8, 7), gofuda("mcts:playouts=1000")] + self.further

    def stop(self):
        for engine in self.lists + self.fighters:
            engine.stop()


def fight(attacker, defender, position, group, own, first, komi):
    """Whether most of the group stands after a game to the end from there."""
    board = Board(position)
    sides = {own: defender, OTHER[own]: attacker}
    for engine in sides.values():
        lay(engine, position, komi)
    side, passes = first, 0
    for _ in range(MOST_MOVES):
        standing = sum(board.at.get(p) == own for p in group)
        if passes == 2 or 2 * standing <= len(group):
            break
        try:
            move = sides[side].ask(f"genmove {side}").upper()
            if move == "PASS" and side != own:
                sides[side].ask("undo")
                move = sides[side].ask(f"kgs-genmove_cleanup {side}").upper()
        except EOFError:
            return None
        if move == "RESIGN":
            move = "PASS"
        if sides[OTHER[side]] is not sides[side]:
            try:
                sides[OTHER[side]].ask(f"play {side} {move}")
            except ValueError:
                return None
        if move == "PASS":
            passes += 1
        else:
            passes = 0
            board.play(side, move)
        side = OTHER[side]
    return 2 * sum(board.at.get(p) == own for p in group) > len(group)


def fought(judges, position, group, own, dead):
    """1 where the group lives, 0 where it is dead, 0.5 where it is neither or nobody knows."""
    leads = []
    for lost in (dead - group, dead | group):
        board = Board({**position, **{side: [p for p in position[side] if p not in lost] for side in ("black", "white")}})
        leads.append(board.margin())
    komi = sum(leads) / 2
    komi += 0.5 if komi == int(komi) else 0
    known = {}

    def stands(a, d, first):
        if (a, d, first) not in known:
            known[a, d, first] = fight(judges.fighters[a], judges.fighters[d], position, group, own, first, komi)
        return known[a, d, first]

    everybody = range(len(judges.fighters))
    for who in everybody:
        if all(stands(a, who, OTHER[own]) is True for a in everybody):
            return 1
        if all(stands(who, d, own) is False for d in everybody):
            return 0
    return 0.5


def judge(position, further, fights):
    board = Board(position)
    stones = set(board.at)
    judges = Judges(further)
    try:
        left = [cleaned(judges.lists[0], position, first) & stones for first in ("black", "white")]
        dead = [stones - standing for standing in left]
        dead += [named(engine, position) for engine in (judges.lists if fights else []) + judges.further]
        likely = {p for p in stones if 2 * sum(p in d for d in dead) > len(dead)}
        truth, groups = {}, []
        for chain in board.chains():
            said = [len(chain & d) * 2 > len(chain) for d in dead]
            if len(set(said)) == 1:
                truth.update({p: 0 if said[0] else 1 for p in chain})
                continue
            side = board.at[min(chain)]
            near = {q for p in chain for q in board.joined(p)[1] if q not in board.at}
            for other in groups:
                if other["side"] == side and other["said"] == said and other["near"] & near:
                    other["stones"] |= chain
                    other["near"] |= near
                    break
            else:
                groups.append({"side": side, "said": said, "near": near, "stones": set(chain)})
        for group in groups:
            fate = 0.5 if not fights else fought(judges, position, group["stones"], group["side"], likely)
            truth.update({p: fate for p in group["stones"]})
        disputed = sum(len(g["stones"]) for g in groups)
    finally:
        judges.stop()
    return {**position, "disputed": disputed, "alive": sorted(p for p in stones if truth[p] == 1), "dead": sorted(p for p in stones if truth[p] == 0),
            "unclear": sorted(p for p in stones if truth[p] == 0.5)}


def judge_all(args):
    with open(args.file, encoding="utf-8") as text:
        positions = [json.loads(line) for line in text]
    with open(args.out, "a", encoding="utf-8") as out:
        for position in positions[args.part :: args.parts]:
            out.write(json.dumps(judge(position, args.judge, not args.no_fights)) + "\n")
            out.flush()


# Both programs --------------------------------------------------------------------------------------------------------------------------


def show(position, called):
    lines = []
    for y in range(position["size"], 0, -1):
        row = f"{y:3}"
        for x in range(position["size"]):
            p = COLUMNS[x] + str(y)
            mark = "X" if p in position["black"] else "O" if p in position["white"] else "."
            wrong = p in position["alive"] and p in called or p in position["dead"] and p not in called
            row += (" *" if wrong else " ?" if p in position["unclear"] else " ") + (mark.lower() if p in called else mark)
        lines.append(row)
    return "\n".join(lines)


def compare(args):
    with open(args.file, encoding="utf-8") as text:
        positions = [json.loads(line) for line in text]
    counts = {b: [0, 0] for b in BINS[1:]}
    tally = {}
    for number, position in enumerate(positions):
        known = set(position["alive"]) | set(position["dead"])
        fallen = set(position["dead"])
        for name, make in (("gofuda", lambda: gofuda("mcts:playouts=100")), ("GNU Go", lambda: gnugo(10))):
            if args.alone and name != "gofuda":
                continue
            engine = make()
            lay(engine, position)
            before = os.times()
            called = set(engine.ask("final_status_list dead").split())
            if name == "gofuda":
                statuses = engine.ask("gofuda-status").splitlines()
            engine.stop()
            after = os.times()
            taken = after.children_user + after.children_system - before.children_user - before.children_system
            row = tally.setdefault(name, [0, 0, 0, 0, 0.0, 0.0])
            wrong = known & (called ^ fallen)
            row[0] += len(known) - len(wrong)
            row[1] += len(known)
            row[2] += not wrong
            row[3] += 1
            row[4] += taken
            row[5] = max(row[5], taken)
            if wrong and (name == "gofuda" or args.both):
                print(f"{name}: position {number} ({position['how']}, seed {position['seed']}): wrong: {' '.join(sorted(wrong))}")
                if args.show:
                    print(show(position, called))
            if name != "gofuda":
                continue
            for line in statuses:
                alive, *chain = line.split()
                if not set(chain) <= known:
                    continue
                found = counts[bin_of(max(float(alive), 1 - float(alive)))]
                found[0] += 1
                found[1] += (float(alive) < 0.5) == (chain[0] in fallen)
                if args.show and (float(alive) < 0.5) != (chain[0] in fallen):
                    print("  ", line)
    for name, (right, stones, whole, count, taken, most) in tally.items():
        print(f"{name}: {right} of {stones} stones, {whole} of {count} positions; {taken / count:.2f} s of the processor, {most:.2f} at most")
    for least, most in zip(BINS, BINS[1:]):
        chains, right = counts[most]
        print(f"{least:.2f} to {min(most, 1):.2f}: {right} of {chains} chains right")
    unclear, disputed = (sum(f(p) for p in positions) for f in (lambda p: len(p["unclear"]), lambda p: p["disputed"]))
    print(f"disputed {disputed} stones, of these unclear {unclear}; dead {sum(len(p['dead']) for p in positions)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    games = parts.add_parser("games")
    games.add_argument("file")
    games.add_argument("--games", type=int, default=40)
    games.add_argument("--size", type=int, default=9)
    games.add_argument("--seed", type=int, default=1)
    games.set_defaults(run=make_games)
    judging = parts.add_parser("judge")
    judging.add_argument("file")
    judging.add_argument("out")
    judging.add_argument("--judge", action="append", default=[], help="a further program that plays and says what is dead")
    judging.add_argument("--no-fights", action="store_true", help="what the judges do not agree on stays unclear; the programs compared say nothing")
    judging.add_argument("--part", type=int, default=0)
    judging.add_argument("--parts", type=int, default=1)
    judging.set_defaults(run=judge_all)
    comparing = parts.add_parser("compare")
    comparing.add_argument("file")
    comparing.add_argument("--show", action="store_true", help="the positions, wrong stones after *, unclear ones after ?")
    comparing.add_argument("--both", action="store_true", help="also where GNU Go is wrong")
    comparing.add_argument("--alone", action="store_true", help="without GNU Go")
    comparing.set_defaults(run=compare)
    args = parser.parse_args()
    args.run(args)


main()
