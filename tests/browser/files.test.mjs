// Files on the disk and the page: saved, renamed, broken and mended while a game is played; written in the page;
// positions as disputes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { atTable, finish, folder, launch, quick } from "./lib.mjs";
import { card, inProjectAt } from "./project.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => finish(browser));

const at = (words, run, options) => atTable(browser, words, run, options);
const inProject = (...how) => inProjectAt(browser, ...how);

test("saved, renamed, broken and mended files are on the page at once", () =>
  inProject(async ({ seat, page, write, path }) => {
    const text = () => page.locator('[aria-label="card in play"] .card-text');
    const says = (words) =>
      page.waitForFunction(
        (w) => document.querySelector('[aria-label="card in play"] .card-text')?.textContent.includes(w),
        words,
      );
    await says("Set one stone anywhere.");
    await seat.after(() => seat.click("D4"));

    write("cards/leap.lua", card("Set a stone where you like."));
    await says("Set a stone where you like.");
    assert.deepEqual(await seat.stones(), ["D4 black"], "the game goes on");

    write("other.txt", card("Written beside it, and renamed."));
    renameSync(path("other.txt"), path("cards/leap.lua"));
    await says("Written beside it, and renamed.");

    write("cards/leap.lua", "return card { name = ");
    await page.waitForSelector('.live[data-broken="true"]');
    assert.match(await page.textContent(".live"), /leap\.lua:1/);
    assert.match(await text().textContent(), /renamed/, "the last good rules stay");
    await page.click(".live .diagnostics button");
    const opened = '.editor[data-path="cards/leap.lua"][data-state="saved"]';
    const typesThere = () => document.activeElement?.className === "editor-place";
    await page.waitForSelector(opened);
    await page.waitForFunction(typesThere);
    await seat.press("close");
    await seat.panel("files"); // the place that was asked for is not asked for again
    await page.waitForSelector(opened);
    assert.equal(await page.evaluate(typesThere), false);
    await seat.press("close");
    await seat.after(() => seat.click("C3"));

    write("cards/leap.lua", card("Mended."));
    await says("Mended.");
    await page.waitForSelector('.live[data-broken="true"]', { state: "detached" });
    assert.deepEqual(await seat.stones(), ["C3 white", "D4 black"]);
  }));

// All cards in the hand; those that can be played are offered.
const hand = `return turn {
  name = "Hand",
  text = "Draw all, and play one.",
  play = function(me)
    while not me.deck.empty do me:take() end
    me:play(me:pick_card(me.hand, "must", function(c) return me:can_play(c) end, "to play"))
  end,
}
`;

test("a card of the hand that is not offered looks another way, and says why", () =>
  inProject(async ({ seat, page, write }) => {
    const grab = card("Take one.").replace("board.empty", "opponent.stones").replace("me:place", "board:remove");
    write("cards/grab.lua", grab);
    write("cards/decks/leaps.yaml", "deck: leaps\ntitle: Leaps\nsource: ours\ncards: { leap: 1, grab: 1 }\n");
    write("variants/turns/hand.lua", hand);
    write("variants/handy.yaml", "variant: handy\ntitle: Handy\nsource: ours\nextends: leaping\nturn: hand\n");
    await page.waitForFunction(() => globalThis.gofuda.files?.changed.some((file) => file.endsWith("handy.yaml")));
    await page.evaluate(async () => (await import("./table.js")).ask("new", { variant: "handy", white: "human" }));
    const off = page.locator(".seat.black .card.off");
    await off.waitFor();
    assert.match(await off.getAttribute("title"), /\nNot offered: there is no point/);
    assert.equal(await page.textContent(".asked"), "Black: Leap (to play)", "by its name");
    assert.equal(await page.locator(".seat.black button.card").getAttribute("data-card"), "leap");
    await seat.after(() => page.locator(".seat.black button.card").click());
    assert.equal(await off.count(), 0, "nothing is offered now");
  }));

