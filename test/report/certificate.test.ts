import { describe, expect, test } from 'vitest'
import { certificateOf, type ScenarioResult, scenarioResult } from '../../src/report/certificate.ts'
import { certificateBadge, certificateMarkdown, countsText, scenarioLine } from '../../src/report/certificate-text.ts'
import { reportOf } from '../../src/report/report.ts'
import { loadScenario } from '../../src/scenario/load.ts'
import { needsToken } from '../../src/scenario/token-need.ts'
import { aBadRun, aCall, aFault, aGrade, aRun, aVerdict } from './a-run.ts'

const DAY: ScenarioResult = {
  day: 'token-revoked',
  verdict: 'passed',
  reasons: [],
  warnings: [],
  deviations: [],
  accepted: [],
  calls: 5,
  code: 0,
  ms: 1000,
}
const BASELINE = [{ day: 'token-revoked', deviation: 'auth/one-renewal', why: 'known' }]
const about = { kind: null, command: 'sync', understay: '1.0.0', at: '2026-05-02T09:00:00.000Z' }

test.each<readonly [what: string, day: Partial<ScenarioResult>, stale: number, verdict: string]>([
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

describe('a day that does not apply', () => {
  const facts = { code: 0, ms: 5, notApplicable: 'the client sends no token' }
  const idle = reportOf(aRun({ faults: [aFault({ happened: 0, matched: 0 })] }))

  test('is not applicable where nothing but the scenario is inconclusive, and does not count', () => {
    const day = scenarioResult('rate-limited', [idle], [], facts)
    expect(day).toMatchObject({ verdict: 'not-applicable', reasons: ['the client sends no token'] })
    expect(certificateMarkdown(certificateOf(about, [day], []))).toContain('| not applicable: the client sends no token |')
    expect(certificateOf(about, [DAY, day], []).verdict).toBe('passed')
    expect(certificateOf(about, [day], []).verdict).toBe('inconclusive')
    expect(countsText(certificateOf(about, [DAY, day], []))).toBe('1 passed, 0 failed, 0 inconclusive, 1 not applicable')
    expect(certificateBadge(certificateOf(about, [DAY, day], []))).toContain('passed 1/1')
    expect(scenarioLine(day)).toBe('➖ rate-limited: not applicable (3 calls, exit code 0, 0.0 s): the client sends no token')
  })

  test('fails or is inconclusive for anything else', () => {
    const lost = reportOf(aRun({ faults: [aFault({ happened: 0, matched: 0 })], lost: 1 }))
    expect(scenarioResult('rate-limited', [lost], [], facts).verdict).toBe('inconclusive')
    expect(scenarioResult('rate-limited', [reportOf(aBadRun())], [], facts).verdict).toBe('failed')
    expect(scenarioResult('rate-limited', [reportOf(aRun())], [], facts).verdict).toBe('passed')
  })
})

test('a day has its warnings: broken shoulds and warnings about calls', () => {
  const warnings = ['no channel name was sent']
  const report = reportOf(
    aRun({
      entries: [aCall(1, { warnings }), aCall(2, { operation: 'listTariffs', warnings }), aCall(3)],
      conformance: aGrade(
        aVerdict({
          id: 'efficiency/no-polling',
          severity: 'should',
          outcome: 'warned',
          offences: [{ entries: [1], what: '#1 polls' }],
        }),
      ),
    }),
  )
  const day = scenarioResult('rate-limited', [report], [], { code: 0, ms: 5 })
  expect(day).toMatchObject({
    verdict: 'passed',
    warnings: ['rule efficiency/no-polling is broken (1 time): #1 polls', '2 calls: no channel name was sent'],
  })
  expect(certificateMarkdown(certificateOf(about, [day], []))).toContain(
    'warning: rule efficiency/no-polling is broken (1 time): `#1` polls; warning: 2 calls: no channel name was sent',
  )
  const many = { ...day, warnings: ['one', 'two', 'three', 'four'] }
  expect(certificateMarkdown(certificateOf(about, [many], []))).toContain('warning: one; warning: two; 2 more warnings')
})

test.each<[name: string, needs: boolean]>([
  ['rate-limited', true],
  ['short-lived-tokens', true],
  ['token-revoked', true],
  ['read-only-credentials', true],
  ['outage-and-recovery', false],
  ['sold-out-before-validate', false],
  ['month-end-midnight', false],
])('the scenario %s is about tokens: %s', async (name, needs) => {
  expect(needsToken(await loadScenario(name))).toBe(needs)
})
