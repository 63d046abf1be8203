#!/usr/bin/env python3
"""Whole random games of Go on random boards by random rules, played by go.py and by the program: what is legal at each move, what
stands after it, and how it ends; then what it comes to where the sides agree on dead stones. And the words for sets of points."""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import go
import sets

GOFUDA = os.environ["GOFUDA"]


def gofuda(folder, *words, text=""):
    return subprocess.run([GOFUDA, "--no-project", "--rules", folder, *words], input=text, capture_output=True, text=True)


def stones_of(board, stones):
    sides = ((side, [p for p in board.points if stones[p] == c]) for c, side in ((go.BLACK, "black"), (go.WHITE, "white")))
    return "{" + ", ".join(f"{side}: {board.text(points)}" for side, points in sides if points) + "}"


def write_variant(folder, name, board, more=""):
    path = pathlib.Path(folder, "variants", name + ".yaml")
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"variant: {name}\ntitle: A board\nextends: go\n" + board.yaml() + more)


class Talk:
    """Lines for the program and the words that it should answer with; None: any answer but a failure."""
    def __init__(self):
        self.lines, self.wanted = [], []

    def say(self, line, wanted=""):
        self.lines.append(line), self.wanted.append(wanted)

    def compare(self, answers):
        for i, (line, wanted) in enumerate(zip(self.lines, self.wanted)):
            answer = answers[i].strip() if i < len(answers) else "nothing"
            if answer[:1] != "=" or (wanted is not None and sorted(answer[1:].split()) != sorted(wanted.split())):
                start = max(k for k in range(i + 1) if self.lines[k] == "clear_board")
                said = [said for said in self.lines[start:i] if said.startswith(("play", "gofuda"))]
                return "\n".join(said + [f"{line}\n  is answered {answer}\n  but should be = {wanted}"])
        return None


def by_protocol(r, folder, games):
    board, talk = go.random_board(r), Talk()
    stones = go.random_stones(r, board, .3) if r.random() < .4 else None
    write_variant(folder, "board", board, f"setup: {stones_of(board, stones)}\n" if stones and any(stones) else "")
    for _ in range(games):
        rules = go.random_rules(r)
        talk.say("clear_board")
        talk.say(" ".join(["gofuda-rules", "dead_stones=stand", *go.settings(rules)]), None)

        def watch(game):
            for c, side in ((go.BLACK, "black"), (go.WHITE, "white")):
                talk.say(f"list_stones {side}", board.text(p for p in board.points if game.stones[p] == c))
            talk.say(f"all_legal {'.bw'[game.to_move]}", board.text(game.legal()))
        mark = len(talk.lines)
        game, played = go.random_game(r, board, rules, stones, watch)
        for k, (side, move) in enumerate(played): talk.lines.insert(mark + 4 * k + 3, f"play {'.bw'[side]} {move}")
        for k in range(len(played)): talk.wanted.insert(mark + 4 * k + 3, "")
        if game.over == "passes": talk.say("final_score", game.result())
        else: talk.say("gogui-rules_final_result", "The board is as it was before, with the same side to move: the game has no result.")
    wrong = talk.compare(gofuda(folder, "gtp", "board", text="\n".join(talk.lines + ["quit"])).stdout.split("\n\n"))
    return wrong and f"{board.yaml()}start {stones and stones_of(board, stones)}\n{wrong}"


def dispute(r, folder, name):
    """A game to its end with stones that both call dead, as a dispute."""
    board, rules = go.random_board(r), go.random_rules(r)
    stones = go.random_stones(r, board, r.choice([.3, .6, .8]))
    write_variant(folder, name, board)
    game, played = go.random_game(r, board, rules, stones, moves=r.choice([0, 3, 8]))
    lines = [f"  - {['', 'black', 'white'][side]}: {move}" for side, move in played]
    result = "Void"
    if game.over == "passes":
        chains = [chain for c in (go.BLACK, go.WHITE) for chain in board.parts(lambda p: game.stones[p] == c)]
        dead = set().union(*(chain for chain in chains if r.random() < .4))
        lines += [f"  - {['', 'black', 'white'][side]}: ({board.text(dead) or 'none'})" for side in (game.to_move, 3 - game.to_move)]
        result = game.result(dead, "Draw")
    setting = "".join(f"  rules.{s.replace('=', ': ')}\n" for s in go.settings({**rules, "dead_stones": "agreed"}))
    pathlib.Path(folder, "disputes", name + ".yaml").write_text(
        f"dispute: What does it come to?\nruling: As the rules say.\nvariant: {name}\nset:\n{setting}" +
        (f"board: {stones_of(board, stones)}\n" if any(stones) else "") + "play:\n" + "\n".join(lines) +
        f"\nexpect: {{ over: true, result: {result} }}\n")


def judged(folder, what):
    answer = gofuda(folder, "judge", str(pathlib.Path(folder, "disputes")))
    return f"{what}\n{answer.stdout[:3000]}{answer.stderr[:1000]}" if answer.returncode else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--boards", type=int, default=25)
    arguments = parser.parse_args()
    for k in range(arguments.boards):
        r = random.Random(1000 * arguments.seed + k)
        with tempfile.TemporaryDirectory() as folder:
            if wrong := by_protocol(r, folder, 8): sys.exit(f"board {k}\n{wrong}")
    for write, what in (dispute, "dead stones"), (sets.dispute, "sets of points"):
        with tempfile.TemporaryDirectory() as folder:
            for part in ("disputes", "cards/decks"): pathlib.Path(folder, part).mkdir(parents=True)
            for k in range(2 * arguments.boards): write(random.Random(1000 * arguments.seed + k), folder, f"b{k}")
            if wrong := judged(folder, what): sys.exit(wrong)


if __name__ == "__main__":
    main()
