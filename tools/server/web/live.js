// What the files say after a save: they fit, they are broken, or an answer of the game no longer fits.
import { html } from "./vendor/preact.js";
import { attempt, change, roles } from "./table.js";
import { misfitText, takeOffered } from "./opening.js";
import { editFile } from "./panels/edit-file.js";

export function where(d) {
  return d.file ? `${d.file}${d.line ? `:${d.line}${d.column ? `:${d.column}` : ""}` : ""}` : "";
}

export function Diagnostics({ list, onOpen }) {
  return html`<ul class="diagnostics">${list.map(
    (d) => html`<li data-code=${d.code}>
    ${d.file && html`<button class="plain" onClick=${() => onOpen?.(d.file, d.line, d.column)}>${where(d)}</button>: `}
    ${d.severity === "warning" ? "warning" : "error"}${d.code ? ` [${d.code}]` : ""}: ${d.message ?? d.text}</li>`,
  )}</ul>`;
}

// "file:line:column: error[code]: message", with the way to that line.
export function Fault({ text }) {
  const [, place, file, line, column, rest] = /^(([^:\n]+):(\d+)(?::(\d+))?): ([^]*)/.exec(text) ?? [];
  if (!place || !roles().owner) return text;
  return html`<button class="plain" data-fault=${place} onClick=${() => editFile(file, Number(line), Number(column))}>
    ${place}</button>: ${rest}`;
}

export function Offered({ table }) {
  if (!table.offered) return null;
  return html`<section class="live" role="status">
    <p><b>The address holds a game.</b> Opened, it takes the place of the one that is played here.</p>
    <p class="buttons"><button data-act="open-offered" onClick=${takeOffered}>Open it</button>
      <button data-act="keep-game" onClick=${() => change({ offered: null })}>Keep this game</button></p>
  </section>`;
}

const ways = { keep: "Go on under the old rules", back: "Go back to before that answer, under the new rules" };

export function LiveBar({ table }) {
  const live = table.live?.live ?? table.files ?? {};
  const diagnostics = live.diagnostics ?? [];
  const misfit = live.misfit;
  if (!diagnostics.length && !misfit) return null;
  const edit = roles().owner ? editFile : null;
  return html`<section class="live" role="status" data-broken=${diagnostics.length > 0} data-misfit=${Boolean(misfit)}>
    ${diagnostics.length > 0 && html`<p>${
      live.good ? html`<b>A saved file is wrong;</b> this game does without it.` : html`<b>A saved file is broken;</b> the last good rules stay.`
    }</p><${Diagnostics}
      list=${diagnostics} onOpen=${edit} />`}
    ${
      misfit &&
      html`<p><b>The game no longer fits the rules.</b> ${misfitText(misfit)}</p>
      ${roles().owner && html`<p class="buttons">${["keep", "back"].map((way) => html`<button data-way=${way}
        onClick=${() => attempt("resolve", { way })}>${ways[way]}</button>`)}</p>`}`
    }
  </section>`;
}
