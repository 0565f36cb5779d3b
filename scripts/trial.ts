/**
 * The trial of clients: careful ones of every shape on every applicable day, and each habit on its day, several times.
 *
 *   npm run trial            20 repetitions, written into docs/trial.json, of which npm run docs makes the table
 *   npm run trial -- 12      12 of them; fewer than 10 are written nowhere
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { startUnderstay } from '../src/index.ts'
import { bundledScenarios, loadScenario } from '../src/scenario/load.ts'
import { goesOnByItself } from '../src/scenario/scenario.ts'
import { SHAPES } from '../test/clients/shapes.ts'
import { HABITS, liveShape } from '../test/clients/trial.ts'

const WHOLE = 20
const ENOUGH_TO_WRITE = 10
/** Sandboxes at a time. */
const AT_A_TIME = 6

const repetitions = Number(process.argv[2] ?? WHOLE)
const understay = await startUnderstay()
const pack = await Promise.all(bundledScenarios().map(({ name }) => loadScenario(name)))
/** Those that a client meets which works once and ends. */
const days = pack.filter((scenario) => !goesOnByItself(scenario))
let wrong = 0

/** Repeats something, several at a time. */
async function repeat<T>(once: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = []
  let left = repetitions
  const worker = async (): Promise<void> => {
    while (left-- > 0) results.push(await once())
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
  return results
}

function say(right: boolean, what: string, found: readonly string[]): void {
  if (!right) wrong++
  process.stdout.write(`${right ? 'ok    ' : 'WRONG '} ${what}${found.length > 0 ? `: ${found.join('; ')}` : ''}\n`)
}

const shapes = []
for (const { name, kind = 'channel-manager', not = {}, run } of SHAPES) {
  const applicable = days.filter((day) => day.kinds.includes(kind) && not[day.name] === undefined)
  const [counts, warned] = [{ passed: 0, failed: 0, inconclusive: 0 }, new Set<string>()]
  for (const day of [undefined, ...applicable.map((one) => one.name)]) {
    const results = await repeat(() => liveShape(understay, { name, run }, day))
    for (const { verdict } of results) counts[verdict as keyof typeof counts]++
    for (const rule of results.flatMap((one) => one.warned)) warned.add(rule)
    const reasons = [...new Set(results.flatMap((one) => one.reasons))].slice(0, 3)
    say(
      results.every(({ verdict }) => verdict !== 'failed'),
      `careful, ${name}, ${day ?? 'no scenario'}`,
      [...reasons, ...new Set(results.flatMap((one) => one.warned))],
    )
  }
  shapes.push({ name, kind, days: applicable.length + 1, left: not, ...counts, warned: [...warned].sort() })
}

const habits = []
for (const { name, day, caughtBy, play } of HABITS) {
  const results = await repeat(() => play(understay))
  const caught = results.filter((one) => one.caught).length
  const others = [...new Set(results.flatMap((one) => one.others))]
  say(caught === repetitions && others.length === 0, `${day ?? 'no scenario'}: a client that ${name}`, [
    `caught ${caught} of ${repetitions}`,
    ...others,
  ])
  habits.push({ name, day: day ?? null, caughtBy, caught, others })
}
await understay.close()
if (repetitions >= ENOUGH_TO_WRITE)
  writeFileSync('docs/trial.json', `${JSON.stringify({ repetitions, shapes, habits }, null, 2)}\n`)
process.stdout.write(
  `${wrong} of ${shapes.length} shapes with their days and ${habits.length} habits are not as they should be\n`,
)
process.exitCode = wrong > 0 ? 1 : 0
