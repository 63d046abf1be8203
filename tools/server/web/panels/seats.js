// Who sits where, how fast programs play, what the owner sees, and a link for everyone else.
import { html, useEffect, useState } from "../vendor/preact.js";
import { attempt, change } from "../table.js";
import { games } from "./new-game.js";
import { PlayerChoice } from "./players.js";
import { Invite } from "./invite.js";

const views = { turn: "the seat that is asked", black: "Black's view", white: "White's view", all: "everything" };

export function Panel({ table }) {
  const [players, setPlayers] = useState(null);
  const [seats, setSeats] = useState(table.live?.players ?? { black: "human", white: "human" });
  const [view, setView] = useState(table.hello.view ?? "turn");
  const [pace, setPace] = useState(table.hello.pace ?? 0);
  useEffect(() => {
    games().then(
      (got) => setPlayers(got.players),
      () => setPlayers([]),
    );
  }, []);
  const keep = (fields) => change({ hello: { ...table.hello, ...fields } });
  const look = (as) => (setView(as), keep({ view: as }), attempt("view", { as }));
  const wait = (ms) => (keep({ pace: ms }), attempt("pace", { ms }));
  const sit = (event) => {
    event.preventDefault();
    attempt("seat", { black: seats.black, white: seats.white });
  };
  return html`<form class="form" onSubmit=${sit}>
      <${PlayerChoice} id="seat-black" label="Black" players=${players} value=${seats.black}
        onChange=${(black) => setSeats({ ...seats, black })} />
      <${PlayerChoice} id="seat-white" label="White" players=${players} value=${seats.white}
        onChange=${(white) => setSeats({ ...seats, white })} />
      <p><button class="main" data-act="sit" type="submit">Sit down</button></p>
    </form>
    <div class="form">
      <label for="view">You see</label>
      <select id="view" value=${view}
        onChange=${(e) => look(e.target.value)}>
        ${Object.entries(views).map(([name, words]) => html`<option key=${name} value=${name} selected=${name === view}>
          ${words}</option>`)}</select>
      <label for="pace">Programs wait ${(pace / 1000).toFixed(1)} s between turns</label>
      <input id="pace" type="range" min="0" max="3000" step="100" value=${pace}
        onInput=${(e) => setPace(Number(e.target.value))}
        onChange=${(e) => wait(Number(e.target.value))} />
    </div>
    <${Invite} table=${table} />`;
}
