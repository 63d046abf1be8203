// The signs on the board and at the seats: told apart without colour, and strong enough against what they lie on.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { atTable, finish, launch } from "./lib.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => finish(browser));

// What lies on B2 of a small board, drawn by the page's own module. `on`: what a sign lies on, where it is no stone.
const at = ["B2"];
const ghost = (colour) => ({ overlay: { ghost: [{ name: "B2", colour }] } });
const faint = (colour) => ({ overlay: { faint: [{ name: "B2", colour }] } });
const [black, white] = [{ black: at }, { white: at }];
const signs = {
  empty: {},
  black: { board: black },
  white: { board: white },
  wall: { board: { walls: at } },
  "last on black": { board: black, marks: { last: at } },
  "last on white": { board: white, marks: { last: at } },
  "last on an empty point": { marks: { last: at } },
  "won, black": { board: black, marks: { won: at } },
  "won, white": { board: white, marks: { won: at } },
  "dead, black": { board: black, marks: { dead: at } },
  "dead, white": { board: white, marks: { dead: at } },
  "marked by a card": { marks: { named: { lantern: at } } },
  closed: { marks: { closed: at } },
  "may be chosen": { overlay: { candidate: at } },
  "one of many that may be chosen": { overlay: { candidate: ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"] } },
  concerned: { overlay: { concerned: at } },
  "concerned, black": { board: black, overlay: { concerned: at } },
  differs: { overlay: { differs: at } },
  "differs, black": { board: black, overlay: { differs: at } },
  "ghost, black": ghost("black"),
  "ghost, white": ghost("white"),
  "ghost, picked": ghost("picked"),
  "ghost, refused": ghost("barred"),
  "picked, black": { board: black, ...ghost("picked") },
  "picked, white": { board: white, ...ghost("picked") },
  "place for black": faint("black"),
  "place for white": faint("white"),
  "place to pick": faint("picked"),
};

async function drawn(page, areas) {
  await page.evaluate(
    async ([all, tints]) => {
      const { html, render } = await import("./vendor/preact.js");
      const { Board } = await import("./board.js");
      const points = ["A", "B", "C"].flatMap((column) => [1, 2, 3].map((row) => `${column}${row}`));
      // The tint of an area goes by its place among the areas.
      const regions = (tint) => Object.fromEntries(Array.from({ length: tint + 1 }, (_, i) => [`${i}`, i === tint ? points : []]));
      const grounds = tints ? [0, 1, 2, 3, 4, 5].map((tint) => ({ regions: regions(tint) })) : [{}];
      const places = grounds.flatMap((ground, i) =>
        Object.entries(all).map(([name, { board, marks, overlay }]) => {
          const place = document.createElement("div");
          Object.assign(place.dataset, { sign: name, ground: tints ? `area ${i}` : "wood" });
          place.style.width = "200px";
          render(html`<${Board} board=${{ columns: 3, rows: 3, ...ground, ...board }} marks=${marks} overlay=${overlay} />`, place);
          return place;
        }),
      );
      document.body.replaceChildren(...places);
      document.body.style.cssText = "display: flex; flex-wrap: wrap";
    },
    [signs, areas],
  );
}

const bright = (png) =>
  new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 40, height: 40 });
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0, 40, 40);
      const { data } = context.getImageData(0, 0, 40, 40);
      resolve(Array.from({ length: 1600 }, (_, i) => 0.2126 * data[4 * i] + 0.7152 * data[4 * i + 1] + 0.0722 * data[4 * i + 2]));
    };
    image.onerror = reject;
    image.src = `data:image/png;base64,${png}`;
  });

const leastShare = 0.02; // of a cell's pixels
const leastStep = 45; // of 255

for (const colorScheme of ["light", "dark"])
  test(`every sign on the board is another one in grey, ${colorScheme}`, () =>
    atTable(
      browser,
      ["go", "--white", "human"],
      async ({ page }) => {
        await drawn(page, false);
        const pictures = {};
        for (const name of Object.keys(signs)) {
          const png = await page.locator(`[data-sign="${name}"] [data-point=B2] .hit`).screenshot();
          pictures[name] = await page.evaluate(bright, png.toString("base64"));
        }
        const alike = [];
        const names = Object.keys(signs);
        for (const [i, a] of names.entries())
          for (const b of names.slice(0, i)) {
            const differ = pictures[a].filter((light, p) => Math.abs(light - pictures[b][p]) > leastStep).length;
            if (differ < leastShare * 1600) alike.push(`${b} and ${a}: ${differ} pixels`);
          }
        assert.deepEqual(alike, []);
      },
      { colorScheme },
    ));

