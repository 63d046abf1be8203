// A position that is being set up by clicks, until the game begins from it.
import { change, table } from "../table.js";

export const piles = {
  hands: "in hand",
  decks: "deck",
  discards: "discards",
  aside: "laid aside, hidden",
  shown: "laid aside, open",
};
// What of them the state says.
const zones = { hands: "hand", discards: "discard", aside: "aside", shown: "shown" };
export const laid = ["aside", "shown"];

export function startSetup() {
  const { board, to_move } = table.past ?? table.live;
  change({
    past: null,
    setup: {
      black: [...board.black],
      white: [...board.white],
      to_move: to_move ?? "black",
      tool: "black",
      ...Object.fromEntries(Object.keys(piles).map((kind) => [kind, {}])),
      effects: null, // as they are
      pick,
    },
  });
}

export const changeSetup = (fields) => change({ setup: { ...table.setup, ...fields } });

// A click sets the stone of the tool, takes off one that is there, or changes its colour.
function pick(name) {
  const { setup } = table;
  const without = (colour) => setup[colour].filter((point) => point !== name);
  const colour = ["black", "white"].find((c) => setup[c].includes(name));
  const next = setup.tool === "erase" || colour === setup.tool ? null : setup.tool;
  const stones = { black: without("black"), white: without("white") };
  if (next) stones[next] = [...stones[next], name];
  changeSetup(stones);
}

// The pile from its top, as far as it is known; editing begins there.
export const knownPile = (kind, owner) =>
  [...(table.live[owner]?.[zones[kind]] ?? [])].filter((id) => id !== null).reverse();

const laidBy = (setup, owner) => laid.flatMap((kind) => setup[kind][owner] ?? knownPile(kind, owner));

// What lasts, one line for each card that works: { seat, card, how, value }, and `more` where several things end it.
export function effectsOf(setup) {
  if (setup.effects) return setup.effects;
  return ["black", "white"].flatMap((seat) =>
    (table.live[seat]?.effects ?? []).map(({ card, lasts }) => {
      const [[how, value] = ["always", ""], ...more] = Object.entries(lasts ?? {});
      return { seat, card, how, value, more: Object.fromEntries(more) };
    }),
  );
}

// No card works that does not lie there any more.
function stillThere(setup) {
  const left = { black: laidBy(setup, "black"), white: laidBy(setup, "white") };
  return effectsOf(setup).filter(({ seat, card }) => {
    const at = left[seat].indexOf(card);
    if (at >= 0) left[seat].splice(at, 1);
    return at >= 0;
  });
}

export function putPile(kind, owner, cards) {
  const next = { ...table.setup, [kind]: { ...table.setup[kind], [owner]: cards } };
  change({ setup: { ...next, effects: laid.includes(kind) ? stillThere(next) : next.effects } });
}

const shortest = (how) => (how === "until_captured" ? "" : 1);

// `how`: "" where the card only lies there.
export function putEffect(seat, card, how, value = shortest(how)) {
  const rest = effectsOf(table.setup).filter((e) => e.seat !== seat || e.card !== card);
  changeSetup({ effects: how ? [...rest, { seat, card, how, value }] : rest });
}

// What the request says: piles that were not touched stay out of it.
export function setupRequest({ black, white, to_move, effects, ...rest }) {
  const said = (list) => Object.fromEntries(Object.entries(list).filter(([, cards]) => cards));
  const out = { black, white, to_move };
  for (const kind of Object.keys(piles)) if (Object.keys(said(rest[kind])).length) out[kind] = said(rest[kind]);
  if (effects)
    out.effects = effects.map(({ seat, card, how, value, more }) => ({
      [seat]: card,
      ...more,
      ...(how === "always" ? {} : { [how]: how === "until_captured" ? value : Number(value) }),
    }));
  return out;
}