test("points that are picked stay picked while files are saved", () =>
  inProject(async ({ seat, page, write }) => {
    write("cards/leap.lua", card("Set two stones.", 2));
    await page.waitForFunction(() => globalThis.gofuda.live.asks?.most === 2);
    await seat.click("D4");
    await page.waitForSelector('[data-point="D4"][aria-label*="chosen, 1"]');
    const seq = await seat.seq();
    write("cards/other.lua", card("Of no deck."));
    await page.waitForFunction((old) => globalThis.gofuda.live.seq > old, seq);
    await page.waitForFunction(() => {
      const { live, places } = document.querySelector(".game").dataset;
      return live === places;
    });
    assert.deepEqual(await seat.labelled("chosen, 1"), ["D4"]);
    await seat.after(() => seat.click("C3"));
    assert.deepEqual(await seat.stones(), ["C3 black", "D4 black"]);
  }));

const breaks = card("It breaks.").replace("me:place(", "local there =\n      nil .. 1\n    me:place(");

test("games that a script breaks off give no figure, but the fault and the way to its line", () =>
  inProject(async ({ seat, page, write }) => {
    write("cards/leap.lua", breaks);
    await page.waitForSelector('[aria-label="card in play"] .card-text:has-text("It breaks.")');
    await seat.panel("figures");
    await page.fill("#sim-games", "20");
    await seat.press("simulate");
    await page.waitForSelector('.numbers[data-games="20"][data-running="false"]');
    assert.match(await page.textContent('[data-failed="20"]'), /20 of 20 games failed.*cards\/leap\.lua:6/);
    assert.doesNotMatch(await page.textContent(".numbers"), /%/);
    assert.doesNotMatch(await page.getAttribute(".chart", "aria-label"), /%/);
    await page.click("[data-failed] [data-fault]");
    await page.waitForSelector('.editor[data-path="cards/leap.lua"]');
  }));

