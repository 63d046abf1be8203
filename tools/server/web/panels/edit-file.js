// Opens the editor at a place of a file, from wherever a file is named.
import { change, table } from "../table.js";

export function editFile(path, line, column) {
  change({ panel: "files", edit: { path, line, column, wish: (table.edit?.wish ?? 0) + 1 } });
}
