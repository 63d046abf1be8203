// Names of points and the plane they lie on: "D4" is the fourth column from the left, the fourth row from below.
const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"; // no I

export const columnLetter = (column) => letters[column];

export function pointName(column, row) {
  return `${letters[column]}${row + 1}`;
}

export function placeOf(name) {
  return { column: letters.indexOf(name[0]), row: Number(name.slice(1)) - 1 };
}

// All points of a board, in rows from above, as they are read.
export function pointsOf(board) {
  if (board.points) return [...board.points].sort(inReadingOrder);
  const all = [];
  for (let row = board.rows - 1; row >= 0; --row)
    for (let column = 0; column < board.columns; ++column) all.push(pointName(column, row));
  return all;
}

export function inReadingOrder(a, b) {
  const [p, q] = [placeOf(a), placeOf(b)];
  return q.row - p.row || p.column - q.column;
}

// The point so many columns to the right and rows up, around where edges are joined; null off the board.
export function stepped(board, name, across, up) {
  let { column, row } = placeOf(name);
  const around = (at, side, joined) => (joined ? ((at % side) + side) % side : at);
  column = around(column + across, board.columns, joinsColumns(board));
  row = around(row + up, board.rows, joinsRows(board));
  return column < 0 || row < 0 || column >= board.columns || row >= board.rows ? null : pointName(column, row);
}
export const joinsColumns = (board) => board.wrap === "columns" || board.wrap === "both";
export const joinsRows = (board) => board.wrap === "rows" || board.wrap === "both";
export const isHex = (board) => board.neighbours === "hex";

const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// The next point of the board that way; holes are leapt over.
export function neighbour(known, board, name, key) {
  const [across, up] = steps[key];
  for (let next = stepped(board, name, across, up); next && next !== name; next = stepped(board, next, across, up))
    if (known.has(next)) return next;
  return name;
}

export const isArrow = (key) => key in steps;

// "D4", "D4 and E5", "D4, E5 and 3 more"
export function pointList(points, most = 8) {
  if (points.length > most) return `${points.slice(0, most).join(", ")} and ${points.length - most} more`;
  if (points.length < 2) return points.join("");
  return `${points.slice(0, -1).join(", ")} and ${points.at(-1)}`;
}

// The steps from a point to those beside it.
function beside(board) {
  const corners = [
    [1, 1],
    [-1, -1],
  ];
  return isHex(board) ? [...Object.values(steps), ...corners] : Object.values(steps);
}

// "hexagons, column J beside column A, row 9 beside row 1"; empty for a plain board.
export function joinedText(board) {
  const words = isHex(board) ? ["hexagons"] : [];
  if (joinsColumns(board)) words.push(`column ${columnLetter(board.columns - 1)} beside column A`);
  if (joinsRows(board)) words.push(`row ${board.rows} beside row 1`);
  return words.join(", ");
}

// The stones of one colour that hang together with the point.
export function chainOf(board, name) {
  const stones = new Set(["black", "white"].map((colour) => board[colour] ?? []).find((list) => list.includes(name)));
  const chain = new Set();
  const open = stones.has(name) ? [name] : [];
  while (open.length) {
    const point = open.pop();
    if (chain.has(point)) continue;
    chain.add(point);
    for (const [across, up] of beside(board)) {
      const next = stepped(board, point, across, up);
      if (stones.has(next)) open.push(next);
    }
  }
  return chain;
}
