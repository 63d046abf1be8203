// Games played as people play them: by clicks, by keys, by touch, by two.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { atTable, draws, finish, folder, launch } from "./lib.mjs";
import { answerByClicks } from "./player.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => finish(browser));

const at = (words, run, options) => atTable(browser, words, run, options);

test("a whole game of cards by clicks against a program", () =>
  at(["dango-1996", "--white", "greedy", "--seed", "5", "--set", "board.size=7x7"], async (seat) => {
    const draw = draws(1);
    const kinds = new Set();
    for (let i = 0; i < 400 && !(await seat.over()); ++i)
      kinds.add(await answerByClicks(seat, draw, { passes: i > 25 }));
    assert.equal(await seat.over(), 1, "the game came to its end");
    assert.ok(kinds.has("placement") && kinds.has("stone"), `kinds: ${[...kinds]}`);
    assert.match(await seat.page.textContent(".question.over"), /Result: [BW]\+\d/);
  }));

test("each kind of question is answered by clicks", async () => {
  const kinds = new Set();
  for (const game of ["dango-1996", "card-go", "gomoku-skills", "weiqi-carnival"])
    await at([game, "--white", "human", "--seed", "7"], async (seat) => {
      const draw = draws(11);
      for (let i = 0; i < 12 && !(await seat.over()); ++i) kinds.add(await answerByClicks(seat, draw));
    });
  assert.deepEqual([...kinds].sort(), ["choice", "offer", "placement", "points", "stone"]);
});

test("a game by the keyboard alone", () =>
  at(["qango-6", "--white", "random", "--seed", "3"], async (seat) => {
    const { page } = seat;
    for (let tabs = 0; tabs < 60; ++tabs) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement.getAttribute("role") === "gridcell")) break;
    }
    const here = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    assert.match(await here(), /^[A-F][1-6], empty/);
    const keys = ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"];
    for (let i = 0; i < 2000 && !(await seat.over()); ++i) {
      const label = await here();
      if (/, empty/.test(label) && !/refused/.test(label)) await seat.after(() => page.keyboard.press("Enter"));
      await page.keyboard.press(keys[i % keys.length]);
      if (i % 11 === 0) await page.keyboard.press("Home");
      if (i % 13 === 0) await page.keyboard.press("ArrowDown");
    }
    assert.equal(await seat.over(), 1, "the game came to its end");
    assert.match(await seat.spoken(), /wins|won|draw/i);
  }));

test("a shape is turned, reflected and laid by keys", () =>
  at(["dango-1996", "--white", "human", "--seed", "3"], async (seat) => {
    const { page } = seat;
    await seat.cell("G7").focus();
    const ghost = () => seat.labelled("chosen");
    await page.keyboard.press("ArrowUp");
    await page.waitForSelector(".stone.ghost");
    const first = await ghost();
    await page.keyboard.press("r");
    const turned = await ghost();
    assert.notDeepEqual(turned, first);
    for (let i = 0; i < 3; ++i) await page.keyboard.press("r");
    assert.deepEqual(await ghost(), first);
    await page.keyboard.press("f");
    const reflected = await ghost();
    assert.notDeepEqual(reflected, first);
    await seat.after(() => page.keyboard.press("Enter"));
    assert.deepEqual((await seat.stones()).map((s) => s.split(" ")[0]).sort(), [...reflected].sort());
  }));

const fair = `dispute: A fair
variant: weiqi-carnival
walls: D4
marks: { lantern: E5 }
tokens: { black: { coin: 4 }, white: { coin: 0 } }
hands: { black: [drum, scaffold], white: [tango] }
expect: {}
`;

