// A text to be taken along.
import { html, useState } from "../vendor/preact.js";

export function CopyField({ id, label, text }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    document.getElementById(id).select();
    await navigator.clipboard?.writeText(text).catch(() => {});
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return html`<div class="copy"><label for=${id}>${label}</label>
    <span><input id=${id} readonly value=${text} onFocus=${(e) => e.target.select()} /><button type="button"
      onClick=${copy}>${done ? "copied" : "copy"}</button></span></div>`;
}
