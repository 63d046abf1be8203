// What the page looks like to programs: accessibility, size, policy; and the panels that count.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { atTable, axePath, finish, folder, launch, open, quick, startTable } from "./lib.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => finish(browser));

const at = (words, run, options) => atTable(browser, words, run, options);
const web = new URL("../../tools/server/web/", import.meta.url);

// A module and what it needs at once; what it imports later is not counted.
function needed(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  const text = readFileSync(new URL(name, web), "utf8");
  for (const [, path] of text.matchAll(/^(?:import|export)\b[^"'()]*?from "(\.[^"]+)"/gm))
    needed(new URL(path, new URL(name, web)).href.slice(web.href.length), found);
  return found;
}

const zipped = (names) =>
  names.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, web)), { level: 9 }).length, 0);

test("the first load is 40 kB of script or less, the editor 140", () => {
  const first = [...needed("main.js")];
  assert.ok(first.length > 10, first.join(" "));
  console.log(`first load ${zipped(first)} bytes, editor ${zipped(["vendor/editor.js"])}`);
  assert.ok(zipped(first) <= 40 * 1024);
  assert.ok(zipped(["vendor/editor.js"]) <= 140 * 1024);
  assert.ok(!first.includes("chart.js") && !first.includes("vendor/editor.js"), "these are fetched when wanted");
  assert.ok(zipped(["chart.js"]) <= 25 * 1024);
});

async function findings(page, rules) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(readFileSync(axePath, "utf8"));
  const { violations } = await page.evaluate(
    (only) => globalThis.axe.run(document, { resultTypes: ["violations"], ...(only && { runOnly: only }) }),
    rules,
  );
  return violations.map(
    (v) =>
      `${v.id}: ${v.nodes
        .map((n) => n.target.join(" "))
        .slice(0, 3)
        .join(" | ")}`,
  );
}

for (const colorScheme of ["light", "dark"])
  test(`axe finds nothing, ${colorScheme}`, async () => {
    const table = await startTable(["dango-1996", "--white", "human", "--seed", "3"]);
    const seat = await open(browser, table.links.owner, { colorScheme });
    await seat.settled();
    await seat.cell("G7").hover();
    await seat.page.waitForSelector(".stone.ghost");
    const rules = colorScheme === "light" ? null : ["color-contrast"]; // nothing else is another in the dark
    assert.deepEqual(await findings(seat.page, rules), [], "the board");
    for (const name of ["new", "cards", "files", "figures", "setup", "dispute", "share", "seats"]) {
      await seat.panel(name);
      assert.deepEqual(await findings(seat.page, rules), [], name);
    }
    await seat.press("close");
    await seat.close();
    await table.stop();
  });

test("all letters and numbers lie inside the picture, on boards of all shapes", async () => {
  for (const size of ["1x1", "1x25", "25x1", "25x25", "5x19"]) {
    const table = await startTable(["go", "--white", "human", "--set", `board.size=${size}`]);
    const seat = await open(browser, table.links.owner);
    await seat.shown();
    const [columns, rows] = size.split("x").map(Number);
    const outside = await seat.page.evaluate(() => {
      const svg = document.querySelector(".game svg.board");
      const { width, height } = svg.viewBox.baseVal;
      const texts = [...svg.querySelectorAll(".coordinates text")].map((text) => [text.textContent, text.getBBox()]);
      const cut = ([, b]) => b.x < 0 || b.y < 0 || b.x + b.width > width || b.y + b.height > height;
      return { all: texts.length, cut: texts.filter(cut).map(([text]) => text) };
    });
    assert.deepEqual(outside, { all: 2 * (columns + rows), cut: [] }, size);
    await seat.close();
    await table.stop();
  }
});

