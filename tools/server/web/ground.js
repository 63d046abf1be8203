// What lies under the stones: wood, lines, areas with their walls and letters, coordinates.
import { html } from "./vendor/preact.js";
import { columnLetter, isHex, joinedText, joinsColumns, joinsRows, placeOf, pointName, stepped } from "./points.js";

export const cell = 40;
const tints = 6;

// In hexagons each row lies half a point to the right of the one above it.
const shift = (board, row) => (isHex(board) ? ((board.rows - 1 - row) * cell) / 2 : 0);
export const wide = (board) => board.columns + (isHex(board) ? (board.rows - 1) / 2 : 0); // in points

// The letters and numbers beside a board that is drawn small are larger in it, so that they can be read.
const letters = (board) => Math.min(Math.max(15, 1.12 * Math.max(wide(board), board.rows)), 32);
export const marginOf = (board) => Math.round(Math.max(28, letters(board) * 1.55));

export function centre(board, name) {
  const { column, row } = placeOf(name);
  const margin = marginOf(board);
  return { x: margin + (column + 0.5) * cell + shift(board, row), y: margin + (board.rows - row - 0.5) * cell };
}

// The steps along lines, each with where it leads on the page: to the right and down.
const along = (board) => {
  const half = isHex(board) ? cell / 2 : 0;
  const right = { across: 1, up: 0, x: cell, y: 0 };
  const down = { across: 0, up: -1, x: half, y: cell };
  return isHex(board) ? [right, down, { across: -1, up: -1, x: -half, y: cell }] : [right, down];
};

// The lines of the board from point to point; where edges are joined, from both ends half of the way to the other one.
function lines(board, known) {
  let path = "";
  for (const name of known) {
    const from = centre(board, name);
    for (const { across, up, x, y } of along(board)) {
      const next = stepped(board, name, across, up);
      if (!known.has(next)) continue;
      const to = centre(board, next);
      if (Math.abs(to.x - from.x - x) < 1 && Math.abs(to.y - from.y - y) < 1) path += `M${from.x} ${from.y}l${x} ${y}`;
      else path += `M${from.x} ${from.y}l${x / 2} ${y / 2}M${to.x} ${to.y}l${-x / 2} ${-y / 2}`;
    }
  }
  return path;
}

// A wall wherever two neighbouring squares do not belong to the same areas; none where edges are joined.
function walls(board, known, of) {
  const areas = (name) => (known.has(name) ? (of.get(name) ?? []).join(" ") : "outside");
  const at = (column, row) => {
    const inside = (n, side, joined) => joined || (n >= 0 && n < side);
    return inside(column, board.columns, joinsColumns(board)) && inside(row, board.rows, joinsRows(board))
      ? stepped(board, "A1", column, row)
      : "";
  };
  const margin = marginOf(board);
  // What lies on a square from its left: one other, or in hexagons two.
  const above = isHex(board) ? [0, 1] : [0];
  let path = "";
  for (let row = -1; row < board.rows; ++row)
    for (let column = -1; column < board.columns; ++column) {
      const x = margin + column * cell + shift(board, row);
      const y = margin + (board.rows - row - 1) * cell;
      if (row >= 0 && areas(at(column, row)) !== areas(at(column + 1, row))) path += `M${x + cell} ${y}v${cell}`;
      for (const across of above)
        if (areas(at(column, row)) !== areas(at(column + across, row + 1)))
          path += `M${x + (across * cell) / 2} ${y}h${cell / above.length}`;
    }
  return path;
}

function stars(board) {
  const at = (n) =>
    (n >= 13 ? [3, (n - 1) / 2, n - 4] : n >= 7 ? [2, (n - 1) / 2, n - 3] : []).filter(Number.isInteger);
  if (board.points || board.regions || joinedText(board)) return [];
  return at(board.columns).flatMap((column) => at(board.rows).map((row) => pointName(column, row)));
}

function Coordinates({ board }) {
  const out = [];
  const margin = marginOf(board);
  const size = letters(board);
  const high = board.rows * cell + 2 * margin;
  for (let column = 0; column < board.columns; ++column) {
    const x = margin + (column + 0.5) * cell;
    out.push(
      html`<text x=${x} y=${margin - 0.45 * size}>${columnLetter(column)}</text><text x=${x + shift(board, 0)}
        y=${high - margin + 1.15 * size}>${columnLetter(column)}</text>`,
    );
  }
  for (let row = 0; row < board.rows; ++row) {
    const y = margin + (board.rows - row - 0.5) * cell + size / 3;
    const x = margin / 2 + shift(board, row);
    out.push(
      html`<text x=${x} y=${y}>${row + 1}</text><text x=${x + margin + board.columns * cell} y=${y}>
        ${row + 1}</text>`,
    );
  }
  return html`<g class="coordinates" aria-hidden="true" style=${{ "--size": size }}>${out}</g>`;
}

function Areas({ board, regions }) {
  const out = [];
  for (const [name, owners] of regions.of) {
    const { x, y } = centre(board, name);
    const tint = regions.names.indexOf(owners[0]) % tints;
    out.push(html`<rect class=${`area tint-${tint}`} x=${x - cell / 2} y=${y - cell / 2} width=${cell} height=${cell} />
      <text class="area-letter" x=${x - cell / 2 + 3} y=${y - cell / 2 + 9.5}>
        ${owners.map((o) => regions.letters.get(o)).join("")}</text>`);
  }
  return html`<g aria-hidden="true">${out}</g>`;
}

export function Ground({ board, points, regions }) {
  const known = new Set(points);
  const margin = marginOf(board);
  const squares = points.map((name) => {
    const { x, y } = centre(board, name);
    return `M${x - cell / 2 - 0.2} ${y - cell / 2 - 0.2}h${cell + 0.4}v${cell + 0.4}h${-cell - 0.4}z`;
  });
  const joined = joinedText(board);
  return html`<g>
    ${joined && html`<title>${joined}</title>`}
    <path class="wood" d=${squares.join("")} />
    ${regions.names.length > 0 && html`<${Areas} board=${board} regions=${regions} />`}
    <path class="lines" d=${lines(board, known)} />
    ${points.length === 1 && html`<path class="lines"
      d=${`M${margin + 12} ${margin + cell / 2}h16M${margin + cell / 2} ${margin + 12}v16`} />`}
    ${stars(board).map((name) => html`<circle class="star-point" cx=${centre(board, name).x} cy=${centre(board, name).y}
      r="3.4" />`)}
    <path class="walls" d=${walls(board, known, regions.of)} />
    <${Coordinates} board=${board} />
  </g>`;
}
