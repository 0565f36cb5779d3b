/**
 * The trial of clients: correct and careful clients with every applicable scenario, and clients with one mistake or habit, several
 * times. Ends with 1 when a client is judged wrongly or a bound is missed.
 *
 *   npm run trial                 20 repetitions, written to test/clients/trial.json, from which npm run docs generates the table
 *   npm run trial -- 4            4 repetitions, not written
 *   npm run trial -- 20 correct   one group only: correct, faulty, careful or habits; the file keeps the others
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { CORRECT_CLIENTS } from '../test/clients/correct-clients.ts'
import { type CarefulLine, type HabitLine, Tally, tallyText } from '../test/clients/tally.ts'
import { type CorrectResult, FAULTY_CLIENTS, type FaultyResult } from '../test/clients/trial.ts'

/** The number of repetitions from which on the result is written. */
const WHOLE = 20
const FILE = 'test/clients/trial.json'
/** Number of parallel processes, which share the clients. */
const PARTS = 4

type Line =
  | { readonly correct: number; readonly scenario: string | null; readonly results: readonly CorrectResult[] }
  | { readonly faulty: number; readonly results: readonly FaultyResult[] }
  | CarefulLine
  | HabitLine

const repetitions = Number(process.argv[2] ?? WHOLE)
const GROUPS = ['correct', 'faulty', 'careful', 'habits'] as const
/** Undefined: all. */
const only = process.argv[3]
if (!Number.isInteger(repetitions) || repetitions < 1 || (only !== undefined && !GROUPS.some((group) => group === only))) {
  process.stderr.write(`usage: npm run trial -- [REPETITIONS] [${GROUPS.join('|')}]\n`)
  process.exit(2)
}
const began = performance.now()
const tally = new Tally()
const correct = CORRECT_CLIENTS.map(({ name, kind = 'channel-manager', not = {} }) => ({
  name,
  kind,
  notOn: Object.entries(not).map(([scenario, why]) => ({ scenario, why })),
  scenarios: new Set<string | null>(),
  runs: 0,
  passed: 0,
  inconclusive: 0,
  failed: 0,
  warned: new Set<string>(),
}))
const faulty = FAULTY_CLIENTS.map(({ name, scenario, caughtBy }) => ({
  name,
  scenario: scenario ?? null,
  caughtBy,
  runs: 0,
  caught: 0,
  others: new Set<string>(),
}))
let wrong = 0

function reportWrong(what: string): void {
  wrong++
  process.stdout.write(`WRONG ${what}\n`)
}

function take(line: Line): void {
  if ('careful' in line || 'habit' in line) {
    tally.take(line)
    return
  }
  if ('correct' in line) {
    const client = correct[line.correct]
    if (!client) return
    client.scenarios.add(line.scenario)
    for (const { verdict, reasons, warned } of line.results) {
      client.runs++
      client[verdict]++
      for (const rule of warned) client.warned.add(rule)
      if (verdict === 'failed') reportWrong(`correct, ${client.name}, ${line.scenario ?? 'no scenario'}: ${reasons.join('; ')}`)
    }
    return
  }
  const client = faulty[line.faulty]
  if (!client) return
  for (const { caught, others } of line.results) {
    client.runs++
    if (caught) client.caught++
    for (const rule of others) client.others.add(rule)
    if (!caught || others.length > 0)
      reportWrong(`${client.scenario ?? 'no scenario'}, ${client.name}: ${caught ? '' : 'not detected '}${others.join(', ')}`)
  }
}

async function play(part: number): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'test/clients/trial-part.ts', `${repetitions}`, `${part}`, `${PARTS}`, ...(only ? [only] : [])],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = new Promise<number | null>((done) => child.once('close', done))
  for await (const line of createInterface({ input: child.stdout })) take(JSON.parse(line) as Line)
  const code = await ended
  if (code !== 0) reportWrong(`a part of the trial ended with ${code}`)
}

await Promise.all(Array.from({ length: PARTS }, (_, part) => play(part)))
const correctResults = correct.map(({ scenarios, warned, ...client }) => ({
  ...client,
  scenarios: scenarios.size,
  warned: [...warned].sort(),
}))
const faultyResults = faulty.map((one) => ({ ...one, others: [...one.others].sort() }))
if (repetitions >= WHOLE) {
  const before: object = only ? JSON.parse(readFileSync(FILE, 'utf8')) : {}
  const results = { correct: correctResults, faulty: faultyResults, careful: tally.careful, habits: tally.habits }
  const played = Object.fromEntries(Object.entries(results).filter(([group]) => only === undefined || only === group))
  writeFileSync(FILE, `${JSON.stringify({ ...before, repetitions, ...played }, null, 2)}\n`)
}
const { careful, habits, missed } = tally
for (const one of tally.wrong) process.stdout.write(`WRONG ${one}\n`)
process.stdout.write(tallyText(tally))
for (const one of missed) process.stdout.write(`MISSED ${one}\n`)
const runs = [...correct, ...faulty, ...careful, ...habits].reduce((sum, one) => sum + one.runs, 0)
const seconds = Math.round((performance.now() - began) / 1000)
process.stdout.write(
  `${wrong} wrong and ${missed.length} bounds missed in ${runs} runs, ${repetitions} repetitions, ${seconds} s\n`,
)
process.exitCode = wrong + missed.length > 0 ? 1 : 0
