#!/usr/bin/env python3
"""check.py [--boards FILE] PROOF: does the proof hold? Of games without captures that patterns win, as boards.txt has them.

Another kind of checker than `gofuda solve --check`: it knows neither the engine nor the files of the rules. A side's stones are
a number with a bit for each point, and the boards have been written down from the rules for it alone."""
import argparse
import pathlib
import re
import sys

FORM = "gofuda-proof 1"


MALFORMED = ValueError, KeyError, IndexError, StopIteration


class Wrong(Exception):
    pass


def name(x, y):
    return "ABCDEFGHJKLMNOPQRSTUVWXYZ"[x] + str(y + 1)


def moved(stones, to):
    return sum(there for here, there in to.items() if stones & here)


def row_first(point):
    return point[1], point[0]


def read_boards(text):
    """Name -> what was said of it: rows of letters, and the words of its other lines."""
    games, game, rows = {}, None, None
    for line in text.splitlines():
        words = line.split()
        if not words or line[0] == "#": continue
        if line[0] == " ": rows.append(words[0])
        elif words[0] == "game":
            like = games[words[3]] if len(words) > 2 else {"rows": [], "closed": {}, "stones": 0, "lines": [], "square": False}
            game = games[words[1]] = {**like, "closed": {}}
            rows = game["rows"] if len(words) == 2 else None
        elif words[0] == "closed": rows = game["closed"].setdefault(int(words[1]), [])
        elif words[0] == "stones": game["stones"] = int(words[1])
        elif words[0] == "line": game["lines"] = game["lines"] + [int(words[1])]
        elif words[0] == "square": game["square"] = True
        else: raise ValueError(line)
    return games


class Rules:
    def __init__(self, game):
        rows, self.stones = game["rows"], game["stones"]
        self.width, self.height = len(rows[0]), len(rows)
        at = self.letters(rows)
        self.order = sorted(at, key=row_first)
        self.bit = {name(*p): 1 << i for i, p in enumerate(self.order)}
        sets = {frozenset(p for p in at if at[p] == c) for c in set(at.values()) - {"."}}
        for n in game["lines"]:
            for x, y in at:
                for dx, dy in (1, 0), (0, 1), (1, 1), (1, -1): sets.add(frozenset((x + i * dx, y + i * dy) for i in range(n)))
        if game["square"]: sets |= {frozenset((x + i, y + j) for i in (0, 1) for j in (0, 1)) for x, y in at}
        self.patterns = [p for p in sets if p <= at.keys()]
        self.masks = [sum(self.bit[name(*q)] for q in p) for p in self.patterns]
        self.through = {b: [m for m in self.masks if m & b] for b in self.bit.values()}
        self.closed = {n: [p for p, c in self.letters(r).items() if c == "X"] for n, r in game["closed"].items()}
        self.forbidden = {n: sum(self.bit[name(*p)] for p in ps) for n, ps in self.closed.items()}
        self.all = (1 << len(at)) - 1

    def letters(self, rows):
        return {(x, self.height - 1 - r): c for r, row in enumerate(rows) for x, c in enumerate(row) if c != "#"}

    def text(self):
        def names(points): return "".join(" " + name(*p) for p in sorted(points, key=row_first))
        lines = [f"closed {n}" + names(ps) for n, ps in self.closed.items()] + ["pattern" + names(p) for p in self.patterns]
        head = [f"board {self.width}x{self.height}", "points" + names(self.order), f"stones {self.stones}"]
        return "".join(line + "\n" for line in head + sorted(lines))

    def digest(self):
        h = 0xcbf29ce484222325
        for c in self.text().encode(): h = (h ^ c) * 0x100000001b3 % 2**64
        return f"{h:016x}"

    def won(self, own, bit):
        return any(m & own == m for m in self.through[bit])

    def open(self, sides):
        used = sides[0] | sides[1]
        return self.all & ~used & ~self.forbidden.get(used.bit_count(), 0)

    def left(self, own):
        return self.stones - own.bit_count() if self.stones else 1000


