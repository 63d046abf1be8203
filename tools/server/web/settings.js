// What a person likes, kept in this browser: it is nobody else's matter.
const key = "gofuda";
let kept = {};
try {
  kept = JSON.parse(localStorage.getItem(key)) ?? {};
} catch {
  kept = {};
}

function keep(fields) {
  kept = { ...kept, ...fields };
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing still plays
  }
}

export const confirms = () => Boolean(kept.confirm);
export const setConfirms = (confirm) => keep({ confirm });

export const theme = () => kept.theme ?? "auto";

export function setTheme(theme) {
  keep({ theme });
  applyTheme();
}

export function applyTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = theme() === "auto" ? (dark ? "dark" : "light") : theme();
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
