// Opens files with mistakes in a project that `gofuda init` has made, as an editor would: yaml-language-server with the
// project's own .vscode/settings.json. node language_server.mjs SERVER PROJECT
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [serverPath, folder] = process.argv.slice(2).map((path) => resolve(path));
const settings = {};
for (const [key, value] of Object.entries(JSON.parse(readFileSync(join(folder, '.vscode/settings.json'), 'utf8')))) {
  const parts = key.split('.');
  const last = parts.pop();
  parts.reduce((at, part) => (at[part] ??= {}), settings)[last] = value;
}

const server = spawn(process.execPath, ['--no-warnings', serverPath, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
const waiting = new Map(); // by the number of the request
const diagnosed = new Map(); // by the file's address: who waits for what is said of it
let number = 0;
let rest = Buffer.alloc(0);

function send(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
  server.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
  server.stdin.write(body);
}

function request(method, params) {
  send({ id: ++number, method, params });
  return new Promise((answer) => waiting.set(number, answer));
}

function take(message) {
  if (message.method === 'workspace/configuration') {
    const of = (item) => item.section.split('.').reduce((at, part) => at?.[part], settings) ?? null;
    send({ id: message.id, result: message.params.items.map(of) });
  } else if (message.method === 'textDocument/publishDiagnostics') {
    diagnosed.get(message.params.uri)?.(message.params.diagnostics);
  } else if (message.method && message.id !== undefined) {
    send({ id: message.id, result: null });
  } else if (waiting.has(message.id)) {
    waiting.get(message.id)(message.result);
  }
}

server.stdout.on('data', (data) => {
  rest = Buffer.concat([rest, data]);
  for (;;) {
    const head = rest.indexOf('\r\n\r\n');
    const length = Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, head))?.[1]);
    if (head < 0 || rest.length < head + 4 + length) return;
    const message = JSON.parse(rest.subarray(head + 4, head + 4 + length));
    rest = rest.subarray(head + 4 + length);
    take(message);
  }
});

let failures = 0;
function fail(what) {
  console.error(`FAILED: ${what}`);
  failures += 1;
}

// Opens a file with this text; what is said of it.
function open(path, text) {
  writeFileSync(join(folder, path), text);
  const uri = pathToFileURL(join(folder, path)).href;
  const said = new Promise((answer) => diagnosed.set(uri, answer));
  send({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'yaml', version: 1, text } } });
  return said;
}

// Each line that ends in `# wrong` must have a diagnostic, and no other.
async function expectDiagnostics(path, text) {
  const found = await open(path, text);
  const lines = new Set(found.map((d) => d.range.start.line));
  text.split('\n').forEach((line, at) => {
    const wrong = line.endsWith('# wrong');
    const messages = found.filter((d) => d.range.start.line === at).map((d) => d.message);
    if (wrong !== lines.has(at)) fail(`${path}:${at + 1}: ${line}: ${wrong ? 'nothing is said' : messages.join('; ')}`);
  });
}

// What is offered at the `|` of the text must have these labels.
async function expectCompletion(path, text, labels) {
  const before = text.slice(0, text.indexOf('|')).split('\n');
  await open(path, text.replace('|', ''));
  const textDocument = { uri: pathToFileURL(join(folder, path)).href };
  const position = { line: before.length - 1, character: before.at(-1).length };
  const result = await request('textDocument/completion', { textDocument, position });
  const offered = (result.items ?? result).map((item) => item.label);
  for (const label of labels)
    if (!offered.includes(label)) fail(`${path}: '${label}' is not offered at '${before.at(-1)}', but ${offered}`);
}

async function main() {
  const rootUri = pathToFileURL(folder).href;
  const capabilities = {
    workspace: { configuration: true, workspaceFolders: true },
    textDocument: { completion: { completionItem: { snippetSupport: true } }, publishDiagnostics: {} },
  };
  const workspaceFolders = [{ uri: rootUri, name: 'project' }];
  await request('initialize', { processId: process.pid, rootUri, workspaceFolders, capabilities });
  send({ method: 'initialized', params: {} });
  send({ method: 'workspace/didChangeConfiguration', params: { settings } });

  await expectDiagnostics('variants/right.yaml', readFileSync(join(folder, 'variants/my-game.yaml'), 'utf8'));
  await expectDiagnostics('disputes/right.yaml', readFileSync(join(folder, 'disputes/ferry-lands-beside.yaml'), 'utf8'));
  await expectDiagnostics('cards/decks/right.yaml', readFileSync(join(folder, 'cards/decks/my-deck.yaml'), 'utf8'));
  await expectDiagnostics(
    'variants/wrong.yaml',
    `variant: wrong
extends: go
titel: Wrong # wrong
board: { size: 9x9x9 } # wrong
first: nobody # wrong
rules:
  komi: six # wrong
  suicide: whole
  ko: simpel # wrong
options:
  free-block.after: mvoe # wrong
  free-block.aftr: move # wrong
  my-own.option: yes
`,
  );
  await expectDiagnostics(
    'disputes/wrong.yaml',
    `dispute: Is all of this found?
variant: go
board: { wite: A1 } # wrong
to_move: whit # wrong
play:
  - black: leap (D4 # wrong
  - black: D4
expect:
  illegal: suicid # wrong
  at: I5 # wrong
`,
  );
  await expectDiagnostics('cards/decks/wrong.yaml', 'deck: wrong\ncards:\n  keima: many # wrong\n  crane: 2\n');
  await expectDiagnostics(
    'plans/wrong.yaml',
    'sweep: Wrong\nvariant: my-game\nblack: radnom # wrong\ngames: 0 # wrong\npaired: true\n',
  );
  await expectCompletion('variants/half.yaml', 'variant: half\nextends: go\nrules:\n  ko: |\n', ['simple', 'positional']);
  await expectCompletion('variants/half-turn.yaml', 'variant: half-turn\nturn: |\n', ['draw-and-play']);
  await expectCompletion('disputes/half.yaml', 'dispute: Half?\nvariant: go\nexpect:\n  |\n', ['captured', 'illegal']);
  await expectCompletion('cards/decks/half.yaml', 'deck: half\ncards:\n  |\n', ['keima', 'ponnuki']);
  await request('shutdown', null);
  send({ method: 'exit' });
}

const timer = setTimeout(() => {
  fail('yaml-language-server does not answer');
  process.exit(1);
}, 60_000);
await main();
clearTimeout(timer);
server.kill();
if (failures === 0) console.log('all checks passed');
process.exitCode = failures ? 1 : 0;
