import { expect, test } from 'vitest'
import { certificateOf, type DayResult } from '../../src/report/certificate.ts'

const DAY: DayResult = {
  day: 'token-revoked',
  verdict: 'passed',
  reasons: [],
  deviations: [],
  accepted: [],
  calls: 5,
  code: 0,
  ms: 1000,
}
const BASELINE = [{ day: 'token-revoked', deviation: 'auth/one-renewal', why: 'known' }]
const about = { kind: null, command: 'sync', understay: '1.0.0', at: '2026-05-02T09:00:00.000Z' }

test.each<readonly [what: string, day: Partial<DayResult>, stale: number, verdict: string]>([
  ['on a day without it', {}, 1, 'failed'],
  ['on a day with it', { accepted: ['auth/one-renewal'] }, 0, 'passed'],
  ['on a day that failed otherwise', { verdict: 'failed' }, 1, 'failed'],
  ['on a day without a call', { verdict: 'failed', calls: 0 }, 0, 'failed'],
  ['on a day that did not take place', { verdict: 'inconclusive' }, 0, 'inconclusive'],
  ['on a day that was not played', { day: 'rate-limited' }, 0, 'passed'],
])('an accepted deviation %s', (_, day, stale, verdict) => {
  const certificate = certificateOf(about, [{ ...DAY, ...day }], BASELINE)
  expect(certificate.stale).toHaveLength(stale)
  expect(certificate.verdict).toBe(verdict)
})
