"""Positions of Go for finished.py and counted.py: a map of sides to their stones, with the board's size."""
from engines import OTHER

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def lay(engine, position, komi=6.5):
    engine.begin(position["size"], komi)
    for side in OTHER:
        for stone in position[side]:
            engine.ask(f"play {side} {stone}")


class Board:
    """Plain Go without ko: enough to know what stands."""

    def __init__(self, position):
        self.size = position["size"]
        self.at = {p: side for side in ("black", "white") for p in position[side]}

    def beside(self, p):
        x, y = COLUMNS.index(p[0]), int(p[1:])
        return [COLUMNS[a] + str(b) for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if 0 <= a < self.size and 1 <= b <= self.size]

    def joined(self, p):
        found, edge = {p}, set()
        left = [p]
        while left:
            for q in self.beside(left.pop()):
                if self.at.get(q) != self.at.get(p):
                    edge.add(q)
                elif q not in found:
                    found.add(q)
                    left.append(q)
        return found, edge

    def play(self, side, p):
        self.at[p] = side
        for q in self.beside(p) + [p]:
            if q in self.at and (self.at[q] != side or q == p):
                chain, edge = self.joined(q)
                if all(e in self.at for e in edge):
                    for s in chain:
                        del self.at[s]

    def points(self):
        return [c + str(r) for c in COLUMNS[: self.size] for r in range(1, self.size + 1)]

    def chains(self):
        seen, out = set(), []
        for p in self.points():
            if p in self.at and p not in seen:
                out.append(self.joined(p)[0])
                seen |= out[-1]
        return out

    def margin(self):
        """By area, for Black."""
        total, seen = 0, set()
        for p in self.points():
            if p in self.at:
                total += 1 if self.at[p] == "black" else -1
            elif p not in seen:
                region, edge = self.joined(p)
                seen |= region
                sides = {self.at[e] for e in edge}
                if len(sides) == 1:
                    total += len(region) if sides == {"black"} else -len(region)
        return total
