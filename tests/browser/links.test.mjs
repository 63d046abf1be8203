// A game as a link: what it holds, and what becomes of one that is damaged or cut.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { atTable, finish, launch, open, startTable } from "./lib.mjs";
import { inProjectAt } from "./project.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => finish(browser));

const at = (words, run, options) => atTable(browser, words, run, options);
const inProject = (...how) => inProjectAt(browser, ...how);

test("a link holds the game and reopens it", () =>
  inProject(async ({ seat, page, table, path }) => {
    for (const name of ["D4", "C3", "E5", "F6"]) await seat.after(() => seat.click(name));
    const stones = await seat.stones();
    const { asks, turn } = await seat.state();
    await seat.panel("share");
    const link = await page.inputValue("#game-link");
    assert.ok(link.length < 2500, `${link.length} characters`);
    await page.click('[data-panel="new"]');
    await seat.after(() => seat.press("begin"));
    assert.notDeepEqual(await seat.stones(), stones);
    await page.goto(`${table.links.owner}&${link.split("#")[1]}`);
    await page.waitForFunction((n) => document.querySelectorAll(".game [data-stone]").length === n, stones.length);
    assert.deepEqual(await seat.stones(), stones);
    const again = await seat.state();
    assert.deepEqual([again.asks, again.turn], [asks, turn]);
    const { seq } = again;
    const tab = await page.context().newPage();
    await tab.goto(link);
    await tab.click('[data-act="open-offered"]');
    await tab.waitForFunction((n) => globalThis.gofuda.live?.seq > n, seq);
    assert.equal(await tab.locator(".game [data-stone]").count(), stones.length, "in another tab, too");
    const elsewhere = await open(browser, link);
    await elsewhere.page.waitForSelector("text=this link holds a game, but no seat");
    await elsewhere.close();
    await reopenedElsewhere(link, path("."), stones);
    const replayed = JSON.parse(
      execFileSync(process.env.GOFUDA, ["--rules", path("."), "--json", "replay", link, "--at", "4"]),
    );
    const told = ["black", "white"].flatMap((colour) => replayed.board[colour].map((name) => `${name} ${colour}`));
    assert.deepEqual(told.sort(), stones, "in the terminal, too");
  }));

test("the link of a whole game on the great board is about 2 kB, and opens at its end", () =>
  at(["dango-1996-19", "--seed", "3", "--black", "greedy", "--white", "greedy"], async (seat) => {
    const { page } = seat;
    const { of, result, game } = await seat.state();
    assert.ok(of > 150, `${of} moves`);
    await seat.panel("share");
    const link = await page.inputValue("#game-link");
    console.log(`a game of ${of} moves: ${link.length} characters`);
    assert.ok(link.length < 4000, `${link.length} characters for ${of} moves`);
    await page.click('[data-panel="new"]');
    await page.fill("#seed", "4");
    for (const side of ["black", "white"]) await page.fill(`#${side}-player`, "human");
    await seat.after(() => seat.press("begin"));
    await seat.panel("share");
    const [head, data] = link.split("#game=");
    await page.fill("#open-text", `${head}#game=${data.replace(/.{3}/g, "$& ")} Your move, I think.`);
    await seat.press("load");
    await page.waitForSelector('.game[data-over="true"]'); // however many pieces it is in
    const again = await seat.state();
    assert.deepEqual([again.of, again.result, again.game.seed], [of, result, game.seed]);
  }));

test("what is written in Share while the link is on its way stays", () =>
  at(["go", "--set", "board.size=9x9"], async (seat) => {
    const { page } = seat;
    await page.evaluate(() => {
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (text) {
        if (text.includes('"link"')) globalThis.release = () => send.call(this, text);
        else send.call(this, text);
      };
    });
    await seat.panel("share");
    await page.fill("#open-text", "variant: go");
    assert.equal(await page.locator("#game-link").count(), 0, "the link is not there yet");
    await page.waitForFunction(() => globalThis.release);
    await page.evaluate(() => globalThis.release());
    await page.waitForSelector("#game-link");
    assert.equal(await page.inputValue("#open-text"), "variant: go");
  }));