// Each sign's parts with what they lie on, as contrast after WCAG 2; the best of a sign's parts, for one is enough.
function contrasts() {
  const rgba = (text) => {
    const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number);
    return { rgb: [r, g, b], a };
  };
  const over = ({ rgb, a }, under, opacity = 1) => rgb.map((c, i) => c * a * opacity + under[i] * (1 - a * opacity));
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
  };
  const painted = (element) => {
    const style = getComputedStyle(element);
    const opacity = Number(style.opacity);
    return ["fill", "stroke"]
      .filter((paint) => style[paint] !== "none" && !(paint === "stroke" && parseFloat(style.strokeWidth) < 1))
      .map((paint) => ({ ...rgba(style[paint]), opacity: opacity * Number(style[`${paint}Opacity`]) }));
  };
  const out = [];
  for (const place of document.querySelectorAll("[data-sign]")) {
    const ground = rgba(getComputedStyle(place.querySelector(".area") ?? place.querySelector(".wood")).fill).rgb;
    const parts = [...place.querySelectorAll("svg > g[aria-hidden] > g > *")];
    const stone = parts.find((part) => part.matches(".stone:not(.ghost)"));
    const face = stone && over(painted(stone)[0], ground, painted(stone)[0].opacity);
    if (stone) out.push([place, "stone", Math.max(...painted(stone).map((p) => contrast(over(p, ground, p.opacity), ground)))]);
    const marks = parts.filter((part) => part !== stone);
    if (!marks.length) continue;
    // What is wider than a stone is seen against the board, all else against the stone.
    const wide = marks.every((part) => part.matches(".concerned, .differs"));
    const under = face && !wide ? face : ground;
    out.push([place, "sign", Math.max(...marks.flatMap(painted).map((p) => contrast(over(p, under, p.opacity), under)))]);
  }
  return out.map(([place, what, ratio]) => [`${place.dataset.sign} on ${place.dataset.ground}, ${what}`, ratio]);
}

// At the seats: [what, the colour that tells it, what that lies on].
function seatSigns() {
  const style = (selector, part) => getComputedStyle(document.querySelector(selector), part);
  const sheet = style(".seat").backgroundColor;
  const wood = style(".disc.black").backgroundColor;
  const stripe = /rgb[^)]*\)/.exec(style(".pile-stack:not(.out)").backgroundImage)[0];
  return [
    ["a black disc", style(".disc.black", "::before").backgroundColor, wood],
    ["a white disc's rim", style(".disc.white", "::before").borderTopColor, wood],
    ["who is asked", /rgb[^)]*\)/.exec(style(".seat.active").boxShadow)[0], sheet],
    ["a question that is one's own", style('.question[data-mine="true"]').borderLeftColor, sheet],
    ["a pile", style(".pile-stack").borderTopColor, sheet],
    ["a pile's stripes", stripe, sheet],
  ];
}

const least = 3;

for (const colorScheme of ["light", "dark"])
  test(`every sign has a contrast of 3 to 1 or more, ${colorScheme}`, () =>
    atTable(
      browser,
      ["dango-1996", "--white", "human", "--seed", "3"],
      async ({ page }) => {
        const number = (text) => text.match(/[\d.]+/g).slice(0, 3).map(Number);
        const light = (text) => {
          const [r, g, b] = number(text).map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const weak = [];
        for (const [what, colour, ground] of await page.evaluate(seatSigns)) {
          const [x, y] = [light(colour), light(ground)].sort((p, q) => q - p);
          if ((x + 0.05) / (y + 0.05) < least) weak.push(`${what}: ${((x + 0.05) / (y + 0.05)).toFixed(2)}`);
        }
        for (const areas of [false, true]) {
          await drawn(page, areas);
          const found = await page.evaluate(contrasts);
          assert.ok(found.length > 30, `${found.length} signs`);
          for (const [what, ratio] of found) if (ratio < least) weak.push(`${what}: ${ratio.toFixed(2)}`);
        }
        assert.deepEqual(weak, []);
      },
      { colorScheme },
    ));
