// The board as a picture: any size, holes, areas, stones and marks. It knows nothing of rules; what is drawn over the
// position (ghosts, choices, points concerned) comes as an overlay.
import { html, useEffect, useMemo, useRef, useState } from "./vendor/preact.js";
import { columnLetter, isArrow, joinedText, neighbour, placeOf, pointsOf } from "./points.js";
import { Ground, cell, centre, marginOf, wide } from "./ground.js";

const empty = new Set();
const edge = 40; // pixels beside which a point is hardly seen
const mostAcross = 21.5; // cells that a narrow screen shows beside each other; wider boards are moved sideways there
const keysInWords =
  "arrow keys move, Enter answers, R turns a shape, F reflects it, L lays what is chosen, P passes, Escape clears";

function Star({ x, y }) {
  const corners = Array.from({ length: 10 }, (_, i) => {
    const [radius, angle] = [i % 2 ? 3.6 : 9, (i * Math.PI) / 5];
    return `${(x + radius * Math.sin(angle)).toFixed(1)},${(y - radius * Math.cos(angle)).toFixed(1)}`;
  });
  return html`<polygon class="star" points=${corners.join(" ")} />`;
}

const cross = (x, y, r) => `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`;

// Everything that lies on one point.
function Lying({ board, name, colour, look, many }) {
  const { x, y } = centre(board, name);
  const radius = board.regions ? 14 : 17.5; // so that the letters of areas are seen beside them
  const parts = [];
  const brick = cell - 2;
  if (look.wall)
    parts.push(html`<rect class="wall" x=${x - brick / 2} y=${y - brick / 2} width=${brick} height=${brick} />`);
  if (look.named) parts.push(html`<circle class="named" cx=${x} cy=${y} r=${radius + 1.5} />`);
  if (colour)
    parts.push(
      html`<circle class=${`stone ${colour} ${look.dead || look.goes ? "gone" : ""}`} cx=${x} cy=${y} r=${radius} />`,
    );
  if (look.ghost)
    parts.push(html`<circle class=${`stone ghost ${look.ghost} ${colour ? `over-${colour}` : ""}`} cx=${x} cy=${y} r=${colour ? 10 : radius - 1} />`);
  if (look.faint) parts.push(html`<circle class=${`faint ${look.faint}`} cx=${x} cy=${y} r=${look.faint === "picked" ? 13 : 7} />`);
  if (look.candidate) {
    const r = many ? 4.5 : 8;
    parts.push(html`<path class="candidate" d=${`M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`} />`);
  }
  if (look.refused && !colour) parts.push(html`<path class="refused" d=${cross(x, y, 5)} />`);
  if (look.last) parts.push(html`<circle class=${`last on-${colour ?? "empty"}`} cx=${x} cy=${y} r="8" />`);
  if (look.won) parts.push(html`<circle class="won" cx=${x} cy=${y} r=${radius} /><${Star} x=${x} y=${y} />`);
  if (look.dead || look.goes)
    for (const part of ["dead-rim", "dead"]) parts.push(html`<path class=${part} d=${cross(x, y, 12)} />`);
  if (look.differs) parts.push(html`<rect class="differs" x=${x - 19} y=${y - 19} width="38" height="38" rx="6" />`);
  if (look.concerned) parts.push(html`<rect class="concerned" x=${x - 18} y=${y - 18} width="36" height="36" />`);
  if (look.number)
    parts.push(
      html`<text class=${`number on-${look.ghost ?? colour ?? "empty"}`} x=${x} y=${y + 5.5}>${look.number}</text>`,
    );
  return html`<g>${parts}</g>`;
}

