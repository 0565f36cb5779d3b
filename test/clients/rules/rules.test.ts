/**
 * Every rule is tested with a client that breaks it and one that almost does.
 *
 * @module
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Conformance, Outcome } from '../../../src/conformance/conformance.ts'
import { RULES } from '../../../src/conformance/rules/index.ts'
import { startUnderstay, type Understay } from '../../../src/index.ts'
import { RawClient, type RuleClient } from './raw-client.ts'
import { TRIALS } from './trials.ts'

const BROKEN = { must: 'failed', should: 'warned', info: 'noted' } as const
const NOT_BROKEN: readonly Outcome[] = ['passed', 'noted']
let understay: Understay
beforeAll(async () => {
  // In the morning: no client of a rule works past midnight.
  understay = await startUnderstay({ at: `${new Date().toISOString().slice(0, 10)}T09:00:00Z`, freeze: true })
})
afterAll(() => understay.close())

let worlds = 0
async function judged({ run }: RuleClient): Promise<ReadonlyMap<string, Conformance['rules'][number]>> {
  const world = await understay.sandbox(`rule-${++worlds}`)
  try {
    await run(new RawClient(world))
    const { rules } = (await world.report())['conformance'] as Conformance
    return new Map(rules.map((rule) => [rule.id, rule]))
  } finally {
    await world.delete()
  }
}

const musts = (rules: ReadonlyMap<string, Conformance['rules'][number]>): readonly string[] =>
  [...rules.values()].filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)

test('every rule has a client that breaks it and one that almost does', () => {
  expect(Object.keys(TRIALS).sort()).toEqual(RULES.map(({ id }) => id).sort())
})

describe.each(RULES.map(({ id, severity }) => ({ id, severity })))('$id', ({ id, severity }) => {
  const trial = TRIALS[id]
  if (!trial) return
  test(`is broken by a client that ${trial.breaks.does}`, async ({ expect }) => {
    const rules = await judged(trial.breaks)
    expect(rules.get(id)?.outcome, JSON.stringify(rules.get(id))).toBe(BROKEN[severity])
    const allowed = [id, ...(trial.breaks.also ?? [])]
    expect(musts(rules).filter((other) => !allowed.includes(other))).toEqual([])
  })
  test(`is kept by one that ${trial.near.does}`, async ({ expect }) => {
    const rules = await judged(trial.near)
    const { outcome, offences = [] } = rules.get(id) ?? {}
    expect(severity === 'info' ? 'passed' : 'kept', JSON.stringify(rules.get(id))).toBe(
      outcome !== undefined && NOT_BROKEN.includes(outcome) && offences.length === 0
        ? severity === 'info'
          ? 'passed'
          : 'kept'
        : outcome,
    )
    expect(musts(rules)).toEqual([])
  })
})
