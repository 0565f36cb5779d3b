import { describe, expect, test } from 'vitest'
import { checksOf } from '../../src/report/checks.ts'
import { junitReport } from '../../src/report/junit.ts'
import { markdownReport } from '../../src/report/markdown.ts'
import { byConformanceAlone, reportOf } from '../../src/report/report.ts'
import { areUnaffected, happenedFaults, type SandboxFaults } from '../../src/report/unaffected-sandboxes.ts'
import { aBadRun, aFault, aGrade, aRun, aVerdict, outcomesOf } from './a-run.ts'

const struck = (scenario = 'bad-day'): SandboxFaults => ({ scenario, happened: 2 })
const spared = (scenario = 'bad-day'): SandboxFaults => ({ scenario, happened: 0 })
const plain: SandboxFaults = { scenario: undefined, happened: 0 }

describe('a sandbox without a fault', () => {
  test.each<[what: string, sandboxes: readonly SandboxFaults[], stoodBy: readonly boolean[]]>([
    ['when a fault happened in another one', [struck(), spared(), spared()], [false, true, true]],
    ['whichever comes first', [spared(), struck()], [true, false]],
    ['never, when faults happened everywhere', [struck(), struck()], [false, false]],
    ['never, when none happened anywhere: the day did not take place', [spared(), spared()], [false, false]],
    ['never, when it is alone', [spared()], [false]],
    ['only where the same scenario struck', [struck('outage'), spared('limit'), spared('outage')], [false, false, true]],
    ['not where no scenario was played', [struck(), plain], [false, false]],
    ['in no run without calls', [], []],
  ])('%s', (_, sandboxes, expected) => {
    expect(areUnaffected(sandboxes)).toEqual(expected)
  })

  test.each<[what: string, Parameters<typeof aRun>[0], SandboxFaults]>([
    [
      'adds up its faults',
      { faults: [aFault(), aFault({ id: 'bad-day/2', happened: 2 })] },
      { scenario: 'bad-day', happened: 3 },
    ],
    ['has none', { faults: [] }, { scenario: 'bad-day', happened: 0 }],
    ['is not what a test armed', { faults: [aFault({ id: 'armed/1' })] }, { scenario: 'bad-day', happened: 0 }],
    ['is not there', { scenario: null, faults: [aFault({ id: 'armed/1' })] }, { scenario: undefined, happened: 0 }],
  ])('by what happened of its scenario, which %s', (_, run, expected) => {
    expect(happenedFaults(reportOf(aRun(run)))).toEqual(expected)
  })
})

describe('the report of a sandbox without a fault', () => {
  const LINE = 'in @w2 no fault of the scenario happened: only conformance is judged'
  const idle = reportOf(
    aRun({
      sandbox: 'w2',
      faults: [aFault({ matched: 0, happened: 0 })],
      outcomes: outcomesOf({ id: 'asks', operation: 'requestToken', count: 5 }),
    }),
  )

  test('passes by conformance alone, with a line that says so', () => {
    expect(idle).toMatchObject({
      verdict: 'failed',
      reasons: [expect.stringMatching(/^expectation/)],
    })
    const report = byConformanceAlone(idle)
    expect(report).toMatchObject({ verdict: 'passed', reasons: [], conformanceAlone: true })
    const text = markdownReport(report)
    expect(text).toContain('\n\nIn `@w2` no fault of the scenario happened: only conformance is judged.\n\n')
    expect(text).toContain('| ➖ | `bad-day/1` |')
    expect(text).not.toMatch(/❌|nearest miss/)
    expect(markdownReport(idle)).not.toContain('alone')
  })

  test('marks checks that did not happen as skipped, and keeps the rest', () => {
    const checks = checksOf(byConformanceAlone(idle)).map(({ name, outcome, reason }) => [name.split(':')[0], outcome, reason])
    expect(checks).toEqual([
      ['The client called', 'passed', ''],
      ['asks', 'skipped', LINE],
      ['bad-day/1', 'skipped', LINE],
      ['bad-day/event-1', 'passed', ''],
      ['auth/token-form', 'passed', ''],
    ])
    expect(junitReport([byConformanceAlone(idle)])).toContain(`<skipped message="${LINE}"/>`)
  })

  test('fails for a broken rule, and where no rule was exercised', () => {
    const broken = byConformanceAlone(reportOf(aBadRun()))
    expect(broken.reasons).toEqual(['rule auth/token-form is broken (2 times): #2 requestToken was sent as JSON'])
    const nothing = reportOf(aRun({ conformance: aGrade(aVerdict({ outcome: 'not-exercised' })) }))
    expect(byConformanceAlone(nothing)).toMatchObject({ verdict: 'failed', reasons: ['Nothing was exercised'] })
  })
})