// "D4, black, last move"
function spoken(name, colour, look, regions) {
  const words = [name, look.wall ? "wall" : (colour ?? "empty")];
  for (const mark of look.named ?? []) words.push(`marked ${mark}`);
  for (const region of regions ?? []) words.push(region.length > 1 ? region : `area ${region}`);
  if (look.last) words.push("last move");
  if (look.won) words.push("won");
  if (look.dead) words.push("dead");
  if (look.goes) words.push("would be taken");
  if (look.ghost) words.push(look.number ? `chosen, ${look.number}` : "chosen");
  if (look.candidate) words.push("may be chosen");
  if (look.refused) words.push(`refused: ${look.refused}`);
  if (look.differs) words.push("differs");
  if (look.concerned) words.push("concerned");
  return words.join(", ");
}

function inRows(points) {
  const rows = [];
  for (const name of points) {
    const { row } = placeOf(name);
    if (rows.at(-1)?.row !== row) rows.push({ row, names: [] });
    rows.at(-1).names.push(name);
  }
  return rows;
}

function looks(marks = {}, overlay = {}, walls = []) {
  const of = new Map();
  const at = (name) => of.get(name) ?? of.set(name, {}).get(name);
  for (const kind of ["last", "won", "dead"]) for (const name of marks[kind] ?? []) at(name)[kind] = true;
  for (const name of walls) at(name).wall = true;
  for (const [mark, names] of Object.entries(marks.named ?? {}))
    for (const name of names) at(name).named = [...(at(name).named ?? []), mark];
  for (const name of marks.closed ?? []) at(name).refused = "closed";
  for (const [name, why] of overlay.refused ?? []) at(name).refused = why;
  for (const kind of ["candidate", "concerned", "differs", "dead", "goes"])
    for (const name of overlay[kind] ?? empty) at(name)[kind] = true;
  for (const name of overlay.living ?? empty) at(name).dead = false;
  for (const { name, colour } of overlay.faint ?? []) at(name).faint = colour;
  for (const { name, colour, number } of overlay.ghost ?? []) Object.assign(at(name), { ghost: colour, number });
  return of;
}

// The same element while what it depends on is the same: then there is nothing to compare, and a pointer that moves
// over hundreds of points changes two.
function useKept() {
  const kept = useRef(new Map());
  return (name, key, make) => {
    const known = kept.current.get(name);
    if (known?.key === key) return known.element;
    const element = make();
    kept.current.set(name, { key, element });
    return element;
  };
}

