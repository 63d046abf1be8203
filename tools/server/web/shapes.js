// Where a shape may be laid: the ways to hold it, how they turn into one another, and which place is meant by the point
// under the pointer. The room lists the places on free points; the others are shown, too, for one to see why not.
import { isHex, joinsColumns, joinsRows, placeOf, stepped } from "./points.js";

function nameOf({ stones }) {
  const [left, low] = ["x", "y"].map((axis) => Math.min(...stones.map((s) => s[axis])));
  return stones
    .map((s) => `${s.x - left},${s.y - low}${s.theirs ? "o" : ""}`)
    .sort()
    .join(" ");
}

// The stone that is held by the pointer: the one nearest to the middle.
function heldBy({ width, height, stones }) {
  const far = (s) => (s.x - (width - 1) / 2) ** 2 + (s.y - (height - 1) / 2) ** 2;
  return stones.reduce((best, stone) => (far(stone) < far(best) - 1e-9 ? stone : best));
}

const within = (at, least, most) => Math.min(Math.max(at, least), most);

export class Places {
  constructor({ places, orientations }, board, known) {
    Object.assign(this, { board, known, places });
    // Where edges are joined the ways that lead across them are left to the pointer.
    const whole = orientations.filter((shape) => !shape.across);
    this.ways = (whole.length ? whole : orientations).map((shape) => ({ ...shape, name: nameOf(shape), held: heldBy(shape) }));
    this.listed = new Map(places.map((place) => [this.key(place.points), place]));
  }

  key(points) {
    return [...points].sort().join(" ");
  }

  // The way that the turned or reflected one is; where the rules do not allow that, the next one.
  turned(way, move) {
    const { width, height, stones } = this.ways[way];
    const name = nameOf({ stones: stones.map((s) => ({ ...s, ...move(s, width, height) })) });
    const found = this.ways.findIndex((w) => w.name === name);
    return found >= 0 ? found : (way + 1) % this.ways.length;
  }
  rotated(way) {
    if (isHex(this.board)) return this.turned(way, ({ x, y }) => ({ x: x - y, y: x }));
    return this.turned(way, ({ x, y }, width) => ({ x: y, y: width - 1 - x }));
  }
  reflected(way) {
    if (isHex(this.board)) return this.turned(way, ({ x, y }) => ({ x: y, y: x }));
    return this.turned(way, ({ x, y }, width) => ({ x: width - 1 - x, y }));
  }

  // The place under the pointer, pushed back onto the board at its edges: its stones, whose they are, and the answer.
  under(way, point) {
    if (!point || !this.ways[way]) return null;
    const { width, height, stones, held } = this.ways[way];
    if (width > this.board.columns || height > this.board.rows) return null;
    const { column, row } = placeOf(point);
    const pushed = (at, most, joined) => (joined ? at : within(at, 0, most));
    const left = pushed(column - held.x, this.board.columns - width, joinsColumns(this.board));
    const low = pushed(row - held.y, this.board.rows - height, joinsRows(this.board));
    const laid = stones.map((s) => ({ name: stepped(this.board, "A1", left + s.x, low + s.y), theirs: s.theirs }));
    const place = this.listed.get(this.key(laid.map((s) => s.name)));
    const points = place?.points ?? [...laid].sort((a, b) => a.theirs - b.theirs).map((s) => s.name);
    const theirs = new Set(laid.filter((s) => s.theirs).map((s) => s.name));
    return {
      points,
      theirs,
      text: points.join(" "),
      refused: place ? place.refused : points.every((p) => this.known.has(p)) ? "occupied" : "off-board",
    };
  }

  legal(way) {
    const lies = (place) => place.orientation === way;
    const crosses = (place) => place.points.some((point) => this.under(way, point)?.text === place.points.join(" "));
    const meant = this.board.wrap ? crosses : lies;
    return this.places.filter((place) => !place.refused && meant(place));
  }
}
