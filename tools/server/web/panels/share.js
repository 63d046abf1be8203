// The game as a link and as a file; and a game that somebody else sent.
import { html, useEffect, useState } from "../vendor/preact.js";
import { ask, attempt, gone, roles } from "../table.js";
import { gameLink } from "../share.js";
import { confirms, setConfirms } from "../settings.js";
import { CopyField } from "./copy-field.js";
import { Invite } from "./invite.js";
import { OpenGame } from "./open-game.js";

function download(name, text) {
  const link = Object.assign(document.createElement("a"), {
    href: URL.createObjectURL(new Blob([text], { type: "text/plain" })),
    download: name,
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function Panel({ table }) {
  const [link, setLink] = useState(null);
  const [why, setWhy] = useState("");
  const [file, setFile] = useState("");
  const [saved, setSaved] = useState(null); // as it was written from here
  const [careful, setCareful] = useState(confirms());
  const seq = table.live?.seq;
  useEffect(() => {
    let wanted = true;
    ask("link").then(
      async (reply) => {
        const made = await gameLink(reply.text);
        if (wanted) (setLink(made), setWhy(""));
      },
      (error) => wanted && (setLink(null), setWhy(error.text)),
    );
    return () => (wanted = false);
  }, [seq, table.status]);
  const save = async () => {
    const reply = await attempt("save");
    if (reply) download(`${table.live.game.variant}.yaml`, reply.text);
  };
  const saveAs = async (over) => {
    const reply = await attempt("save", { file, etag: over ?? (saved?.file === file ? saved.etag : null) });
    if (reply) setSaved({ ...reply, seq });
    else if (gone(table.refusal)) setSaved(null);
  };
  const inWay = table.refusal?.asked === "save" && table.refusal.code === "conflict" && table.refusal.etag;
  return html`<div class="form">
    <div>${
      link
        ? html`<${CopyField} id="game-link" label="The whole game as a link" text=${link} />
      <p class="help">It opens in the browser of whoever began this table. Anybody else begins a table (gofuda table) with the
      same rules, and pastes it into New game there; or plays on in a terminal, with the link between quotes: <code>gofuda play
      --load "…"</code></p>`
        : html`<p class="help">${why || "…"}</p>`
    }</div>
    <p><button data-act="save" onClick=${save}>Save as a file</button></p>
    ${
      roles().owner &&
      html`
      <label for="save-as">Save in the project as</label>
      <span class="row"><input id="save-as" placeholder="games/one.yaml" value=${file}
        onInput=${(e) => setFile(e.target.value)} />
        <button data-act="save-game" disabled=${!file} onClick=${() => saveAs()}>Save</button></span>
      ${inWay && html`<p><button data-act="save-over" onClick=${() => saveAs(inWay)}>Write over what is there</button></p>`}
      ${saved?.file === file && saved.seq === seq && html`<p role="status" data-saved=${file}>Saved: ${file}</p>`}
      <${OpenGame} />`
    }
    <${Invite} table=${table} />
    <label class="toggle"><input type="checkbox" checked=${careful}
      onChange=${(e) => (setCareful(e.target.checked), setConfirms(e.target.checked))} />
      with the mouse, too, lay only when the button is pressed</label>
    <p class="help"><a href="vendor/LICENSES.txt">Licences of what this page is made with</a></p>
  </div>`;
}
