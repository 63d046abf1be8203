"""The words for sets of points, written from the designer's guide alone: a card that compares what they give with what is said here."""
import pathlib

import go

WAYS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0),
        "up-right": (1, 1), "down-left": (-1, -1), "up-left": (-1, 1), "down-right": (1, -1)}
CARD = """return card {
  name = "Probe",
  text = "Says what is not as it should be.",
  play = function(me, opponent, board)
    local function is(what, got, ...)
      local said = {}
      if type(got) ~= "number" and got ~= nil then
        for p in got:each() do said[#said + 1] = string.sub("ABCDEFGHJKLMNOPQRSTUVWXYZ", p.column, p.column) .. p.row end
      end
      local text = (type(got) == "number" or got == nil) and tostring(got) or table.concat(said, " ")
      for _, wanted in ipairs({...}) do if text == wanted then return end end
      error(what .. " gives " .. text)
    end
%s
  end,
}
"""


class Sets:
    def __init__(self, board, stones, walls):
        self.board, self.walls, self.stones = board, walls, stones
        self.all, self.none = set(board.points), set()
        self.empty = {p for p in board.points if not stones[p] and p not in walls}

    def next(self, points):
        return {q for p in points for q in self.board.beside[p]}

    def same(self, points, axis):
        at = {self.board.places[p][axis] for p in points}
        return {p for p in self.all if self.board.places[p][axis] in at}

    def beyond(self, point, way, over):
        out, place = [], self.board.moved(self.board.places[point], way)
        while (p := self.board.number.get(place)) is not None and p != point and p not in out and p in over:
            out.append(p)
            place = self.board.moved(place, way)
        return out

    def ways(self):
        return {name: way for name, way in WAYS.items() if not (self.board.hexagons and way in ((-1, 1), (1, -1)))}

    def ray(self, points, way, over):
        return {q for p in points for q in self.beyond(p, way, over)}

    def diagonals(self, points):
        return points.union(*(self.ray(points, way, self.all) for way in self.ways().values() if 0 not in way))

    def lines(self, a, b):
        """All shortest ones: there may be two, across joined edges."""
        if a == b: return [{a}]
        found = [[a, *ray[:ray.index(b) + 1]] for ray in (self.beyond(a, way, self.all) for way in self.ways().values()) if b in ray]
        return [set(line) for line in found if len(line) == min(map(len, found))] or [set()]

    def steps(self, points, over):
        met, ring, n = dict.fromkeys(points, 0), set(points), 0
        while ring:
            n += 1
            ring = {q for p in ring if p in points or p in over for q in self.board.beside[p] if q not in met}
            met.update(dict.fromkeys(ring, n))
        return met

    def distance(self, a, b, over):
        met = self.steps(a, over)
        return min((met[p] for p in b if p in met), default=None)

    def way(self, a, b, over):
        there, back, n = self.steps(a, over), self.steps(b, over), self.distance(a, b, over)
        return {p for p in there if n is not None and there[p] + back.get(p, 999) == n and (p in a | b or p in over)}

    def connected(self, points, over):
        met = set(points)
        while more := (self.next(met) & over) - met: met |= more
        return met & over

    def areas(self, points):
        return self.board.parts(lambda p: p in points)

    def surrounded_by(self, points):
        around = {frozenset(area): self.next(area) - area for area in self.areas(self.empty)}
        return self.none.union(*(area for area, by in around.items() if by & points and by <= points | self.walls))

    def chains(self, points, fits):
        parts = [set(part) for c in (go.BLACK, go.WHITE) for part in self.board.parts(lambda p: self.stones[p] == c)]
        return self.none.union(*(part & points for part in parts if fits(part)))

    def edge(self):
        return {p for p in self.all if len(self.board.beside[p]) < (6 if self.board.hexagons else 4)}

    def enclosed_by(self, points):
        return self.none.union(*(a for a in self.areas(self.all - points - self.walls) if not a & self.edge()))

    def mapped(self, points, to):
        return {self.board.number[q] for q in (to(*self.board.places[p]) for p in points) if q in self.board.number}


