// A table, and a browser before it. Nothing here sleeps: it waits for the number of the state on the board.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const installed = createRequire(join(process.env.GOFUDA_MODULES, "package.json"));
const { chromium } = installed("playwright-core");
export const axePath = installed.resolve("axe-core/axe.min.js");

const tables = new Set();

export const launch = () =>
  chromium.launch({
    executablePath: process.env.GOFUDA_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });

// At the end of a suite, whatever became of its tests.
export async function finish(browser) {
  for (const child of tables) child.kill("SIGKILL");
  await browser.close();
}

export function folder() {
  const path = mkdtempSync(join(tmpdir(), "gofuda-browser-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

// gofuda table with these words; `before` are those before its name, such as --rules DIR.
export async function startTable(words, before = [], cwd = ".") {
  const assets = process.env.GOFUDA_ASSETS ? ["--assets", process.env.GOFUDA_ASSETS] : [];
  const child = spawn(resolve(process.env.GOFUDA), [...before, "table", ...words, "--port", "0", "--links", ...assets], { cwd });
  tables.add(child);
  child.once("exit", () => tables.delete(child));
  let said = "";
  child.stderr.on("data", (data) => (said += data));
  const links = await new Promise((resolve, reject) => {
    let out = "";
    const late = setTimeout(() => reject(new Error(`gofuda table said nothing: ${out}${said}`)), 30000);
    late.unref();
    child.once("exit", (code) => reject(new Error(`gofuda table ended with ${code}: ${said}`)));
    child.stdout.on("data", (data) => {
      out += data;
      const found = Object.fromEntries(
        [...out.matchAll(/^(\w+): +(http\S+)$/gm)].map(([, role, link]) => [role, link]),
      );
      found.owner = /^ +(http\S+)$/m.exec(out)?.[1];
      if (["owner", "black", "white", "onlooker", "arbiter"].every((role) => found[role])) resolve(found);
    });
  });
  return {
    links,
    stop: () =>
      tables.has(child) && new Promise((resolve) => (child.once("exit", resolve), child.kill("SIGTERM"))),
  };
}

// One page in a context of its own. Whatever it says on the console as an error fails the test.
export async function open(browser, link, { script, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    reducedMotion: "reduce",
    ...options,
  });
  if (script) await context.addInitScript(script); // runs before the page's own
  const page = await context.newPage();
  const errors = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.stack));
  page.setDefaultTimeout(30000); // all wait for something; a busy machine takes its time
  await page.goto(link);
  const at = new Seat(page, errors);
  at.close = async () => {
    await context.close();
    assert.deepEqual(errors, [], "the console of the page");
  };
  return at;
}

export class Seat {
  constructor(page, errors) {
    Object.assign(this, { page, errors });
  }

  board() {
    return this.page.locator(".game svg.board");
  }
  cell(name) {
    return this.page.locator(`.game [role=gridcell][data-point="${name}"]`);
  }
  async seq() {
    return Number(await this.board().getAttribute("data-seq"));
  }
  // What the page knows of the game.
  state() {
    return this.page.evaluate(() => globalThis.gofuda.live);
  }

  // Does something, and waits until the game has gone on and somebody here is asked, or it is over.
  async after(action) {
    const before = await this.seq();
    await action();
    await this.page.waitForFunction(
      (seq) => Number(document.querySelector(".game svg.board").dataset.seq) > seq,
      before,
    );
    await this.settled();
  }
  async settled() {
    const asked = this.page.waitForSelector('.question[data-mine="true"], .game[data-over="true"]', { timeout: 30000 });
    await asked.catch(async (error) => {
      const shown = await this.page.textContent("body").catch(() => "nothing");
      throw new Error(`nothing is asked here: ${shown.slice(0, 300)}; ${this.errors.join("; ")}`, { cause: error });
    });
  }
  async shown() {
    await this.page.waitForSelector(".game svg.board");
  }
  over() {
    return this.page.locator('.game[data-over="true"]').count();
  }

  click(name) {
    return this.cell(name).click();
  }
  press(act) {
    return this.page.click(`[data-act="${act}"]`);
  }
  async panel(name) {
    await this.page.click(`[data-panel="${name}"]`);
    await this.page.waitForSelector(`.drawer.panel-${name} .form`);
  }
  spoken() {
    return this.page.textContent("#spoken");
  }
  refused() {
    return this.page.textContent("#refused");
  }
  // The stones as they are drawn, "D4 black".
  stones() {
    return this.page.$$eval(".game [role=gridcell][data-stone]", (cells) =>
      cells.map((c) => `${c.dataset.point} ${c.dataset.stone}`).sort(),
    );
  }
  // Points whose spoken label says so.
  labelled(words) {
    return this.page.$$eval(
      ".game [role=gridcell]",
      (cells, wanted) => cells.filter((c) => c.getAttribute("aria-label").includes(wanted)).map((c) => c.dataset.point),
      words,
    );
  }
}

// The owner's page at a table of their own; `options` are open's, `before` and `cwd` startTable's.
export async function atTable(browser, words, run, { before, cwd, ...options } = {}) {
  const table = await startTable(words, before, cwd);
  try {
    const seat = await open(browser, table.links.owner, options);
    await seat.settled();
    await run(seat, table);
    await seat.close();
  } finally {
    await table.stop();
  }
}

// Times in ms, measured anew where the machine was busy, and printed. A slow or busy machine is no fault: only what takes
// ten times the limit, as a wait or a timer would, as the median of the best of three series, is one.
export async function quick(what, limit, measure) {
  let best = Infinity;
  for (let series = 0; series < 3 && best >= limit; ++series) {
    const times = (await measure(series)).sort((a, b) => a - b);
    const median = times[times.length >> 1];
    console.log(`${what}: median ${median.toFixed(1)} ms, most ${times.at(-1).toFixed(1)} ms`);
    best = Math.min(best, median);
  }
  assert.ok(best < 10 * limit, `${what}: ${best} ms, wanted are ${limit}`);
}

// Numbers that are drawn evenly, and again.
export function draws(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}
