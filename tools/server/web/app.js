// The page: the board, what is asked, the two sides, the moves; and drawers for all the rest.
import { html, useEffect, useState } from "./vendor/preact.js";
import { attempt, mayAnswer, roles, useTable } from "./table.js";
import { useAnswering } from "./answering.js";
import { Board, regionsOf } from "./board.js";
import { Meanwhile, QuestionBox, Refusal, askedText, resultLines, sayRefused } from "./question.js";
import { CommonBox, SeatBox } from "./seats.js";
import { CardFace } from "./cards.js";
import { History, Log, reasonOf } from "./log.js";
import { Header, openPanel } from "./header.js";
import { Drawer } from "./drawer.js";
import { LiveBar, Offered } from "./live.js";

let byKeys = false;
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);

// Who plays by keys finds the next question under them when the button that was pressed is gone.
function useFocus(seq) {
  useEffect(() => {
    if (!byKeys || document.activeElement !== document.body) return;
    const next =
      document.querySelector('.question[data-mine="true"] button') ??
      document.querySelector('.game [role=gridcell][tabindex="0"]');
    next?.focus();
  }, [seq]);
}

// What changed, for ears.
function Spoken({ table }) {
  const { live, past, refusal } = table;
  const last = live?.moves?.at(-1)?.text ?? "";
  const over = live?.over ? resultLines(live.result).join(". ") : "";
  const text = past
    ? `looking at move ${past.at} of ${live.of}`
    : [last, over, live?.asks && askedText(live.asks)].filter(Boolean).join(". ");
  return html`<div class="unseen" aria-live="polite" id="spoken">${text}</div>
    <div class="unseen" role="alert" id="refused">${refusal && `refused: ${sayRefused(refusal)}`}</div>`;
}

const mostOffered = 5;

// The card in play; of an offer, the cards one chooses from.
function CardInPlay({ state, cards }) {
  const offered = state.asks?.kind === "offer" && !state.over ? [...new Set(state.asks.cards ?? [])] : [];
  const ids = offered.length && offered.length <= mostOffered ? offered : [state.card?.id ?? state.asks?.card];
  const shown = ids.map((id) => cards[id]).filter(Boolean);
  if (!shown.length) return null;
  return html`<section aria-label=${offered.length ? "cards offered" : "card in play"}>${shown.map(
    (card) =>
      html`<${CardFace} key=${card.id} heading="h2" card=${card}
        options=${card.id === state.card?.id ? state.card.options : null} />`,
  )}</section>`;
}

// Below the board: what the letters of areas mean, and why the point under the pointer is as it is.
function Legend({ state, name }) {
  const { names, letters } = regionsOf(state.board);
  const told = names.filter((region) => letters.get(region) !== region);
  return html`<p class="legend">${told.map((region) => `${letters.get(region)}: ${region}`).join(", ")}
    <span data-reason>${name ? reasonOf(state, name) : ""}</span></p>`;
}

function Game({ table }) {
  const [lit, setLit] = useState(null);
  useEffect(() => setLit(null), [table.live?.of]); // the line under the pointer may have gone
  const [at, setAt] = useState(null); // the point under the pointer
  const state = table.past ?? table.live;
  const mine = mayAnswer(table.live);
  const play = useAnswering(table.live, mine && !table.setup);
  useFocus(table.live.seq);
  const setup = table.setup;
  const board = setup ? { ...state.board, black: setup.black, white: setup.white } : state.board;
  const overlay = setup ? {} : { ...(table.past ? {} : play.overlay) };
  if (lit) overlay.concerned = lit;
  else if (table.hint?.points && !table.past) overlay.candidate = table.hint.points;
  const offers =
    mine && state.asks?.kind === "offer"
      ? {
          cards: state.asks.answers ?? state.asks.cards ?? [],
          notOffered: state.asks.not_offered ?? {},
          pick: (text) => attempt("answer", { seq: state.seq, text }),
        }
      : null;
  const which = setup ? ", set up by clicks" : table.past ? `, after move ${table.past.at}` : "";
  const hovered = (name) => {
    setAt(name);
    if (!setup && !table.past) play.hover(name);
  };
  const label = `board, ${board.columns} by ${board.rows}${which}`;
  return html`<main class="game" data-over=${Boolean(state.over)} data-live=${table.live.seq} data-at=${state.at}
    data-places=${play.knows ? table.live.seq : ""}>
    <div class="board-place">
      <${Board} board=${board}
        marks=${setup ? {} : { ...state.marks, dead: play.kind === "dead" && !table.past ? [] : state.marks?.dead }}
          overlay=${overlay} label=${label} seq=${table.live.seq}
        onPick=${setup ? setup.pick : table.past ? undefined : play.pick}
        onHover=${hovered} onKey=${setup || table.past ? undefined : play.key} />
      <${Legend} state=${state} name=${setup ? null : at} />
    </div>
    <div class="asks-place"><${Refusal} />${setup || table.past ? html`<${Meanwhile} asks=${table.live.asks} />` : html`<${QuestionBox}
      state=${state} play=${play} mine=${mine} />`}</div>
    <div class="side">
      ${state.game?.goal && html`<p class="help" data-goal="true">Goal: ${state.game.goal}</p>`}
      <${History} state=${state} />
      <${CardInPlay} state=${state} cards=${table.cards} />
      <${SeatBox} state=${state} seat="black" offers=${offers} />
      <${SeatBox} state=${state} seat="white" offers=${offers} />
      <${CommonBox} state=${state} offers=${offers} />
      <${Log} state=${table.live} onPoints=${setLit} />
    </div>
  </main>`;
}

const heldWords =
  "The address holds a game: begin a table of your own (gofuda table), and paste the address into New game there.";

const statusWords = (table) => ({
  connecting: "Connecting…",
  closed: "The connection was lost; trying again…",
  refused: [table.trouble?.text ?? "The table refused the connection.", table.holdsGame && heldWords].filter(Boolean).join(" "),
  open: roles().arbiter
    ? "There is no game yet."
    : "There is no game yet; it begins when whoever opened the table has chosen one.",
})[table.status];

function Waiting({ table }) {
  const chooses = table.status === "open" && !table.panel && roles().arbiter;
  return html`<main class="waiting"><p role="status">${statusWords(table)}</p>
    ${chooses && html`<p><button class="main" data-act="choose-game"
      onClick=${() => openPanel("new")}>Choose a game</button></p>`}
    ${table.status === "open" && html`<${Refusal} />`}</main>`;
}

export function App() {
  const table = useTable();
  const title = table.live?.game?.title;
  useEffect(() => {
    document.title = title ? `${title} – Gofuda` : "Gofuda";
  }, [title]);
  return html`<${Header} table=${table} />
    ${table.live && table.status !== "open" && html`<p class="banner" role="status">${statusWords(table)}</p>`}
    <${LiveBar} table=${table} /><${Offered} table=${table} />
    <div class=${`body ${table.panel ? "with-drawer" : ""}`}>
      ${table.live?.board ? html`<${Game} table=${table} />` : html`<${Waiting} table=${table} />`}
      ${table.panel && html`<${Drawer} name=${table.panel} table=${table} />`}
    </div>
    <${Spoken} table=${table} />`;
}
