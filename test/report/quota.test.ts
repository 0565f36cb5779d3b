import { expect, test } from 'vitest'
import { reportOf } from '../../src/report/report.ts'
import { aFault, aRun } from './a-run.ts'

test('passes for a quota that was kept, and not for one that no call counts for', () => {
  const fault = { on: {}, over: { calls: 20, within: '1m' }, network: { status: 429 } } as const
  expect(reportOf(aRun({ faults: [aFault({ fault, happened: 0, matched: 7 })] })).verdict).toBe('passed')
  expect(reportOf(aRun({ faults: [aFault({ fault, happened: 0, matched: 0 })] })).verdict).toBe('inconclusive')
  // it was not kept
  const blocked = aFault({ fault, happened: 0, matched: 30, blockedReason: 'no room is free' })
  expect(reportOf(aRun({ faults: [blocked] })).verdict).toBe('inconclusive')
})
