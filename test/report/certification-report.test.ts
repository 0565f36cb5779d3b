import { describe, expect, test } from 'vitest'
import {
  certificateBadge,
  certificateMarkdown,
  certificateSummary,
  countsText,
  scenarioLine,
} from '../../src/report/certificate-text.ts'
import { certificateOf, type ScenarioResult, scenarioResult } from '../../src/report/certification-report.ts'
import { endedReport, reportOf } from '../../src/report/report.ts'
import { needsToken } from '../../src/scenario/faults/token-need.ts'
import { loadScenario } from '../../src/scenario/load.ts'
import { aBadRun, aCall, aFault, aGrade, aRun, aVerdict, outcomesOf } from './a-run.ts'

const PASSED: ScenarioResult = {
  scenario: 'token-revoked',
  verdict: 'passed',
  reasons: [],
  warnings: [],
  advice: [],
  deviations: [],
  accepted: [],
  calls: 5,
  code: 0,
  ms: 1000,
}
const BASELINE = [{ scenario: 'token-revoked', deviation: 'auth/one-renewal', why: 'known' }]
const about = { kind: null, command: 'sync', understay: '1.0.0', at: '2026-05-02T09:00:00.000Z' }

test.each<readonly [what: string, result: Partial<ScenarioResult>, stale: number, verdict: string]>([
  ['in a scenario without it', {}, 1, 'failed'],
  ['in a scenario with it', { accepted: ['auth/one-renewal'] }, 0, 'passed'],
  ['in a scenario that failed otherwise', { verdict: 'failed' }, 1, 'failed'],
  ['in a scenario whose command was ended', { verdict: 'failed', deviations: ['The command ended itself'] }, 0, 'failed'],
  ['in a scenario without a call', { verdict: 'failed', calls: 0 }, 0, 'failed'],
  ['in a scenario that is inconclusive', { verdict: 'inconclusive' }, 0, 'inconclusive'],
  ['in a scenario that was not played', { scenario: 'rate-limited' }, 0, 'passed'],
])('an accepted deviation %s', (_, result, stale, verdict) => {
  const certificate = certificateOf(about, [{ ...PASSED, ...result }], BASELINE)
  expect(certificate.stale).toHaveLength(stale)
  expect(certificate.verdict).toBe(verdict)
})

describe('a scenario that failed', () => {
  const facts = { code: 0, ms: 5 }
  const advice = ['fault bad-day/3 could not happen: room 1 | "Gull" is taken <already>', 'auth/token-form: Send a form']

  test('says what to do: the remedies of broken rules, on the terminal and in the file', () => {
    const result = scenarioResult('bad-day', [reportOf(aBadRun())], [], facts)
    expect(result.advice).toEqual(advice)
    const certificate = certificateOf(about, [result], [])
    const todo = certificateSummary(certificate).parts.find(({ title }) => title === 'What to do')
    expect(todo?.texts).toEqual([expect.stringMatching(/^play one alone/), ...advice])
    expect(certificateMarkdown(certificate)).toContain('## What to do\n\n- fault')
    expect(certificateMarkdown(certificate)).toContain('- auth/token-form: Send a form\n')
  })

  test('says what the scenario wants where no rule is broken, and nothing about accepted deviations', () => {
    const unmet = reportOf(aRun({ outcomes: outcomesOf({ id: 'asks', operation: 'requestToken', status: 200, count: 2 }) }))
    expect(scenarioResult('bad-day', [unmet], [], facts).advice).toEqual(['bad-day: The token ends.'])
    const known = [{ scenario: 'bad-day', deviation: 'auth/token-form', why: 'known' }]
    expect(scenarioResult('bad-day', [reportOf(aBadRun())], known, facts).advice).toEqual(advice.slice(0, 1))
    expect(scenarioResult('bad-day', [reportOf(aRun())], [], facts).advice).toEqual([])
  })
})

describe('a scenario that does not apply', () => {
  const facts = { code: 0, ms: 5, notApplicable: 'the client sends no token' }
  const idle = reportOf(aRun({ faults: [aFault({ happened: 0, matched: 0 })] }))

  test('is not applicable where nothing but the scenario is inconclusive, and does not count', () => {
    const result = scenarioResult('rate-limited', [idle], [], facts)
    expect(result).toMatchObject({ verdict: 'not-applicable', reasons: ['the client sends no token'] })
    expect(certificateMarkdown(certificateOf(about, [result], []))).toContain('| not applicable: the client sends no token |')
    expect(certificateOf(about, [PASSED, result], []).verdict).toBe('passed')
    expect(certificateOf(about, [result], []).verdict).toBe('inconclusive')
    expect(countsText(certificateOf(about, [PASSED, result], []))).toBe('1 passed, 0 failed, 0 inconclusive, 1 not applicable')
    expect(certificateBadge(certificateOf(about, [PASSED, result], []))).toContain('passed 1/1')
    expect(scenarioLine(result)).toBe('➖ rate-limited: not applicable (3 calls, exit code 0, 0.0 s): the client sends no token')
  })

  test('fails or is inconclusive for anything else', () => {
    const lost = reportOf(aRun({ faults: [aFault({ happened: 0, matched: 0 })], lost: 1 }))
    expect(scenarioResult('rate-limited', [lost], [], facts).verdict).toBe('inconclusive')
    expect(scenarioResult('rate-limited', [reportOf(aBadRun())], [], facts).verdict).toBe('failed')
    expect(scenarioResult('rate-limited', [reportOf(aRun())], [], facts).verdict).toBe('passed')
  })
})

