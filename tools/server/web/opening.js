// A game that came in the address: loaded once the table is there.
import { ask, attempt, change, roles, table, without } from "./table.js";
import { damaged, rememberToken, fragment, unpacked } from "./share.js";

let wanted = null;

export async function openGame(data) {
  if (!data) return;
  wanted = data;
  if (table.status === "open") await openWanted();
}

async function openWanted() {
  const data = wanted;
  wanted = null;
  if (!data) return;
  let text;
  try {
    text = await unpacked(data);
  } catch {
    return change({ refusal: { code: "bad-request", text: damaged } });
  }
  // Anybody may have made the link: a game that has begun does not go for it unasked.
  if (roles().owner && (await begun())) change({ offered: text });
  else await load(text);
}

const begun = () =>
  ask("goto", { at: 0 }).then(
    ({ state }) => state.of > 0,
    (error) => error.code !== "no-game",
  );

export async function takeOffered() {
  const text = table.offered;
  change({ offered: null });
  await load(text);
}

export async function load(text) {
  const { panel } = table;
  const reply = await attempt("load", { text });
  if (reply?.misfit) change({ refusal: { code: "misfit", text: misfitText(reply.misfit) } });
  if (reply) change({ past: null, ...without(panel) });
  return reply;
}

export const misfitText = (misfit) => (typeof misfit === "string" ? misfit : (misfit?.text ?? ""));

export async function opened(hello) {
  if (hello.role === "owner" && fragment().token) rememberToken(fragment().token);
  await openWanted();
}
