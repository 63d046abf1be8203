// Where a shape may be laid, as the room lists it: the ways to hold it, how they turn into one another, and which place
// is meant by the point under the pointer.
import { placeOf } from "./points.js";

const least = (list) => list.reduce((a, b) => Math.min(a, b));

function offsets(points) {
  const places = points.map(placeOf);
  const [left, low] = [least(places.map((p) => p.column)), least(places.map((p) => p.row))];
  return places.map((p) => [p.column - left, p.row - low]);
}

const written = (cells) => cells.map(String).join(" ");

// In one order, the first `own` apart from the others: they are of the other colour.
function signature(cells, own) {
  const moved = (list) => {
    const [left, low] = [least(cells.map((c) => c[0])), least(cells.map((c) => c[1]))];
    return written(list.map(([x, y]) => [x - left, y - low]).sort((a, b) => a[0] - b[0] || a[1] - b[1]));
  };
  return `${moved(cells.slice(0, own))}|${moved(cells.slice(own))}`;
}

// The cell that is held by the pointer: the one nearest to the middle.
function held(cells) {
  const middle = [0, 1].map((i) => cells.reduce((sum, c) => sum + c[i], 0) / cells.length);
  const far = ([x, y]) => (x - middle[0]) ** 2 + (y - middle[1]) ** 2;
  return cells.reduce((best, cell) => (far(cell) < far(best) - 1e-9 ? cell : best));
}

export class Places {
  // `own`: how many of the points of a place, from the first, are stones of who lays it.
  constructor(places, own) {
    this.all = places;
    this.own = own ?? places[0]?.points.length ?? 0;
    this.ways = [];
    const byWay = new Map();
    for (const place of places) {
      const list = byWay.get(place.orientation) ?? [];
      byWay.set(place.orientation, [...list, place]);
    }
    for (const [orientation, list] of [...byWay].sort((a, b) => a[0] - b[0])) {
      const cells = offsets(list[0].points);
      const hold = held(cells);
      const at = new Map();
      for (const place of list) at.set(this.anchor(place, hold), place);
      this.ways.push({ orientation, cells, at, list, name: signature(cells, this.own) });
    }
  }

  anchor(place, [x, y]) {
    const places = place.points.map(placeOf);
    return `${least(places.map((p) => p.column)) + x},${least(places.map((p) => p.row)) + y}`;
  }

  // The way that the turned or reflected one is; where the rules do not allow that, the next one.
  turned(way, map) {
    const name = signature(this.ways[way].cells.map(map), this.own);
    const found = this.ways.findIndex((w) => w.name === name);
    return found >= 0 ? found : (way + 1) % this.ways.length;
  }
  rotated(way) {
    return this.turned(way, ([x, y]) => [y, -x]);
  }
  reflected(way) {
    return this.turned(way, ([x, y]) => [-x, y]);
  }

  // The place under the pointer; near an edge, the nearest that lies on the board.
  under(way, point) {
    const { column, row } = placeOf(point);
    const { at } = this.ways[way] ?? { at: new Map() };
    const exact = at.get(`${column},${row}`);
    if (exact) return exact;
    let best = null;
    let far = Infinity;
    for (const [key, place] of at) {
      const [x, y] = key.split(",").map(Number);
      const distance = (x - column) ** 2 + (y - row) ** 2;
      if (distance < far) [best, far] = [place, distance];
    }
    return best;
  }
}
