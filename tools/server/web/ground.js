// What lies under the stones: wood, lines, areas with their walls and letters, coordinates.
import { html } from "./vendor/preact.js";
import { columnLetter, placeOf, pointName } from "./points.js";

export const cell = 40;
export const margin = 28;
const tints = 6;

export function centre(board, name) {
  const { column, row } = placeOf(name);
  return { x: margin + (column + 0.5) * cell, y: margin + (board.rows - row - 0.5) * cell };
}

// The lines of the board: from each point to the right and down, where there is one.
function lines(board, known) {
  let path = "";
  for (const name of known) {
    const { column, row } = placeOf(name);
    const { x, y } = centre(board, name);
    if (column + 1 < board.columns && known.has(pointName(column + 1, row))) path += `M${x} ${y}h${cell}`;
    if (row > 0 && known.has(pointName(column, row - 1))) path += `M${x} ${y}v${cell}`;
  }
  return path;
}

// A wall wherever two neighbouring squares do not belong to the same areas.
function walls(board, known, of) {
  const areas = (name) => (known.has(name) ? (of.get(name) ?? []).join(" ") : "outside");
  let path = "";
  for (let row = -1; row < board.rows; ++row)
    for (let column = -1; column < board.columns; ++column) {
      const name = column >= 0 && row >= 0 ? pointName(column, row) : "";
      const x = margin + column * cell;
      const y = margin + (board.rows - row - 1) * cell;
      const right = column + 1 < board.columns && row >= 0 ? pointName(column + 1, row) : "";
      const above = row + 1 < board.rows && column >= 0 ? pointName(column, row + 1) : "";
      if (row >= 0 && areas(name) !== areas(right)) path += `M${x + cell} ${y}v${cell}`;
      if (column >= 0 && areas(name) !== areas(above)) path += `M${x} ${y}h${cell}`;
    }
  return path;
}

function stars(board) {
  const at = (n) =>
    (n >= 13 ? [3, (n - 1) / 2, n - 4] : n >= 7 ? [2, (n - 1) / 2, n - 3] : []).filter(Number.isInteger);
  if (board.points || board.regions) return [];
  return at(board.columns).flatMap((column) => at(board.rows).map((row) => pointName(column, row)));
}

function Coordinates({ board }) {
  const out = [];
  const high = board.rows * cell + 2 * margin;
  for (let column = 0; column < board.columns; ++column) {
    const x = margin + (column + 0.5) * cell;
    out.push(
      html`<text x=${x} y=${margin - 9}>${columnLetter(column)}</text><text x=${x} y=${high - 10}>
        ${columnLetter(column)}</text>`,
    );
  }
  for (let row = 0; row < board.rows; ++row) {
    const y = margin + (board.rows - row - 0.5) * cell + 5;
    out.push(
      html`<text x=${margin / 2} y=${y}>${row + 1}</text><text x=${margin * 1.5 + board.columns * cell} y=${y}>
        ${row + 1}</text>`,
    );
  }
  return html`<g class="coordinates" aria-hidden="true">${out}</g>`;
}

function Areas({ board, regions }) {
  const out = [];
  for (const [name, owners] of regions.of) {
    const { x, y } = centre(board, name);
    const tint = regions.names.indexOf(owners[0]) % tints;
    out.push(html`<rect class=${`area tint-${tint}`} x=${x - cell / 2} y=${y - cell / 2} width=${cell} height=${cell} />
      <text class="area-letter" x=${x - cell / 2 + 2.5} y=${y - cell / 2 + 9.5}>
        ${owners.map((o) => regions.letters.get(o)).join("")}</text>`);
  }
  return html`<g aria-hidden="true">${out}</g>`;
}

export function Ground({ board, points, regions }) {
  const known = new Set(points);
  const squares = points.map((name) => {
    const { x, y } = centre(board, name);
    return `M${x - cell / 2 - 0.2} ${y - cell / 2 - 0.2}h${cell + 0.4}v${cell + 0.4}h${-cell - 0.4}z`;
  });
  return html`<g>
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
