// Answering what is asked with the board: what a click means for each kind of question, and what is drawn meanwhile.
import { useCallback, useEffect, useMemo, useRef, useState } from "./vendor/preact.js";
import { ask, attempt, table, unheard } from "./table.js";
import { chainOf, pointsOf } from "./points.js";
import { Places } from "./shapes.js";
import { confirms } from "./settings.js";

const fresh = (seq, of) => ({ seq, of, chosen: null, hover: null, way: 0, every: false, previewed: false });
const other = { black: "white", white: "black" };

const [soon, later] = [40, 400]; // ms: what is refused is said at once, how other readings see it to who stays there

// What the room says of an answer before it is given; asked once for each.
function useRemarks(seq) {
  const known = useRef(new Map()); // another one for each state, as replies may be late
  const [, redraw] = useState(0);
  const timer = useRef(0);
  const wished = useRef("");
  useEffect(() => void (known.current = new Map()), [seq]);
  const wish = useCallback(
    (text) => {
      clearTimeout(timer.current);
      wished.current = text;
      const memory = known.current;
      if (!text || memory.get(text)?.readings || memory.get(text)?.legal) return;
      const put = (remark) => (memory.set(text, { ...memory.get(text), ...remark }), redraw((n) => n + 1));
      const readings = () =>
        ask("why", { seq, text }).then(
          (reply) => put({ readings: reply.readings ?? [] }),
          () => {},
        );
      const first = async () => {
        const remark = await remarkOn(seq, text);
        if (!remark) return;
        put(remark);
        const still = memory === known.current && wished.current === text;
        if (remark.code && still) timer.current = setTimeout(readings, later);
      };
      timer.current = setTimeout(memory.has(text) ? readings : first, memory.has(text) ? later : soon);
    },
    [seq],
  );
  return { wish, of: (text) => known.current.get(text) };
}

async function remarkOn(seq, text) {
  try {
    const reply = await ask("try", { seq, text });
    return { legal: true, taken: reply.taken ?? [] };
  } catch (error) {
    return unheard(error) ? null : error;
  }
}

// The stones of one of each chain that was said to be dead.
function representatives(board, dead) {
  const left = new Set(dead);
  const out = [];
  for (const name of dead) {
    if (!left.has(name)) continue;
    out.push(name);
    for (const point of chainOf(board, name)) left.delete(point);
  }
  return out;
}

const onBoard = new Set(["stone", "points", "placement", "dead"]);

export function useAnswering(state, active) {
  const seq = state?.seq;
  const asks = active ? state.asks : null;
  // What was begun stays while the state is told anew, as when files are saved, and the same is asked.
  const of = useMemo(() => JSON.stringify([state?.at, state?.turn, state?.asks, state?.board]), [seq]);
  const before = useRef(of);
  const [kept, setDraft] = useState(fresh(seq, of));
  const stays = kept.seq === seq || (kept.of === of && before.current === of);
  const draft = stays ? { ...kept, seq } : fresh(seq, of);
  useEffect(() => {
    before.current = of;
    if (!stays) setDraft(draft);
  }, [seq]);
  const put = (fields) => setDraft({ ...draft, ...fields });
  const [found, setFound] = useState(null);
  const remarks = useRemarks(seq);
  const data = found?.seq === seq ? found : null;

  useEffect(() => {
    let wanted = true;
    if (!asks || !onBoard.has(asks.kind) || asks.kind === "dead" || table.status !== "open") return;
    ask("places", { seq }).then(
      (reply) =>
        wanted &&
        setFound({
          seq,
          ...reply,
          shapes: reply.orientations && new Places(reply, state.board, new Set(pointsOf(state.board))),
        }),
      () => {},
    );
    return () => (wanted = false);
  }, [seq, Boolean(asks), table.status]);

  const kind = asks && onBoard.has(asks.kind) ? asks.kind : null;
  const model = useMemo(() => ({ asks, state, data, draft }), [seq, data, kept, active]);
  const text = kind ? textOf(kind, model) : "";
  const hovered = kind && draft.hover ? hoverText(kind, model) : "";
  useEffect(() => remarks.wish(hovered || (draft.previewed ? text : "")), [hovered, text, seq]);

  async function send(words = text, fields = {}) {
    if (!words) return;
    put({ ...fields, hover: null });
    await attempt("answer", { seq, text: words });
  }

  function pick(name, pointer) {
    if (!kind) return;
    const asking = pointer === "touch" || confirms();
    if (kind === "stone" || kind === "placement") {
      const same = draft.previewed && draft.hover === name;
      if (asking && !(pointer === "key" && same)) return put({ hover: name, chosen: [name], previewed: true });
      const words = textOf(kind, { ...model, draft: { ...draft, chosen: [name] } });
      return words ? send(words, { chosen: [name] }) : put({ chosen: [name], hover: name });
    }
    if (kind === "dead") return put({ chosen: toggledChain(model, name) });
    const chosen = toggled(draft.chosen ?? [], name, asks.most);
    const full = asks.least === asks.most && chosen.length === asks.most;
    if (full && !asking) return send(chosen.join(" "), { chosen, previewed: false });
    put({ chosen, previewed: asking });
  }

  function key(letter, name) {
    if (letter === "Escape") return (put({ chosen: null, previewed: false, hover: null }), true);
    if (letter === "p" && asks?.may_pass && kind === "stone") return (send("pass"), true);
    if (letter === "l" && text) return (send(), true);
    if (!data?.shapes) return false;
    if (letter === "r" || letter === "R") return (turn("rotated", name), true);
    if (letter === "f" || letter === "F") return (turn("reflected", name), true);
    return false;
  }

  const turn = (how, name) => data?.shapes && put({ way: data.shapes[how](draft.way), hover: name ?? draft.hover });
  const remark =
    (hovered ? remarks.of(hovered) : barred(kind, model)) ?? (draft.previewed ? remarks.of(text) : undefined);
  return {
    kind,
    text,
    shapes: data?.shapes,
    knows: data !== null, // which points are refused
    every: draft.every,
    count: draft.chosen?.length ?? 0,
    remark,
    overlay: kind ? overlayOf(kind, model, remark) : refusalOverlay(),
    pick,
    key,
    send,
    hover: (name) => name !== draft.hover && !(name === null && draft.previewed) && put({ hover: name }),
    clear: () => put({ chosen: null, previewed: false, hover: null }),
    rotate: () => turn("rotated"),
    reflect: () => turn("reflected"),
    showEvery: (every) => put({ every }),
    dead: (chosen) => put({ chosen }),
    needsLaying:
      kind !== null && (draft.previewed || kind === "dead" || (kind === "points" && asks.least !== asks.most)),
  };
}

