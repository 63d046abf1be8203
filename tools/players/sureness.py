#!/usr/bin/env python3
"""Is what the proposal of dead stones calls 90 % sure right in 90 cases of 100? Games of the engine with GNU Go, and GNU Go with itself, to two
passes; then GNU Go takes what is dead, once with Black to begin and once with White, and what stands both times was alive. Chains that fare
otherwise by who begins are left out. With --stop the games end after so many moves, in the middle of the fights: GNU Go plays on from there
four times, with either side to begin, and a chain counts as right as often as it fares as it was called.

GOFUDA=build/release/gofuda tools/players/sureness.py [--games N] [--seed S] [--size 9] [--stop MOVES]"""
import argparse

from engines import BINS, OTHER, bin_of, gnugo, gofuda


def play(black, white, both, size, most=400):
    """To two passes, or so many moves; all that was played."""
    for engine in both:
        engine.begin(size)
    moves, passes = [], 0
    while passes < 2 and len(moves) < most:
        side, mover, other = ("black", black, white) if len(moves) % 2 == 0 else ("white", white, black)
        move = mover.ask(f"genmove {side}")
        if other is not mover:
            other.ask(f"play {side} {move}")
        moves.append(f"play {side} {move}")
        passes = passes + 1 if move.lower() == "pass" else 0
    return moves if passes == 2 or most < 400 else None


def lay(engine, moves, size):
    engine.begin(size)
    for line in moves:
        engine.ask(line)


def played_on(moves, size, first, seed):
    """What is left when GNU Go has gone on from there, and then taken off what is dead."""
    player = gnugo(8, seed)
    lay(player, moves, size)
    more, passes, side = [], 0, first
    while passes < 2 and len(more) < 400:
        more.append(f"play {side} " + player.ask(f"genmove {side}"))
        passes = passes + 1 if more[-1].lower().endswith("pass") else 0
        side = OTHER[side]
    left = standing(player, moves + more, size, side)
    player.stop()
    return left


def standing(cleaner, moves, size, first):
    lay(cleaner, moves, size)
    return cleaner.cleaned(first, 400)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--stop", type=int, default=400)
    args = parser.parse_args()
    counts = {b: [0, 0] for b in BINS[1:]}
    stones, positions = [0, 0], [0, 0]
    for game in range(args.games):
        seed, level = args.seed + game, game % 3
        ours, theirs = gofuda("mcts:playouts=100", seed), gnugo(level, seed)
        pair = [(theirs, theirs), (ours, theirs), (theirs, ours)][game // 3 % 3]
        early = args.stop < 400
        moves = play(*pair, (ours, theirs), args.size, args.stop)
        if moves and pair[0] is pair[1]:
            for line in ("clear_board", *moves):
                ours.ask(line)
        if moves:
            if early:
                left = [played_on(moves, args.size, first, seed + again) for first in ("black", "white") for again in (0, 1)]
            else:
                left = [standing(theirs, moves, args.size, first) for first in ("black", "white")]
            own = ours.stones()
            whole = True
            for line in ours.ask("gofuda-status").splitlines():
                alive, *chain = line.split()
                side = "black" if chain[0] in own["black"] else "white"
                lives = [set(chain) <= after[side] for after in left]
                if not early and lives[0] != lives[1]:
                    continue
                sure, right = max(float(alive), 1 - float(alive)), sum(life == (float(alive) >= 0.5) for life in lives) / len(lives)
                found = counts[bin_of(sure)]
                found[0] += 1
                found[1] += right
                stones[0] += len(chain)
                stones[1] += right * len(chain)
                whole &= right == 1
            positions[0] += 1
            positions[1] += whole
        ours.stop(), theirs.stop()
    for least, most in zip(BINS, BINS[1:]):
        chains, right = counts[most]
        print(f"{least:.2f} to {min(most, 1):.2f}: {right:g} of {chains} chains right" + (f", {100 * right / chains:.1f} %" if chains else ""))
    print(f"stones: {stones[1]:g} of {stones[0]}; positions: {positions[1]} of {positions[0]}")


main()