test("cards that last, walls, marks and tokens, by clicks and by keys", async () => {
  const kept = folder();
  writeFileSync(join(kept.path, "fair.yaml"), fair);
  await at(["--load", join(kept.path, "fair.yaml")], async (seat) => {
    const { page } = seat;
    assert.deepEqual(await seat.labelled("wall"), ["D4"]);
    assert.deepEqual(await seat.labelled("lantern"), ["E5"]);
    assert.match(await page.textContent(".seat.black .facts"), /4 coin/);
    assert.equal(await page.textContent("[data-goal]"), "Goal: The side with more points wins, those on the board included.");
    const stone = async (name) => {
      await seat.cell(name).focus();
      await seat.after(() => page.keyboard.press("Enter"));
    };
    await seat.after(() => page.click('.question [data-card="drum"]'));
    await stone("C3");
    assert.match(await page.textContent(".seat.black"), /in force: Drum \(.*turn/);
    await seat.after(() => page.locator('.question[data-kind="offer"] [data-act="pass"]').click());
    await stone("G7");
    await seat.after(() => page.click('.question [data-card="scaffold"]'));
    for (const name of ["D4", "E6"]) await seat.click(name);
    if ((await seat.labelled("wall")).includes("D4")) await seat.after(() => seat.press("lay"));
    assert.deepEqual(await seat.labelled("wall"), ["E6"]);
    assert.match(await page.textContent(".seat.black .facts"), /5 coin/, "one for the drum");
  });
  kept.remove();
});

test("stones are taken across joined edges, and on hexagons, by clicks and by keys", async () => {
  const play = async (seat, names) => {
    for (const name of names) await seat.after(() => seat.click(name));
  };
  await at(["go-torus", "--white", "human", "--set", "board.size=5x5"], async (seat) => {
    await play(seat, ["A1", "B1", "C3"]);
    await seat.cell("A1").focus();
    await seat.page.keyboard.press("ArrowLeft");
    await seat.after(() => seat.page.keyboard.press("Enter"));
    await play(seat, ["C4", "A2", "D4"]);
    await seat.cell("A1").focus();
    await seat.page.keyboard.press("ArrowDown");
    await seat.after(() => seat.page.keyboard.press("Enter"));
    assert.deepEqual(
      (await seat.stones()).filter((s) => s.endsWith("white")),
      ["A2 white", "A5 white", "B1 white", "E1 white"],
    );
    assert.ok(!(await seat.stones()).some((s) => s.startsWith("A1")));
    assert.match(await seat.board().getAttribute("aria-label"), /column E beside column A, row 5 beside row 1/);
  });
  await at(["go-hex", "--white", "human", "--set", "board.size=5x5"], async (seat) => {
    await play(seat, ["A1", "B1", "D5", "A2", "E5"]);
    await seat.cell("A2").focus();
    await seat.page.keyboard.press("ArrowRight");
    await seat.after(() => seat.page.keyboard.press("Enter"));
    assert.deepEqual(await seat.stones(), ["A2 white", "B1 white", "B2 white", "D5 black", "E5 black"]);
  });
});

test("an illegal play is refused, with its points, and the reason is spoken", () =>
  at(["go", "--white", "human", "--set", "board.size=5x5"], async (seat) => {
    for (const name of ["C3", "D3"]) await seat.after(() => seat.click(name));
    await seat.click("C3");
    await seat.page.waitForSelector(".refusal[data-code=occupied]");
    assert.match(await seat.refused(), /refused: occupied at C3/);
    assert.match(await seat.page.getAttribute(".game [data-point=C3]", "aria-label"), /^C3, black.*concerned$/);
    await seat.page.click(".refusal button");
    await seat.page.waitForSelector(".refusal", { state: "detached" });
    for (const name of ["B1", "A5", "A2", "B5"]) await seat.after(() => seat.click(name));
    await seat.after(() => seat.press("pass"));
    await seat.cell("A1").hover();
    await seat.page.waitForSelector(".remark[data-code=suicide]");
    assert.deepEqual(await seat.labelled("refused: suicide"), ["A1"]);
    assert.deepEqual(await seat.labelled("concerned"), ["A1"], "on hover, too");
  }));

test("three in an area win, and the stones that won are marked", () =>
  at(["qango-7", "--white", "human", "--seed", "1"], async (seat) => {
    const { board, asks } = await seat.state();
    const area = board.regions.A ?? Object.values(board.regions)[0];
    const others = Object.values(board.regions)
      .filter((points) => !points.includes(area[0]))
      .map((points) => points[0]);
    for (let i = 0; i < 3; ++i) {
      await seat.after(() => seat.click(area[i]));
      if (!(await seat.over())) await seat.after(() => seat.click(others[2 * i]));
    }
    assert.equal(await seat.over(), 1);
    assert.deepEqual((await seat.labelled("won")).sort(), [...area].sort());
    assert.match(await seat.spoken(), new RegExp(`${asks.seat} (wins|has won)`, "i"));
  }));

test("holes are no points: nothing lies there, and the keys leap over them", async () => {
  const rules = folder();
  mkdirSync(join(rules.path, "variants"));
  const rows = [".....", ".##..", "....."];
  writeFileSync(
    join(rules.path, "variants/holed.yaml"),
    `variant: holed\ntitle: Holed\nextends: go\nboard:\n  points:\n${rows.map((row) => `    - "${row}"\n`).join("")}`,
  );
  await at(
    ["holed", "--white", "human"],
    async (seat) => {
      const { page } = seat;
      assert.equal(await page.locator(".game [role=gridcell]").count(), 13);
      assert.equal(await seat.cell("B2").count(), 0);
      const on = await page.evaluate(() => {
        const svg = document.querySelector(".game svg.board");
        const centre = (hit) => ["x", "y"].map((axis) => Number(hit.getAttribute(axis)) + 20);
        const [[x], [, y]] = ["B1", "A2"].map((name) => centre(svg.querySelector(`[data-point=${name}] .hit`)));
        const wood = svg.querySelector(".wood");
        return [new DOMPoint(x, y), new DOMPoint(...centre(svg.querySelector("[data-point=D2] .hit")))].map((at) =>
          wood.isPointInFill(at),
        );
      });
      assert.deepEqual(on, [false, true], "there is wood under the points alone");
      await seat.cell("A2").focus();
      await page.keyboard.press("ArrowRight");
      await seat.after(() => page.keyboard.press("Enter"));
      assert.deepEqual(await seat.stones(), ["D2 black"]);
    },
    { before: ["--rules", rules.path] },
  );
  rules.remove();
});

test("the card in play is drawn from its script: diagram, text, the options in force, source", async () => {
  const kept = folder();
  const decks = "decks: { black: [keima, place-2], white: [place-1] }";
  writeFileSync(
    join(kept.path, "cards.yaml"),
    `dispute: Cards\nvariant: dango-1996\nset: { place-2.fewer: yes }\n${decks}\nexpect: {}\n`,
  );
  await at(["--load", join(kept.path, "cards.yaml")], async (seat) => {
    const card = seat.page.locator('[aria-label="card in play"] .card');
    assert.equal(await card.locator(".face-name").textContent(), "Keima");
    assert.equal(await card.locator(".diagram .own").count(), 2);
    assert.match(await card.locator(".card-text").textContent(), /knight/);
    assert.match(await card.locator(".source").textContent(), /1996/);
    for (const name of ["D4", "G7"]) await seat.after(() => seat.click(name));
    assert.equal(await card.locator(".face-name").textContent(), "Place your 2 stones");
    assert.match(await card.locator(".options").textContent(), /fewer\s*yes/);
  });
  kept.remove();
});

test("a double click on Pass passes once", () =>
  at(["go", "--white", "human"], async (seat) => {
    const pass = seat.page.locator('[data-act="pass"]');
    await seat.after(() => pass.dispatchEvent("click", { detail: 1 }));
    await pass.dispatchEvent("click", { detail: 2 }); // the other side is asked by now
    await seat.page.evaluate(async () => (await import("./table.js")).ask("places", { seq: globalThis.gofuda.live.seq }));
    assert.equal((await seat.state()).of, 1);
    await seat.after(() => seat.press("pass"));
    assert.equal((await seat.state()).of, 2);
  }));

test("a touch shows, a button lays", () =>
  at(
    ["go", "--white", "human"],
    async (seat) => {
      const { page } = seat;
      const before = await seat.seq();
      await seat.cell("D4").tap();
      await page.waitForSelector(".stone.ghost");
      await seat.cell("E5").tap();
      await page.waitForSelector('[data-point="E5"][aria-label*="chosen"]');
      assert.deepEqual(await seat.labelled("chosen"), ["E5"]);
      assert.equal(await seat.seq(), before, "nothing is played yet");
      await seat.after(() => page.locator('[data-act="lay"]').tap());
      assert.deepEqual(await seat.stones(), ["E5 black"]);
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ));

test("on a phone the cells of 13x13 are 24 pixels or more, and nothing is wider than the screen", () =>
  at(
    ["dango-1996", "--white", "human"],
    async (seat) => {
      const box = await seat.cell("G7").locator(".hit").boundingBox();
      assert.ok(box.width >= 24 && box.height >= 24, `${box.width} x ${box.height}`);
      assert.equal(await seat.page.evaluate(() => document.documentElement.scrollWidth), 390);
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ));

test("both sides say by clicks which stones are dead", () =>
  at(["dgo", "--white", "human", "--set", "board.size=5x5"], async (seat) => {
    for (const name of ["B3", "D3", "B2", "D2", "A5", "E1"]) await seat.after(() => seat.click(name));
    for (let i = 0; i < 2; ++i) await seat.after(() => seat.press("pass"));
    assert.equal((await seat.state()).asks.kind, "dead");
    for (const name of await seat.labelled(", dead"))
      if ((await seat.labelled(", dead")).includes(name)) await seat.click(name);
    assert.deepEqual(await seat.labelled(", dead"), []);
    await seat.click("B2");
    assert.deepEqual((await seat.labelled(", dead")).sort(), ["B2", "B3"]);
    await seat.after(() => seat.press("lay"));
    await seat.after(() => seat.press("agree"));
    assert.equal(await seat.over(), 1);
    assert.deepEqual((await seat.labelled(", dead")).sort(), ["B2", "B3"]);
  }));

test("undo, history, and a branch from an earlier move", () =>
  at(["go", "--white", "human", "--set", "board.size=9x9"], async (seat) => {
    const { page } = seat;
    for (const name of ["C3", "G7", "C7", "G3"]) await seat.after(() => seat.click(name));
    await seat.cell("G7").hover();
    assert.equal(await page.textContent("[data-reason]"), "G7: set by move 2, white: an ordinary stone");
    await seat.after(() => seat.press("undo"));
    assert.deepEqual(await seat.stones(), ["C3 black", "C7 black", "G7 white"]);
    await page.click(".log li:first-child button");
    await page.waitForSelector('[data-past="1"]');
    assert.deepEqual(await seat.stones(), ["C3 black"]);
    assert.match(await page.textContent(".question"), /The game waits\. White: a stone, or pass/);
    await page.getByRole("slider", { name: "history" }).fill("2");
    await page.waitForSelector('[data-past="2"]');
    await seat.after(() => seat.press("branch"));
    assert.deepEqual(await seat.stones(), ["C3 black", "G7 white"]);
    await seat.after(() => page.click(".branches button"));
    assert.deepEqual(await seat.stones(), ["C3 black", "C7 black", "G7 white"]);
  }));

test("what is looked at or set up is left when another tab takes up another line or another game", () =>
  at(["go", "--white", "human", "--set", "board.size=9x9"], async (seat, table) => {
    const { page } = seat;
    const tab = await page.context().newPage();
    await tab.goto(table.links.owner);
    await tab.waitForSelector(".game svg.board");
    const there = { click: (name) => tab.click(`.game [role=gridcell][data-point="${name}"]`), press: (act) => tab.click(`[data-act="${act}"]`) };
    for (const name of ["C3", "G7", "C7"]) await seat.after(() => seat.click(name));
    const look = async (at) => {
      await page.click(`.log li:nth-child(${at}) button`);
      await page.waitForSelector(`[data-past="${at}"]`);
    };
    const moved = async (stones) => {
      await page.waitForFunction((n) => globalThis.gofuda.live.moves.length === n, stones);
      await tab.waitForFunction((n) => globalThis.gofuda.live.moves.length === n && !globalThis.gofuda.past, stones);
    };
    await moved(3);
    await look(2);
    await there.click("G3"); // on the same line
    await moved(4);
    assert.equal(await page.locator('[data-past="2"]').count(), 1);
    await tab.click(".log li:nth-child(1) button");
    await tab.waitForSelector('[data-past="1"]');
    await there.press("branch");
    await moved(1);
    await there.click("D4");
    await moved(2);
    await there.click("E5");
    await moved(3);
    await look(2);
    assert.deepEqual(await seat.stones(), ["C3 black", "D4 white"]);
    await tab.click(".branches button"); // as long, and with another second move
    await moved(4);
    await page.waitForSelector("[data-past]", { state: "detached" });
    await seat.panel("setup");
    await tab.click('[data-panel="new"]');
    await tab.selectOption("#variant", "dgo");
    await there.press("begin");
    await page.waitForFunction(() => globalThis.gofuda.live.game.variant === "dgo");
    await page.waitForSelector(".drawer", { state: "detached" });
    assert.equal(await page.evaluate(() => globalThis.gofuda.setup), null);
    await tab.close();
  }));
