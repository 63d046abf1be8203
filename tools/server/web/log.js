// The moves so far, and the way back: a slider and a click on a line show any earlier state; from there one may branch.
import { html, useEffect, useRef } from "./vendor/preact.js";
import { ask, attempt, change, roles, table } from "./table.js";

let wished = -1; // the slider may be dragged faster than states arrive; -1: all have

export async function look(at) {
  const { live } = table;
  if (at >= live.of) {
    wished = -1;
    return change({ past: null });
  }
  wished = at;
  const reply = await ask("goto", { at }).catch((error) => {
    if (wished === at && error.code !== "stale") change({ refusal: { ...error, asked: "goto" } });
  });
  if (wished !== at) return;
  wished = -1;
  if (reply && !table.setup) change({ past: reply.state });
}

export const backToGame = () => look(Infinity);

async function branch(fields) {
  if (await attempt("branch", fields)) change({ past: null });
}

export function History({ state }) {
  const { live, past } = table;
  const at = wished >= 0 ? wished : past ? past.at : live.of;
  const step = (by) => look((wished >= 0 ? wished : at) + by); // from where the last click leads
  return html`<div class="history">
    <button aria-label="first" disabled=${at <= 0} onClick=${() => look(0)}>⏮</button>
    <button aria-label="one back" disabled=${at <= 0} onClick=${() => step(-1)}>◀</button>
    <input type="range" min="0" max=${live.of} value=${at} aria-label="history"
      aria-valuetext=${`move ${at} of ${live.of}`}
      onInput=${(event) => look(Number(event.target.value))} />
    <button aria-label="one on" disabled=${!past} onClick=${() => step(1)}>▶</button>
    <button aria-label="the game as it is" disabled=${!past} onClick=${backToGame}>⏭</button>
    <span class="at">${at} / ${live.of}</span>
  </div>
  ${
    past &&
    html`<p class="past" data-past=${at}>You look at an earlier state.
    ${roles().arbiter && html` <button data-act="branch" onClick=${() => branch({ at })}>Play on from here</button>`}
    <button onClick=${backToGame}>Back to the game</button></p>`
  }
  ${
    live.branches?.length > 0 &&
    roles().arbiter &&
    html`<p class="branches">kept:
    ${live.branches.map((b) => html` <button
      onClick=${() => branch({ branch: b.branch })}>branch ${b.branch}, from ${b.at} (${b.of})</button>`)}</p>`
  }`;
}

const changes = { set: "set", turned: "turned", taken: "taken", removed: "removed", walled: "built on", unwalled: "opened" };
const pointsOf = (change) => (Array.isArray(change) ? change : Object.values(change ?? {}).flat());

// What happened last on a point, and by which move: "D4: set by move 7, Keima".
export function reasonOf(state, name) {
  for (const move of [...(state.moves ?? [])].reverse())
    for (const [change, said] of Object.entries(changes)) {
      if (!pointsOf(move[change]).includes(name)) continue;
      return `${name}: ${said} by move ${move.move}, ${move.text.split(";")[0]}${move.undone ? " (undone)" : ""}`;
    }
  return "";
}

export function Log({ state, onPoints }) {
  const end = useRef(null);
  const moves = state.moves ?? [];
  useEffect(() => {
    if (end.current) end.current.parentElement.scrollTop = end.current.offsetTop;
  }, [moves.length]);
  const concerned = (move) => Object.keys(changes).flatMap((change) => pointsOf(move[change]));
  if (moves.length === 0) return null;
  return html`<section class="log" aria-label="moves"><ol tabindex="0" aria-label="log of moves">
    ${moves.map(
      (move, i) => html`<li key=${i} ref=${i === moves.length - 1 ? end : null}>
      <button class="plain" onClick=${() => look(move.at ?? move.move ?? i + 1)}
        onMouseEnter=${() => onPoints(concerned(move))}
        onMouseLeave=${() => onPoints(null)} onFocus=${() => onPoints(concerned(move))} onBlur=${() => onPoints(null)}>
        ${(move.before ?? []).map((cause) => html`<span class="cause">${cause}</span>`)}
        <span class="turn-number">${move.turn}</span> ${move.depth ? "↳ " : ""}${move.text}
        ${(move.after ?? []).map((end) => html`<span class="cause">${end}</span>`)}</button></li>`,
    )}
  </ol></section>`;
}
