// Sets up a position by clicks, with the rules on: the game goes on from it.
import { html, useState } from "../vendor/preact.js";
import { attempt, change } from "../table.js";
import { changeSetup, setupRequest } from "./setup-state.js";

const tools = { black: "Black stones", white: "White stones", erase: "Take off" };
const piles = { hands: "in hand", decks: "deck, from the top", discards: "discards, from the top" };

// What of the pile is known: editing begins there.
const zones = { hands: "hand", discards: "discard" };

function PileEditor({ kind, owner, list, cards, side }) {
  const [pick, setPick] = useState("");
  const put = (cardsNow) => changeSetup({ [kind]: { ...list, [owner]: cardsNow } });
  const now = list[owner];
  const known = () => [...(side?.[zones[kind]] ?? [])].filter((id) => id !== null).reverse();
  const id = `${kind}-${owner}`;
  return html`<div class="pile-editor"><label for=${id}>${owner}: ${piles[kind]}${now ? "" : " (as it is)"}</label>
    <span class="row"><select id=${id} value=${pick} onChange=${(e) => setPick(e.target.value)}>
      <option value="">a card…</option>${Object.values(cards).map((c) => html`<option key=${c.id} value=${c.id}>
        ${c.name ?? c.id}</option>`)}</select>
      <button disabled=${!pick} onClick=${() => put([...(now ?? known()), pick])}>Add</button>
      <button onClick=${() => put(now ? undefined : [])}>${now ? "Leave" : "Empty"}</button></span>
    ${
      now &&
      html`<ol class="chips">${now.map(
        (card, i) => html`<li key=${i}>${cards[card]?.name ?? card}
      <button aria-label=${`take ${card} away`}
        onClick=${() => put(now.filter((_, at) => at !== i))}>✕</button></li>`,
      )}</ol>`
    }</div>`;
}

export function Panel({ table }) {
  const { setup, live, cards } = table;
  if (!setup) return null;
  const owners =
    live.common && (live.common.deck || live.common.discard?.length)
      ? ["black", "white", "common"]
      : ["black", "white"];
  const hasCards = Object.keys(cards).length > 0;
  const begin = async () => {
    if (await attempt("setup", setupRequest(setup))) change({ setup: null, panel: null });
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
      ${owners.filter((owner) => kind !== "hands" || owner !== "common").map((owner) => html`<${PileEditor} key=${owner}
        kind=${kind} owner=${owner} list=${setup[kind]} cards=${cards} side=${live[owner]} />`)}</fieldset>`,
      )
    }
    <p><button class="main" data-act="start-setup" onClick=${begin}>Play from this position</button></p>
  </div>`;
}
