// Plays by clicks alone, as somebody would who looks only at the page: what is offered, what is legal, what a ghost
// shows.
import assert from "node:assert/strict";

const shuffled = (list, draw) => {
  const out = [...list];
  for (let i = out.length - 1; i > 0; --i) {
    const j = draw(i + 1);
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
};

export async function answerByClicks(seat, draw, { passes = false } = {}) {
  const { page } = seat;
  const kind = await page.getAttribute(".question", "data-kind");
  const { asks } = await seat.state();
  await seat
    .after(() => ways[kind](seat, draw, passes, page))
    .catch(async (error) => {
      const said = await page.locator(".refusal, .remark").allTextContents();
      throw new Error(`${error.message}; asked was ${JSON.stringify(asks).slice(0, 300)}; ${said}`, { cause: error });
    });
  return kind;
}

const ways = {
  async stone(seat, draw, passes, page) {
    const pass = page.locator('.question [data-act="pass"]');
    const free = passes ? [] : await legal(seat);
    if (free.length === 0) return pass.click();
    await seat.click(free[draw(free.length)]);
  },
  // What may be chosen is shown for each point; all together may still be refused. Then others are chosen.
  async points(seat, draw, passes, page) {
    const { seq, asks } = await seat.state();
    for (let tries = 0; tries < 20; ++tries) {
      for (let i = 0; i < asks.most; ++i) {
        const free = await seat.labelled("may be chosen");
        if (free.length === 0) break;
        await seat.click(free[draw(free.length)]);
      }
      if (asks.least !== asks.most) await seat.press("lay");
      await page.waitForFunction((n) => globalThis.gofuda.live.seq > n || globalThis.gofuda.refusal, seq);
      if ((await page.locator(".refusal").count()) === 0) return;
      await page.click(".refusal button");
      await seat.press("clear");
    }
  },
  async placement(seat, draw, passes, page) {
    await page.check(".question .toggle input");
    // The places come when they come; what cannot be turned has one here.
    await page.waitForSelector('[data-act="turn"], .game .faint', { state: "attached" });
    for (let way = 0; way < 8; ++way) {
      for (const name of shuffled(await faint(page), draw).slice(0, 40)) {
        await seat.cell(name).hover();
        await page.waitForSelector(".stone.ghost");
        if ((await page.locator(".stone.ghost.barred").count()) === 0) return seat.click(name);
      }
      await page.click(way === 3 ? '[data-act="reflect"]' : '[data-act="turn"]');
    }
    assert.fail("no place was found for the shape");
  },
  async choice(seat, draw, passes, page) {
    const buttons = page.locator(".question [data-label]");
    await buttons.nth(draw(await buttons.count())).click();
  },
  async offer(seat, draw, passes, page) {
    const buttons = page.locator(".question [data-card], .question [data-act=pass]");
    await buttons.nth(draw(await buttons.count())).click();
  },
  async dead(seat) {
    await seat.press("agree");
  },
};

// The empty points that the page does not call refused; where only some may be chosen, those.
async function legal(seat) {
  await seat.page.waitForFunction(() => {
    const { live, places } = document.querySelector(".game").dataset;
    return live === places; // it knows by now
  });
  const open = await seat.labelled("may be chosen");
  if (open.length) return open;
  const [empty, refused] = [await seat.labelled(", empty"), new Set(await seat.labelled("refused"))];
  return empty.filter((name) => !refused.has(name));
}

// The points under the small stones that show every place.
async function faint(page) {
  return page.evaluate(() => {
    const cells = [...document.querySelectorAll(".game [role=gridcell] .hit")];
    const at = new Map(
      cells.map((hit) => [
        `${Number(hit.getAttribute("x")) + 20},${Number(hit.getAttribute("y")) + 20}`,
        hit.parentElement.dataset.point,
      ]),
    );
    return [
      ...new Set(
        [...document.querySelectorAll(".game .faint")].map((f) =>
          at.get(`${f.getAttribute("cx")},${f.getAttribute("cy")}`),
        ),
      ),
    ];
  });
}
