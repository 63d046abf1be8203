// Cards: drawn from what their scripts say of them.
import { html } from "./vendor/preact.js";
import { table } from "./table.js";

export const traitsOf = (card) => Object.entries(card.traits ?? {}).map(([name, value]) => `${name}: ${value}`);
export const baseId = (id) => id?.split("#")[0];

// A shape: own stones black, the other side's white. Row 0 is the lowest.
export function Diagram({ shape, label }) {
  const { width, height, stones } = shape;
  const lying = new Map(stones.map((stone) => [`${stone.x},${stone.y}`, stone]));
  const cells = [];
  for (let y = height - 1; y >= 0; --y)
    for (let x = 0; x < width; ++x) {
      const [cx, cy] = [10 * x + 5, 10 * (height - 1 - y) + 5];
      const stone = lying.get(`${x},${y}`);
      cells.push(
        stone
          ? html`<circle class=${stone.theirs ? "others" : "own"} cx=${cx} cy=${cy} r="4.1" />`
          : html`<path class="point" d=${`M${cx - 2} ${cy}h4M${cx} ${cy - 2}v4`} />`,
      );
    }
  return html`<svg class="diagram" viewBox=${`0 0 ${10 * width} ${10 * height}`}
    style=${{ "--wide": width, "--tall": height }}
    role=${label === "" ? null : "img"} aria-hidden=${label === "" ? "true" : null}
    aria-label=${label === "" ? null : (label ?? `a shape of ${stones.length} stones, ${width} by ${height}`)}>
      ${cells}</svg>`;
}

// A card's back, or its name alone on a small face.
// `why` it cannot be played now, where that is known.
export function SmallCard({ id, onPick, chosen, disabled, why }) {
  if (id === null) return html`<span class="card small back" role="img" aria-label="hidden card"></span>`;
  const card = table.cards[baseId(id)];
  const face = html`${card?.diagram && html`<${Diagram} shape=${card.diagram} label="" />`}<span class="card-name">
    ${card?.name ?? id}</span>`;
  const copy = id.includes("#") ? ` (copy ${id.split("#")[1]})` : "";
  if (!onPick) return html`<span class=${`card small ${why === undefined ? "" : "off"}`} data-off=${why}
    title=${[card?.text, why].filter(Boolean).join("\n")}>${face}</span>`;
  return html`<button class=${`card small ${chosen ? "chosen" : ""}`} title=${card?.text} data-card=${id}
    disabled=${disabled}
    aria-label=${`${card?.name ?? id}${copy}`} onClick=${() => onPick(id)}>${face}</button>`;
}

// What a card does, whole.
export function CardFace({ card, options, orientations, onEdit, heading = "h3" }) {
  const inForce = options ? Object.entries(options) : (card.options ?? []).map((o) => [o.name, o.value ?? o.default]);
  return html`<article class="card face" data-card=${card.id}>
    <${heading} class="face-name">${card.name ?? card.id}</${heading}>
    ${traitsOf(card).length > 0 && html`<p class="trait">${traitsOf(card).join(", ")}</p>`}
    ${card.diagram && html`<${Diagram} shape=${card.diagram} />`}
    <p class="card-text">${card.text}</p>
    ${inForce.length > 0 && html`<dl class="options">${inForce.map(([name, value]) => html`<div><dt>${name}</dt><dd>
      ${String(value)}</dd></div>`)}</dl>`}
    ${
      orientations &&
      card.orientations?.length > 1 &&
      html`<div class="orientations" aria-label="all orientations">
      ${card.orientations.map((shape) => html`<${Diagram} shape=${shape} />`)}</div>`
    }
    ${card.source && html`<p class="source">${card.source}</p>`}
    ${onEdit && card.shipped && html`<p class="source">${card.file} (shipped)</p>`}
    ${onEdit && card.file && !card.shipped && html`<p class="source"><button class="plain" onClick=${() => onEdit(card.file)}>
      ${card.file}</button></p>`}
  </article>`;
}