class Proof:
    """The lines as tuples: move (a bit; 0 for none), answers by bit, the rest, pairs or None, line of the file."""

    def __init__(self, boards, text):
        self.place, self.lines, self.claims, used = 0, [None], [], set()
        rows = text.split("\n")
        self.need(rows.pop() == "" and len(rows) > 6, "the file is cut off")
        head = iter(rows)
        self.need(self.next(head) == FORM, "not a proof")
        self.rules = rules = Rules(boards[self.next(head).removeprefix("variant ")])
        row = self.next(head)
        while row.startswith("set "): row = self.next(head)
        self.need(row == "rules " + rules.digest(), f"other rules: here they are {rules.digest()}")
        self.sides = [self.stones(self.next(head), side) for side in ("black", "white")]
        self.need(not self.sides[0] & self.sides[1], "two stones on one point")
        self.to_move = ["to-move black", "to-move white"].index(self.next(head))
        self.turns = []
        for row in head:
            self.place += 1
            words = row.split(" ")
            if words[0] == "turn" and len(self.lines) == 1 and not self.claims:
                self.need(words[1] == str(len(self.turns) + 1) and len(self.turns) < 512, "the wrong number, or too many")
                self.turns.append(self.turn([self.bit(w) for w in words[2:]]))
                continue
            if words[0] == "end": break
            if words[0] in ("black", "white"):
                self.need(len(words) == 3, "not a claim")
                self.claims.append((words[0] == "white", {"wins": True, "holds": False}[words[1]], self.earlier(words[2], used), self.place))
                continue
            self.need(not self.claims and words[0] == str(len(self.lines)), "the wrong number")
            self.lines.append(self.line(words, used))
        else: raise Wrong("the file is cut off")
        kinds = [(side, wins) for side, wins, *_ in self.claims]
        self.need(len(kinds) == 1 or sorted(kinds) == [(False, False), (True, False)], "not a claim")
        self.need(words == ["end", str(len(self.lines) - 1)] and next(head, None) is None, "a wrong end")
        self.need(len(used) == len(self.lines) - 1, "lines to which nothing leads")

    def need(self, holds, why):
        if not holds: raise Wrong(f"{self.place}: {why}")

    def next(self, rows):
        self.place += 1
        return next(rows)

    def stones(self, row, side):
        words = row.split(" ")
        self.need(words[0] == side and len(set(words)) == len(words), "not the stones of " + side)
        return sum(self.bit(w) for w in words[1:])

    def bit(self, word):
        self.need(word.upper() in self.rules.bit, f"no point {word}")
        return self.rules.bit[word.upper()]

    def earlier(self, word, used):
        self.need(re.fullmatch("[1-9][0-9]*", word) and int(word) < len(self.lines), f"no earlier line {word}")
        used.add(int(word))
        return int(word)

    def turn(self, images):
        """Where each point is on the line's own board, by where it is on this one."""
        bits, masks = list(self.rules.bit.values()), set(self.rules.masks)
        self.need(len(images) == len(bits) == len(set(images)), "no turn: not all points, or two led to one")
        self.need(all(moved(m, dict(zip(bits, images))) in masks for m in masks), "a turn that leads a pattern to none")
        return dict(zip(images, bits))

    def line(self, words, used):
        answers, rest, pairs = {}, 0, None
        self.need(len(words) > 1, "no move")
        for word in words[2:]:
            answer, arrow, following = word.partition(">")
            self.need(not rest and not (arrow and pairs is not None), "something after the rest")
            following, slash, turn = following.partition("/")
            self.need(not slash or re.fullmatch("[1-9][0-9]*", turn) and int(turn) <= len(self.turns), "no such turn")
            if arrow and not answer:
                self.need(not slash, "a turn of the rest")
                rest = self.earlier(following, used)
            elif arrow:
                self.need(self.bit(answer) not in answers, f"{answer} is answered twice")
                answers[self.bit(answer)] = self.earlier(following, used), self.turns[int(turn) - 1] if slash else None
            elif word == "=" and pairs is None and not answers: pairs = []
            else:
                self.need(pairs is not None and word.count("=") == 1, f"{word} is nothing")
                pairs.append([self.bit(p) for p in word.split("=")])
        return 0 if words[1] == "-" else self.bit(words[1]), answers, rest, pairs, self.place


