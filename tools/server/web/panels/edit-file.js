// Opens the editor at a place of a file, from wherever a file is named.
import { ask, change, table } from "../table.js";

// Diagnostics name files as seen from where the program was begun: above the project, in it or below; the editor by
// their place in the project.
async function inProject(path) {
  const { files } = await ask("files");
  const own = files.map((file) => file.path);
  const below = own.filter((file) => file.endsWith(`/${path}`));
  return own.find((file) => path === file || path.endsWith(`/${file}`)) ?? (below.length === 1 ? below[0] : null);
}

let asked = 0; // of two places that are asked for quickly, the later one is opened

export async function editFile(path, line, column) {
  const mine = ++asked;
  const own = await inProject(path).catch(() => null);
  if (mine !== asked) return;
  if (!own) return change({ refusal: { code: "not-found", text: `${path} is not in the project` } });
  change({ panel: "files", setup: null, edit: { path: own, line, column, wish: (table.edit?.wish ?? 0) + 1 } });
}
