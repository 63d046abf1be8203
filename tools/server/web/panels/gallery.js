// All cards of the game, with all ways to lay them. A card is drawn when it comes into sight, so that hundreds scroll.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { roles } from "../table.js";
import { CardFace, traitsOf } from "../cards.js";
import { editFile } from "./edit-file.js";

function Lazy({ card, odds }) {
  const [seen, setSeen] = useState(false);
  const place = useRef(null);
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => entries.some((e) => e.isIntersecting) && (setSeen(true), watch.disconnect()),
      { rootMargin: "300px" },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return html`<li ref=${place} class=${seen ? "" : "unseen-card"}>${
    seen
      ? html`<${CardFace} card=${card} orientations=${true} onEdit=${roles().owner ? editFile : null} />
      ${odds.map((text) => html`<p class="odds">${text}</p>`)}`
      : card.name
  }</li>`;
}

const zones = ["hand", "aside", "shown", "discard", "play"];

const owners = ["black", "white", "common"];

const lyingAt = (holders, state) => holders.flatMap((holder) => zones.flatMap((zone) => state?.[holder]?.[zone] ?? []));

const seenOf = (card, state) => lyingAt(owners, state).filter((id) => id === card.id).length;
const countOf = (card) => Object.values(card.deck ?? {}).reduce((sum, n) => sum + n, 0);

const lyingOf = (owner, state) => lyingAt(owner === "common" ? owners : [owner], state);
const leftOf = (card, owner, state) =>
  Math.max(0, (card.deck?.[owner] ?? 0) - lyingOf(owner, state).filter((id) => id === card.id).length);
const placesOf = (owner, state) => state[owner].deck + lyingOf(owner, state).filter((id) => id === null).length;

// The decks of which odds are known: what is not seen of the rules' cards is as much as there are places for it. It is
// not where a position was set up with other cards, or the deck's file was saved since.
const knownDecks = (cards, state) =>
  owners.filter((owner) => {
    const left = cards.reduce((sum, card) => sum + leftOf(card, owner, state), 0);
    return state[owner]?.deck > 0 && left === placesOf(owner, state);
  });

// The chance that the next card drawn from a deck is this one: what is not seen lies in it or in hidden cards, each
// place as likely as another.
const oddsOf = (card, state, decks) =>
  decks
    .filter((owner) => card.deck?.[owner])
    .map((owner) => {
      const left = leftOf(card, owner, state);
      const percent = ((100 * left) / placesOf(owner, state)).toFixed(1);
      return `${owner}: ${left} not seen; the next card is this one with ${percent}\u00a0%`;
    });

const kinds = {
  all: () => true,
  shape: (c) => c.diagram,
  action: (c) => !c.diagram,
  unseen: (c, state) => countOf(c) > seenOf(c, state),
  seen: (c, state) => seenOf(c, state) > 0,
};
const kindWords = {
  all: "all cards",
  shape: "shapes",
  action: "without a shape",
  unseen: "some not seen yet",
  seen: "some seen",
};

export function Panel({ table }) {
  const [filter, setFilter] = useState({ text: "", trait: "", kind: "all" });
  const cards = Object.values(table.cards);
  const traits = [...new Set(cards.flatMap(traitsOf))].sort();
  const fits = (card) =>
    `${card.id} ${card.name} ${card.text}`.toLowerCase().includes(filter.text.toLowerCase()) &&
    (!filter.trait || traitsOf(card).includes(filter.trait)) &&
    kinds[filter.kind](card, table.live);
  const shown = cards.filter(fits);
  const decks = table.live ? knownDecks(cards, table.live) : [];
  const others = owners.filter((owner) => table.live?.[owner]?.deck > 0 && !decks.includes(owner));
  return html`<div class="form">
      <label for="card-filter">Find</label><input id="card-filter" type="search" value=${filter.text}
        onInput=${(e) => setFilter({ ...filter, text: e.target.value })} />
      <label for="card-kind">Show</label><select id="card-kind" value=${filter.kind}
        onChange=${(e) => setFilter({ ...filter, kind: e.target.value })}>
        ${Object.entries(kindWords).map(([kind, words]) => html`<option key=${kind} value=${kind}>
          ${words}</option>`)}</select>
      ${
        traits.length > 0 &&
        html`<label for="card-trait">Trait</label><select id="card-trait" value=${filter.trait}
          onChange=${(e) => setFilter({ ...filter, trait: e.target.value })}>
        <option value="">any</option>${traits.map((t) => html`<option key=${t}>${t}</option>`)}</select>`
      }
    </div>
    <p role="status" class="help">${shown.length} of ${cards.length} cards</p>
    ${others.length > 0 && html`<p class="help" data-no-odds>${others.join(" and ")}: not the cards that the rules name, so
      there are no odds</p>`}
    ${roles().owner && table.live && html`<p class="help">On paper: <code>gofuda print ${table.live.game.variant} -o cards.pdf</code></p>`}
    <ul class="gallery">${shown.map((card) => html`<${Lazy} key=${card.id} card=${card}
      odds=${oddsOf(card, table.live, decks)} />`)}</ul>`;
}
