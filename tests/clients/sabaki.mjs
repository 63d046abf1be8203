// What Sabaki does with an engine and with records, by the libraries it is made of: @sabaki/gtp drives the engine, @sabaki/sgf
// reads records, @sabaki/go-board shows them. Arguments: the folder of the libraries, the program, records.
import {createRequire} from 'node:module'
import {basename, resolve} from 'node:path'

const [modules, gofuda, ...records] = process.argv.slice(2)
const require = createRequire(resolve(modules) + '/')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')
const sgf = require('@sabaki/sgf')
const Board = require('@sabaki/go-board')

let failures = 0
const check = (holds, what) => {
  if (!holds) console.error('FAILED:', what), ++failures
}
const engine = (...words) => {
  const controller = new Controller(gofuda, ['gtp', ...words])
  controller.start()
  return controller
}
const ask = async (controller, line) => {
  const [name, ...args] = line.split(' ')
  const {content, error} = await controller.sendCommand({name, args})
  check(!error, `'${line}' is answered with '${content}'`)
  return content.trim()
}

// A line of an analysis: numbers by name for each move, with the moves that follow; the root's; who owns what.
const analysis = line => {
  const [head, owners] = line.split(/\s*\bownership\s+/)
  const [infos, root] = head.split(/\s*\brootInfo\s+/)
  const pairs = words => Object.fromEntries(words.flatMap((w, i) => (i % 2 ? [] : [[w, words[i + 1]]])))
  const moves = infos.split(/\s*\binfo\s+/).slice(1).map(text => {
    const [numbers, pv] = text.trim().split(/\s+pv\s+/)
    return {...pairs(numbers.split(/\s+/)), pv: pv.split(/\s+/)}
  })
  return {moves, root: root && pairs(root.trim().split(/\s+/)), owners: owners?.trim().split(/\s+/).map(Number)}
}

// Sends the line and, once that many lines have come, another command, which ends the analysis.
const analyze = async (controller, text, lines) => {
  const seen = []
  const [name, ...args] = text.split(' ')
  const end = controller.sendCommand({name, args}, ({line}) => {
    if (!line.startsWith('info')) return
    seen.push(line)
    if (seen.length === lines) controller.sendCommand({name: 'name'})
  })
  check(!(await end).error, text)
  check(seen.length >= lines, `'${text}' says ${seen.length} lines`)
  return seen.map(analysis)
}

const within = (value, least, most) => Number.isFinite(+value) && +value >= least && +value <= most

async function checkAnalysis() {
  const controller = engine('go', '--player', 'mcts:playouts=200')
  const tracker = new ControllerStateTracker(controller)
  const history = ['B E5', 'W C3', 'B G7', 'W C6', 'B D4'].map(m => ({name: 'play', args: m.split(' ')}))
  await tracker.sync({komi: 6.5, boardsize: [9, 9], history})
  check(tracker.state.history.length === 5 && tracker.state.komi === 6.5, 'the state of the engine')
  let last = 0
  for (const {moves, root, owners} of await analyze(controller, 'kata-analyze W 10 ownership true rootInfo true', 3)) {
    check(moves.length > 10 && owners.length === 81 && owners.every(o => within(o, -1, 1)), 'moves, and who owns what')
    moves.forEach((m, i) => {
      check(Board.fromDimensions(9).parseVertex(m.move)[0] >= 0 || m.move === 'pass', `the move ${m.move}`)
      check(m.pv[0] === m.move && +m.order === i, `the order of ${m.move}`)
      check(m.winrate.includes('.') && within(m.winrate, 0, 1) && within(m.prior, 0, 1) && within(m.lcb, 0, +m.winrate), 'the shares')
      check(within(m.scoreLead, -90, 90) && within(m.scoreStdev, 0, 90) && m.scoreMean === m.scoreLead, 'the lead')
    })
    check(within(moves.reduce((sum, m) => sum + +m.prior, 0), 0.3, 1.001), 'what was known beforehand, of the moves tried')
    check(+root.visits > last && within(root.winrate, 0, 1) && within(root.scoreLead, -90, 90), 'the root')
    last = +root.visits
  }
  for (const {moves, root, owners} of await analyze(controller, 'lz-analyze W 10', 2))
    check(moves.every(m => within(m.winrate, 0, 10000) && /^\d+$/.test(m.prior + m.lcb) && !m.scoreLead) && !root && !owners, 'whole parts')

  // Whoever owns the board leads, whichever side is asked.
  await tracker.sync({boardsize: [5, 5], komi: 0.5, history: ['B B2', 'W pass', 'B C3', 'W pass', 'B D4', 'W pass', 'B B4'].map(m => ({name: 'play', args: m.split(' ')}))})
  for (const [side, sign] of [['W', -1], ['B', 1]]) {
    const {moves, owners} = (await analyze(controller, `kata-analyze ${side} 10 ownership true`, 2)).pop()
    check(sign * moves[0].scoreLead > 10 && sign * owners[12] > 0.9 && (sign > 0) === +moves[0].winrate > 0.5, `${side}'s view`)
  }

  // A move while it says what it thinks is in the state that Sabaki keeps.
  await tracker.queueCommand({name: 'kata-genmove_analyze', args: ['W', '10']})
  check(tracker.state.history.length === 8, 'a move of the engine')
  await tracker.sync({boardsize: [7, 5], history: [{name: 'set_free_handicap', args: ['B2', 'F4']}]})
  check(await ask(controller, 'list_stones b') === 'B2 F4' && await ask(controller, 'list_stones w') === '', 'another board')
  await controller.stop()
}

// The board after the main line, as any program shows it.
const shown = root => {
  const [width, height = width] = root.data.SZ[0].split(':').map(Number)
  let board = Board.fromDimensions(width, height)
  for (let node = root; node; node = node.children[0]) {
    for (const [name, sign] of [['AE', 0], ['AB', 1], ['AW', -1]])
      for (const v of (node.data[name] ?? []).flatMap(sgf.parseCompressedVertices)) board.set(v, sign)
    for (const [name, sign] of [['B', 1], ['W', -1]])
      for (const v of node.data[name] ?? []) board = board.makeMove(sign, sgf.parseVertex(v), {preventOverwrite: true})
  }
  return board
}

async function checkRecord(file) {
  const [root, ...others] = sgf.parseFile(file)
  check(others.length === 0 && root.data.AP?.[0].startsWith('Gofuda:'), `${file}: one game of ours`)
  const board = shown(root)
  const game = basename(file, '.sgf')
  const controller = engine(game, '--player', 'random')
  await ask(controller, `loadsgf ${file}`)
  check(!board.isEmpty(), `${game}: an empty board`)
  for (const [side, sign] of [['b', 1], ['w', -1]]) {
    const stones = (await ask(controller, `list_stones ${side}`)).split(' ').filter(w => w).sort().join(' ')
    const seen = board.signMap.flatMap((row, y) => row.flatMap((s, x) => (s === sign ? [board.stringifyVertex([x, y])] : [])))
    check(seen.sort().join(' ') === stones, `${game}: Sabaki shows ${seen.join(' ')}, not ${stones}`)
  }
  await controller.stop()
}

await checkAnalysis()
await Promise.all(records.map(checkRecord))
if (failures > 0) process.exit(1)
console.log('all checks passed')