// At a table that knows neither this one nor its words, and has no game yet.
async function reopenedElsewhere(link, rules, stones) {
  const other = await startTable([], ["--rules", rules]);
  const seat = await open(browser, other.links.owner);
  await seat.press("choose-game");
  await seat.page.waitForSelector(".drawer.panel-new .form");
  assert.equal(await seat.page.getAttribute("#variant optgroup", "label"), "of this project");
  assert.equal(await seat.page.inputValue("#variant"), "leaping", "the own game comes first");
  await seat.page.click("summary:has-text('Open a game that somebody sent')");
  await seat.page.fill("#open-text", link);
  await seat.press("load");
  await seat.settled();
  assert.deepEqual(await seat.stones(), stones);
  await seat.close();
  await other.stop();
}

test("a link does not take the place of a game that is played, unless one says so", () =>
  inProject(async ({ seat, page, table }) => {
    await seat.after(() => seat.click("D4"));
    await seat.panel("share");
    const link = await page.inputValue("#game-link");
    await seat.after(() => seat.click("C3"));
    const { seq } = await seat.state();
    await page.goto(`${table.links.owner}&${link.split("#")[1]}`);
    await page.click('[data-act="keep-game"]');
    await page.waitForSelector('[data-act="open-offered"]', { state: "detached" });
    assert.deepEqual((await seat.stones()).length, 2);
    assert.equal((await seat.state()).seq, seq, "nothing was done");
    await page.reload();
    await seat.after(() => page.click('[data-act="open-offered"]'));
    assert.equal((await seat.stones()).length, 1);
  }));

test("a link of which the middle is lost says so, whatever is played", () =>
  inProject(async ({ seat, page, table }) => {
    await seat.after(() => seat.click("D4"));
    const elsewhere = await open(browser, `${table.links.owner}&game=H4sIAAAA`);
    await elsewhere.page.waitForSelector(".refusal");
    await elsewhere.settled();
    assert.match(await elsewhere.page.textContent(".refusal"), /damaged/);
    assert.deepEqual(await elsewhere.stones(), ["D4 black"]);
    await elsewhere.after(() => seat.click("C3"));
    assert.match(await elsewhere.page.textContent(".refusal"), /damaged/, "whatever others do");
    await elsewhere.close();
    await seat.after(() => seat.press("undo"));
    await seat.after(() => seat.press("undo"));
    await page.goto(`${table.links.owner}&game=H4sIAAAA`);
    await page.waitForSelector(".refusal");
    assert.match(await page.textContent(".refusal"), /damaged/);
    assert.deepEqual(await seat.stones(), []);
  }));

test("a link that mail has broken is whole, one with letters behind it is not, and a seat's is told apart", () =>
  inProject(async ({ seat, page, table }) => {
    await seat.after(() => seat.click("D4"));
    await seat.panel("share");
    const link = await page.inputValue("#game-link");
    const paste = async (text) => {
      await page.fill("#open-text", text);
      await seat.press("load");
    };
    const refused = async (text, why) => {
      await paste(text);
      await page.waitForFunction((words) => document.querySelector("#refused").textContent.includes(words), why);
      await page.click(".refusal button");
    };
    await refused(table.links.black, "this link holds no game, as the link of a seat does not");
    await refused(`${link}abcd`, "the link is damaged");
    await refused(`${link.slice(0, -6)}`, "the link is damaged");
    await seat.after(() => seat.click("C3"));
    await seat.after(() => paste(`  ${link.replace(/.{50}/g, "$& \r\n")}\n\nYour move, I think.`));
    assert.deepEqual(await seat.stones(), ["D4 black"]);
  }));
