#!/usr/bin/env python3
"""Is what the proposal of dead stones calls 90 % sure right in 90 cases of 100? Games of the engine with GNU Go, and GNU Go with itself, to two
passes; then GNU Go takes what is dead, once with Black to begin and once with White, and what stands both times was alive. Chains that fare
otherwise by who begins are left out. With --stop the games end after so many moves, in the middle of the fights: GNU Go plays on from there
four times, with either side to begin, and a chain counts as right as often as it fares as it was called.

GOFUDA=build/release/gofuda tools/players/sureness.py [--games N] [--seed S] [--size 9] [--stop MOVES]"""
import argparse
import os
import shutil
import subprocess

BINS = (0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.001)


class Engine:
    def __init__(self, *words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        said = [self.process.stdout.readline()]
        while said[-1] != "\n":
            if not said[-1]:
                raise EOFError(line)
            said.append(self.process.stdout.readline())
        text = "".join(said).strip()
        if not text.startswith("="):
            raise ValueError(f"{line}: {text}")
        return text[1:].strip()

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def play(black, white, both, size, most=400):
    """To two passes, or so many moves; all that was played."""
    for engine in both:
        for line in (f"boardsize {size}", "clear_board", "komi 6.5"):
            engine.ask(line)
    moves, passes = [], 0
    while passes < 2 and len(moves) < most:
        side, mover, other = ("black", black, white) if len(moves) % 2 == 0 else ("white", white, black)
        move = mover.ask(f"genmove {side}")
        if other is not mover:
            other.ask(f"play {side} {move}")
        moves.append(f"play {side} {move}")
        passes = passes + 1 if move.lower() == "pass" else 0
    return moves if passes == 2 or most < 400 else None


def played_on(program, moves, size, first, seed):
    """What is left when GNU Go has gone on from there, and then taken off what is dead."""
    gnugo = Engine(program, "--mode", "gtp", "--level", "8", "--chinese-rules", "--never-resign", "--seed", str(seed))
    for line in (f"boardsize {size}", "clear_board", "komi 6.5", *moves):
        gnugo.ask(line)
    more, passes, side = [], 0, first
    while passes < 2 and len(more) < 400:
        more.append(f"play {side} " + gnugo.ask(f"genmove {side}"))
        passes = passes + 1 if more[-1].lower().endswith("pass") else 0
        side = "white" if side == "black" else "black"
    left = standing(gnugo, moves + more, size, side)
    gnugo.stop()
    return left


def standing(gnugo, moves, size, first):
    """The stones that are left when GNU Go has taken off what is dead, for both sides."""
    for line in (f"boardsize {size}", "clear_board", "komi 6.5", *moves):
        gnugo.ask(line)
    side, passes = first, 0
    for _ in range(400):
        if passes == 2:
            break
        passes = passes + 1 if gnugo.ask(f"kgs-genmove_cleanup {side}").lower() == "pass" else 0
        side = "white" if side == "black" else "black"
    return {side: set(gnugo.ask(f"list_stones {side}").split()) for side in ("black", "white")}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--stop", type=int, default=400)
    args = parser.parse_args()
    program = shutil.which("gnugo", path=os.environ["PATH"] + ":/usr/games")
    counts = {b: [0, 0] for b in BINS[1:]}
    stones, positions = [0, 0], [0, 0]
    for game in range(args.games):
        seed, level = args.seed + game, game % 3
        ours = Engine(os.environ["GOFUDA"], "gtp", "go", "--player", "mcts:playouts=100", "--seed", str(seed))
        gnugo = Engine(program, "--mode", "gtp", "--level", str(level), "--chinese-rules", "--never-resign", "--seed", str(seed))
        pair = [(gnugo, gnugo), (ours, gnugo), (gnugo, ours)][game // 3 % 3]
        early = args.stop < 400
        moves = play(*pair, (ours, gnugo), args.size, args.stop)
        if moves and pair[0] is pair[1]:
            for line in ("clear_board", *moves):
                ours.ask(line)
        if moves:
            if early:
                left = [played_on(program, moves, args.size, first, seed + again) for first in ("black", "white") for again in (0, 1)]
            else:
                left = [standing(gnugo, moves, args.size, first) for first in ("black", "white")]
            own = {side: set(ours.ask(f"list_stones {side}").split()) for side in ("black", "white")}
            whole = True
            for line in ours.ask("gofuda-status").splitlines():
                alive, *chain = line.split()
                side = "black" if chain[0] in own["black"] else "white"
                lives = [set(chain) <= after[side] for after in left]
                if not early and lives[0] != lives[1]:
                    continue
                sure, right = max(float(alive), 1 - float(alive)), sum(life == (float(alive) >= 0.5) for life in lives) / len(lives)
                found = counts[next(b for b in BINS[1:] if sure < b)]
                found[0] += 1
                found[1] += right
                stones[0] += len(chain)
                stones[1] += right * len(chain)
                whole &= right == 1
            positions[0] += 1
            positions[1] += whole
        ours.stop(), gnugo.stop()
    for least, most in zip(BINS, BINS[1:]):
        chains, right = counts[most]
        print(f"{least:.2f} to {min(most, 1):.2f}: {right:g} of {chains} chains right" + (f", {100 * right / chains:.1f} %" if chains else ""))
    print(f"stones: {stones[1]:g} of {stones[0]}; positions: {positions[1]} of {positions[0]}")


main()
