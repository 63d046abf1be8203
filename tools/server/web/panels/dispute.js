// The position of the game as a dispute: its file, and how each reading of an option rules it.
import { html, useState } from "../vendor/preact.js";
import { attempt, gone, roles } from "../table.js";
import { Board } from "../board.js";
import { pointList } from "../points.js";
import { games, optionsOf } from "./new-game.js";
import { resultLines, sayRefused } from "../question.js";

function Reading({ title, reading }) {
  const { state, refused, problem, differs } = reading;
  const facts = ["black", "white"]
    .filter((seat) => state[seat]?.captured)
    .map((seat) => `${seat} captured ${state[seat].captured}`);
  if (state.score) facts.push(`score ${state.score.black} : ${state.score.white}`);
  return html`<figure class="reading" data-reading=${title}><figcaption>${title}</figcaption>
    ${refused && html`<p class="remark">${sayRefused(refused)}</p>`}
    ${problem && html`<p class="remark">${problem}</p>`}
    <${Board} small=${true} board=${state.board} marks=${state.marks}
      overlay=${{ differs: differs?.points, concerned: refused?.points }} label=${`board under ${title}`} />
    <p class="facts">${[...facts, ...resultLines(state.result)].join(" · ")}</p>
    ${differs && html`<p class="help" data-differs=${differs.points.join(" ")}>${differsText(differs)}</p>`}</figure>`;
}

export function Panel({ table }) {
  const { live } = table;
  const at = table.past?.at ?? live.at;
  const [form, setForm] = useState({
    title: "",
    from: Math.max(0, at - 1),
    file: "",
    option: "",
    values: "",
    play: table.refused?.seq === live.seq ? table.refused.text : "",
  });
  const [text, setText] = useState("");
  const [saved, setSaved] = useState(null);
  const [note, setNote] = useState("");
  const [result, setResult] = useState(null);
  const [options, setOptions] = useState(null);
  const put = (fields) => setForm({ ...form, ...fields });
  const free = Boolean(form.option) && !options?.find((o) => o.name === form.option)?.values?.length;
  const fields = () => ({
    title: form.title || "A dispute",
    from: Math.min(Number(form.from), live.of),
    ...(form.play ? { play: form.play } : {}),
  });
  const make = async () => {
    const reply = await attempt("dispute", fields());
    if (reply) (setText((now) => (now === text ? reply.text : now)), setNote(reply.note ?? "")); // not over what is typed
    return reply;
  };
  // The text as it stands there, which may have been written on; over a file only that was saved from here.
  const save = async () => {
    const etag = saved?.path === form.file ? saved.etag : null;
    const reply = await attempt("write", { path: form.file, text, etag });
    if (reply) setSaved({ ...reply, text });
    else if (gone(table.refusal)) setSaved(null);
  };
  const showOptions = async () => {
    const got = await games().catch(() => null);
    const all = optionsOf(got?.variants.find((v) => v.id === live.game.variant));
    setOptions(all.filter((o) => !o.values?.length || o.values.length > 1));
  };
  const compare = async () => {
    const source = text || (await make())?.text;
    if (!source) return;
    const wanted = free ? valuesOf(form).map((value) => `${form.option}=${value}`) : [form.option];
    const reply = await attempt("readings", { text: source, options: wanted });
    if (reply) setResult(reply);
  };
  return html`<div class="form">
    <label for="dispute-title">The question</label>
    <input id="dispute-title" placeholder="May this card take two stones?" value=${form.title}
      onInput=${(e) => put({ title: e.target.value })} />
    <label for="dispute-from">It begins after move ${form.from} of ${live.of}; what was played since is its play</label>
    <input id="dispute-from" type="range" min="0" max=${live.of} value=${form.from}
      onInput=${(e) => put({ from: Number(e.target.value) })} />
    <label for="dispute-play">One answer more, which may be refused</label>
    <input id="dispute-play" placeholder="D4" value=${form.play} onInput=${(e) => put({ play: e.target.value })} />
    <p><button class="main" data-act="make-dispute" onClick=${make}>Write it down</button></p>
    ${note && html`<p class="help">${note}</p>`}
    ${
      text &&
      html`<label for="dispute-text">The file</label>
      <textarea id="dispute-text" rows="14" spellcheck="false" value=${text} onInput=${(e) => setText(e.target.value)} />
      ${roles().owner && html`<label for="dispute-file">Save in the project as</label>
      <span class="row"><input id="dispute-file" placeholder="disputes/one.yaml" value=${form.file}
        onInput=${(e) => put({ file: e.target.value })} />
        <button data-act="save-dispute" disabled=${!form.file} onClick=${save}>Save</button></span>`}
      ${saved?.text === text && html`<p role="status" data-saved=${saved.path}>Saved: ${saved.path}</p>`}`
    }
    <h3>Readings side by side</h3>
    ${
      options
        ? html`<label for="reading-option">Option</label>
      <select id="reading-option" value=${form.option} onChange=${(e) => put({ option: e.target.value })}><option
        value="">choose…</option>
        ${options.map((o) => html`<option key=${o.name} value=${o.name}>
          ${o.name}: ${o.values?.join(", ") ?? `now ${o.value ?? o.default}`}</option>`)}</select>
      ${
        free &&
        html`<label for="reading-values">Values, with a blank between them</label>
      <input id="reading-values" placeholder="5.5 7.5" value=${form.values} onInput=${(e) => put({ values: e.target.value })} />`
      }
      <p><button data-act="compare" disabled=${!form.option || (free && !valuesOf(form).length)}
        onClick=${compare}>Show each reading</button></p>`
        : html`<p><button data-act="options" onClick=${showOptions}>Choose an option…</button></p>`
    }
    ${
      result &&
      html`<div class="readings"><${Reading} title="as the rules are" reading=${result.ruling} />
      ${result.readings.map((r) => html`<${Reading} key=${JSON.stringify(r.set)} title=${Object.values(r.set).join()}
        reading=${r} />`)}</div>`
    }
  </div>`;
}

const valuesOf = (form) => form.values.split(/\s+/).filter(Boolean);

function differsText({ points, piles, result, refused }) {
  const parts = [];
  if (points.length) parts.push(pointList(points));
  if (piles.length) parts.push(`piles: ${piles.join(", ")}`);
  if (result) parts.push("the result");
  if (refused) parts.push("what is refused");
  return parts.length ? `differs: ${parts.join("; ")}` : "comes to the same";
}