test("coordinates can be read on the largest board, on a screen and on a phone", async () => {
  for (const [viewport, least] of [
    [{ width: 1280, height: 860 }, 12],
    [{ width: 390, height: 844 }, 9],
  ])
    await at(
      ["go", "--white", "human", "--set", "board.size=25x25"],
      async (seat) => {
        const size = await seat.page.evaluate(() => {
          const svg = document.querySelector(".game svg.board");
          const text = svg.querySelector(".coordinates text");
          return parseFloat(getComputedStyle(text).fontSize) * svg.getScreenCTM().a;
        });
        assert.ok(size >= least, `${size.toFixed(1)} pixels at ${viewport.width}`);
      },
      { viewport },
    );
});

test("on a phone a cell of a board that is wider than 19 points has 24 pixels, and the board is moved sideways", async () => {
  for (const words of [
    ["go", "--set", "board.size=25x25"],
    ["go", "--set", "board.size=25x1"],
    ["go-hex", "--set", "board.size=25x25"],
  ])
    await at(
      [...words, "--white", "human"],
      async (seat) => {
        const box = await seat.cell("C1").locator(".hit").boundingBox();
        assert.ok(box.width >= 24 && box.height >= 24, `${words}: ${box.width} x ${box.height}`);
        assert.equal(await seat.page.evaluate(() => document.documentElement.scrollWidth), 390);
        await seat.after(() => seat.cell("Z1").click());
        assert.deepEqual(await seat.stones(), ["Z1 black"], "the other end is reached");
        // What others do is seen, too.
        const seen = async (name) => {
          const { x, width } = await seat.cell(name).locator(".hit").boundingBox();
          return x >= 0 && x + width <= 390;
        };
        for (const name of ["A1", "Y1"]) {
          await seat.after(() => seat.page.evaluate(async (text) => {
            const { ask, table } = await import("./table.js");
            await ask("answer", { seq: table.live.seq, text });
          }, name));
          await seat.page.waitForSelector(`.game [data-point="${name}"][aria-label*="last move"]`);
          assert.ok(await seen(name), `${name} is in sight`);
        }
      },
      { viewport: { width: 390, height: 844 } },
    );
  await at(
    ["go", "--white", "human", "--set", "board.size=19x19"],
    async (seat) => {
      const { scrollWidth, clientWidth } = await seat.page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.querySelector(".board-place");
        return { scrollWidth, clientWidth };
      });
      assert.ok(scrollWidth <= clientWidth, "19x19 is seen whole");
    },
    { viewport: { width: 390, height: 844 } },
  );
});

test("a stone leaves the letter of its area to be seen", () =>
  at(["qango-7-plus", "--white", "human", "--seed", "1"], async (seat) => {
    await seat.after(() => seat.click("D4"));
    const covered = await seat.page.evaluate(() => {
      const svg = document.querySelector(".game svg.board");
      const radius = svg.querySelector(".stone").r.baseVal.value;
      return [...svg.querySelectorAll(".area-letter")].filter((letter) => {
        const square = letter.previousElementSibling;
        const ink = letter.getBBox();
        const half = square.width.baseVal.value / 2;
        const [x, y] = [square.x.baseVal.value + half, square.y.baseVal.value + half];
        const line = Number(letter.getAttribute("y")); // on which it stands
        return Math.hypot(x - ink.x - ink.width, y - line) < radius;
      }).length;
    });
    assert.equal(covered, 0);
  }));

test("figures come while one waits, and are compared with those before", () =>
  at(["go", "--white", "human", "--set", "board.size=5x5"], async (seat) => {
    const { page } = seat;
    await seat.panel("figures");
    for (const [i, from] of ["start", "position"].entries()) {
      await page.fill("#sim-games", "60");
      await page.selectOption("#sim-from", from);
      await seat.press("simulate");
      await page.waitForFunction((n) => document.querySelectorAll(".numbers tbody tr").length > n, i);
      await page.waitForSelector(`.numbers[data-games="60"][data-running="false"]`);
    }
    assert.equal(await page.locator(".numbers tbody tr").count(), 2);
    assert.match(await page.getAttribute(".chart", "aria-label"), /after 60 games/);
    await page.fill("#sim-games", "1000000");
    await seat.press("simulate");
    await page.click('[data-act="stop"]');
    await page.waitForSelector('.numbers[data-running="false"]');
  }));

