/**
 * The quick form of the trial: every careful shape without a scenario and on some days; `npm run trial` plays all of them, many times.
 *
 * @module
 */
import { afterAll, beforeAll, describe, test } from 'vitest'
import { startUnderstay, type Understay } from '../../src/index.ts'
import { bundledScenarios, loadScenario } from '../../src/scenario/load.ts'
import { hasTraffic } from '../../src/scenario/scenario.ts'
import { SHAPES, type Shape } from './shapes.ts'
import { playShape } from './trial.ts'

const PACK = await Promise.all(bundledScenarios().map(({ name }) => loadScenario(name)))
/** Those that a client meets which works once and ends. */
const DAYS = PACK.filter((scenario) => !hasTraffic(scenario))

/** Days of the quick form for each shape; the shapes together meet every day. */
const EACH = 3

/** None, and some of the applicable days: other ones for each shape. */
function daysOf({ kind = 'channel-manager', not = {} }: Shape, index: number): readonly (string | undefined)[] {
  const days = DAYS.filter(({ name, kinds }) => kinds.includes(kind) && not[name] === undefined).map(({ name }) => name)
  return [undefined, ...Array.from({ length: EACH }, (_, offset) => days[(index * EACH + offset) % days.length])]
}

let understay: Understay
beforeAll(async () => {
  understay = await startUnderstay()
})
afterAll(() => understay.close())

for (const [index, shape] of SHAPES.entries())
  describe(`a careful client, ${shape.name}`, () => {
    for (const day of daysOf(shape, index))
      test(`does not fail ${day ?? 'without a scenario'}`, async ({ expect }) => {
        const { reasons } = await playShape(understay, shape, day)
        expect(reasons).toEqual([])
      })
  })