const refusalOverlay = () => ({ concerned: table.refusal?.points ?? [] });

function toggled(chosen, name, most) {
  if (chosen.includes(name)) return chosen.filter((p) => p !== name);
  if (most === 1) return [name];
  return chosen.length < most ? [...chosen, name] : chosen;
}

const deadNow = ({ draft, state }) => draft.chosen ?? state.marks?.dead ?? [];

function toggledChain(model, name) {
  const chain = chainOf(model.state.board, name);
  const dead = deadNow(model);
  return chain.has(name) && dead.includes(name) ? dead.filter((p) => !chain.has(p)) : [...dead, ...chain];
}

// The answer as it would be sent now; "" where it is not whole.
function textOf(kind, model) {
  const { asks, draft, state, data } = model;
  if (kind === "dead") return representatives(state.board, deadNow(model)).join(" ") || "none";
  const chosen = draft.chosen ?? [];
  if (kind === "placement") return chosen.length ? (data?.shapes?.under(draft.way, chosen[0])?.text ?? "") : "";
  if (kind === "stone") return chosen[0] ?? "";
  return chosen.length >= (asks.least ?? 1) && chosen.length > 0 ? chosen.join(" ") : "";
}

// What a click on the point under the pointer would say.
function hoverText(kind, { asks, draft, data }) {
  if (kind === "stone") return draft.hover;
  if (kind === "placement") return data?.shapes?.under(draft.way, draft.hover)?.text ?? "";
  if (kind === "dead") return "";
  const next = toggled(draft.chosen ?? [], draft.hover, asks.most);
  return next.length === asks.most && next.includes(draft.hover) ? next.join(" ") : "";
}

// Of several points, one may be refused by itself before the others are chosen.
function barred(kind, { draft, data }) {
  const code = kind === "points" && data?.refused?.[draft.hover];
  return code ? { code, text: `${code} at ${draft.hover}: ${data.says[code]}`, points: [draft.hover] } : undefined;
}

function overlayOf(kind, model, remark) {
  const { asks, draft, data, state } = model;
  const mine = asks.colour ?? asks.seat;
  const out = {
    ghost: [],
    faint: [],
    concerned: table.refusal?.points ?? remark?.points ?? [],
    goes: remark?.taken ?? [],
  };
  if (kind === "dead") {
    const dead = deadNow(model);
    return { ...out, dead, living: (state.marks?.dead ?? []).filter((name) => !dead.includes(name)) };
  }
  out.refused = Object.entries(data?.refused ?? {}).filter(([name]) => !stoneOn(state.board, name));
  const open = kind === "points" || restricted(asks, state.board, out.refused) ? asks.from : null;
  // Where some are signed as open, the others are seen by their want of a sign.
  if (open) out.refused = out.refused.filter(([name]) => open.includes(name));
  if (kind === "stone") {
    if (open) out.candidate = open;
    const name = draft.hover ?? draft.chosen?.[0];
    if (name && !stoneOn(state.board, name)) out.ghost.push({ name, colour: remark?.code ? "barred" : mine });
  } else if (kind === "points") {
    out.candidate = asks.from?.filter((name) => !draft.chosen?.includes(name));
    (draft.chosen ?? []).forEach((name, i) =>
      out.ghost.push({ name, colour: "picked", number: asks.ordered || asks.most > 1 ? i + 1 : "" }),
    );
    if (draft.hover && asks.from?.includes(draft.hover) && !draft.chosen?.includes(draft.hover))
      out.faint.push({ name: draft.hover, colour: "picked" });
  } else ghosts(out, model, mine, remark);
  return out;
}

// May the stone be set on some points only, other than those that are merely refused?
function restricted(asks, board, refused) {
  if (!asks.from) return false;
  const empty = pointsOf(board).length - (board.black?.length ?? 0) - (board.white?.length ?? 0);
  return asks.from.length + refused.length < empty;
}

function ghosts(out, { asks, draft, data }, mine, remark) {
  const shapes = data?.shapes;
  if (!shapes) return;
  if (draft.every)
    for (const place of shapes.legal(draft.way))
      for (const name of place.points) out.faint.push({ name, colour: mine });
  const place = shapes.under(draft.way, draft.hover ?? draft.chosen?.[0]);
  if (!place) return;
  const bad = place.refused || remark?.code;
  place.points.forEach((name, i) =>
    out.ghost.push({
      name,
      colour: bad ? "barred" : place.theirs.has(name) ? other[mine] : mine,
      number: asks.ordered ? i + 1 : undefined,
    }),
  );
}

const stoneOn = (board, name) => board.black?.includes(name) || board.white?.includes(name);
