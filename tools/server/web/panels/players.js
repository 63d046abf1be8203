// Who sits at a seat: a person, or a program of the lab with its settings, as text.
import { html } from "../vendor/preact.js";

export function PlayerChoice({ id, label, players, value, onChange, programs }) {
  const names = [
    ...(programs ? [] : ["human"]),
    ...(players ?? []).map((p) => p.name ?? p).filter((name) => name !== "human"),
  ];
  const player = (players ?? []).find((p) => p.name === value?.split(":")[0]);
  const options = (player?.options ?? []).map((o) => `${o.name}=${o.fallback}`).join(",");
  const help = player && `${player.help}${options ? ` (${player.name}:${options})` : ""}`;
  return html`<label for=${id}>${label}</label>
    <input id=${id} list=${`${id}-list`} value=${value} onInput=${(e) => onChange(e.target.value)} autocomplete="off"
      spellcheck="false" />
    <datalist id=${`${id}-list`}>${names.map((name) => html`<option key=${name} value=${name} />`)}</datalist>
    ${help && html`<p class="help">${help}</p>`}`;
}