describe('the reasons of a scenario', () => {
  const unmet = outcomesOf({ id: 'asks', operation: 'requestToken', status: 200, count: 2 })
  const broken = aVerdict({ id: 'auth/b', outcome: 'failed', offences: [{ entries: [1], what: '#1 is bad' }] })

  test('join a broken rule with the expectations of its own sandbox only', () => {
    const one = reportOf(aRun({ sandbox: 'w1', conformance: aGrade(broken) }))
    const other = reportOf(aRun({ sandbox: 'w2', outcomes: unmet }))
    expect(scenarioResult('rate-limited', [one, other], [], { code: 0, ms: 5 }).reasons).toEqual([
      'rule auth/b is broken (1 time): #1 is bad',
      'expectation asks: expected exactly 2 calls of requestToken answered 200, found 1 (#1)',
    ])
  })

  test('name a time limit once, before everything else', () => {
    const reports = ['w1', 'w2'].map((sandbox) => endedReport(reportOf(aRun({ sandbox, outcomes: unmet })), 'it still ran'))
    const { verdict, reasons, deviations } = scenarioResult('rate-limited', reports, [], { code: 143, ms: 5 })
    expect({ verdict, reasons, deviations }).toEqual({
      verdict: 'failed',
      reasons: ['it still ran', expect.stringMatching(/^expectation asks: /)],
      deviations: ['The command ended itself', 'asks'],
    })
  })
})

test('a scenario has its warnings: broken shoulds and warnings about calls', () => {
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
  const result = scenarioResult('rate-limited', [report], [], { code: 0, ms: 5 })
  expect(result).toMatchObject({
    verdict: 'passed',
    warnings: ['rule efficiency/no-polling is broken (1 time): #1 polls', '2 calls: no channel name was sent'],
  })
  expect(certificateMarkdown(certificateOf(about, [result], []))).toContain(
    'warning: rule efficiency/no-polling is broken (1 time): `#1` polls; warning: 2 calls: no channel name was sent',
  )
  const many = { ...result, warnings: ['one', 'two', 'three', 'four'] }
  expect(certificateMarkdown(certificateOf(about, [many], []))).toContain('warning: one; warning: two; 2 more warnings')
  const failed = { ...many, verdict: 'failed' as const, reasons: ['first', 'second', 'third'], warnings: [] }
  expect(certificateMarkdown(certificateOf(about, [failed], []))).toContain('first; second; 1 more reason')
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

test('a warning of several scenarios is shown once, and the day of the runs in the document', () => {
  const warned = (scenario: string, ...warnings: readonly string[]): ScenarioResult => ({ ...PASSED, scenario, warnings })
  const first = warned('rate-limited', 'rule a is broken (1 time): #1 polls', '1 call: no channel', '1 call: VAT is ignored')
  const second = warned('token-revoked', 'rule a is broken (2 times): #9 polls', '3 calls: no channel')
  const certificate = certificateOf(about, [first, second], [])
  expect(certificateSummary(certificate).parts).toContainEqual({
    title: 'Warnings',
    texts: [
      'rate-limited (and 1 more scenario): rule a is broken (1 time): #1 polls',
      'rate-limited (and 1 more scenario): 1 call: no channel',
      'rate-limited: 1 call: VAT is ignored',
    ],
  })
  expect(certificateMarkdown(certificate)).toContain('Understay 1.0.0, 2026-05-02 09:00 UTC. ')
})

test.each([
  ['failed', 127, [], 1],
  ['succeeded', 0, [], 0],
  ['was ended at its time limit', 143, ['The command ended itself'], 0],
])('a command that %s without a call', (_, code, deviations, count) => {
  const reasons = ['no call reached this sandbox']
  const idle: ScenarioResult = { ...PASSED, verdict: 'failed', reasons, deviations, calls: 0, code }
  const advice = certificateSummary(certificateOf(about, [idle], [])).parts.flatMap(({ texts }) => texts)
  const text =
    'token-revoked: the command ended with exit code 127 without a call of the interface: play one alone to see its output, or read command.log in the folder of its report'
  expect(advice.filter((one) => one.includes('exit code'))).toEqual(Array(count).fill(text))
})
