"""Go on any graph, written from variants/README.md and the published rules alone: another kind of referee than core has."""
import random
from fractions import Fraction

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
WORDS = {
    "ko": ["none", "simple", "positional", "situational", "natural"], "repetition": ["allowed", "no-result"],
    "suicide": ["forbidden", "whole", "multi-stone", "allowed"], "scoring": ["area", "territory"], "tax": ["none", "seki", "all"],
    "handicap_bonus": ["none", "n-1", "n"], "button": ["none", "half-point"], "pass_stones": ["none", "each", "white-last"]}
BLACK, WHITE = 1, 2


class Board:
    def __init__(self, rows, wrap="none", hexagons=False):
        self.rows, self.wrap, self.hexagons = rows, wrap, hexagons
        self.width, self.height = len(rows[0]), len(rows)
        self.places = [(x, y) for y in range(self.height) for x in range(self.width) if rows[self.height - 1 - y][x] == "."]
        self.number = {p: i for i, p in enumerate(self.places)}
        self.names = [COLUMNS[x] + str(y + 1) for x, y in self.places]
        self.points = range(len(self.places))
        ways = [(1, 0), (-1, 0), (0, 1), (0, -1)] + [(1, 1), (-1, -1)] * hexagons
        self.beside = [sorted({self.number[q] for q in (self.moved(p, way) for way in ways) if q in self.number} - {i})
                       for i, p in enumerate(self.places)]

    def moved(self, place, way):
        x, y = place[0] + way[0], place[1] + way[1]
        return x % self.width if self.wrap in ("columns", "both") else x, y % self.height if self.wrap in ("rows", "both") else y

    def part(self, start, fits):
        met, left = {start}, [start]
        while left:
            for q in self.beside[left.pop()]:
                if q not in met and fits(q): met.add(q), left.append(q)
        return met

    def parts(self, fits):
        out, met = [], set()
        for p in self.points:
            if fits(p) and p not in met: out.append(self.part(p, fits)), met.update(out[-1])
        return out

    def starves(self, stones, chain):
        return all(stones[q] for p in chain for q in self.beside[p])

    def text(self, points):
        return " ".join(self.names[p] for p in sorted(points))

    def yaml(self):
        return ("board:\n  points:\n" + "".join(f'    - "{row}"\n' for row in self.rows) +
                f"  wrap: {self.wrap}\n  neighbours: {'hex' if self.hexagons else 'square'}\n")


def random_board(r, most=6):
    wrap = r.choice(["none", "none", "columns", "rows", "both"])
    width, height = (r.randint(3 if wrap in ("both", side) else 1, r.choice([4, most])) for side in ("columns", "rows"))
    holes = r.choice([0, 0, .1, .25])
    rows = ["".join("#" if r.random() < holes else "." for _ in range(width)) for _ in range(height)]
    return Board(rows, wrap, r.random() < .25) if "".join(rows).count(".") > 1 else random_board(r, most)


def random_stones(r, board, full):
    while True:
        stones = [r.choice([BLACK, WHITE]) if r.random() < full else 0 for _ in board.points]
        if not any(board.starves(stones, chain) for c in (BLACK, WHITE) for chain in board.parts(lambda p: stones[p] == c)): return stones


def random_rules(r):
    komi = r.choice([Fraction(0), Fraction(15, 2), Fraction(r.randint(-9999, 9999), 1000), Fraction(r.randint(-20, 20), 4)])
    return {**{key: r.choice(values) for key, values in WORDS.items()}, "komi": komi, "passes_to_end": r.choice([1, 2, 2, 3])}


