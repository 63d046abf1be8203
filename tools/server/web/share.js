// A game in an address: gzip, in the letters that an address may hold. And what the address of this page says.
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export const longest = 4 << 20; // of what an address may unfold to

export const bytesOf = (word) =>
  Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

export async function unpacked(word) {
  const reader = new Blob([bytesOf(word)]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
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
