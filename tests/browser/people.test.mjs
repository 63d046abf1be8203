// Several people at one table.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { draws, finish, launch, open, startTable } from "./lib.mjs";
import { answerByClicks } from "./player.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => finish(browser));

test("two people in two browsers, and neither sees the other's hand", async () => {
  const table = await startTable(["card-go", "--white", "human", "--seed", "8"]);
  const seats = { black: await open(browser, table.links.black), white: await open(browser, table.links.white) };
  const draw = draws(4);
  for (const seat of Object.values(seats)) await seat.shown();
  for (let i = 0; i < 24; ++i) {
    const { asks, over } = await seats.black.state();
    if (over) break;
    const seat = seats[asks.seat];
    const other = seats[asks.seat === "black" ? "white" : "black"];
    await seat.settled();
    const before = await seat.seq();
    const kind = await seat.page.getAttribute(".question", "data-kind");
    assert.ok(kind);
    await answerOnce(seat, draw);
    await seat.page.waitForFunction((n) => globalThis.gofuda.live.seq > n, before);
    const { seq } = await seat.state();
    await other.page.waitForFunction((n) => globalThis.gofuda.live.seq >= n, seq);
  }
  assert.deepEqual(await seats.black.stones(), await seats.white.stones());
  for (const [own, other] of [
    ["black", "white"],
    ["white", "black"],
  ]) {
    const state = await seats[own].state();
    assert.ok(
      state[other].hand.every((card) => card === null),
      `${own} sees ${state[other].hand}`,
    );
    assert.equal(
      (await seats[own].page.locator(`.seat.${other} .card.back`).count()) > 0,
      state[other].hand.length + state[other].aside.length > 0,
    );
    await seats[own].close();
  }
  await table.stop();
});

async function answerOnce(seat, draw) {
  const plain = Object.assign(Object.create(Object.getPrototypeOf(seat)), seat, { after: (action) => action() });
  return answerByClicks(plain, draw);
}

test("a connection that breaks is taken up again", async () => {
  const table = await startTable(["go", "--white", "human"]);
  const seats = [await open(browser, table.links.black), await open(browser, table.links.white)];
  for (const seat of seats) await seat.shown();
  await seats[0].settled();
  await seats[0].click("D4");
  await seats[1].settled();
  await seats[1].page.evaluate(async () => {
    const look = () => (globalThis.told ||= document.querySelector(".banner") !== null); // there for a quarter of a second
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    (await import("./table.js")).breakOff();
  });
  await seats[1].page.waitForFunction(() => globalThis.told);
  await seats[1].page.waitForSelector(".banner", { state: "detached" });
  await seats[1].settled();
  await seats[1].click("E5");
  for (const seat of seats) await seat.page.waitForSelector('.game [data-point="E5"][data-stone="white"]');
  for (const seat of seats) await seat.close();
  await table.stop();
});

test("one that breaks while it is taken up is taken up again, each time", async () => {
  const table = await startTable(["dango-1996", "--white", "human", "--seed", "1"]);
  const seat = await open(browser, table.links.owner);
  await seat.settled();
  await seat.page.evaluate(() => {
    const last = { games: 1, rate: 0.5, low: 0, high: 1, running: true };
    globalThis.gofuda.run = { job: 1, points: [last], last }; // whose end will fall into the break
  });
  for (let times = 0; times < 2; ++times) {
    await seat.page.evaluate(async () => {
      const { send } = WebSocket.prototype;
      globalThis.lost = 0;
      WebSocket.prototype.send = function (text) {
        if (JSON.parse(text).do !== "hello" || globalThis.lost > 0) return send.call(this, text);
        ++globalThis.lost;
        WebSocket.prototype.send = send;
        this.close(); // before there is an answer
      };
      (await import("./table.js")).breakOff();
    });
    await seat.page.waitForFunction(() => globalThis.lost === 1);
    await seat.page.waitForSelector(".banner", { state: "detached" });
    await seat.page.waitForFunction(() => globalThis.gofuda.status === "open");
  }
  assert.equal(await seat.page.evaluate(() => globalThis.gofuda.run.last.running), false);
  await seat.settled();
  await seat.panel("cards");
  await seat.page.waitForSelector(".panel-cards [data-card]");
  await seat.close();
  await table.stop();
});

test("an onlooker looks on, and is not asked", async () => {
  const table = await startTable(["go", "--white", "human"]);
  const [owner, guest] = [await open(browser, table.links.owner), await open(browser, table.links.onlooker)];
  await guest.shown();
  await owner.settled();
  await owner.after(() => owner.click("D4"));
  await guest.page.waitForSelector('.game [data-point="D4"][data-stone="black"]');
  assert.equal(await guest.page.locator('.question[data-mine="true"]').count(), 0);
  assert.equal(await guest.page.locator('[data-act="undo"], [data-panel="files"], [data-panel="new"]').count(), 0);
  await guest.close();
  await owner.close();
  await table.stop();
});

test("the arbiter sees both hands and may do all with the game, but nothing with files", async () => {
  const table = await startTable(["v-card-go", "--white", "human", "--seed", "8"]);
  const [owner, arbiter] = [await open(browser, table.links.owner), await open(browser, table.links.arbiter)];
  const draw = draws(4);
  await owner.settled();
  for (let i = 0; i < 3; ++i) await answerByClicks(owner, draw);
  const seen = await owner.state();
  await arbiter.page.waitForFunction((n) => globalThis.gofuda.live?.seq >= n, seen.seq);
  const hidden = ({ black, white }) => [...black.hand, ...white.hand].filter((card) => card === null).length;
  assert.ok(hidden(seen) > 0, "the owner sees one hand");
  assert.equal(hidden(await arbiter.state()), 0);
  for (const panel of ["new", "setup", "dispute", "figures"])
    assert.equal(await arbiter.page.locator(`[data-panel="${panel}"]`).count(), 1, panel);
  assert.equal(await arbiter.page.locator('[data-panel="files"], [data-panel="seats"]').count(), 0);
  await arbiter.after(() => arbiter.press("undo"));
  await arbiter.close();
  await owner.close();
  await table.stop();
});

test("programs take seats on the page, and wait as long as is wished", async () => {
  const table = await startTable(["go", "--white", "human", "--set", "board.size=9x9"]);
  const seat = await open(browser, table.links.owner);
  const { page } = seat;
  await seat.settled();
  await seat.panel("seats");
  await page.locator("#pace").fill("300");
  await page.fill("#seat-black", "mcts:playouts=20");
  await page.fill("#seat-white", "greedy");
  const begun = performance.now();
  await seat.press("sit");
  await page.waitForFunction(() => globalThis.gofuda.live.moves.length >= 4);
  const took = performance.now() - begun;
  assert.ok(took > 850, `four turns in ${took} ms`);
  assert.deepEqual((await seat.state()).players, { black: "mcts:playouts=20", white: "greedy" });
  await page.fill("#seat-black", "human");
  await seat.press("sit");
  await seat.settled();
  await page.selectOption("#view", "black");
  await page.waitForFunction(() => globalThis.gofuda.live.sees === "black");
  await page.reload();
  await seat.settled();
  await seat.panel("seats");
  assert.deepEqual([await page.inputValue("#view"), await page.inputValue("#pace")], ["black", "300"]);
  await seat.close();
  await table.stop();
});