class Game:
    def __init__(self, board, rules, stones=None, to_move=BLACK):
        self.board, self.rules, self.to_move = board, rules, to_move
        self.stones = list(stones or [0] * len(board.places))
        self.start, self.over, self.ko, self.button, self.row, self.passed_last = tuple(self.stones), None, None, None, 0, None
        self.prisoners, self.passes = {BLACK: 0, WHITE: 0}, {BLACK: 0, WHITE: 0}
        self.seen = {(self.start, to_move)}
        self.made = {(self.start, to_move)}  # by plays alone

    def after(self, point):
        """The stones after a play, whom it took and whether own ones died; or None, where the rules forbid it."""
        me, b, rules = self.to_move, self.board, self.rules
        stones = list(self.stones)
        if stones[point]: return None
        stones[point] = me
        taken = {p for c in b.parts(lambda p: stones[p] == 3 - me) if b.starves(stones, c) for p in c}
        for p in taken: stones[p] = 0
        chain = b.part(point, lambda p: stones[p] == me)
        dies = chain if b.starves(stones, chain) else set()
        if dies and (rules["suicide"] in ("forbidden", "whole") or (rules["suicide"] == "multi-stone" and len(dies) == 1)): return None
        for p in dies: stones[p] = 0
        if rules["ko"] == "simple" and point == self.ko: return None
        if rules["ko"] == "positional" and any(stones == list(s) for s, _ in self.seen): return None
        if rules["ko"] == "situational" and (tuple(stones), 3 - me) in self.seen: return None
        if rules["ko"] == "natural" and (tuple(stones), 3 - me) in self.made: return None
        return stones, taken, dies

    def legal(self):
        return [p for p in self.board.points if self.after(p)]

    def end_turn(self):
        self.to_move = 3 - self.to_move
        self.seen.add((tuple(self.stones), self.to_move))

    def play(self, point):
        me, before = self.to_move, self.stones
        self.stones, taken, dies = self.after(point)
        self.prisoners[me] += len(taken)
        self.prisoners[3 - me] += len(dies)
        self.row, self.passed_last, self.ko = 0, None, None
        alone = not dies and all(self.stones[q] != me for q in self.board.beside[point])
        if len(taken) == 1 and alone and {q for q in self.board.beside[point] if not self.stones[q]} == taken: self.ko = min(taken)
        if self.rules["repetition"] == "no-result" and self.stones != before and (tuple(self.stones), 3 - me) in self.seen:
            self.over = "no result"
        self.end_turn()
        self.made.add((tuple(self.stones), self.to_move))

    def give_up_turn(self):
        me = self.to_move
        self.passes[me] += 1
        self.passed_last, self.ko = me, None
        if self.rules["button"] == "half-point" and not self.button: self.button = me
        else: self.row += 1
        self.end_turn()
        if self.row == self.rules["passes_to_end"]: self.over = "passes"

    def points(self, dead=()):
        """What each side has at the end, with all that is given to it."""
        b, rules, was = self.board, self.rules, self.stones
        stones = [0 if p in dead else was[p] for p in b.points]
        colour = list(stones)
        for area in b.parts(lambda p: not stones[p]):
            around = {stones[q] for p in area for q in b.beside[p]} - {0}
            for p in area: colour[p] = min(around) if len(around) == 1 else 0
        out = {BLACK: Fraction(0), WHITE: rules["komi"]}
        for side in out:
            counted = set()
            for group in b.parts(lambda p: colour[p] == side):
                land = {p for p in group if not stones[p]}
                if rules["tax"] != "none" and any(not colour[q] for p in group for q in b.beside[p]): continue
                out[side] += max(0, len(land) - 2) if rules["tax"] == "all" else len(land)
                counted |= land
            if rules["scoring"] == "area":
                out[side] += stones.count(side)
                continue
            out[side] += self.prisoners[side] + sum(was[p] == 3 - side and (rules["tax"] == "none" or p in counted) for p in dead)
            out[side] += self.passes[3 - side] if rules["pass_stones"] != "none" else 0
            if (side, rules["pass_stones"], self.passed_last) == (BLACK, "white-last", BLACK) and self.over == "passes": out[side] += 1
        if self.button: out[self.button] += Fraction(1, 2)
        if self.start.count(BLACK) > 1 and WHITE not in self.start:
            out[WHITE] += {"none": 0, "n-1": self.start.count(BLACK) - 1, "n": self.start.count(BLACK)}[rules["handicap_bonus"]]
        return out

    def result(self, dead=(), draw="0"):
        points = self.points(dead)
        lead = points[BLACK] - points[WHITE]
        return f"{'B' if lead > 0 else 'W'}+{float(abs(lead)):.3f}".rstrip("0").rstrip(".") if lead else draw


def settings(rules):
    return [f"{key}={float(value):.3f}" if key == "komi" else f"{key}={value}" for key, value in rules.items()]


def random_game(r, board, rules, stones, watch=lambda game: None, moves=80):
    """The game and what was played; `watch` is called before each move."""
    game, played = Game(board, rules, stones), []
    passing = r.choice([0, .05, .3])
    while not game.over:
        watch(game)
        legal = game.legal() if len(played) < moves else []
        point = r.choice(legal) if legal and r.random() >= passing else None
        played.append((game.to_move, "pass" if point is None else board.names[point]))
        game.give_up_turn() if point is None else game.play(point)
    return game, played
