// What is asked, in words, with all that answers it beside the board: buttons, cards, and why an answer was refused.
import { html } from "./vendor/preact.js";
import { attempt, change, roles, table } from "./table.js";
import { SmallCard } from "./cards.js";
import { Fault } from "./live.js";
import { pointList } from "./points.js";

const at = (points) => (points?.length ? ` (${pointList(points)})` : "");

export const sayRefused = (error) =>
  error.text + (error.points?.length && !error.text.includes(error.points[0]) ? at(error.points) : "");

// The reason's sentence, where the text does not have it already.
function Source({ of }) {
  return of.source && !of.text.includes(of.source) ? html`<span class="source"> ${of.source}</span>` : null;
}

// Under which other readings of the rules it would be allowed, or refused for another reason.
function Readings({ list }) {
  if (!list?.length) return null;
  return html`<ul class="readings-of">${list.map((r) => html`<li>
    ${r.option} = ${r.value}: ${r.legal ? "allowed" : `refused, ${r.code}${at(r.points)}`}</li>`)}</ul>`;
}

function Remark({ remark }) {
  if (!remark?.code) return null;
  return html`<div class="remark" data-code=${remark.code}><b>No:</b> ${sayRefused(remark)}
    <${Source} of=${remark} /><${Readings} list=${remark.readings} /></div>`;
}

export function Refusal() {
  const error = table.refusal;
  const more = (error?.diagnostics ?? []).filter((d) => !error.text?.includes(d.message));
  return html`<div class="refusal-place">${
    error &&
    html`<div class="refusal" data-code=${error.code}>
    <span>Refused: ${sayRefused(error)}<${Source} of=${error} />
      ${more.length > 0 && html`<ul>${more.map((d) => html`<li>
        ${d.text ?? d.message ?? String(d)}</li>`)}</ul>`}</span>
    <button class="plain" aria-label="close this message" onClick=${() => change({ refusal: null })}>✕</button></div>`
  }</div>`;
}

const layWords = { dead: "Say these are dead" };

function BoardButtons({ asks, play }) {
  const shape = asks.kind === "placement";
  return html`
    ${
      play.needsLaying &&
      html`<button class="main" data-act="lay" disabled=${!play.text} onClick=${() => play.send()}>
      ${layWords[asks.kind] ?? "Lay"}${asks.kind === "points" ? ` (${play.count})` : ""}</button>`
    }
    ${play.count > 0 && html`<button data-act="clear" onClick=${play.clear}>Clear</button>`}
    ${
      shape &&
      play.shapes?.ways.length > 1 &&
      html`<button data-act="turn" aria-keyshortcuts="R" onClick=${play.rotate}>Turn <kbd>R</kbd></button>
      <button data-act="reflect" aria-keyshortcuts="F" onClick=${play.reflect}>Reflect <kbd>F</kbd></button>`
    }
    ${shape && html`<label class="toggle"><input type="checkbox" checked=${play.every}
      onChange=${(e) => play.showEvery(e.target.checked)} /> all places</label>`}
    ${
      asks.kind === "dead" &&
      html`<button data-act="agree" onClick=${() => play.send("agree")}>Agree</button>
      <button data-act="none" onClick=${() => play.send("none")}>None is dead</button>`
    }`;
}

const seats = { black: "Black", white: "White" };
// Cards are asked for by their names; what is typed elsewhere are their ids.
const offeredText = ({ cards, may_pass, purpose }) =>
  [...new Set(cards)].map((id) => table.cards[id]?.name ?? id).join(", ") + (may_pass ? ", or none of them" : "") +
  (purpose ? ` (${purpose})` : "");

export const askedText = (asks) =>
  `${seats[asks.seat]}: ${asks.kind === "offer" && asks.cards ? offeredText(asks) : asks.text}`;

// Of who looks at something else than the game as it is.
export const Meanwhile = ({ asks }) =>
  asks && html`<section class="question" aria-label="question">The game waits. <span class="asked">${askedText(asks)}</span></section>`;

