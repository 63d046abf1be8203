// What the page knows, in one place, and how its parts hear of changes.
import { useLayoutEffect, useState } from "./vendor/preact.js";
import { Connection } from "./connection.js";

export const table = {
  status: "connecting",
  trouble: null, // why there is no table
  hello: {},
  live: null, // the state of the game as it is
  past: null, // of an earlier move that is looked at
  cards: {}, // the gallery of the game's variant, by id
  games: null,
  refusal: null, // the last error a person should see
  refused: null, // the last answer that was refused, and to which state
  hint: null,
  notes: [],
  files: null, // the last event of that name
  judged: null,
  run: null, // the figures of a simulation, and those of the one before
  before: null,
  holdsGame: false, // the address does
  offered: null, // a game that came in the address, and waits for a word
  setup: null, // a position that is set up by clicks
  panel: null, // which drawer is open
};

const listeners = new Set();
let connection = null;

export function change(fields) {
  Object.assign(table, fields);
  for (const listener of listeners) listener();
}

export function useTable() {
  const [, redraw] = useState(0);
  // At once, not after the frame: what comes before would be heard by nobody.
  useLayoutEffect(() => {
    const listener = () => redraw((n) => n + 1);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, []);
  return table;
}

export const breakOff = () => connection.socket.close();

export function ask(what, fields) {
  return connection.request(what, fields);
}

// As ask, for what a person did: an error is shown and spoken. The reply, or null.
export async function attempt(what, fields) {
  try {
    const reply = await ask(what, fields);
    change({ refusal: null });
    return reply;
  } catch (error) {
    change({ refusal: { ...error, asked: what }, ...(what === "answer" && !unheard(error) ? { refused: { seq: fields.seq, text: fields.text } } : {}) });
    return null;
  }
}

// Nothing was said of what was asked: it came too late, or not at all.
export const unheard = ({ code }) => code === "stale" || code === "closed";

// There is no file any more that was to be written over.
export const gone = ({ code, etag }) => code === "conflict" && !etag;

// For change(): that panel is closed, if it is the one that is open.
export const without = (panel) => (table.panel === panel ? { panel: null } : {});

export const roles = () => ({
  owner: table.hello.role === "owner",
  arbiter: table.hello.role === "owner" || table.hello.role === "arbiter",
  seated: table.hello.role !== "onlooker",
});

// May the person here answer what is asked?
export function mayAnswer(state) {
  if (!state?.asks || table.past || state.thinking) return false;
  const role = table.hello.role;
  const human = state.players?.[state.asks.seat] === "human" || role === "arbiter";
  return human && (role === "owner" || role === "arbiter" || role === state.asks.seat);
}

// What was refused of the game as it was; all else stays until it is read.
const passing = new Set(["answer", "undo", "branch", "hint", "goto"]);

const take = {
  state(event) {
    const { past, live } = table;
    const other = live && live.line !== event.line;
    change({ live: event, hint: null, past: past && !other && past.at <= event.of ? past : null });
    if (other && table.setup) change({ setup: null, ...without("setup") });
    if (passing.has(table.refusal?.asked)) change({ refusal: null });
    loadCards(event);
  },
  files: (event) => change({ files: event, games: null }),
  judged: (event) => change({ judged: event }),
  figures: (event) => change({ run: course(table.run, event) }),
  hint: (event) => change({ hint: event }),
  note: (event) => change({ notes: [...table.notes.slice(-49), event.text] }),
};

// Each event of a simulation adds a point to its course.
function course(kept, event) {
  const same = kept?.job === event.job;
  const { games, rate, low, high } = event;
  return { job: event.job, points: [...(same ? kept.points : []), { games, rate, low, high }], last: event };
}

let cardsOf = "";

// The cards of the game, asked for anew when the game or its files are others.
async function loadCards(state) {
  const wanted = JSON.stringify([state.game?.variant, state.game?.set, state.live]);
  if (!state.game || wanted === cardsOf) return;
  cardsOf = wanted;
  const { cards } = await ask("gallery", {}).catch(() => ({}));
  if (!cards) return void (cardsOf = ""); // asked for with the next state
  change({ cards: Object.fromEntries(cards.map((card) => [card.id, card])) });
}

// After a save the rules may be others although nothing that the state says changed.
export function forgetCards() {
  cardsOf = "";
  if (table.live) loadCards(table.live);
}

// What ended while there was no connection was not heard of; what goes on will be.
function forgetRuns() {
  const { run, judged } = table;
  if (run) change({ run: { ...run, last: { ...run.last, running: false } } });
  if (judged) change({ judged: { ...judged, running: false } });
}

export function begin(token, onOpen) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  connection = new Connection({
    url: `${scheme}://${location.host}/ws`,
    token,
    onEvent(event) {
      take[event.event]?.(event);
      if (event.event === "files") forgetCards();
    },
    onStatus(status, what) {
      change(status === "open" ? { status, hello: what, trouble: null } : { status, trouble: what ?? table.trouble });
      if (status === "open") (forgetRuns(), onOpen(what));
    },
  });
}
