// The bar above: what game it is, and the way to everything else.
import { html, useState } from "./vendor/preact.js";
import { attempt, change, mayAnswer, roles, table } from "./table.js";
import { setTheme, theme } from "./settings.js";

export const panels = {
  new: { words: "New game", who: "arbiter" },
  cards: { words: "Cards", who: "all" },
  files: { words: "Files", who: "owner" },
  figures: { words: "Figures", who: "arbiter" },
  setup: { words: "Set up", who: "arbiter" },
  dispute: { words: "Dispute", who: "arbiter" },
  share: { words: "Share", who: "all" },
  seats: { words: "Seats", who: "owner" },
};

export const openPanel = (name) => change({ panel: table.panel === name ? null : name });

const may = (who) => who === "all" || roles()[who];

function Theme() {
  const [now, setNow] = useState(theme());
  const next = { auto: "light", light: "dark", dark: "auto" }[now];
  const signs = { auto: "◐", light: "☀", dark: "☾" };
  return html`<button aria-label=${`colours: ${now}; change to ${next}`} title=${`colours: ${now}`} data-act="theme"
    onClick=${() => (setTheme(next), setNow(next))}>${signs[now]}</button>`;
}

export function Header({ table }) {
  const game = table.live?.game;
  const role = table.hello.role;
  const playing = Boolean(table.live?.board) && !table.past;
  return html`<header>
    <h1>${game?.title ?? "Gofuda"} ${role && html`<span class="role">${role}</span>`}</h1>
    <nav aria-label="table">
      ${playing && roles().seated && html`<button data-act="undo" onClick=${() => attempt("undo")}>Undo</button>`}
      ${playing && mayAnswer(table.live) && html`<button data-act="hint"
        onClick=${() => attempt("hint")}>Hint</button>`}
      ${
        table.status === "open" &&
        Object.entries(panels)
          .filter(([name, { who }]) => may(who) && (name === "new" || name === "files" || game))
          .map(
            ([name, { words }]) =>
              html`<button key=${name} data-panel=${name} aria-expanded=${table.panel === name}
                onClick=${() => openPanel(name)}>${words}</button>`,
          )
      }
      <${Theme} />
    </nav>
  </header>`;
}
