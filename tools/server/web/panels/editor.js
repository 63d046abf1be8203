// One file in CodeMirror: what is wrong with it as one types, completion from the words of scripts, saving that does
// not write over what somebody else saved. It stands in a shadow root, where its styles need no exception from the
// policy.
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { ask } from "../table.js";

const load = () => import("../vendor/editor.js");

function theme({ EditorView, HighlightStyle, tags, syntaxHighlighting }) {
  const style = HighlightStyle.define([
    { tag: [tags.keyword, tags.definition(tags.propertyName)], color: "var(--accent)" },
    { tag: tags.propertyName, color: "var(--accent)" },
    { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
    { tag: [tags.number, tags.bool, tags.null], color: "var(--bad)" },
    { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  ]);
  const look = EditorView.theme({
    "&": {
      fontSize: "14px",
      backgroundColor: "var(--sheet)",
      color: "var(--ink)",
      maxHeight: "55vh",
      minHeight: "200px",
    },
    ".cm-scroller": { fontFamily: "ui-monospace, 'Noto Sans Mono', monospace", overflow: "auto" },
    ".cm-content": { caretColor: "var(--ink)" },
    ".cm-cursor": { borderLeftColor: "var(--ink)" },
    ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--soft)" },
    ".cm-activeLine": { backgroundColor: "transparent" },
    "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
      backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent) !important",
    },
    // what the library draws as pictures, in letters: the policy lets no picture in that is no file
    ".cm-lintRange": { backgroundImage: "none" },
    ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad)" },
    ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--accent)" },
    ".cm-lintRange-active": { backgroundImage: "none" },
    ".cm-lint-marker": { color: "var(--bad)", lineHeight: "1" },
    ".cm-lint-marker-error, .cm-lint-marker-warning": { content: "none" },
    ".cm-lint-marker-error::before": { content: "'●'" },
    ".cm-lint-marker-warning::before": { content: "'▲'" },
    ".cm-tooltip": { backgroundColor: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--edge)" },
    ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--accent-ink)" },
  });
  return [look, syntaxHighlighting(style)];
}

// What is typed over a selection is put there by the library: the browser itself would do it with styles in the markup.
const typedOver = ({ EditorView }) =>
  EditorView.domEventHandlers({
    beforeinput(event, view) {
      const { from, to, empty } = view.state.selection.main;
      if (event.inputType !== "insertText" || event.data === null || empty) return false;
      const insert = () =>
        view.state.update(view.state.replaceSelection(event.data), { userEvent: "input.type", scrollIntoView: true });
      if (!view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, event.data, insert)))
        view.dispatch(insert());
      event.preventDefault();
      return true;
    },
  });

// The place of line and column, both from 1, in the text.
function offset(doc, line, column) {
  const at = doc.line(Math.min(Math.max(line || 1, 1), doc.lines));
  return Math.min(at.from + Math.max((column || 1) - 1, 0), at.to);
}

function lintFrom(path) {
  return async (view) => {
    const { doc } = view.state;
    const reply = await ask("check", { path, text: doc.toString() }).catch(() => null);
    return (reply?.diagnostics ?? []).map((d) => {
      const from = offset(doc, d.line, d.column);
      const word = /^[\w-]+/.exec(doc.sliceString(from, from + 40))?.[0].length ?? 0;
      return {
        from,
        to: Math.max(from + word, Math.min(from + 1, doc.length)),
        severity: d.severity === "warning" ? "warning" : "error",
        message: `${d.message ?? d.text}${d.code ? ` [${d.code}]` : ""}`,
      };
    });
  };
}

function completeFrom(path) {
  return async (context) => {
    const word = context.matchBefore(/[\w-]*/);
    const before = context.state.sliceDoc(Math.max(0, word.from - 1), word.from);
    if (!context.explicit && word.from === word.to && before !== "." && before !== ":") return null;
    const { state, pos } = context;
    const line = state.doc.lineAt(pos);
    const reply = await ask("complete", {
      path,
      text: state.doc.toString(),
      line: line.number,
      column: pos - line.from + 1,
    }).catch(() => null);
    if (!reply?.items?.length) return null;
    return {
      from: word.from,
      validFor: /^[\w-]*$/,
      options: reply.items.map((i) => ({ label: i.label, detail: i.detail, info: i.text })),
    };
  };
}

