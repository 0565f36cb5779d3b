/**
 * The trial of clients: careful clients of every shape in every applicable scenario, and each habit in its scenario, several times.
 *
 *   npm run trial              20 repetitions, written to test/clients/trial.json, from which npm run docs generates the table
 *   npm run trial -- 4         4 repetitions, not written
 *   npm run trial -- 20 shapes careful clients only; habits: clients with a habit only; the file keeps the others
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { SHAPES } from '../test/clients/shapes.ts'
import { HABITS, type HabitResult, type ShapeResult } from '../test/clients/trial.ts'

const WHOLE = 20
const FILE = 'test/clients/trial.json'
/** Number of parallel processes, which share the repetitions. */
const PARTS = 4

type Line =
  | { readonly shape: number; readonly day: string | null; readonly results: readonly ShapeResult[] }
  | { readonly habit: number; readonly results: readonly HabitResult[] }

const repetitions = Number(process.argv[2] ?? WHOLE)
/** `shapes`, `habits`, or undefined: both. */
const only = process.argv[3]
const shapes = SHAPES.map(({ name, kind = 'channel-manager', not = {} }) => ({
  name,
  kind,
  notOn: Object.entries(not).map(([day, why]) => ({ day, why })),
  days: new Set<string | null>(),
  runs: 0,
  passed: 0,
  inconclusive: 0,
  failed: 0,
  warned: new Set<string>(),
}))
const habits = HABITS.map(({ name, day, caughtBy }) => ({
  name,
  day: day ?? null,
  caughtBy,
  runs: 0,
  caught: 0,
  others: new Set<string>(),
}))
let wrong = 0

function wrongBy(what: string): void {
  wrong++
  process.stdout.write(`WRONG ${what}\n`)
}

function take(line: Line): void {
  if ('shape' in line) {
    const shape = shapes[line.shape]
    if (!shape) return
    shape.days.add(line.day)
    for (const { verdict, reasons, warned } of line.results) {
      shape.runs++
      shape[verdict]++
      for (const rule of warned) shape.warned.add(rule)
      if (verdict === 'failed') wrongBy(`careful, ${shape.name}, ${line.day ?? 'no scenario'}: ${reasons.join('; ')}`)
    }
    return
  }
  const habit = habits[line.habit]
  if (!habit) return
  for (const { caught, others } of line.results) {
    habit.runs++
    if (caught) habit.caught++
    for (const rule of others) habit.others.add(rule)
    if (!caught || others.length > 0)
      wrongBy(`${habit.day ?? 'no scenario'}, ${habit.name}: ${caught ? '' : 'not caught '}${others.join(', ')}`)
  }
}

async function play(share: number): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'test/clients/trial-part.ts', String(share), ...(only ? [only] : [])],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = new Promise<number | null>((done) => child.once('close', done))
  for await (const line of createInterface({ input: child.stdout })) take(JSON.parse(line) as Line)
  const code = await ended
  if (code !== 0) wrongBy(`a part of the trial ended with ${code}`)
}

const parts = Math.min(PARTS, repetitions)
await Promise.all(
  Array.from({ length: parts }, (_, part) => play(Math.floor(repetitions / parts) + (part < repetitions % parts ? 1 : 0))),
)
const clientsOf = shapes.map(({ days, warned, ...shape }) => ({ ...shape, days: days.size, warned: [...warned].sort() }))
const habitsOf = habits.map((one) => ({ ...one, others: [...one.others].sort() }))
if (repetitions >= WHOLE) {
  const before: object = only ? JSON.parse(readFileSync(FILE, 'utf8')) : {}
  const played = { ...(only !== 'habits' && { shapes: clientsOf }), ...(only !== 'shapes' && { habits: habitsOf }) }
  writeFileSync(FILE, `${JSON.stringify({ ...before, repetitions, ...played }, null, 2)}\n`)
}
const runs = [...shapes, ...habits].reduce((sum, one) => sum + one.runs, 0)
process.stdout.write(`${wrong} wrong in ${runs} runs, ${repetitions} repetitions\n`)
process.exitCode = wrong > 0 ? 1 : 0
