// A rate as it comes to be known: a line in a band that narrows.
import { html } from "./vendor/preact.js";

const [width, height, left, low] = [320, 170, 34, 20];

export function Chart({ points, of, before, label }) {
  const known = points.filter((p) => p.rate !== undefined && p.rate !== null);
  const most = Math.max(of ?? 0, ...known.map((p) => p.games), 1);
  const x = (games) => left + ((width - left - 6) * games) / most;
  const y = (rate) => 6 + (height - low - 6) * (1 - rate);
  const line = (list, field) => list.map((p) => `${x(p.games).toFixed(1)},${y(p[field]).toFixed(1)}`).join(" ");
  const last = known.at(-1);
  const end = before?.at(-1);
  const parts = last && [last.rate, last.low, last.high].map((rate) => `${(100 * rate).toFixed(1)}\u00a0%`);
  const said = last ? `${label}: ${parts[0]}, from ${parts[1]} to ${parts[2]}, after ${last.games} games` : label;
  return html`<svg class="chart" viewBox=${`0 0 ${width} ${height}`} role="img" aria-label=${said}>
    ${[0, 0.25, 0.5, 0.75, 1].map((rate) => html`<path class="grid-line" d=${`M${left} ${y(rate)}H${width - 6}`} /><text
      x=${left - 4} y=${y(rate) + 4} text-anchor="end">${100 * rate}</text>`)}
    <text x=${left} y=${height - 4}>0</text><text x=${width - 6} y=${height - 4} text-anchor="end">${most} games</text>
    ${
      end &&
      html`<rect class="band-before" x=${left} y=${y(end.high)} width=${width - left - 6}
        height=${Math.max(1, y(end.low) - y(end.high))} />
      <path class="line-before" d=${`M${left} ${y(end.rate)}H${width - 6}`} />`
    }
    ${known.length > 0 && html`<polygon class="band"
      points=${`${line(known, "high")} ${line([...known].reverse(), "low")}`} /><polyline class="line"
        points=${line(known, "rate")} />`}
    ${last && html`<circle class="line-end" cx=${x(last.games)} cy=${y(last.rate)} r="3.5" />`}
  </svg>`;
}
