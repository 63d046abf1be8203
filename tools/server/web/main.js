// Begins: who one is stands in the address, behind the #.
import { html, render } from "./vendor/preact.js";
import { App } from "./app.js";
import { begin, change, table } from "./table.js";
import { fragment, rememberedToken } from "./share.js";
import { applyTheme } from "./settings.js";
import { openGame, opened } from "./opening.js";

applyTheme();
render(html`<${App} />`, document.getElementById("app"));

const said = fragment();
const token = said.token ?? rememberedToken();
if (token) begin(token, opened);
else
  change({
    status: "refused",
    trouble: {
      text: said.game
        ? "this link holds a game, but no seat."
        : "this address names no seat; open a link that gofuda table has printed",
    },
  });
change({ holdsGame: Boolean(said.game) });
openGame(said.game);

addEventListener("hashchange", () => {
  const now = fragment();
  if (now.token && now.token !== token) location.reload();
  else openGame(now.game);
});

// For whoever looks at the page from outside, as its tests do.
globalThis.gofuda = table;
