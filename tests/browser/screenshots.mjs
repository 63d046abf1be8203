// screenshots.mjs DIR [NAME...]: pictures of every game, of boards of strange sizes and of the panels, to be looked at
// by people: no test sees a letter that is cut off.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { draws, launch, open, startTable } from "./lib.mjs";
import { answerByClicks } from "./player.mjs";

const [dir, ...wanted] = process.argv.slice(2);
if (!dir) {
  console.error("screenshots.mjs wants a folder");
  process.exit(2);
}
mkdirSync(dir, { recursive: true });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const dark = { colorScheme: "dark" };
const games = [
  "go",
  "dango-1996",
  "dango-1996-19",
  "dango-2019",
  "dgo",
  "qango-6",
  "qango-7",
  "qango-7-plus",
  "qango-7-castle",
  "card-go",
  "joker-go-1984",
  "joker-go-1985",
  "v-card-go",
  "go-torus",
  "go-hex",
  "gomoku-skills",
  "weiqi-carnival",
];
const shots = [];
for (const game of games) shots.push({ name: game, words: [game] });
for (const size of ["1x1", "1x25", "25x1", "25x25", "5x19"])
  shots.push({ name: `go-${size}`, words: ["go", "--set", `board.size=${size}`], answers: size === "1x1" ? 0 : 12 });
for (const game of ["dango-1996", "qango-7", "qango-7-plus", "card-go", "go", "weiqi-carnival", "go-hex", "go-torus"]) {
  shots.push({ name: `${game}-dark`, words: [game], options: dark });
  shots.push({ name: `${game}-phone`, words: [game], options: phone });
  shots.push({ name: `${game}-grey`, words: [game], grey: true });
}
shots.push({ name: "dango-1996-phone-dark", words: ["dango-1996"], options: { ...phone, ...dark } });
for (const panel of ["new", "cards", "figures", "setup", "dispute", "share", "seats", "files"]) {
  shots.push({ name: `panel-${panel}`, words: ["dango-1996"], panel });
  shots.push({ name: `panel-${panel}-phone-dark`, words: ["card-go"], panel, options: { ...phone, ...dark } });
}

const browser = await launch();
for (const { name, words, answers = 9, options = {}, grey, panel } of shots) {
  if (wanted.length && !wanted.includes(name)) continue;
  const table = await startTable([...words, "--white", "human", "--seed", "7"]);
  const seat = await open(browser, table.links.owner, { ...options, hasTouch: false, isMobile: false });
  try {
    await seat.settled();
    const draw = draws(11);
    for (let i = 0; i < answers && !(await seat.over()); ++i) await answerByClicks(seat, draw);
    if (!(await seat.over())) await seat.cell((await seat.labelled(", empty"))[0] ?? "A1").hover();
    if (panel) await seat.panel(panel);
    if (grey) await seat.page.evaluate(() => (document.documentElement.style.filter = "grayscale(1)"));
    await seat.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await seat.page.screenshot({ path: join(dir, `${name}.png`), fullPage: Boolean(panel) });
    console.log(name);
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    process.exitCode = 1;
  }
  await seat.page.context().close();
  await table.stop();
}
await browser.close();