// Runs in the page: what the server says to a request for games comes after their last figures.
const lateReply = () => {
  const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
  Object.defineProperty(WebSocket.prototype, "onmessage", {
    set(take) {
      let held = null;
      set.call(this, (message) => {
        const said = JSON.parse(message.data);
        if (said.job && !said.event) return void (held = message);
        take(message);
        if (held && said.event === "figures" && !said.running) take(held);
      });
    },
  });
};

test("figures that are there before the reply to who asked for them are shown", () =>
  at(
    ["go", "--white", "human", "--set", "board.size=5x5"],
    async (seat) => {
      await seat.panel("figures");
      await seat.page.fill("#sim-games", "20");
      await seat.press("simulate");
      await seat.page.waitForSelector('.numbers[data-games="20"][data-running="false"]');
    },
    { script: lateReply },
  ));

test("a game is chosen on the page, and a hint is given", async () => {
  const table = await startTable([]);
  const seat = await open(browser, table.links.owner);
  const { page } = seat;
  await seat.press("choose-game");
  await page.waitForSelector(".drawer.panel-new .form");
  await page.selectOption("#variant", "qango-7");
  await page.waitForSelector("#preset:disabled");
  assert.match(await page.textContent("details.help summary"), /^Not for this game: .*aga/);
  assert.equal(await page.locator("details.help p").count(), 1, "one reason for all");
  await page.selectOption("#variant", "go");
  await page.waitForSelector("#preset:enabled");
  await page.selectOption("#preset", "aga");
  await page.waitForSelector('[data-preset="aga"]');
  await page.fill("#white-player", "human");
  await page.fill("#seed", "4");
  await page.click("details:not(.help) > summary");
  assert.equal(await page.inputValue('[id="option-rules.komi"]'), "7.5");
  assert.equal(await page.inputValue('[id="option-rules.ko"]'), "situational");
  await page.fill('[id="option-board.size"]', "7x7");
  await seat.press("begin");
  await seat.settled();
  await seat.press("hint");
  await page.waitForSelector("[data-hint]");
  await seat.after(() => page.click("[data-hint] button"));
  const { at, board, game } = await seat.state();
  assert.deepEqual([at, board.columns, game.set["rules.preset"]], [1, 7, "aga"]);
  await seat.close();
  await table.stop();
});

test("who goes by the Tab key sees where they are", () =>
  at(["go", "--white", "human"], async (seat) => {
    const { page } = seat;
    await page.keyboard.press("Tab");
    const ring = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
      return [document.activeElement.tagName, outlineStyle, outlineWidth];
    });
    assert.deepEqual(ring, ["BUTTON", "solid", "3px"]);
  }));

test("on a phone a panel that is opened comes to the top of the screen", () =>
  at(
    ["dango-1996", "--white", "human", "--seed", "7"],
    async (seat) => {
      const { page } = seat;
      await seat.panel("cards");
      await page.waitForFunction(() => document.querySelector(".drawer h2").getBoundingClientRect().top < 60);
    },
    { viewport: { width: 390, height: 844 } },
  ));

test("the page is there within a second", async () => {
  const table = await startTable(["dango-1996", "--white", "human"]);
  await quick("opened and asked", 1000, async () => {
    const times = [];
    for (let i = 0; i < 3; ++i) {
      const seat = await open(browser, table.links.owner);
      await seat.settled();
      times.push(await seat.page.evaluate(() => performance.now()));
      await seat.close();
    }
    return times;
  });
  await table.stop();
});

