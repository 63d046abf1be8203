// Bundles entries/NAME.mjs into NAME.js, and writes the licences of all that is in them into LICENSES.txt.
// bundle.mjs FROM TO: from the folder in which the packages are installed, into another.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const [from, to] = process.argv.slice(2).map((folder) => resolve(folder));
const { build } = createRequire(join(from, "package.json"))("esbuild");
process.chdir(from);

const built = await build({
  entryPoints: readdirSync("entries").sort().map((file) => join("entries", file)),
  outdir: to,
  absWorkingDir: from,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});

const packages = new Set();
for (const input of Object.keys(built.metafile.inputs)) {
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1];
  if (name) packages.add(name);
}
const parts = ["What is in the files beside this one, and the licence of each part."];
for (const name of [...packages].sort()) {
  const folder = join("node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json")));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file) throw new Error(`${name} has no file that tells its licence`);
  parts.push(`${"-".repeat(100)}\n${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}`);
}
writeFileSync(join(to, "LICENSES.txt"), `${parts.join("\n\n")}\n`);
