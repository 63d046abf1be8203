// A game in an address: gzip, in the letters that an address may hold. And what the address of this page says.
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const mostParts = 200; // into which a link is broken
const longest = 4 << 20; // of what an address may unfold to

export async function unpacked(word) {
  const binary = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const parts = [];
  for (let all = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).text();
    all += value.length;
    if (all > longest) throw new Error("the game in the link is too long");
    parts.push(value);
  }
}

// "#TOKEN", "#TOKEN&game=DATA", "#game=DATA"
export function fragment(hash = location.hash) {
  const out = {};
  for (const part of hash.replace(/^#/, "").split("&").filter(Boolean)) {
    const [name, ...value] = part.split("=");
    if (value.length) out[name] = decodeURIComponent(value.join("="));
    else out.token = decodeURIComponent(name);
  }
  return out;
}

export const gameLink = async (text) => `${location.origin}/#game=${await packed(text)}`;

export const damaged = "the link is damaged: it holds no game; copy it again, to its last letter";
const noGame =
  "this link holds no game, as the link of a seat does not: it is opened in the address bar. One that does has #game= in it; Share makes it";

// What somebody pasted: an address, or the text of a saved game. Mail breaks long lines, and people write on after a
// link: it ends at the first blank at which it is whole.
export async function pasted(text) {
  const found = /[#&]game=([\w-]*(?:\s+[\w-]+)*)/.exec(text);
  if (!found && /^\s*https?:\/\//.test(text)) throw new Error(noGame);
  if (!found) return text;
  let word = "";
  for (const part of found[1].split(/\s+/).slice(0, mostParts)) {
    word += part;
    const game = await unpacked(word).catch(() => null);
    if (game !== null) return game;
  }
  throw new Error(damaged);
}

// The owner's word for this table, so that a link to a game opens in another tab too.
const key = "gofuda-token";
export const rememberToken = (token) => guarded(() => localStorage.setItem(key, token));
export const rememberedToken = () => guarded(() => localStorage.getItem(key)) ?? "";

function guarded(call) {
  try {
    return call();
  } catch {
    return null;
  }
}
