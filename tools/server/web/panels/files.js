// The project's files: an editor, what is wrong in them, and what its disputes come to.
import { html, useEffect, useState } from "../vendor/preact.js";
import { ask, attempt, change } from "../table.js";
import { Editor } from "./editor.js";
import { editFile } from "./edit-file.js";

function Judged({ judged }) {
  const failed = judged?.failed ?? [];
  return html`<section class="judged" aria-label="disputes" data-done=${judged?.done ?? 0} data-failed=${failed.length}
    data-running=${Boolean(judged?.running)}>
    <h3>Disputes</h3>
    <p class="buttons"><button data-act="judge" onClick=${() => attempt("judge")}>Judge all</button>
      ${judged?.running && html`<button data-act="stop-judge"
        onClick=${() => attempt("stop", { job: judged.job })}>Stop</button>`}
      <span role="status">
        ${judged ? `${judged.done} judged, ${judged.held} hold, ${failed.length} do not` : "not judged yet"}</span></p>
    ${
      failed.length > 0 &&
      html`<ul class="diagnostics">${failed.map(
        (f) => html`<li><button class="plain" onClick=${() => editFile(f.file, f.line)}>${f.file}</button>
      ${f.reading ? ` (${f.reading})` : ""}: <span class="preformatted">${f.text}</span></li>`,
      )}</ul>`
    }
  </section>`;
}

function NewFile({ onMade }) {
  const [path, setPath] = useState("");
  const make = async (event) => {
    event.preventDefault();
    if (await attempt("write", { path, text: "", etag: null })) onMade(path);
  };
  return html`<form class="row" onSubmit=${make}><input aria-label="name of a new file" placeholder="cards/leap.lua"
    value=${path} onInput=${(e) => setPath(e.target.value)} />
    <button disabled=${!path} data-act="new-file">New file</button></form>`;
}

export function Panel({ table }) {
  const [files, setFiles] = useState(null);
  const [filter, setFilter] = useState("");
  const { edit } = table;
  const read = () =>
    ask("files").then(
      (reply) => setFiles(reply.files),
      (error) => change({ refusal: error }),
    );
  useEffect(() => void read(), [table.files]);
  const shown = (files ?? []).filter((file) => file.path.toLowerCase().includes(filter.toLowerCase()));
  return html`<div class="form">
      <input type="search" aria-label="find a file" placeholder="find a file" value=${filter}
        onInput=${(e) => setFilter(e.target.value)} />
      <ul class="file-list" aria-label="files">${shown.slice(0, 300).map(
        (file) => html`<li key=${file.path}><button class="plain" data-file=${file.path}
        aria-current=${edit?.path === file.path} onClick=${() => editFile(file.path)}>${file.path}</button></li>`,
      )}
        ${files && shown.length === 0 && html`<li>
          ${files.length ? "no file of that name" : "no files: gofuda --rules FOLDER table opens a project"}</li>`}</ul>
      <${NewFile} onMade=${(path) => (read(), editFile(path))} />
    </div>
    ${edit && html`<${Editor} key=${edit.path} path=${edit.path} line=${edit.line} column=${edit.column}
      wish=${edit.wish} changed=${table.files} />`}
    <${Judged} judged=${table.judged} />
    ${table.notes.length > 0 && html`<details><summary>What scripts printed (${table.notes.length})</summary><pre
      class="notes">${table.notes.join("\n")}</pre></details>`}`;
}
