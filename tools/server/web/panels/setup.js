// Sets up a position by clicks, with the rules on: the game goes on from it.
import { html, useEffect, useState } from "../vendor/preact.js";
import { attempt, change, without } from "../table.js";
import { changeSetup, effectsOf, knownPile, laid, piles, putEffect, putPile, setupRequest, startSetup } from "./setup-state.js";

const tools = { black: "Black stones", white: "White stones", erase: "Take off" };
const lasting = {
  "": "only lies there",
  always: "works until it is put away",
  turns: "works for turns of its side",
  their_turns: "works for turns of the other side",
  until_turn: "works for turns, of both sides",
  until_captured: "works until one of these stones is taken",
};

const moved = (list, from, to) => {
  const out = list.filter((_, at) => at !== from);
  out.splice(to, 0, list[from]);
  return out;
};

function Lasting({ seat, card, name, setup }) {
  const effect = effectsOf(setup).find((e) => e.seat === seat && e.card === card);
  const how = effect?.how ?? "";
  const id = `lasts-${seat}-${card}`;
  return html`<span class="row"><select id=${id} aria-label=${`${name}: what it does`} value=${how}
      onChange=${(e) => putEffect(seat, card, e.target.value)}>
      ${Object.entries(lasting).map(([key, words]) => html`<option key=${key} value=${key} selected=${key === how}>
        ${words}</option>`)}</select>
    ${
      effect &&
      how !== "always" &&
      html`<input class="brief" aria-label=${how === "until_captured" ? "stones" : "turns"} value=${effect.value}
        placeholder=${how === "until_captured" ? "D4 E4" : "2"}
        onInput=${(e) => putEffect(seat, card, how, e.target.value)} />`
    }</span>`;
}

function PileEditor({ kind, owner, cards, setup }) {
  const [pick, setPick] = useState("");
  const put = (cardsNow) => putPile(kind, owner, cardsNow);
  const now = setup[kind][owner];
  const id = `${kind}-${owner}`;
  const nameOf = (card) => cards[card]?.name ?? card;
  const add = () => put([...(now ?? knownPile(kind, owner)), pick]);
  return html`<div class="pile-editor"><label for=${id}>${owner}: ${piles[kind]}
      ${now ? (now.length > 1 ? " (the top first)" : "") : " (as it is)"}</label>
    <span class="row"><select id=${id} value=${pick} onChange=${(e) => setPick(e.target.value)}>
      <option value="">a card…</option>${Object.values(cards).map((c) => html`<option key=${c.id} value=${c.id}>
        ${c.name ?? c.id}</option>`)}</select>
      <button disabled=${!pick} onClick=${add}>Add</button>
      <button onClick=${() => put(now ? undefined : knownPile(kind, owner))}>${now ? "Leave" : "Edit"}</button></span>
    ${
      now &&
      html`<ol class="chips">${now.map(
        (card, i) => html`<li key=${i}><span>${nameOf(card)}</span>
      <button aria-label=${`${nameOf(card)} higher`} disabled=${i === 0} onClick=${() => put(moved(now, i, i - 1))}>↑</button>
      <button aria-label=${`${nameOf(card)} lower`} disabled=${i === now.length - 1}
        onClick=${() => put(moved(now, i, i + 1))}>↓</button>
      <button aria-label=${`take ${nameOf(card)} away`}
        onClick=${() => put(now.filter((_, at) => at !== i))}>✕</button>
      ${laid.includes(kind) && html`<${Lasting} seat=${owner} card=${card} name=${nameOf(card)} setup=${setup} />`}</li>`,
      )}</ol>`
    }</div>`;
}

export function Panel({ table }) {
  const { setup, live, cards } = table;
  // The board is set up as long as the panel is there, and the question is back when it has gone.
  useEffect(() => (startSetup(), () => change({ setup: null })), []);
  if (!setup) return null;
  const owners =
    live.common && (live.common.deck || live.common.discard?.length)
      ? ["black", "white", "common"]
      : ["black", "white"];
  const shared = (kind) => kind === "decks" || kind === "discards";
  const hasCards = Object.keys(cards).length > 0;
  const begin = async () => {
    if (await attempt("setup", setupRequest(setup))) change({ setup: null, ...without("setup") });
  };
  return html`<div class="form">
    <p class="help">Click the board: a stone is set, or the one there is taken off.</p>
    <fieldset><legend>A click sets</legend>${Object.entries(tools).map(
      ([tool, words]) => html`<label class="toggle"><input type="radio" name="tool" value=${tool}
      checked=${setup.tool === tool} onChange=${() => changeSetup({ tool })} /> ${words}</label>`,
    )}
      <button onClick=${() => changeSetup({ black: [], white: [] })}>Empty board</button></fieldset>
    <fieldset><legend>To move</legend>${["black", "white"].map(
      (seat) => html`<label class="toggle"><input type="radio" name="to-move" value=${seat}
      checked=${setup.to_move === seat} onChange=${() => changeSetup({ to_move: seat })} /> ${seat}</label>`,
    )}</fieldset>
    ${
      hasCards &&
      Object.keys(piles).map(
        (kind) => html`<fieldset key=${kind}><legend>${kind}</legend>
      ${owners.filter((owner) => shared(kind) || owner !== "common").map((owner) => html`<${PileEditor} key=${owner}
        kind=${kind} owner=${owner} cards=${cards} setup=${setup} />`)}</fieldset>`,
      )
    }
    <p><button class="main" data-act="start-setup" onClick=${begin}>Play from this position</button></p>
  </div>`;
}
