// A new game: which, who plays, which of its rules are others.
import { html, useEffect, useState } from "../vendor/preact.js";
import { ask, attempt, change, roles, table, without } from "../table.js";
import { OpenGame } from "./open-game.js";
import { PlayerChoice } from "./players.js";
import { Presets, presetOf } from "./presets.js";

let sought = null; // one request for all who want them

export async function games() {
  if (table.games) return table.games;
  const { files } = table;
  const found = await (sought ??= ask("games").finally(() => (sought = null)));
  if (table.files === files) change({ games: found }); // else they may be others by now
  return found;
}

// The rules of the game and the options of its cards, each with its values.
export const optionsOf = (variant) => [
  ...(variant?.board
    ? [
        {
          name: "board.size",
          value: `${variant.board.columns}x${variant.board.rows}`,
          text: "Columns and rows of the board.",
        },
      ]
    : []),
  ...Object.entries(variant?.rules ?? {}).map(([name, option]) => ({ ...option, name: `rules.${name}` })),
  ...Object.entries(variant?.options ?? {}).map(([name, option]) => ({ ...option, name })),
];

function Option({ option, value, onChange }) {
  const { name, text, values } = option;
  const id = `option-${name}`;
  const now = value ?? String(option.value ?? option.default ?? "");
  return html`<div class="option"><label for=${id}>${name}</label>
    ${
      values?.length
        ? html`<select id=${id} value=${now} onChange=${(e) => onChange(e.target.value)}>${values.map((v) =>
          html`<option key=${v} selected=${String(v) === now}>${String(v)}</option>`)}</select>`
        : html`<input id=${id} value=${now} onInput=${(e) => onChange(e.target.value)} />`
    }
    ${text && html`<p class="help">${text}</p>`}</div>`;
}

export function Panel({ table: { status } }) {
  const [list, setList] = useState(table.games);
  const [form, setForm] = useState(null);
  const [presets, setPresets] = useState(null);
  useEffect(() => {
    games().then(
      (got) => {
        setList(got);
        const players = table.live?.players ?? { black: "human", white: "greedy" };
        const game = table.live?.game;
        setForm({
          variant: game?.variant ?? got.variants[0]?.id,
          set: { ...game?.set },
          more: "",
          seed: "",
          ...players,
        });
      },
      (error) => change({ refusal: error }),
    );
  }, []);
  useEffect(() => {
    if (!form?.variant) return;
    let wanted = true;
    setPresets(null);
    ask("presets", { variant: form.variant }).then(
      (got) => wanted && setPresets(got.presets),
      () => wanted && setPresets([]),
    );
    return () => (wanted = false);
  }, [form?.variant, status]);
  if (!list || !form) return html`<p>…</p>`;
  const put = (fields) => setForm({ ...form, ...fields });
  const variant = list.variants.find((v) => v.id === form.variant);
  const preset = presetOf(presets, form);
  const options = optionsOf(variant);
  const groups = [
    ["of this project", list.variants.filter((v) => v.own)],
    ["that come with Gofuda", list.variants.filter((v) => !v.own)],
  ].filter(([, games]) => games.length);
  const begin = async (event) => {
    event.preventDefault();
    const { seed, more, ...rest } = form;
    const set = {
      ...rest.set,
      ...Object.fromEntries(
        more
          .split(/\s+/)
          .filter(Boolean)
          .map((word) => word.split(/=(.*)/s).slice(0, 2)),
      ),
    };
    const fields = { ...rest, set, ...(seed === "" ? {} : { seed: Number(seed) }) };
    if (await attempt("new", fields)) change({ past: null, ...without("new") });
  };
  return html`<form class="form" onSubmit=${begin}>
    <label for="variant">Game</label>
    <select id="variant" value=${form.variant} onChange=${(e) => put({ variant: e.target.value, set: {} })}>
      ${groups.map(
        ([words, games]) => html`<optgroup key=${words} label=${words}>${games.map(
          (v) => html`<option key=${v.id} value=${v.id} selected=${v.id === form.variant}>${v.title} (${v.id})</option>`,
        )}</optgroup>`,
      )}</select>
    ${variant && html`<p class="help">${[variant.text, variant.goal].filter(Boolean).join(" ")}</p>`}
    <${PlayerChoice} id="black-player" label="Black" players=${list.players} value=${form.black}
      onChange=${(black) => put({ black })} />
    <${PlayerChoice} id="white-player" label="White" players=${list.players} value=${form.white}
      onChange=${(white) => put({ white })} />
    <label for="seed">Seed</label>
    <input id="seed" inputmode="numeric" pattern="[0-9]*" placeholder="any" value=${form.seed}
      onInput=${(e) => put({ seed: e.target.value })} />
    <${Presets} list=${presets} form=${form} onChange=${(set) => put({ set })} />
    <label for="more">More rules</label>
    <input id="more" placeholder="handicap=2 rules.komi=5.5" spellcheck="false" value=${form.more}
      onInput=${(e) => put({ more: e.target.value })} />
    <p><button class="main" data-act="begin" type="submit">Begin</button></p>
    ${
      variant &&
      html`<details>
        <summary>Rules (${options.length}, ${Object.keys(form.set).length} changed)</summary>
      ${options.map(
        (option) => html`<${Option} key=${`${form.variant} ${option.name}`} option=${option}
        value=${form.set[option.name] ?? preset?.rules[option.name.replace(/^rules\./, "")]}
        onChange=${(value) => put({ set: { ...form.set, [option.name]: value } })} />`,
      )}</details>`
    }
    ${roles().owner && html`<details><summary>Open a game that somebody sent</summary><${OpenGame} /></details>`}
  </form>`;
}
