// A project of a few files, and the owner's page at a table that plays them.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { atTable, folder } from "./lib.mjs";

export const card = (text, picks = 1) => `return card {
  name = "Leap",
  text = "${text}",
  play = function(me, opponent, board)
    me:place(me:pick(${picks}, board.empty))
  end,
}
`;

const files = {
  "cards/leap.lua": card("Set one stone anywhere."),
  "cards/decks/leaps.yaml": "deck: leaps\ntitle: Leaps\nsource: ours\ncards: { leap: 12 }\n",
  "variants/leaping.yaml":
    "variant: leaping\ntitle: Leaping\nsource: ours\nextends: dango-1996\ndeck: leaps\nboard: { size: 7x7 }\n",
};

// `options` are atTable's, or give them for the project's path.
export async function inProjectAt(browser, run, options, words = []) {
  const project = folder();
  const write = (name, text) => {
    mkdirSync(dirname(join(project.path, name)), { recursive: true });
    writeFileSync(join(project.path, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const path = (name) => join(project.path, name);
  await atTable(
    browser,
    ["leaping", "--white", "human", "--seed", "1", ...words],
    (seat, table) => run({ seat, page: seat.page, write, path, table }),
    { before: ["--rules", project.path], ...(typeof options === "function" ? options(project.path) : options) },
  ).finally(project.remove);
}