function extensions(cm, path, onChange, onSave) {
  const language = /\.ya?ml$/.test(path) ? [cm.yaml()] : /\.lua$/.test(path) ? [cm.StreamLanguage.define(cm.lua)] : [];
  return [
    cm.lineNumbers(),
    cm.highlightSpecialChars(),
    cm.history(),
    cm.drawSelection(),
    cm.bracketMatching(),
    cm.closeBrackets(),
    cm.highlightActiveLine(),
    cm.indentUnit.of("  "),
    language,
    theme(cm),
    typedOver(cm),
    cm.lintGutter(),
    cm.linter(lintFrom(path), { delay: 150 }),
    cm.autocompletion({ override: [completeFrom(path)] }),
    cm.keymap.of([
      { key: "Mod-s", run: () => (onSave(), true) },
      ...cm.closeBracketsKeymap,
      ...cm.defaultKeymap,
      ...cm.historyKeymap,
      ...cm.completionKeymap,
      ...cm.lintKeymap,
    ]),
    cm.EditorView.updateListener.of((update) => update.docChanged && onChange()),
    cm.EditorView.contentAttributes.of({ "aria-label": `text of ${path}` }),
  ];
}

let followed = 0; // the last wish for a place: an editor that is opened again is left where it was
const drafts = new Map(); // what was typed and not saved, of editors that were closed: by path

export function Editor({ path, line, column, wish, changed }) {
  const place = useRef(null);
  const held = useRef({ view: null, etag: null, text: "" });
  const wanted = useRef(null); // the place, also while the file is on its way
  wanted.current = { line, column, wish };
  const [state, setState] = useState("opening");
  const [trouble, setTrouble] = useState(null);

  const take = (reply) => {
    const { view } = held.current;
    Object.assign(held.current, { etag: reply.etag, text: reply.text });
    if (view && view.state.doc.toString() !== reply.text)
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: reply.text } });
    setState("saved");
    setTrouble(null);
  };
  const theirs = () => {
    const { doc } = held.current.view.state;
    ask("read", { path }).then((reply) => held.current.view.state.doc === doc && take(reply), setTrouble);
  };
  const untouched = () => held.current.view?.state.doc.toString() === held.current.text;
  // One after the other: each goes by what the one before has left.
  const saves = useRef(Promise.resolve());
  const save = (over) => (saves.current = saves.current.then(() => write(over)));
  const write = async (over) => {
    const { view } = held.current;
    const text = view.state.doc.toString();
    try {
      const etag = over ? (await ask("read", { path })).etag : held.current.etag;
      const reply = await ask("write", { path, text, etag });
      Object.assign(held.current, { etag: reply.etag, text });
      setState(untouched() ? "saved" : "changed");
      setTrouble(null);
    } catch (error) {
      setTrouble(error);
    }
  };

  useEffect(() => {
    let gone = false;
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: "open" });
    const open = async () => {
      const cm = await load();
      const { etag, text } = await ask("read", { path });
      if (gone) return;
      const kept = drafts.get(path) ?? { doc: text, etag, text };
      const edited = () => setState(untouched() ? "saved" : "changed");
      const start = cm.EditorState.create({ doc: kept.doc, extensions: extensions(cm, path, edited, () => save()) });
      held.current = {
        view: new cm.EditorView({ state: start, parent: root, root }),
        etag: kept.etag,
        text: kept.text,
      };
      edited();
      jump();
    };
    open().catch(setTrouble);
    return () => {
      gone = true;
      const { view, etag, text } = held.current;
      if (!view) return;
      if (untouched()) drafts.delete(path);
      else drafts.set(path, { doc: view.state.doc.toString(), etag, text });
      view.destroy();
    };
  }, [path]);

  const jump = () => {
    const { view } = held.current;
    const { line, column, wish } = wanted.current;
    if (!view || !line || wish === followed) return;
    followed = wish;
    view.dispatch({ selection: { anchor: offset(view.state.doc, line, column) }, scrollIntoView: true });
    view.focus();
  };
  useEffect(jump, [wish]);
  // Somebody else saved it: taken over where nothing was typed or saved here, nor is while it is read.
  useEffect(() => {
    if (!changed || !untouched()) return;
    const { etag } = held.current;
    ask("read", { path }).then((reply) => held.current.etag === etag && untouched() && take(reply), setTrouble);
  }, [changed]);

  const words = { opening: "opening…", saved: "saved", changed: "changed" };
  return html`<section class="editor" aria-label=${`editor: ${path}`} data-path=${path} data-state=${state}>
    <p class="buttons"><b>${path}</b> <span role="status">${words[state]}</span>
      <button class="main" data-act="save-file" disabled=${state !== "changed"}
        onClick=${() => save()}>Save <kbd>Ctrl S</kbd></button></p>
    ${
      trouble &&
      html`<div class="refusal" role="alert" data-code=${trouble.code}><span>
        ${trouble.code === "conflict" ? "The file was saved by somebody else meanwhile." : trouble.text}</span>
      ${trouble.code === "conflict" && html`<span class="buttons"><button onClick=${theirs}>Take theirs</button><button
        onClick=${() => save(true)}>Write mine over it</button></span>`}</div>`
    }
    <div class="editor-place" ref=${place}></div>
  </section>`;
}