def questions(r, s):
    """Words and all that they may give."""
    b, width, height = s.board, s.board.width, s.board.height
    some = lambda: set(r.sample(b.points, min(len(b.points), r.choice([1, 1, 2, 3, 5]))))
    said = lambda points: f'board:points("{b.text(points)}")'
    (x, y), (one, other), way = (some(), some()), r.choices(b.points, k=2), r.choice(list(s.ways()))
    over, over_said = r.choice([(s.all, "board.all"), (s.empty, "board.empty"), (x | y, said(x | y))])
    steps, dx, dy = r.randint(0, 3), r.randint(-3, 3), r.randint(-3, 3)
    by = r.choice([x, {p for p in b.points if s.stones[p] == go.BLACK}]) or x
    yield f"board:neighbours({said(x)})", s.next(x) - x
    yield f"board:row({said(x)})", s.same(x, 1)
    yield f"board:column({said(x)})", s.same(x, 0)
    yield f"board:diagonals({said(x)})", s.diagonals(x)
    yield f'board:ray({said(x)}, "{way}")', s.ray(x, s.ways()[way], s.all)
    yield f'board:ray({said(x)}, "{way}", {over_said})', s.ray(x, s.ways()[way], over)
    yield f"board:line({said({one})}, {said({other})})", *s.lines(one, other)
    yield f"board:way({said(x)}, {said(y)}, {over_said})", s.way(x, y, over)
    yield f"board:distance({said(x)}, {said(y)}, {over_said})", s.distance(x, y, over)
    yield f"board:within({said(x)}, {steps})", {p for p, n in s.steps(x, s.all).items() if n <= steps}
    yield f"board:connected({said(x)}, {over_said})", s.connected(x, over)
    yield f"board:surrounded_by({said(by)})", s.surrounded_by(by)
    yield f"board:enclosed_by({said(by)})", s.enclosed_by(by)
    yield "board.edge", s.edge()
    few, least = r.randint(0, 3), r.randint(0, 3)
    most = least + r.randint(0, 3)
    liberties = lambda chain: len(s.next(chain) & s.empty)
    yield f"board:with_liberties({said(x)}, {few})", s.chains(x, lambda chain: liberties(chain) == few)
    yield f"board:with_liberties(board.stones, {least}, {most})", s.chains(s.all, lambda chain: least <= liberties(chain) <= most)
    yield f"board:in_chains_of({said(x)}, {few})", s.chains(x, lambda chain: len(chain) == few)
    yield f"board:in_chains_of(board.stones, {least}, {most})", s.chains(s.all, lambda chain: least <= len(chain) <= most)
    yield f'{said(x)}:reflected("columns")', s.mapped(x, lambda c, l: (width - 1 - c, l))
    yield f'{said(x)}:reflected("rows")', s.mapped(x, lambda c, l: (c, height - 1 - l))
    yield f"{said(x)}:turned(2)", s.mapped(x, lambda c, l: (width - 1 - c, height - 1 - l))
    yield f"{said(x)}:shifted({dx}, {dy})", s.mapped(x, lambda c, l: b.moved((c, l), (dx, dy)))
    if width == height:
        yield f'{said(x)}:reflected("diagonal")', s.mapped(x, lambda c, l: (l, c))
        yield f"{said(x)}:turned()", s.mapped(x, lambda c, l: (l, width - 1 - c))
        yield f"{said(x)}:turned(3)", s.mapped(x, lambda c, l: (width - 1 - l, c))


def dispute(r, folder, name):
    """A position, a card that asks for many sets on it, and the dispute that the card finds nothing wrong."""
    board = go.random_board(r)
    stones = go.random_stones(r, board, r.choice([.2, .5]))
    s = Sets(board, stones, set())
    free = [p for p in s.empty if not s.next({p}) - s.empty]  # no chain loses a liberty to these
    s = Sets(board, stones, {p for p in free if r.random() < .3})
    asked = [question for _ in range(20) for question in questions(r, s)]
    said = lambda given: f'"{board.text(given)}"' if isinstance(given, (set, frozenset)) else f'"{"nil" if given is None else given}"'
    lines = [f"    is([[{word}]], {word}, {', '.join(map(said, given))})" for word, *given in asked]
    card = f"probe-{name}"
    pathlib.Path(folder, "cards", card + ".lua").write_text(CARD % "\n".join(lines))
    pathlib.Path(folder, "cards", "decks", card + ".yaml").write_text(f"deck: {card}\ntitle: Probes\ncards: {{ {card}: 1 }}\n")
    sides = {side: board.text(p for p in board.points if stones[p] == c) for c, side in ((go.BLACK, "black"), (go.WHITE, "white"))}
    pathlib.Path(folder, "variants").mkdir(exist_ok=True)
    pathlib.Path(folder, "variants", name + ".yaml").write_text(
        f"variant: {name}\ntitle: A board\nextends: go\n{board.yaml()}turn: draw-and-play\ndeck: {card}\n")
    pathlib.Path(folder, "disputes", name + ".yaml").write_text(
        f"dispute: Are the sets as the guide says?\nruling: Yes.\nvariant: {name}\n" +
        (f"board: {{ {', '.join(f'{side}: {at}' for side, at in sides.items() if at)} }}\n" if any(stones) else "") +
        (f"walls: {board.text(s.walls)}\n" if s.walls else "") +
        f"decks: {{ black: [{card}] }}\nplay: [ {{ black: {card} }} ]\nexpect: {{ to_move: white }}\n")