test("what comes before the first frame is shown", () =>
  at(
    ["go", "--white", "human"],
    () => {},
    {
      script: () => {
        const { requestAnimationFrame: frame, setTimeout: timer } = globalThis;
        globalThis.requestAnimationFrame = (call) => timer(() => frame(call), 1500);
        globalThis.setTimeout = (call, ms, ...rest) => timer(call, ms > 30 && ms <= 100 ? 1500 : ms, ...rest);
      },
    },
  ));

test("a gallery of 500 cards draws those in sight alone", async () => {
  const project = folder();
  const names = Array.from({ length: 500 }, (_, i) => `card-${String(i).padStart(3, "0")}`);
  for (const dir of ["cards/decks", "variants"]) mkdirSync(join(project.path, dir), { recursive: true });
  for (const name of names)
    writeFileSync(
      join(project.path, `cards/${name}.lua`),
      `return card { name = "${name}", text = "Two stones.", shape = [[\nX .\n. X\n]] }\n`,
    );
  writeFileSync(
    join(project.path, "cards/decks/many.yaml"),
    `deck: many\ntitle: Many\nsource: ours\ncards:\n${names.map((n) => `  ${n}: 1\n`).join("")}`,
  );
  writeFileSync(
    join(project.path, "variants/many-cards.yaml"),
    "variant: many-cards\ntitle: Many\nsource: ours\nextends: dango-1996\ndeck: many\n",
  );
  const table = await startTable(["many-cards", "--white", "human"], ["--rules", project.path]);
  const seat = await open(browser, table.links.owner);
  const { page } = seat;
  await seat.settled();
  await seat.panel("cards");
  await page.waitForSelector(".gallery li >> nth=499", { state: "attached" });
  await page.waitForSelector(".gallery .face");
  assert.ok((await page.locator(".gallery .face").count()) < 60);
  const odds = await page.locator(".odds").first().textContent();
  assert.match(odds, /black: 1 not seen; the next card is this one with 0\.2\s%/);
  await page.locator(".gallery li >> nth=499").scrollIntoViewIfNeeded();
  await page.waitForSelector('.gallery .face[data-card="card-499"]');
  await page.fill("#card-filter", "card-49");
  await page.waitForFunction(() => document.querySelectorAll(".gallery li").length === 10);
  await page.selectOption("#card-kind", "action");
  await page.waitForFunction(() => document.querySelectorAll(".gallery li").length === 0);
  await page.selectOption("#card-kind", "all");
  await page.fill("#card-filter", "");
  await quick("a frame while 500 cards scroll", 50, () =>
    page.evaluate(async () => {
      const drawer = document.querySelector(".drawer");
      const times = [];
      let last = performance.now();
      for (let i = 0; i < 60; ++i) {
        drawer.scrollTop = (drawer.scrollHeight * i) / 60;
        await new Promise((done) => requestAnimationFrame(done));
        const now = performance.now();
        times.push(now - last);
        last = now;
      }
      return times;
    }),
  );
  await seat.close();
  await table.stop();
  project.remove();
});

test("texts are shown as texts", () =>
  at(["go", "--white", "human"], async (seat) => {
    await seat.page.evaluate(async () => {
      const { change, table } = await import("./table.js");
      change({ live: { ...table.live, game: { ...table.live.game, title: "<img src=x onerror=alert(1)>" } } });
    });
    assert.match(await seat.page.textContent("h1"), /<img src=x/);
    assert.equal(await seat.page.locator("h1 img").count(), 0);
  }));

test("an answer's round trip", () =>
  at(["go", "--white", "human"], async (seat) => {
    await quick("an answer's round trip", 20, (row) =>
      seat.page.evaluate(
        async (number) => {
          const { ask, table } = await import("./table.js");
          const times = [];
          let { seq } = table.live;
          for (const column of "ACEGJLNPRT") {
            const begun = performance.now();
            ({ seq } = await ask("answer", { seq, text: `${column}${number}` }));
            times.push(performance.now() - begun);
          }
          while (table.live.seq < seq) await new Promise((done) => requestAnimationFrame(done));
          return times;
        },
        4 + 3 * row,
      ),
    );
  }));
