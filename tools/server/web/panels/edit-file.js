// Opens the editor at a place of a file, from wherever a file is named.
import { ask, change, table } from "../table.js";

// Diagnostics name files as the program sees them; the editor by their place in the project.
async function inProject(path) {
  if (!path.startsWith("/")) return path;
  const { files } = await ask("files");
  return files.map((file) => file.path).find((own) => path.endsWith(`/${own}`));
}

export async function editFile(path, line, column) {
  const own = await inProject(path).catch(() => null);
  if (!own) return change({ refusal: { code: "not-found", text: `${path} is not in the project` } });
  change({ panel: "files", setup: null, edit: { path: own, line, column, wish: (table.edit?.wish ?? 0) + 1 } });
}