// In which turn a script has failed, with which card, and how the game goes on.
function Failed({ state }) {
  const { arbiter, owner, seated } = roles();
  const card = state.card && (table.cards[state.card.id]?.name ?? state.card.id);
  const ways = [owner && "mend the file and save it: the game goes on by itself", seated && "take the last answer back"];
  return html`<p class="remark"><${Fault} text=${state.fault} /></p>
    <p data-fault-turn=${state.turn}>It failed in turn ${state.turn}, ${seats[state.to_move]}'s${card ? `, while ${card} was played` : ""}.
      ${seated && ` To go on, ${ways.filter(Boolean).join(", or ")}${arbiter ? "; or play on from an earlier move" : ""}.`}</p>
    ${seated && html`<div class="buttons"><button data-act="take-back" onClick=${() => attempt("undo")}>Take the last
      answer back</button></div>`}`;
}

// Nobody here is asked: a program thinks, was stopped, or something has failed.
function Standing({ state }) {
  if (state.fault)
    return html`<section class="question" aria-label="question"><${Failed} state=${state} /></section>`;
  const words =
    typeof state.paused === "string"
      ? state.paused || "The game is paused."
      : state.thinking
        ? `${state.thinking} is thinking…`
        : "Nothing is asked.";
  const { owner, arbiter } = roles();
  return html`<section class="question" aria-label="question"><p
    class=${state.paused !== undefined ? "remark" : ""}>${words}</p><div class="buttons">
    ${state.job !== undefined && arbiter && html`<button data-act="stop-program"
      onClick=${() => attempt("stop", { job: state.job })}>Stop it</button>`}
    ${state.paused !== undefined && owner && html`<button data-act="go-on"
      onClick=${() => attempt("seat", state.players)}>Go on</button>`}</div></section>`;
}

export function QuestionBox({ state, play, mine }) {
  const { asks } = state;
  const answer = (text) => attempt("answer", { seq: state.seq, text });
  // The second click of a double click is not for what is asked next, at the same place.
  const once = (text) => (event) => event.detail < 2 && answer(text);
  if (state.over)
    return html`<section class="question over" aria-label="result"><h2>The game is over</h2>
    ${resultLines(state.result).map((line) => html`<p>${line}</p>`)}</section>`;
  if (!asks || state.thinking || state.paused || state.fault) return html`<${Standing} state=${state} />`;
  return html`<section class="question" aria-label="question" data-kind=${asks.kind} data-mine=${mine}>
    <p class="asked">${askedText(asks)}</p>
    ${(asks.hints ?? []).map((hint) => html`<p class="hint-line">${hint}</p>`)}
    ${
      mine &&
      html`<div class="buttons">
      ${play.kind && html`<${BoardButtons} asks=${asks} play=${play} />`}
      ${asks.kind === "choice" && (asks.labels ?? []).map((label) => html`<button data-label=${label}
        onClick=${once(label)}>${label}</button>`)}
      ${asks.kind === "offer" && (asks.answers ?? asks.cards ?? []).map((id) => html`<${SmallCard} id=${id}
        onPick=${answer} />`)}
      ${asks.may_pass && ["stone", "offer"].includes(asks.kind) && html`<button data-act="pass"
        onClick=${once(asks.kind === "offer" ? "decline" : "pass")}>
          ${asks.kind === "offer" ? "None of them" : html`Pass <kbd>P</kbd>`}</button>`}
    </div>`
    }
    <div role="status">${mine && html`<${Remark} remark=${play.remark} />`}</div>
    ${
      table.hint &&
      html`<p class="hint-line" data-hint="true">
        ${table.hint.player ?? "hint"}: ${table.hint.text || "no answer was found"}
      ${mine && table.hint.text && html` <button onClick=${once(table.hint.text)}>Play it</button>`}</p>`
    }
  </section>`;
}

export function resultLines(result) {
  if (!result) return [];
  const { text } = result;
  return Array.isArray(text) ? text : [String(text ?? "")];
}
