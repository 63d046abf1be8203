// Opens a game that somebody sent: a link of this table or of another, or the text of a file.
import { html, useState } from "../vendor/preact.js";
import { change } from "../table.js";
import { bytesOf, damaged, longest, unpacked } from "../share.js";
import { load } from "../opening.js";

const noGame =
  "this link holds no game, as the link of a seat does not: it is opened in the address bar. One that does has #game= in it; Share makes it";

// Whether the last four bytes can be what gzip ends with, the length of the text: of what is not whole, few are.
function mayBeWhole(word) {
  if (word.length < 24 || word.length % 4 === 1) return false;
  const [a, b, c, d] = bytesOf(word.slice(4 * (word.length >> 2) - 8)).slice(-4);
  return a + (b << 8) + (c << 16) + d * 2 ** 24 <= longest;
}

// What somebody pasted: an address, or the text of a saved game. Mail breaks long lines, and people write on after a
// link: it ends at the first blank at which it is whole.
async function pasted(text) {
  const found = /[#&]game=([\w-]*(?:\s+[\w-]+)*)/.exec(text);
  if (!found && /^\s*https?:\/\//.test(text)) throw new Error(noGame);
  if (!found) return text;
  let word = "";
  for (const part of found[1].split(/\s+/)) {
    word += part;
    const game = mayBeWhole(word) ? await unpacked(word).catch(() => null) : null;
    if (game !== null) return game;
  }
  throw new Error(damaged);
}

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
