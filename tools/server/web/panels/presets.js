// Rules with a name, for the game that is chosen; those that it cannot be played by are named with the reason.
import { html } from "../vendor/preact.js";

const key = "rules.preset";

export const presetOf = (list, form) => list?.find((preset) => preset.id === form.set[key] && !preset.refused);

// Without the name, so that what is said of all is said once.
const reason = (preset) => preset.refused.replace(`the preset '${preset.id}' is `, "they are ");

export function Presets({ list, form, onChange }) {
  if (!list?.length) return null;
  const fit = list.filter((preset) => !preset.refused);
  const refused = list.filter((preset) => preset.refused);
  const reasons = [...new Set(refused.map(reason))];
  const now = presetOf(list, form);
  // Who takes rules by name takes all of them: what was chosen by hand before is gone.
  const choose = (id) => {
    const rest = Object.entries(form.set).filter(([name]) => !name.startsWith("rules."));
    onChange(Object.fromEntries(id ? [...rest, [key, id]] : rest));
  };
  return html`<label for="preset">Rules by name</label>
    <select id="preset" disabled=${!fit.length} value=${now?.id ?? ""} onChange=${(e) => choose(e.target.value)}>
      <option value="">the game's own</option>
      ${fit.map((p) => html`<option key=${p.id} value=${p.id} selected=${p.id === now?.id}>${p.title} (${p.id})</option>`)}
    </select>
    ${now && html`<p class="help" data-preset=${now.id}>${now.text} Source: ${now.source}</p>`}
    ${
      refused.length > 0 &&
      html`<details class="help"><summary>Not for this game: ${refused.map((p) => p.id).join(", ")}</summary>
      ${reasons.map(
        (why) => html`<p key=${why}>${refused
          .filter((p) => reason(p) === why)
          .map((p) => p.title)
          .join(", ")}: ${why}</p>`,
      )}</details>`
    }`;
}
