/**
 * The bundled scenarios: a correct client passes each of them, and a client with one mistake is detected.
 *
 * @module
 */
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Conformance } from '../../src/conformance/conformance.ts'
import { startUnderstay, type Understay } from '../../src/index.ts'
import { workAllDay } from './all-day.ts'
import { CORRECT } from './behaviour.ts'
import { playCase } from './scenario-case.ts'
import { SCENARIO_CASES } from './scenario-cases.ts'

let understay: Understay
beforeAll(async () => {
  understay = await startUnderstay()
})
afterAll(() => understay.close())

/** The rules that are broken, of those that fail a run. */
const brokenIn = (conformance: unknown): readonly string[] =>
  (conformance as Conformance).rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)

for (const scenarioCase of SCENARIO_CASES) {
  describe(scenarioCase.scenario, () => {
    const { scenario, correct, faulty } = scenarioCase

    test(`a correct client ${correct.does}`, async ({ expect, onTestFinished }) => {
      const world = await understay.sandbox(`${scenario}-correct`)
      onTestFinished(() => world.delete())
      const seen = await playCase(scenarioCase, world, CORRECT)
      expect(seen).toEqual({ result: correct.result, stopped: undefined, unmet: [], idle: [] })
      const { verdict, reasons, conformance } = await world.report()
      expect({ verdict, reasons }).toEqual({ verdict: 'passed', reasons: [] })
      expect(conformance).toMatchObject({ passed: true, counts: { failed: 0, warned: 0 } })
    })

    for (const [index, { does, mistake, caughtBy, also = [] }] of faulty.entries()) {
      test(`a client that ${does} is detected by ${caughtBy.join(', ')}`, async ({ expect, onTestFinished }) => {
        const world = await understay.sandbox(`${scenario}-faulty-${index}`)
        onTestFinished(() => world.delete())
        const seen = await playCase(scenarioCase, world, { ...CORRECT, ...mistake })
        const { verdict, conformance } = await world.report()
        const found = [...seen.unmet, ...brokenIn(conformance)]
        expect(found, String(seen.stopped)).toEqual(expect.arrayContaining([...caughtBy]))
        expect(found.filter((one) => !caughtBy.includes(one) && !also.includes(one))).toEqual([])
        expect(verdict).toBe('failed')
      })
    }
  })
}

test('a client that closes only the first night is detected by two-channels within the three minutes its page says', async () => {
  const world = await understay.sandbox('three-minutes')
  const twoChannels = SCENARIO_CASES.find(({ scenario }) => scenario === 'two-channels')
  if (!twoChannels) throw new Error('two-channels has no case')
  const hours = 3 // three minutes at 60x
  const seen = await playCase({ ...twoChannels, job: workAllDay({ properties: [6], hours }) }, world, {
    ...CORRECT,
    closedNights: 'the first night',
  })
  expect(seen.unmet).toContain('closes')
  await world.delete()
})

/** On these days the date of the machine may be that of the scenario. */
const isMonthEnd = Math.abs(Date.now() - Date.parse('2027-01-31')) < 3 * 86_400_000

test.skipIf(isMonthEnd).each([-12, 0, 12])(
  'a client that uses the date of its machine, %i hours from UTC, fails month-end-midnight',
  async (hours) => {
    const world = await understay.sandbox(`own-date${hours + 12}`)
    const monthEnd = SCENARIO_CASES.find(({ scenario }) => scenario === 'month-end-midnight')
    if (!monthEnd) throw new Error('month-end-midnight has no case')
    const seen = await playCase(monthEnd, world, { ...CORRECT, today: 'of its machine' }, () => Date.now() + hours * 3_600_000)
    expect(seen.unmet).toContain('day-of-service')
    const { verdict, reasons } = await world.report()
    expect({ verdict, reasons }).toEqual({
      verdict: 'failed',
      reasons: [expect.stringContaining('expectation day-of-service: ')],
    })
    await world.delete()
  },
)

for (const scenarioCase of SCENARIO_CASES.filter(({ webhooks }) => webhooks !== undefined))
  test(`${scenarioCase.scenario} is inconclusive without a hook`, async ({ expect, onTestFinished }) => {
    const world = await understay.sandbox(`${scenarioCase.scenario}-no-hook`)
    onTestFinished(() => world.delete())
    const { webhooks: _, ...withoutHook } = scenarioCase
    await playCase(withoutHook, world, CORRECT)
    const { verdict, reasons } = await world.report()
    expect({ verdict, reasons }).toEqual({
      verdict: 'inconclusive',
      reasons: [expect.stringContaining('no hook: add --webhook URL')],
    })
  })

test('a faulty client is the correct one with one mistake', () => {
  for (const { mistake } of SCENARIO_CASES.flatMap(({ faulty }) => faulty)) {
    expect(Object.keys(mistake)).toHaveLength(1)
    expect(CORRECT).not.toMatchObject(mistake)
  }
})

test('every bundled scenario has a case', () => {
  const bundled = readdirSync('scenarios').flatMap((file) => (file.endsWith('.yaml') ? [file.slice(0, -5)] : []))
  expect(SCENARIO_CASES.map(({ scenario }) => scenario).sort()).toEqual(bundled.sort())
})
