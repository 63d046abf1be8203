// A position that is being set up by clicks, until the game begins from it.
import { change, table } from "../table.js";

export function startSetup() {
  const { board, to_move } = table.past ?? table.live;
  change({
    past: null,
    setup: {
      black: [...board.black],
      white: [...board.white],
      to_move: to_move ?? "black",
      tool: "black",
      hands: {},
      decks: {},
      discards: {},
    },
  });
}

export const changeSetup = (fields) => change({ setup: { ...table.setup, ...fields } });

export const setupBoard = (setup, board) => ({ ...board, black: setup.black, white: setup.white });

// A click sets the stone of the tool, takes off one that is there, or changes its colour.
export function setupPick(name) {
  const { setup } = table;
  const without = (colour) => setup[colour].filter((point) => point !== name);
  const colour = ["black", "white"].find((c) => setup[c].includes(name));
  const next = setup.tool === "erase" || colour === setup.tool ? null : setup.tool;
  const stones = { black: without("black"), white: without("white") };
  if (next) stones[next] = [...stones[next], name];
  changeSetup(stones);
}

// What the request says: piles that were not touched stay out of it.
export function setupRequest({ black, white, to_move, hands, decks, discards }) {
  const said = (piles) => Object.fromEntries(Object.entries(piles).filter(([, list]) => list));
  const out = { black, white, to_move };
  for (const [name, piles] of Object.entries({ hands, decks, discards }))
    if (Object.keys(said(piles)).length) out[name] = said(piles);
  return out;
}
