// A panel beside the board (below it on a phone). Each is a module of its own, fetched when it is first opened.
import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import { change } from "./table.js";
import { panels } from "./header.js";

const modules = {
  new: () => import("./panels/new-game.js"),
  cards: () => import("./panels/gallery.js"),
  files: () => import("./panels/files.js"),
  figures: () => import("./panels/figures.js"),
  setup: () => import("./panels/setup.js"),
  dispute: () => import("./panels/dispute.js"),
  share: () => import("./panels/share.js"),
  seats: () => import("./panels/seats.js"),
};

export function close() {
  const opener = document.querySelector('header [aria-expanded="true"]');
  change({ panel: null });
  opener?.focus();
}

// Below the board, where the screen is narrow, the panel comes to the top.
function reveal(heading) {
  heading?.focus({ preventScroll: true });
  if (matchMedia("(max-width: 1100px)").matches) heading?.scrollIntoView({ block: "start" });
}

// Escape has meanings of its own where texts are written, and for input methods.
const isWriting = (event) => event.isComposing || event.target.closest(".editor-place, textarea");

export function Drawer({ name, table }) {
  const [Panel, setPanel] = useState(null);
  const heading = useRef(null);
  useEffect(() => {
    let wanted = true;
    setPanel(null);
    modules[name]().then((module) => wanted && setPanel(() => module.Panel));
    return () => (wanted = false);
  }, [name]);
  useEffect(() => void (Panel && reveal(heading.current)), [Panel]);
  return html`<aside class=${`drawer panel-${name}`} aria-label=${panels[name].words}
    onKeyDown=${(e) => e.key === "Escape" && !e.defaultPrevented && !isWriting(e) && close()}>
    <div class="drawer-head"><h2 tabindex="-1" ref=${heading}>${panels[name].words}</h2>
      <button aria-label="close" data-act="close" onClick=${close}>✕</button></div>
    ${Panel ? html`<${Panel} table=${table} />` : html`<p>…</p>`}
  </aside>`;
}