export function Board({ board, marks, overlay, label, onPick, onHover, onKey, seq, small }) {
  const holes = board.points?.join(" ");
  const points = useMemo(() => pointsOf(board), [board.columns, board.rows, holes]);
  const known = useMemo(() => new Set(points), [points]);
  const [cursor, setCursor] = useState(points[0]);
  const svg = useRef(null);
  const pointer = useRef("mouse");
  const stones = new Map();
  for (const colour of ["black", "white"]) for (const name of board[colour] ?? []) stones.set(name, colour);
  const areas = board.regions && JSON.stringify(board.regions);
  const regions = useMemo(() => regionsOf(board), [areas]);
  const look = looks(marks, overlay, board.walls);
  const crowded = (overlay?.candidate?.length ?? 0) > points.length / 3; // smaller signs, or they hide the board
  const margin = marginOf(board);
  const width = wide(board) * cell + 2 * margin;
  const here = known.has(cursor) ? cursor : points[0];
  useEffect(() => {
    if (known.size && !known.has(cursor)) setCursor(points[0]);
  }, [known]);

  // Where the board is wider than its place, what has happened last comes into sight.
  const lastMove = marks?.last?.join(" ") ?? "";
  useEffect(() => {
    const place = svg.current.parentElement;
    const [first] = lastMove.split(" ");
    if (!known.has(first) || place.scrollWidth <= place.clientWidth) return;
    const at = (centre(board, first).x / width) * svg.current.clientWidth - place.scrollLeft;
    if (at < edge || at > place.clientWidth - edge) place.scrollLeft += at - place.clientWidth / 2;
  }, [lastMove]);

  const pointAt = (event) => event.target.closest?.("[data-point]")?.dataset.point ?? null;
  const go = (name) => {
    setCursor(name);
    svg.current.querySelector(`[data-point="${name}"]`)?.focus();
    onHover?.(name);
  };
  const keyed = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const at = pointAt(event) ?? here; // who reads the screen aloud gets to points by other ways
    if (isArrow(event.key)) go(neighbour(known, board, at, event.key));
    else if (event.key === "Home" || event.key === "End") go(event.key === "Home" ? points[0] : points.at(-1));
    else if (event.key === "Enter" || event.key === " ") onPick?.(at, "key");
    else if (!onKey?.(event.key, at)) return;
    event.preventDefault();
  };
  const clicked = (event) => {
    const name = pointAt(event);
    if (!name) return;
    setCursor(name);
    if (pointer.current === "touch") onHover?.(name);
    onPick?.(name, pointer.current);
  };

  const joined = joinedText(board);
  const height = board.rows * cell + 2 * margin;
  const keep = useKept();
  const shape = `${width} ${height} ${points.length} ${holes?.length} ${areas?.length} ${joined}`;
  const rows = useMemo(() => inRows(points), [points]);
  const ground = useMemo(
    () => html`<${Ground} board=${board} points=${points} regions=${regions} />`,
    [points, regions, joined],
  );
  const cellOf = (name) => {
    const label = spoken(name, stones.get(name), look.get(name) ?? {}, regions.of.get(name));
    return keep(name, `${label} ${name === here} ${shape}`, () => {
      const { x, y } = centre(board, name);
      return html`<g role="gridcell" key=${name} data-point=${name} data-stone=${stones.get(name)}
        tabindex=${name === here ? 0 : -1} aria-label=${label}>
        <rect class="hit" x=${x - cell / 2} y=${y - cell / 2} width=${cell} height=${cell} /></g>`;
    });
  };
  const lyingOn = (name) =>
    keep(
      `on ${name}`,
      `${stones.get(name)} ${JSON.stringify(look.get(name))} ${crowded} ${shape}`,
      () =>
        html`<${Lying} key=${name} board=${board} name=${name} colour=${stones.get(name)} look=${look.get(name) ?? {}}
          many=${crowded} />`,
    );
  const vast = width / cell > mostAcross;
  return html`<svg
    ref=${svg} class=${`board ${small ? "small" : ""} ${vast ? "vast" : ""}`} viewBox=${`0 0 ${width} ${height}`} data-seq=${seq} role="grid"
      aria-label=${[label ?? "board", joined].filter(Boolean).join(", ")} aria-description=${onPick && keysInWords}
    style=${{ "--cells": width / cell, "--high": height / cell }}
    onKeyDown=${keyed} onClick=${clicked}
    onPointerDown=${(event) => (pointer.current = event.pointerType)}
    onPointerMove=${(event) => event.pointerType === "mouse" && onHover?.(pointAt(event))}
    onPointerLeave=${(event) => event.pointerType === "mouse" && onHover?.(null)}
  >
    ${ground}
    <g aria-hidden="true">
      ${[...new Set([...stones.keys(), ...look.keys()])].filter((name) => known.has(name)).map(lyingOn)}</g>
    ${rows.map(({ row, names }) => html`<g role="row" key=${row} aria-label=${`row ${row + 1}`}>
      ${names.map(cellOf)}</g>`)}
  </svg>`;
}

// Names of areas by point; and a letter for each that is told beside the board where the name is longer.
export function regionsOf(board) {
  const names = Object.keys(board.regions ?? {});
  const letters = new Map();
  for (const name of names) {
    const wish = name.length < 3 ? name : name[0].toUpperCase();
    const taken = new Set(letters.values());
    let letter = wish;
    for (let i = 0; taken.has(letter) && i < 24; ++i) letter = columnLetter(i).toLowerCase();
    letters.set(name, letter);
  }
  const of = new Map();
  for (const name of names) for (const point of board.regions[name]) of.set(point, [...(of.get(point) ?? []), name]);
  return { names, letters, of };
}
