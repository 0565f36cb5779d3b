/**
 * JUnit files against the schemas of those who read them, with libxml2 as the validator.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { certificateJunit } from '../../src/report/certificate-text.ts'
import { certificateOf } from '../../src/report/certification-report.ts'
import { junitReport } from '../../src/report/junit.ts'
import { reportOf } from '../../src/report/report.ts'
import { aBadRun, aFault, aRun } from './a-run.ts'

const NASTY = 'a<b>&"\'\u0000\u001b\ud800]]>\r\n\t😀\uffff'
const DAY = { scenario: 'rate-limited', warnings: [], advice: [], deviations: [], accepted: [], calls: 3, code: 1, ms: 1250 }
const certificate = certificateOf(
  { kind: null, command: 'npm test', understay: '1.2.3', at: '2026-05-02T09:00:00.000Z' },
  [
    { ...DAY, verdict: 'passed', reasons: [] },
    { ...DAY, scenario: 'token-revoked', verdict: 'failed', reasons: [NASTY, 'two'] },
    { ...DAY, scenario: 'slow-service', verdict: 'inconclusive', reasons: ['no call'] },
    { ...DAY, scenario: 'token-expired-at-start', verdict: 'not-applicable', reasons: ['no token'] },
  ],
  [{ scenario: 'rate-limited', deviation: 'repeats', why: 'known' }],
)

const FILES = {
  'a good run': junitReport([reportOf(aRun({ choices: { check_in_order: 'strict' } }))]),
  'a bad run': junitReport([reportOf(aBadRun())]),
  'several sandboxes': junitReport([reportOf(aRun()), reportOf(aBadRun({ sandbox: 'w1' }))]),
  'odd characters': junitReport([
    reportOf(
      aRun({ faults: [aFault({ happened: 0, blockedReason: NASTY, fault: { on: { client: NASTY }, token: 'expired' } })] }),
    ),
  ]),
  'no call': junitReport([reportOf(aRun({ entries: [], outcomes: [], faults: [], events: [] }))]),
  'a certificate': certificateJunit(certificate),
}

const validate = (schema: string, xml: string) =>
  validateXML({
    xml: [{ fileName: 'junit.xml', contents: xml }],
    schema: [readFileSync(`test/report/schemas/${schema}`, 'utf8')],
  })

describe.each(['jenkins-xunit.xsd', 'ant-junit.xsd'])('%s', (schema) => {
  test.each(Object.entries(FILES))('allows %s', async (_, xml) => {
    const { errors, valid } = await validate(schema, xml)
    expect(errors).toEqual([])
    expect(valid).toBe(true)
  })

  test('does not allow an attribute that it does not know', async () => {
    const broken = FILES['a good run'].replace('<testsuites', '<testsuites skipped="1"')
    const { valid, errors } = await validate(schema, broken)
    expect(valid).toBe(false)
    expect(errors.map(({ message }) => message).join('\n')).toContain('skipped')
  })
})
