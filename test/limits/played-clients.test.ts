/**
 * The short form of `npm run trial`: each habit in one shape, and each careful client on one day. They play in real time, in which
 * tokens last for seconds: on a machine that is too busy, clients do otherwise than they are written.
 *
 * @module
 */
import { describe, test } from 'vitest'
import { bundledScenarios, loadScenario } from '../../src/scenario/load.ts'
import { hasTraffic } from '../../src/scenario/scenario.ts'
import { bundled } from '../clients/comparing.ts'
import { comparingServer } from '../clients/comparing-setup.ts'
import { playCareful, playHabit } from '../clients/played.ts'
import { ALL_CAREFUL, ALL_HABITS } from '../clients/played-clients.ts'
import { SHAPES, shapeText } from '../clients/shapes.ts'

const BUNDLED = await Promise.all(bundledScenarios().map(({ name }) => loadScenario(name)))
const DAYS = BUNDLED.filter((scenario) => !hasTraffic(scenario))

const days = [...DAYS.map(({ name }) => name), ...ALL_HABITS.map(({ day }) => day)]
const server = comparingServer(days.flatMap((day) => (day === undefined ? [] : [typeof day === 'string' ? bundled(day) : day])))

describe.concurrent('a client with a habit is told by name', () => {
  for (const [index, habit] of ALL_HABITS.entries()) {
    const shape = SHAPES[index % SHAPES.length]
    const why = habit.lacks ?? habit.open
    if (!shape) continue
    const name = `${habit.does}: ${shapeText(shape)}${why ? `: skipped, ${why}` : ''}`
    test.skipIf(why)(name, async ({ expect }) => {
      const { verdict, told, others } = await playHabit(server(), habit, habit.runIn(shape))
      expect(told, `${verdict}, but told by ${others.join(', ') || 'nothing'}`).not.toEqual([])
      expect(verdict).not.toBe('passed')
    })
  }
})

describe.concurrent('a careful client is not accused', () => {
  for (const [index, { name, kind, run, only, lacks }] of ALL_CAREFUL.entries()) {
    const days = only ?? DAYS.filter(({ kinds }) => kinds.includes(kind)).map((day) => day.name)
    const day = days[index % days.length]
    test.skipIf(lacks)(`${name}: ${day}${lacks ? `: skipped, ${lacks}` : ''}`, async ({ expect }) => {
      const { noReaction, failed, warned } = await playCareful(server(), run, day)
      expect({ noReaction, failed, warned }).toEqual({ noReaction: [], failed: [], warned: [] })
    })
  }
})