class Checker:
    def __init__(self, proof):
        self.rules, self.proof, self.positions = proof.rules, proof, 0

    def run(self):
        for side in self.proof.sides:
            if any(m & side == m for m in self.rules.masks): raise Wrong("1: won before it begins")
            if self.rules.left(side) < 0: raise Wrong("1: more stones than there are")
        for self.side, self.wins, first, place in self.proof.claims:
            self.seen = set()
            own, theirs = self.proof.sides[self.side], self.proof.sides[not self.side]
            if self.proof.to_move == self.side: self.turn(own, theirs, first)
            elif self.proof.lines[first][0]: raise Wrong(f"{place}: the other side is to move")
            else: self.answers(own, theirs, first)

    def over(self, own, theirs):
        """Is all taken or set? Then it is a draw, which is enough where no win is claimed."""
        return (own | theirs) == self.rules.all or (self.rules.left(own) <= 0 and self.rules.left(theirs) <= 0)

    def need(self, holds, line, why):
        if not holds: raise Wrong(f"{self.proof.lines[line][4]}: {why}")

    def turn(self, own, theirs, line):
        if (own, theirs, line) in self.seen: return
        self.seen.add((own, theirs, line))
        self.positions += 1
        move = self.proof.lines[line][0]
        self.need(move & self.rules.open((own, theirs)) and self.rules.left(own) > 0, line, "the move is not legal")
        if self.rules.won(own | move, move): return
        if self.over(own | move, theirs): return self.need(not self.wins, line, "a draw")
        self.answers(own | move, theirs, line)

    def answers(self, own, theirs, line):
        _, answers, rest, pairs, _ = self.proof.lines[line]
        if pairs is not None: return self.pairs(own, theirs, line)
        legal = self.rules.open((own, theirs)) if self.rules.left(theirs) > 0 else 0
        self.need(legal, line, "the turn is missed")
        while legal:
            answer = legal & -legal
            legal ^= answer
            self.need(not self.rules.won(theirs | answer, answer), line, "the other side wins")
            if self.over(own, theirs | answer): self.need(not self.wins, line, "a draw")
            else:
                following, turn = answers.get(answer, (rest, None))
                self.need(following, line, "an answer without a line")
                if turn:
                    self.need(all(n < (own | theirs | answer).bit_count() for n in self.rules.forbidden), line, "turned too soon")
                    self.turn(moved(own, turn), moved(theirs | answer, turn), following)
                else: self.turn(own, theirs | answer, following)

    def pairs(self, own, theirs, line):
        pairs, empty = self.proof.lines[line][3], self.rules.all & ~(own | theirs)
        points = [p for pair in pairs for p in pair]
        stones = (own | theirs).bit_count()
        self.need(not self.wins and all(n < stones for n in self.rules.forbidden), line, "pairs are of no use here")
        self.need(len(set(points)) == len(points) and all(p & empty for p in points), line, "a point of a pair is taken")
        enough = min(self.rules.left(theirs), empty.bit_count() // 2)
        self.need(self.rules.left(own) >= enough, line, "too few stones to answer with")
        for m in self.rules.masks:
            self.need(m & own or any(a & m and b & m for a, b in pairs), line, "no pair in a pattern")


def main():
    options = argparse.ArgumentParser(description="Does the proof hold?")
    options.add_argument("--boards", default=pathlib.Path(__file__).with_name("boards.txt"), type=pathlib.Path)
    options.add_argument("proof", type=pathlib.Path)
    args = options.parse_args()
    try:
        proof = Proof(read_boards(args.boards.read_text()), args.proof.read_text())
        checker = Checker(proof)
        checker.run()
    except Wrong as wrong: return print(f"{args.proof}:{wrong}") or 1
    except MALFORMED as wrong: return print(f"{args.proof}: no proof of these games: {wrong!r}") or 1
    for side, wins, *_ in proof.claims: print("white" if side else "black", "wins" if wins else "holds")
    print(checker.positions, "positions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
