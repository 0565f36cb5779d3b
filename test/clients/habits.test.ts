/**
 * The short form of `npm run trial`: each habit in one shape, and each careful client on one day.
 *
 * @module
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundledScenarios, loadScenario } from '../../src/scenario/load.ts'
import { hasTraffic } from '../../src/scenario/scenario.ts'
import { bundled, type ComparingServer, prepare, startComparing } from './comparing.ts'
import { COMPOSED } from './habits.ts'
import { playCareful, playHabit } from './played.ts'
import { ALL_CAREFUL, ALL_HABITS } from './played-clients.ts'
import { SHAPES, shapeText } from './shapes.ts'
import { Tally, tallyText } from './tally.ts'

const BUNDLED = await Promise.all(bundledScenarios().map(({ name }) => loadScenario(name)))
const DAYS = BUNDLED.filter((scenario) => !hasTraffic(scenario))

let server: ComparingServer
beforeAll(async () => {
  server = await startComparing()
  const days = [...DAYS.map(({ name }) => name), ...ALL_HABITS.map(({ day }) => day)]
  await prepare(
    server,
    days.flatMap((day) => (day === undefined ? [] : [typeof day === 'string' ? bundled(day) : day])),
  )
})
afterAll(() => server.understay.close())

describe('a client with a habit is told by name', () => {
  for (const [index, habit] of ALL_HABITS.entries()) {
    const shape = SHAPES[index % SHAPES.length]
    const why = habit.lacks ?? habit.open
    if (!shape) continue
    const name = `${habit.does}: ${shapeText(shape)}${why ? `: skipped, ${why}` : ''}`
    test.skipIf(why).concurrent(name, async ({ expect }) => {
      const { verdict, told, others } = await playHabit(server, habit, habit.runIn(shape))
      expect(told, `${verdict}, but told by ${others.join(', ') || 'nothing'}`).not.toEqual([])
      expect(verdict).not.toBe('passed')
    })
  }
})

describe('a careful client is not accused', () => {
  for (const [index, { name, kind, run, only, lacks }] of ALL_CAREFUL.entries()) {
    const days = only ?? DAYS.filter(({ kinds }) => kinds.includes(kind)).map((day) => day.name)
    const day = days[index % days.length]
    test.skipIf(lacks).concurrent(`${name}: ${day}${lacks ? `: skipped, ${lacks}` : ''}`, async ({ expect }) => {
      const { noReaction, failed, warned } = await playCareful(server, run, day)
      expect({ noReaction, failed, warned }).toEqual({ noReaction: [], failed: [], warned: [] })
    })
  }
})

test('a habit differs from the careful client in one thing', () => {
  for (const { mistake } of COMPOSED) expect(Object.keys(mistake)).toHaveLength(1)
})

describe('the bounds of the trial', () => {
  const careful = { verdict: 'passed', idle: [], noReaction: [], failed: [], warned: [], untold: [] } as const
  const caught = { verdict: 'failed', told: ['looks-again'], others: [] } as const

  test('are kept by careful clients that pass and habits that are told', () => {
    const tally = new Tally()
    tally.take({ careful: 0, scenario: null, results: [careful, careful] })
    tally.take({ habit: 0, shape: 0, results: [caught, caught] })
    expect(tally.missed).toEqual([])
    expect(tallyText(tally)).toContain('| 2 | 2 | 0 | 0 | 0 | 0 | 0 |')
  })

  test.each([
    ['no reaction', { noReaction: ['looks-again: the same calls'] }, 'careful clients called "no reaction": 1, wanted 0'],
    ['a false failure', { failed: ['rule auth/token-reuse is broken'] }, 'careful clients that failed: 1, wanted 0'],
    ['a warning', { warned: ['efficiency/no-polling'] }, 'careful clients that were warned: 1, wanted 0'],
    [
      'too many that cannot be told',
      { untold: ['completes'] },
      'careful clients that cannot be told: 1 of 1, wanted at most 5 %',
    ],
  ])('are missed by %s', (_, result, missed) => {
    const tally = new Tally()
    tally.take({ careful: 0, scenario: null, results: [{ ...careful, ...result }] })
    expect(tally.missed).toContain(missed)
  })

  test('are missed by a sequential client that cannot be told once in a hundred', () => {
    const tally = new Tally()
    const results = [{ ...careful, untold: ['completes'] }, ...Array.from({ length: 99 }, () => careful)]
    tally.take({ careful: 0, scenario: null, results })
    expect(tally.missed).toEqual([expect.stringContaining('cannot be told 1 times, and is sequential')])
  })

  test('are missed by a habit that passes, and by one that is told by something else', () => {
    const tally = new Tally()
    tally.take({ habit: 0, shape: 0, results: [{ verdict: 'passed', told: [], others: [] }] })
    tally.take({ habit: 0, shape: 1, results: [{ verdict: 'failed', told: [], others: ['goes-on'] }] })
    expect(tally.missed).toEqual(['habits that passed: 1, wanted 0', 'habits told by name: 0 of 2, wanted at least 98 %'])
    expect(tally.wrong).toHaveLength(2)
  })
})
