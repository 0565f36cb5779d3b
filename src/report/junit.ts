/**
 * A report as JUnit XML, which Jenkins, GitLab, GitHub actions and most others show.
 *
 * @module
 */
import { type Check, checksOf } from './checks.ts'
import type { Report } from './report.ts'
import { element, xmlText } from './xml.ts'

const GROUPS: readonly Check['group'][] = ['run', 'expectations', 'faults', 'events', 'conformance']

/** A report as JUnit XML: a suite for each group of checks, a test case for each check. */
export function junitReport(report: Report): string {
  const checks = checksOf(report)
  const title = report.scenario?.name ?? report.sandbox
  const suites = GROUPS.flatMap((group) => {
    const own = checks.filter((check) => check.group === group)
    return own.length > 0 ? [suite(`${title}.${group}`, own, report)] : []
  })
  const root = element('testsuites', { name: `understay ${title}`, ...countsOf(checks), time: 0 }, [...suites, '\n'])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

function suite(name: string, checks: readonly Check[], { at }: Report): string {
  const cases = checks.map((check) => `\n    ${testCase(name, check)}`)
  const attributes = { name, ...countsOf(checks), time: 0, timestamp: at.slice(0, 19) }
  return `\n  ${element('testsuite', attributes, [...cases, '\n  '])}`
}

function testCase(classname: string, { name, outcome, reason, detail }: Check): string {
  return element('testcase', { classname, name, time: 0 }, INSIDE[outcome](reason, detail))
}

/** What stands inside a test case. */
const INSIDE: Readonly<Record<Check['outcome'], (reason: string, detail: string) => readonly string[]>> = {
  passed: () => [],
  failed: (reason, detail) => [element('failure', { message: reason, type: 'failed' }, [xmlText(detail)])],
  warned: (_, detail) => [element('system-out', {}, [xmlText(detail)])],
  skipped: (reason) => [element('skipped', { message: reason })],
}

function countsOf(checks: readonly Check[]) {
  const count = (outcome: Check['outcome']): number => checks.filter((check) => check.outcome === outcome).length
  return { tests: checks.length, failures: count('failed'), errors: 0, skipped: count('skipped') }
}
