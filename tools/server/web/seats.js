// The two sides and what lies before each: players, piles, hands, notes, stones taken; and what is common.
import { html } from "./vendor/preact.js";
import { SmallCard, baseId } from "./cards.js";
import { table } from "./table.js";

const zones = [
  ["deck_top", "top of the deck"],
  ["hand", "in hand"],
  ["aside", "laid aside"],
  ["shown", "laid open"],
  ["play", "in play"],
];

function Pile({ size, label }) {
  return html`<span class="pile"><span class=${`pile-stack ${size ? "" : "out"}`} aria-hidden="true"></span>
    <span>${label} <b>${size}</b></span></span>`;
}

// The discards, whole when they are opened; the last lies on top.
function Discards({ cards }) {
  if (!cards.length) return html`<${Pile} size=${0} label="discards" />`;
  return html`<details class="discards"><summary><${Pile} size=${cards.length} label="discards" />
      <span class="top"> top: ${titleOf(cards.at(-1))}</span></summary>
    <span class="zone-cards">${[...cards].reverse().map((id) => html`<${SmallCard} id=${id} />`)}</span></details>`;
}

const titleOf = (id) => table.cards[baseId(id)]?.name ?? id;

const notNow = (why) => (why === undefined ? undefined : `Not offered: ${why.replace(/^unplayable: /, "") || "the turn has no use for it now"}`);

// A card that is asked about is answered where it lies: by a click on it in the hand.
function Zone({ cards, label, offers }) {
  if (!cards?.length) return null;
  const copies = new Map();
  return html`<div class="zone"><span class="zone-label">${label}</span><span class="zone-cards">
    ${cards.map((id) => {
      const nth = (copies.get(id) ?? 0) + 1;
      copies.set(id, nth);
      const word = offers?.cards.find((offered) => offered === (nth > 1 ? `${id}#${nth}` : id));
      return html`<${SmallCard} id=${word ?? id} onPick=${word && offers.pick}
        why=${word ? undefined : notNow(offers?.notOffered[id])} />`;
    })}</span></div>`;
}

function Notes({ notes }) {
  return (notes ?? []).map(
    (note) => html`<p class="note-line">a note${note.card ? ` under ${titleOf(note.card)}` : ""}
    ${note.hidden ? " (hidden)" : `: ${note.label ?? note.points?.join(" ") ?? ""}`}${note.open ? ", open" : ""}</p>`,
  );
}

function Effects({ effects }) {
  return (effects ?? []).map(
    (effect) => html`<p class="note-line">in force: ${titleOf(effect.card)}${effect.until ? ` (${effect.until})` : ""}</p>`,
  );
}

export function Piles({ piles, label, offers }) {
  const discard = piles.discard ?? [];
  const any = piles.deck > 0 || discard.length > 0;
  return html`${any && html`<div class="piles"><${Pile} size=${piles.deck ?? 0} label=${label ?? "deck"} />
      <${Discards} cards=${discard} /></div>`}
    ${zones.map(([zone, words]) => html`<${Zone} key=${zone} cards=${piles[zone]} label=${words}
      offers=${zone === "play" ? null : offers} />`)}`;
}

const counted = (n, what) => `${n} ${what}${Math.abs(n) === 1 || what.endsWith("s") ? "" : "s"}`;

export function SeatBox({ state, seat, offers }) {
  const side = state[seat] ?? {};
  const asked = state.asks?.seat === seat;
  const facts = [];
  if (side.captured) facts.push(`captured ${side.captured}`);
  for (const [token, n] of Object.entries(side.tokens ?? {})) facts.push(counted(n, token));
  if (side.scored) facts.push(`${side.scored > 0 ? "+" : ""}${counted(side.scored, "point")}`);
  if (side.stones_left !== undefined) facts.push(`${counted(side.stones_left, "stone")} left`);
  if (side.lost_turns) facts.push(`sits out ${side.lost_turns}`);
  if (side.next_stone_on) facts.push(`next stone on ${side.next_stone_on.join(" ")}`);
  if (side.no_stone_on) facts.push(`no stone on ${side.no_stone_on.join(" ")}`);
  if (state.score?.[seat] !== undefined) facts.push(`score ${state.score[seat]}`);
  const doing = state.over
    ? ""
    : state.thinking === seat
      ? "thinking…"
      : asked
        ? "to answer"
        : state.to_move === seat
          ? "to move"
          : "";
  return html`<section class=${`seat ${seat} ${asked || state.thinking === seat ? "active" : ""}`} aria-label=${seat}
    data-thinking=${state.thinking === seat}>
    <h2><span class=${`disc ${seat}`} aria-hidden="true"></span>${seat === "black" ? "Black" : "White"}
      <span class="player">${state.players?.[seat] ?? ""}</span><span class="doing">${doing}</span></h2>
    ${facts.length > 0 && html`<p class="facts">${facts.join(" · ")}</p>`}
    <${Piles} piles=${side} offers=${asked ? offers : null} />
    <${Notes} notes=${side.notes} />
    <${Effects} effects=${side.effects} />
  </section>`;
}

export function CommonBox({ state, offers }) {
  const piles = state.common;
  if (!piles || (!piles.deck && !Object.values(piles).some((zone) => zone?.length))) return null;
  return html`<section class="seat common" aria-label="common cards"><h2>Common cards</h2><${Piles} piles=${piles}
    offers=${offers} /></section>`;
}
