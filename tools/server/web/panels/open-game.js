// Opens a game that somebody sent: a link of this table or of another, or the text of a file.
import { html, useState } from "../vendor/preact.js";
import { change } from "../table.js";
import { pasted } from "../share.js";
import { load } from "../opening.js";

export function OpenGame() {
  const [text, setText] = useState("");
  const open = async () => {
    const game = await pasted(text).catch(({ message }) => change({ refusal: { code: "bad-request", text: message } }));
    if (game !== undefined) await load(game);
  };
  return html`<label for="open-text">Open a link, or the text of a saved game or a dispute</label>
    <textarea id="open-text" rows="4" spellcheck="false" value=${text} placeholder="http://127.0.0.1:8080/#game=…"
      onInput=${(e) => setText(e.target.value)} />
    <p><button type="button" data-act="load" disabled=${!text.trim()} onClick=${open}>Open</button></p>`;
}
