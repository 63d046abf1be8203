// Figures while one waits: many games of programs under the rules as they are now, from the start or from here.
import { html, useEffect, useState } from "../vendor/preact.js";
import { attempt, change, table } from "../table.js";
import { Chart } from "../chart.js";
import { Fault } from "../live.js";
import { games } from "./new-game.js";
import { PlayerChoice } from "./players.js";

const known = (figures) => figures.rate !== undefined; // a game has ended
const percent = (x) => (x === undefined || x === null ? "–" : `${(100 * x).toFixed(1)}\u00a0%`);

function Numbers({ figures, words }) {
  return html`<tr><th scope="row">${words}</th><td>${figures.games}${figures.of ? ` of ${figures.of}` : ""}</td><td>
    ${percent(figures.rate)}</td>
    <td>${known(figures) ? `${percent(figures.low)} – ${percent(figures.high)}` : "–"}</td><td>${figures.ties ?? 0}</td><td>
      ${figures.length?.mean?.toFixed?.(1) ?? figures.length?.toFixed?.(1) ?? "–"}</td></tr>`;
}

export function Panel({ table: now }) {
  const [form, setForm] = useState(now.simulation ?? { games: 500, black: "random", white: "random", from: "start" });
  const [players, setPlayers] = useState([]);
  const put = (fields) => {
    const next = { ...form, ...fields };
    setForm(next);
    change({ simulation: next });
  };
  useEffect(
    () =>
      void games().then(
        (got) => setPlayers(got.players),
        () => {},
      ),
    [],
  );
  const { run, before } = now;
  const running = run?.last.running;
  const start = async (event) => {
    event.preventDefault();
    const before = table.run ?? null;
    const reply = await attempt("simulate", { ...form, games: Number(form.games) });
    // A few games may have ended before the reply is here.
    if (reply) change({ before, run: table.run?.job === reply.job ? table.run : null });
  };
  return html`<form class="form" onSubmit=${start}>
      <${PlayerChoice} id="sim-black" label="Black" players=${players} programs=${true} value=${form.black}
        onChange=${(black) => put({ black })} />
      <${PlayerChoice} id="sim-white" label="White" players=${players} programs=${true} value=${form.white}
        onChange=${(white) => put({ white })} />
      <label for="sim-games">Games</label><input id="sim-games" inputmode="numeric" pattern="[0-9]+" value=${form.games}
        onInput=${(e) => put({ games: e.target.value })} />
      <label for="sim-from">From</label><select id="sim-from" value=${form.from}
        onChange=${(e) => put({ from: e.target.value })}>
        <option value="start" selected=${form.from === "start"}>the start</option><option value="position"
          selected=${form.from === "position"}>this position</option></select>
      <p class="buttons"><button class="main" data-act="simulate" type="submit">Simulate</button>
        ${running && html`<button type="button" data-act="stop"
          onClick=${() => attempt("stop", { job: run.job })}>Stop</button>`}</p>
    </form>
    ${run && html`<${Course} run=${run} before=${before} />`}`;
}

const heads = ["games", "Black wins", "band", "ties", "turns"];

function Course({ run, before }) {
  const now = run.last;
  return html`<${Chart} points=${run.points} of=${now.of} before=${before?.points} label="how often Black wins" />
    <table class="numbers" data-games=${now.games} data-running=${Boolean(now.running)}>
      <thead><tr><td></td>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
      <tbody><${Numbers} figures=${now} words="now" />
        ${before && html`<${Numbers} figures=${before.last} words="before" />`}</tbody></table>
    ${now.failed > 0 && html`<p class="remark" role="status" data-failed=${now.failed}>
      <b>${now.failed} of ${now.games} games failed</b> and count for nothing; the first by <${Fault}
        text=${now.fault} /></p>`}
    ${before && known(now) && known(before.last) && html`<p class="help">${compared(now, before.last)}</p>`}`;
}

function compared(now, before) {
  const more = (now.rate - before.rate) * 100;
  if (Math.abs(more) < 0.05) return "Black wins as often as before.";
  const apart = now.low > before.high || now.high < before.low;
  return `Black wins ${Math.abs(more).toFixed(1)} points ${more < 0 ? "less" : "more"} often than before; ${
    apart ? "the bands are apart." : "the bands meet, so it may be chance."
  }`;
}
