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
  "qango-6-castle",
  "qango-6-tournament",
  "qango-7-castle",
  "qango-7-plus-edges",
  "qango-7-plus-tournament",
  "qango-7-professionals-1",
  "qango-7-professionals-2",
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
const inAllWays = (shot) => {
  shots.push(shot);
  shots.push({ ...shot, name: `${shot.name}-dark`, options: dark });
  shots.push({ ...shot, name: `${shot.name}-phone`, options: phone });
  shots.push({ ...shot, name: `${shot.name}-phone-dark`, options: { ...phone, ...dark } });
  shots.push({ ...shot, name: `${shot.name}-grey`, grey: true });
};
for (const game of games) inAllWays({ name: game, words: [game] });
for (const game of ["go", "go-torus", "go-hex"])
  for (const size of ["1x1", "1x25", "25x1", "25x25", "5x19"])
    if (game === "go" || size === "25x25") {
      const answers = size === "1x1" ? 0 : 12;
      inAllWays({ name: `${game}-${size}`, words: [game, "--set", `board.size=${size}`], answers });
    }
for (const panel of ["new", "cards", "figures", "setup", "dispute", "share", "seats", "files"]) {
  shots.push({ name: `panel-${panel}`, words: ["dango-1996"], panel });
  shots.push({ name: `panel-${panel}-phone-dark`, words: ["card-go"], panel, options: { ...phone, ...dark } });
}

const browser = await launch();
for (const { name, words, answers = 9, options = {}, grey, panel } of shots) {
  if (wanted.length && !wanted.includes(name)) continue;
  const table = await startTable([...words, "--white", "human", "--seed", "7"]);
  const seat = await open(browser, table.links.owner, options);
  try {
    await seat.settled();
    const draw = draws(11);
    for (let i = 0; i < answers && !(await seat.over()); ++i) await answerByClicks(seat, draw);
    const free = seat.cell((await seat.labelled(", empty"))[0] ?? "A1");
    if (!(await seat.over())) await (options.hasTouch ? free.tap() : free.hover());
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