test("a script that fails in the game says where, and once it is mended the game goes on", () =>
  inProject(async ({ seat, page, write }) => {
    write("cards/leap.lua", breaks.replace("nil .. 1", "#me.stones > 0 and nil .. 1"));
    await page.waitForSelector('[aria-label="card in play"] .card-text:has-text("It breaks.")');
    await seat.after(() => seat.click("D4"));
    await seat.click("C3");
    await page.waitForSelector(".question [data-fault]");
    assert.match(await page.textContent(".question"), /cards\/leap\.lua:6(:\d+)?: error\[/);
    assert.match(await page.textContent("[data-fault-turn]"), /in turn 3, Black's, while Leap was played/);
    assert.match(await page.textContent("[data-fault-turn]"), /mend the file and save it.*, or take the last answer back/s);
    await seat.after(() => seat.press("take-back"));
    assert.deepEqual(await seat.stones(), ["D4 black"]);
    await seat.click("C3");
    await page.click(".question [data-fault]");
    await page.waitForSelector('.editor[data-path="cards/leap.lua"]');
    write("cards/leap.lua", card("Mended."));
    await page.waitForSelector('.question[data-mine="true"]');
    assert.deepEqual(await seat.stones(), ["C3 white", "D4 black"]);
  }));

test("where the game no longer fits, both ways are offered", () =>
  inProject(async ({ seat, page, write }) => {
    await seat.after(() => seat.click("D4"));
    write("cards/leap.lua", card("Set two.", 2));
    await page.waitForSelector('.live[data-misfit="true"]');
    assert.deepEqual(await seat.stones(), ["D4 black"]);
    await seat.after(() => page.click('[data-way="back"]'));
    assert.deepEqual(await seat.stones(), []);
    assert.equal((await seat.state()).asks.most, 2);
    await page.waitForSelector(".live", { state: "detached" });
  }));

test("a save is painted within a tenth of a second", () =>
  inProject(async ({ page, write }) => {
    await quick("saved to painted", 100, async (series) => {
      const times = [];
      for (let i = 0; i < 25; ++i) {
        const words = `Number ${series}, ${i}.`;
        const painted = page.evaluate(
          (wanted) =>
            new Promise((resolve) => {
              const look = () =>
                document.querySelector('[aria-label="card in play"] .card-text')?.textContent.includes(wanted)
                  ? resolve(performance.timeOrigin + performance.now())
                  : requestAnimationFrame(look);
              look();
            }),
          words,
        );
        const begun = performance.timeOrigin + performance.now();
        write("cards/leap.lua", card(words));
        times.push((await painted) - begun);
      }
      return times;
    });
  }));

// The folder it is begun in, and the project from there.
for (const [where, cwd, rules] of [
  ["above the project", (path) => dirname(path), (path) => basename(path)],
  ["in it", (path) => path, () => "."],
  ["below", (path) => join(path, "cards"), () => ".."],
])
  test(`the place of a mistake opens its file where the program was begun ${where}`, () =>
    inProject(
      async ({ page, write }) => {
        write("cards/leap.lua", "return card {");
        await page.click(".live .diagnostics button");
        await page.waitForSelector('.editor[data-path="cards/leap.lua"]');
        assert.equal(await page.locator(".refusal").count(), 0);
      },
      (path) => ({ cwd: cwd(path), before: ["--rules", rules(path)] }),
    ));

test("a dispute that is saved anywhere in the project is judged", () =>
  inProject(async ({ seat, page, write }) => {
    await seat.panel("files");
    write("rulings/deep/one.yaml", "dispute: One\nvariant: leaping\nexpect: { to_move: white }\n");
    await page.waitForSelector('.judged[data-failed="1"][data-done="1"]');
  }));

const turn = (move) => `return turn { name = "T", text = "t", play = function(me) ${move} end }\n`;
const win = (length) => `return win { name = "W", text = "t", line = ${length} }\n`;
const fits = "body:not(:has(.live))";
const heads = (title) =>
  `variant: leaping\ntitle: ${title}\nsource: ours\nextends: dango-1996\ndeck: leaps\nboard: { size: 7x7 }\nturn: mine\nwin: [mine]\n`;

// By the file: two texts for it, each with what is on the page under it, and words there.
const saves = {
  "variants/turns/mine.lua": [
    [turn("me:stone()"), '.live[data-misfit="true"]', "now black is asked for a stone"],
    [turn("me:play(me:draw())"), fits, ""],
  ],
  "variants/leaping.yaml": [
    [heads("Higher"), "h1", "Higher"],
    [heads("Lower"), "h1", "Lower"],
  ],
  "cards/decks/leaps.yaml": [
    ["deck: leaps\ncards: { leap: 12, keima: 1 }\n", ".drawer .help", "2 of 2 cards"],
    ["deck: leaps\ncards: { leap: 12 }\n", ".drawer .help", "1 of 1 cards"],
  ],
  "variants/win/mine.lua": [
    [win(1), '.game[data-over="true"]', ""],
    [win(5), '.game[data-over="false"]', ""],
  ],
  "disputes/one.yaml": [
    ["dispute: One\nvariant: leaping\nexpect: { to_move: white }\n", '.judged[data-failed="1"][data-done="1"]', ""],
    ["dispute: One\nvariant: leaping\nexpect: { to_move: black }\n", '.judged[data-failed="0"][data-done="1"]', ""],
  ],
};

test("a deck, a variant, a turn, a win or a dispute that is saved is on the page within a tenth of a second", () =>
  inProject(async ({ seat, page, write }) => {
    const painted = ([, selector, words]) =>
      page.evaluate(
        ([wanted, text]) =>
          new Promise((resolve) => {
            const look = () =>
              document.querySelector(wanted)?.textContent.includes(text)
                ? resolve(performance.timeOrigin + performance.now())
                : requestAnimationFrame(look);
            look();
          }),
        [selector, words],
      );
    const save = async (name, version) => {
      const shown = painted(version);
      const begun = performance.timeOrigin + performance.now();
      write(name, version[0]);
      return (await shown) - begun;
    };
    write("variants/turns/mine.lua", saves["variants/turns/mine.lua"][1][0]);
    write("variants/win/mine.lua", win(5));
    await save("variants/leaping.yaml", saves["variants/leaping.yaml"][1]);
    let stands = 0;
    for (const [name, versions] of Object.entries(saves)) {
      if (name === "variants/win/mine.lua") await seat.after(() => seat.click("D4")), (stands = 1);
      if (name === "cards/decks/leaps.yaml") await seat.panel("cards");
      if (name === "disputes/one.yaml") await seat.panel("files");
      await quick(`${name} saved to painted`, 100, async () => {
        const times = [];
        for (let i = 0; i < 6; ++i) times.push(await save(name, versions[i % 2]));
        return times;
      });
      assert.equal((await seat.stones()).length, stands, "the game goes on");
      if (name !== "cards/decks/leaps.yaml") continue;
      assert.match(await page.textContent(".odds"), /black: 11 not seen; .* 100\.0\s%/);
      await save(name, versions[0]);
      await page.waitForSelector("[data-no-odds]"); // the game goes on with the cards that were dealt
      assert.equal(await page.locator(".odds").count(), 0);
      await save(name, versions[1]);
    }
    assert.equal(await page.locator(".live").count(), 0, "and nothing is amiss");
  }));

test("a file is written in the page, with what is wrong in it, and not over another's", () =>
  inProject(async ({ seat, page, write, path }) => {
    await seat.panel("files");
    await page.click('[data-file="cards/leap.lua"]');
    await page.waitForSelector('.editor[data-state="saved"]');
    const content = page.locator(".editor-place .cm-content");
    await content.click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText('return card {\n  name = "Leap",\n  text = 5,\n}\n');
    await page.waitForSelector(".editor-place .cm-lintRange-error");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(card("From the page."));
    await page.waitForSelector(".editor-place .cm-lintRange-error", { state: "detached" });
    await page.click('[data-act="save-file"]');
    await page.waitForSelector('.editor[data-state="saved"]');
    assert.equal(readFileSync(path("cards/leap.lua"), "utf8"), card("From the page."));
    await page.waitForFunction(() =>
      document.querySelector('[aria-label="card in play"] .card-text')?.textContent.includes("From the page."),
    );

    await content.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("-- mine\n");
    write("cards/leap.lua", card("Theirs."));
    await page.waitForFunction(() =>
      document.querySelector('[aria-label="card in play"] .card-text')?.textContent.includes("Theirs."),
    );
    await page.click('[data-act="save-file"]');
    await page.waitForSelector('.editor [data-code="conflict"]');
    assert.equal(readFileSync(path("cards/leap.lua"), "utf8"), card("Theirs."));
  }));

// Runs in the page: what the server says of a file is held from heldReads = [] on, until they are let go.
const holdReads = () => {
  const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
  Object.defineProperty(WebSocket.prototype, "onmessage", {
    set(take) {
      set.call(this, (message) => {
        const said = JSON.parse(message.data);
        if (globalThis.heldReads && said.etag && said.text !== undefined)
          return void globalThis.heldReads.push(() => take(message));
        take(message);
      });
    },
  });
};

test("what is typed while a file that others saved is read is kept", () =>
  inProject(
    async ({ seat, page, write, path }) => {
      const text = () => page.locator(".editor-place .cm-content").textContent();
      const theirs = async (words) => {
        await page.evaluate(() => (globalThis.heldReads = []));
        write("cards/leap.lua", card(words));
        await page.waitForFunction(() => globalThis.heldReads.length > 0);
      };
      const letGo = () => page.evaluate(() => globalThis.heldReads.splice(0).forEach((give) => give()));
      await seat.panel("files");
      await page.click('[data-file="cards/leap.lua"]');
      await page.waitForSelector('.editor[data-state="saved"]');

      await theirs("Theirs.");
      await letGo();
      await page.waitForFunction(() =>
        document.querySelector(".editor-place").shadowRoot.textContent.includes("Theirs."),
      );

      await theirs("Theirs again.");
      await page.locator(".editor-place .cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.insertText("-- mine\n");
      await page.waitForSelector('.editor[data-state="changed"]');
      await letGo();
      await page.click('[data-act="save-file"]');
      await page.waitForSelector('.editor [data-code="conflict"]');
      assert.match(await text(), /Theirs\.[^]*-- mine/);
      assert.equal(readFileSync(path("cards/leap.lua"), "utf8"), card("Theirs again."));
    },
    { script: holdReads },
  ));

test("what is typed and not saved is there again when the editor is opened again", () =>
  inProject(async ({ seat, page, path }) => {
    const text = () => page.locator(".editor-place .cm-content").textContent();
    const open = async (state) => {
      await page.click('[data-file="cards/leap.lua"]');
      await page.waitForSelector(`.editor[data-path="cards/leap.lua"][data-state="${state}"]`);
    };
    await seat.panel("files");
    await open("saved");
    await page.locator(".editor-place .cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("-- mine");
    await page.keyboard.press("Escape");
    await page.waitForSelector('.editor[data-state="changed"]'); // the panel stays
    await page.click('[data-file="cards/decks/leaps.yaml"]');
    await page.waitForSelector('.editor[data-path="cards/decks/leaps.yaml"][data-state="saved"]');
    await open("changed");
    assert.match(await text(), /-- mine/);
    await seat.press("close");
    await seat.panel("files");
    await page.waitForSelector('.editor[data-state="changed"]');
    assert.match(await text(), /-- mine/);
    await page.locator(".editor-place .cm-content").click();
    for (let times = 0; times < 3; ++times) await page.keyboard.press("Control+s");
    await page.waitForSelector('.editor[data-state="saved"]');
    assert.equal(await page.locator(".editor [data-code]").count(), 0, "each save goes by the one before");
    assert.match(readFileSync(path("cards/leap.lua"), "utf8"), /-- mine/);
    await page.click('[data-file="cards/decks/leaps.yaml"]');
    await open("saved");
  }));

test("completion offers the words of scripts", () =>
  inProject(async ({ seat, page }) => {
    await seat.panel("files");
    await page.click('[data-file="cards/leap.lua"]');
    await page.waitForSelector('.editor[data-state="saved"]');
    await page.locator(".editor-place .cm-line", { hasText: "me:place" }).click();
    await page.keyboard.press("Home");
    await page.keyboard.insertText("board:");
    await page.keyboard.press("Control+Space");
    await page.waitForSelector(".editor-place .cm-tooltip-autocomplete");
    const words = await page.locator(".editor-place .cm-completionLabel").allTextContents();
    assert.ok(
      words.some((word) => word.includes("remove")),
      words.join(" "),
    );
    await page.keyboard.insertText("remo");
    await page.waitForSelector(".editor-place .cm-completionInfo");
    assert.match(await page.textContent(".editor-place .cm-completionInfo"), /\w+ \w+/, "with what it does");
    assert.match(await page.textContent(".editor-place .cm-completionDetail"), /Board: remove\(/, "and is given");
  }));

test("a dispute is set up by clicks, saved, and judged", () =>
  inProject(async ({ seat, page, path }) => {
    await seat.panel("setup");
    await page.waitForSelector('.question[data-mine="true"]', { state: "detached" });
    assert.match(await page.textContent(".question"), /The game waits\. Black: 1 point for Leap/);
    await seat.press("close");
    await page.waitForSelector('.question[data-mine="true"]');
    for (let times = 0; times < 2; ++times) await page.click('[data-panel="setup"]');
    await page.waitForSelector('.question[data-mine="true"]');
    await seat.panel("setup");
    await seat.click("D4");
    await page.check('input[value="white"][name="tool"]');
    for (const name of ["C4", "E4", "D5"]) await seat.click(name);
    await page.check('input[value="white"][name="to-move"]');
    await page.selectOption("#decks-white", "leap");
    await page
      .locator(".pile-editor", { has: page.locator("#decks-white") })
      .getByRole("button", { name: "Add" })
      .click();
    await seat.after(() => seat.press("start-setup"));
    await seat.after(() => seat.click("D3"));
    assert.deepEqual(await seat.stones(), ["C4 white", "D3 white", "D5 white", "E4 white"]);
    await seat.panel("dispute");
    await page.fill("#dispute-title", "Is a stone without liberties taken?");
    await page.locator("#dispute-from").fill("0");
    await seat.press("make-dispute");
    const made = await page.inputValue("#dispute-text");
    await page.fill("#dispute-text", `# set up by clicks\n${made}`);
    await page.fill("#dispute-file", "disputes/taken.yaml");
    await seat.press("save-dispute");
    await page.waitForSelector('[data-saved="disputes/taken.yaml"]');
    const file = path("disputes/taken.yaml");
    assert.match(readFileSync(file, "utf8"), /^# set up by clicks/);
    execFileSync(process.env.GOFUDA, ["--rules", path("."), "judge", file]);
    await seat.panel("files");
    await seat.press("judge");
    await page.waitForSelector('.judged[data-done="1"][data-failed="0"][data-running="false"]');
    writeFileSync(
      file,
      readFileSync(file, "utf8")
        .replace(/captured:.*/, "captured: { black: 2 }")
        .replace(/white: C4[^,}\n]*/, "white: C4"),
    );
    await page.waitForSelector('.judged[data-failed="1"]');
  }));

test("piles are set up by clicks: their order, and what is laid aside and works", () =>
  at(["weiqi-carnival", "--white", "human", "--seed", "2"], async (seat) => {
    const { page } = seat;
    await seat.press("theme");
    await seat.panel("setup");
    const add = async (pile, card) => {
      await page.selectOption(`#${pile}`, card);
      const editor = page.locator(".pile-editor", { has: page.locator(`#${pile}`) });
      await editor.getByRole("button", { name: "Add" }).click();
    };
    for (const card of ["tango", "darts", "prize"]) await add("decks-common", card);
    await page.getByRole("button", { name: "Prize higher" }).click();
    for (const card of ["camp", "ropes"]) await add("discards-common", card);
    await add("shown-black", "drum");
    await page.selectOption("#lasts-black-drum", "turns");
    await page.getByRole("textbox", { name: "turns" }).fill("2");
    await add("aside-white", "trapdoor");
    await add("hands-black", "prize");
    await seat.after(() => seat.press("start-setup"));
    const { black, white, common } = await seat.state();
    assert.deepEqual(black.shown, ["drum"]);
    assert.deepEqual(black.effects[0].lasts, { turns: 2 });
    assert.equal((await page.textContent(".seat.black")).includes("in force: Drum"), true);
    assert.equal(white.aside.length, 1);
    assert.ok(black.hand.includes("prize"), `in hand: ${black.hand}`);
    assert.deepEqual(common.discard, ["ropes", "camp"], "the top of the pile comes last");
    await seat.panel("share");
    const saved = await page.evaluate(async () => (await (await import("./table.js")).ask("save")).text);
    assert.match(saved, /decks:\n? *(\{ )?common: \[tango, prize, darts\]/);
  }));

test("a table in a process of its own plays, judges, simulates and goes on with saved files", () =>
  inProject(
    async ({ seat, page, write, path }) => {
      await seat.after(() => seat.click("D4"));
      write("disputes/leaps.yaml", "dispute: May it?\nvariant: leaping\nplay: []\nexpect: { to_move: black }\n");
      await seat.panel("files");
      await seat.press("judge");
      await page.waitForSelector('.judged[data-done="1"][data-failed="0"][data-running="false"]');
      await page.click('[data-file="cards/leap.lua"]');
      await page.waitForSelector('.editor[data-state="saved"]');
      await page.locator(".editor-place .cm-content").click();
      await page.keyboard.press("Control+a");
      await page.keyboard.insertText(card("From the page."));
      await page.click('[data-act="save-file"]');
      await page.waitForSelector('[aria-label="card in play"] .card-text:has-text("From the page.")');
      assert.equal(readFileSync(path("cards/leap.lua"), "utf8"), card("From the page."));
      await seat.panel("figures");
      await page.fill("#sim-games", "20");
      await seat.press("simulate");
      await page.waitForSelector('.numbers[data-games="20"][data-running="false"]');
      assert.deepEqual(await seat.stones(), ["D4 black"]);
    },
    {},
    ["--isolate"],
  ));

test("an answer that was refused becomes a dispute", () =>
  inProject(async ({ seat, page, path }) => {
    await seat.after(() => seat.click("D4"));
    await seat.click("D4");
    await page.waitForSelector(".refusal");
    await seat.panel("dispute");
    await seat.press("make-dispute");
    await page.fill("#dispute-file", "disputes/refused.yaml");
    await seat.press("save-dispute");
    await page.waitForSelector("[data-saved]");
    assert.match(readFileSync(path("disputes/refused.yaml"), "utf8"), /illegal/);
    execFileSync(process.env.GOFUDA, ["--rules", path("."), "judge", path("disputes/refused.yaml")]);
  }));

test("a game is saved over its own file, and over another's only when told to", () =>
  inProject(async ({ seat, page, path }) => {
    const file = path("games/one.yaml");
    await seat.after(() => seat.click("D4"));
    await seat.panel("share");
    await page.fill("#save-as", "games/one.yaml");
    await seat.press("save-game");
    await page.waitForSelector('[data-saved="games/one.yaml"]');
    const first = statSync(file).ino;
    await seat.press("save-game");
    while (statSync(file).ino === first) await sleep(5); // until the other one has taken its place
    writeFileSync(file, "another's");
    await seat.press("save-game");
    await page.waitForSelector('.refusal[data-code="conflict"]');
    assert.equal(readFileSync(file, "utf8"), "another's");
    await seat.press("save-over");
    await page.waitForSelector('[data-act="save-over"]', { state: "detached" });
    assert.match(readFileSync(file, "utf8"), /D4/);
  }));

test("each reading of an option is shown in place, and what differs is marked", () =>
  at(["go", "--white", "human", "--set", "board.size=5x5"], async (seat) => {
    const { page } = seat;
    for (const name of ["A1", "A2", "E5", "B1"]) await seat.after(() => seat.click(name));
    await seat.panel("dispute");
    await seat.press("options");
    await page.selectOption("#reading-option", "rules.captures");
    await seat.press("compare");
    await page.waitForSelector('.reading[data-reading="none"]');
    assert.equal(await page.getAttribute('[data-reading="none"] [data-differs]', "data-differs"), "A1");
    const label = await page.getAttribute('[data-reading="none"] [data-point="A1"]', "aria-label");
    assert.equal(label, "A1, black, differs");
    assert.equal(await page.getAttribute('[data-reading="player"] [data-differs]', "data-differs"), "");
    await page.selectOption("#reading-option", "rules.komi"); // has no list of values
    await page.fill("#reading-values", "0.5 25");
    await seat.press("compare");
    await page.waitForSelector('.reading[data-reading="0.5"]');
    assert.equal(await page.locator('.reading[data-reading="25"]').count(), 1);
  }));

test("a shipped card is named by its place in the library", () =>
  inProject(async ({ seat, page }) => {
    await page.evaluate(async () => (await import("./table.js")).ask("new", { variant: "dango-1996", white: "human" }));
    await page.waitForFunction(() => globalThis.gofuda.live.game.variant === "dango-1996");
    await seat.panel("cards");
    const shown = page.locator('.gallery [data-card="keima"] .source').last();
    assert.equal((await shown.textContent()).trim(), "cards/shapes/keima.lua (shipped)");
    assert.equal(await page.locator('.gallery [data-card="keima"] .orientations .diagram').count(), 4, "in all its ways");
  }));
