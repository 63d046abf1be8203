// The position of the game as a dispute: its file, and how each reading of an option rules it.
import { html, useState } from "../vendor/preact.js";
import { attempt } from "../table.js";
import { Board } from "../board.js";
import { games, optionsOf } from "./new-game.js";
import { sayRefused } from "../question.js";

function Reading({ reading, differs }) {
  const { state } = reading;
  const title = reading.name ?? reading.value ?? JSON.stringify(reading.set ?? {});
  const facts = [];
  for (const seat of ["black", "white"])
    if (state?.[seat]?.captured) facts.push(`${seat} captured ${state[seat].captured}`);
  if (state?.score) facts.push(`score ${state.score.black} : ${state.score.white}`);
  for (const line of state?.result?.text ?? []) facts.push(line);
  return html`<figure class="reading" data-reading=${title}><figcaption>${title}</figcaption>
    ${reading.error && html`<p class="remark">${sayRefused(reading.error)}</p>`}
    ${reading.misfit && html`<p class="remark">${reading.misfit.text ?? reading.misfit}</p>`}
    ${state?.board && html`<${Board} small=${true} board=${state.board} marks=${state.marks} overlay=${{ differs: differs?.points }} label=${`board under ${title}`} />`}
    ${facts.length > 0 && html`<p class="facts">${facts.join(" · ")}</p>`}</figure>`;
}

export function Panel({ table }) {
  const { live } = table;
  const at = table.past?.at ?? live.at;
  const [form, setForm] = useState({ title: "", from: Math.max(0, at - 1), file: "", option: "" });
  const [text, setText] = useState("");
  const [saved, setSaved] = useState("");
  const [result, setResult] = useState(null);
  const [options, setOptions] = useState(null);
  const put = (fields) => setForm({ ...form, ...fields });
  const fields = () => ({ title: form.title || "A dispute", from: Number(form.from), expect: "now" });
  const make = async () => {
    const reply = await attempt("dispute", fields());
    if (reply) setText(reply.text), setSaved("");
    return reply;
  };
  const save = async () => {
    const reply = await attempt("dispute", { ...fields(), file: form.file });
    if (reply) setText(reply.text), setSaved(form.file);
  };
  const showOptions = async () => {
    const got = await games().catch(() => null);
    setOptions(optionsOf(got?.variants.find((v) => v.id === live.game.variant)).filter((o) => o.values?.length > 1));
  };
  const compare = async () => {
    const source = text || (await make())?.text;
    if (!source) return;
    const reply = await attempt("readings", { text: source, options: [form.option] });
    if (reply) setResult(reply);
  };
  return html`<div class="form">
    <label for="dispute-title">The question</label>
    <input id="dispute-title" placeholder="May this card take two stones?" value=${form.title} onInput=${(e) => put({ title: e.target.value })} />
    <label for="dispute-from">It begins after move ${form.from} of ${live.of}; what was played since is its play</label>
    <input id="dispute-from" type="range" min="0" max=${live.of} value=${form.from} onInput=${(e) => put({ from: Number(e.target.value) })} />
    <p><button class="main" data-act="make-dispute" onClick=${make}>Write it down</button></p>
    ${text && html`<label for="dispute-text">The file</label>
      <textarea id="dispute-text" rows="14" spellcheck="false" value=${text} onInput=${(e) => setText(e.target.value)}></textarea>
      <label for="dispute-file">Save in the project as</label>
      <span class="row"><input id="dispute-file" placeholder="disputes/one.yaml" value=${form.file} onInput=${(e) => put({ file: e.target.value })} />
        <button data-act="save-dispute" disabled=${!form.file} onClick=${save}>Save</button></span>
      ${saved && html`<p role="status" data-saved=${saved}>Saved: ${saved}</p>`}`}
    <h3>Readings side by side</h3>
    ${options ? html`<label for="reading-option">Option</label>
      <select id="reading-option" value=${form.option} onChange=${(e) => put({ option: e.target.value })}><option value="">choose…</option>
        ${options.map((o) => html`<option key=${o.name} value=${o.name}>${o.name}: ${o.values.join(", ")}</option>`)}</select>
      <p><button data-act="compare" disabled=${!form.option} onClick=${compare}>Show each reading</button></p>`
      : html`<p><button data-act="options" onClick=${showOptions}>Choose an option…</button></p>`}
    ${result && html`<p role="status">${differsText(result.differs)}</p><div class="readings">${result.readings.map((r, i) => html`<${Reading} key=${i} reading=${r} differs=${result.differs} />`)}</div>`}
  </div>`;
}

function differsText(differs) {
  if (!differs) return "";
  const parts = [];
  if (differs.points?.length) parts.push(`points ${differs.points.join(" ")}`);
  if (differs.piles?.length) parts.push(`piles ${differs.piles.join(", ")}`);
  if (differs.result === true) parts.push("the result");
  return parts.length ? `What differs: ${parts.join("; ")}` : "All readings come to the same.";
}
