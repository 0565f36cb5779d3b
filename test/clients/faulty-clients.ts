/**
 * Tests of clients with one mistake each, which their scenario must detect.
 *
 * @module
 */
import { test } from 'vitest'
import { CORRECT } from './behaviour.ts'
import type { ComparingServer } from './comparing.ts'
import { playCase, rulesWith, type ScenarioCase, unmetOf } from './scenario-case.ts'

type Faulty = ScenarioCase['faulty'][number]

/** True for a client that gives up within half a second of real time, also without the fault where a machine is too busy. */
export const isHasty = ({ mistake }: Faulty): boolean => 'slowResponse' in mistake

/** A test for each of the meant clients of a scenario. */
export function testFaulty(scenarioCase: ScenarioCase, server: () => ComparingServer, isMeant: (one: Faulty) => boolean): void {
  const { scenario, faulty } = scenarioCase
  for (const [index, one] of faulty.entries()) {
    if (!isMeant(one)) continue
    const { does, mistake, caughtBy, also = [] } = one
    test(`a client that ${does} is detected by ${caughtBy.join(', ')}`, async ({ expect }) => {
      const seen = await playCase(scenarioCase, server(), `${scenario}-faulty-${index}`, { ...CORRECT, ...mistake })
      const found = [...unmetOf(seen.report), ...rulesWith(seen.report, 'failed')]
      expect(found, String(seen.stopped)).toEqual(expect.arrayContaining([...caughtBy]))
      expect(found.filter((name) => !caughtBy.includes(name) && !also.includes(name))).toEqual([])
      expect(seen.report.verdict).toBe('failed')
    })
  }
}
