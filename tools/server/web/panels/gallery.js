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
      ${odds && html`<p class="odds">${odds}</p>`}`
      : card.name
  }</li>`;
}

// The chance that the next card drawn is this one, as far as one knows what lies where.
function oddsOf(card, cards) {
  if (!card.unseen) return card.seen ? "all of them are seen" : "";
  const rivals = cards.filter((other) => Object.keys(card.deck ?? {}).some((owner) => other.deck?.[owner]));
  const all = rivals.reduce((sum, other) => sum + (other.unseen ?? 0), 0);
  return `not seen yet: ${card.unseen}; the next card drawn with ${((100 * card.unseen) / all).toFixed(1)} %`;
}

const kinds = {
  all: () => true,
  shape: (c) => c.diagram,
  action: (c) => !c.diagram,
  unseen: (c) => c.unseen > 0,
  seen: (c) => c.seen > 0,
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
    kinds[filter.kind](card);
  const shown = cards.filter(fits);
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
    <ul class="gallery">${shown.map((card) => html`<${Lazy} key=${card.id} card=${card}
      odds=${oddsOf(card, cards)} />`)}</ul>`;
}
