/**
 * The bundled bad days: a careful client comes through each of them, and whoever lacks one habit is caught.
 *
 * @module
 */
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Conformance } from '../../src/conformance/conformance.ts'
import { startUnderstay, type Understay } from '../../src/index.ts'
import { workAllDay } from './all-day.ts'
import { playDay } from './bad-day.ts'
import { DAYS } from './days.ts'
import { CAREFUL } from './habits.ts'

let understay: Understay
beforeAll(async () => {
  understay = await startUnderstay()
})
afterAll(() => understay.close())

/** The rules that are broken, of those that fail a run. */
const brokenIn = (conformance: unknown): readonly string[] =>
  (conformance as Conformance).rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)

for (const day of DAYS) {
  describe(day.scenario, () => {
    const { scenario, careful, careless } = day

    test(`a careful client ${careful.does}`, async ({ expect, onTestFinished }) => {
      const world = await understay.sandbox(`${scenario}-careful`)
      onTestFinished(() => world.delete())
      const seen = await playDay(day, world, CAREFUL)
      expect(seen).toEqual({ result: careful.result, stopped: undefined, unmet: [], idle: [] })
      const { verdict, reasons, conformance } = await world.report()
      expect({ verdict, reasons }).toEqual({ verdict: 'passed', reasons: [] })
      expect(conformance).toMatchObject({ passed: true, counts: { failed: 0, warned: 0 } })
    })

    for (const [index, { does, habit, caughtBy, also = [] }] of careless.entries()) {
      test(`a careless one that ${does} is caught by ${caughtBy.join(', ')}`, async ({ expect, onTestFinished }) => {
        const world = await understay.sandbox(`${scenario}-careless-${index}`)
        onTestFinished(() => world.delete())
        const seen = await playDay(day, world, { ...CAREFUL, ...habit })
        const { verdict, conformance } = await world.report()
        const found = [...seen.unmet, ...brokenIn(conformance)]
        expect(found, String(seen.stopped)).toEqual(expect.arrayContaining([...caughtBy]))
        expect(found.filter((one) => !caughtBy.includes(one) && !also.includes(one))).toEqual([])
        expect(verdict).toBe('failed')
      })
    }
  })
}

test('a client that closes the first night only is caught by two-channels within the three minutes of its page', async () => {
  const world = await understay.sandbox('three-minutes')
  const day = DAYS.find(({ scenario }) => scenario === 'two-channels')
  if (!day) throw new Error('there is no such day')
  const hours = 3 // three minutes at 60x
  const seen = await playDay({ ...day, job: workAllDay({ properties: [6], hours }) }, world, {
    ...CAREFUL,
    closes: 'the first night',
  })
  expect(seen.unmet).toContain('closes')
  await world.delete()
})

/** On these days the date of the machine may be that of the service. */
const isMonthEnd = Math.abs(Date.now() - Date.parse('2027-01-31')) < 3 * 86_400_000

test.skipIf(isMonthEnd).each([-12, 0, 12])(
  'a client that goes by the date of its machine, %i hours from UTC, fails month-end-midnight',
  async (hours) => {
    const world = await understay.sandbox(`own-date${hours + 12}`)
    const day = DAYS.find(({ scenario }) => scenario === 'month-end-midnight')
    if (!day) throw new Error('there is no such day')
    const seen = await playDay(day, world, { ...CAREFUL, day: 'of its machine' }, () => Date.now() + hours * 3_600_000)
    expect(seen.unmet).toContain('day-of-service')
    const { verdict, reasons } = await world.report()
    expect({ verdict, reasons }).toEqual({
      verdict: 'failed',
      reasons: [expect.stringContaining('expectation day-of-service: ')],
    })
    await world.delete()
  },
)

for (const day of DAYS.filter(({ webhooks }) => webhooks !== undefined))
  test(`${day.scenario} without a hook tests nothing`, async ({ expect, onTestFinished }) => {
    const world = await understay.sandbox(`${day.scenario}-no-hook`)
    onTestFinished(() => world.delete())
    const { webhooks: _, ...withoutHook } = day
    await playDay(withoutHook, world, CAREFUL)
    const { verdict, reasons } = await world.report()
    expect({ verdict, reasons }).toEqual({
      verdict: 'inconclusive',
      reasons: [expect.stringContaining('no hook: add --webhook URL')],
    })
  })

test('a careless client is the careful one with one habit changed', () => {
  for (const { habit } of DAYS.flatMap(({ careless }) => careless)) {
    expect(Object.keys(habit)).toHaveLength(1)
    expect(CAREFUL).not.toMatchObject(habit)
  }
})

test('every bundled scenario has its day', () => {
  const bundled = readdirSync('scenarios').flatMap((file) => (file.endsWith('.yaml') ? [file.slice(0, -5)] : []))
  expect(DAYS.map(({ scenario }) => scenario).sort()).toEqual(bundled.sort())
})
