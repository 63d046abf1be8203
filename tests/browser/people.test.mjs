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
  await seats[1].page.evaluate(async () => (await import("./table.js")).breakOff());
  await seats[1].page.waitForSelector(".banner");
  await seats[1].page.waitForSelector(".banner", { state: "detached" });
  await seats[1].settled();
  await seats[1].click("E5");
  for (const seat of seats) await seat.page.waitForSelector('.game [data-point="E5"][data-stone="white"]');
  for (const seat of seats) await seat.close();
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
