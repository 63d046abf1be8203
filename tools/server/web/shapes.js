// Where a shape may be laid: the ways to hold it, how they turn into one another, and which place is meant by the point
// under the pointer. The room lists the places on free points; the others are shown, too, for one to see why not.
import { placeOf, pointName } from "./points.js";

const nameOf = ({ stones }) =>
  stones
    .map((s) => `${s.x},${s.y}${s.theirs ? "o" : ""}`)
    .sort()
    .join(" ");

// The stone that is held by the pointer: the one nearest to the middle.
function heldBy({ width, height, stones }) {
  const far = (s) => (s.x - (width - 1) / 2) ** 2 + (s.y - (height - 1) / 2) ** 2;
  return stones.reduce((best, stone) => (far(stone) < far(best) - 1e-9 ? stone : best));
}

const within = (at, least, most) => Math.min(Math.max(at, least), most);

export class Places {
  constructor({ places, orientations }, board, known) {
    Object.assign(this, { board, known, places });
    this.ways = orientations.map((shape) => ({ ...shape, name: nameOf(shape), held: heldBy(shape) }));
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
    return this.turned(way, ({ x, y }, width) => ({ x: y, y: width - 1 - x }));
  }
  reflected(way) {
    return this.turned(way, ({ x, y }, width) => ({ x: width - 1 - x, y }));
  }

  // The place under the pointer, pushed back onto the board at its edges: its stones, whose they are, and the answer.
  under(way, point) {
    if (!point || !this.ways[way]) return null;
    const { width, height, stones, held } = this.ways[way];
    if (width > this.board.columns || height > this.board.rows) return null;
    const { column, row } = placeOf(point);
    const left = within(column - held.x, 0, this.board.columns - width);
    const low = within(row - held.y, 0, this.board.rows - height);
    const laid = stones.map((s) => ({ name: pointName(left + s.x, low + s.y), theirs: s.theirs }));
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
    return this.places.filter((place) => place.orientation === way && !place.refused);
  }
}
