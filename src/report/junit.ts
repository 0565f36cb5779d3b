/**
 * A report as JUnit XML, which Jenkins, GitLab, GitHub actions and most others show.
 *
 * @module
 */
import { type Check, checksOf, sandboxText } from './checks.ts'
import type { Report } from './report.ts'
import { element, xmlText } from './xml.ts'

const GROUPS: readonly Check['group'][] = ['run', 'expectations', 'faults', 'events', 'conformance']

/** Reports as JUnit XML: a suite for each group of checks of each report, a test case for each check. */
export function junitReport(...reports: readonly Report[]): string {
  const [first, ...others] = reports
  const name = first && others.length === 0 ? `understay ${titleOf(first)}` : 'understay'
  const root = element('testsuites', { name, ...countsOf(reports.flatMap(checksOf)), time: 0 }, [
    ...reports.flatMap(suitesOf),
    '\n',
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

function suitesOf(report: Report): readonly string[] {
  const checks = checksOf(report)
  return GROUPS.flatMap((group) => {
    const own = checks.filter((check) => check.group === group)
    return own.length > 0 ? [suite(`${titleOf(report)}.${group}`, own, report)] : []
  })
}

/** What tells a report from others of the same run. */
function titleOf({ scenario, sandbox }: Report): string {
  const place = sandboxText(sandbox)
  if (!scenario) return place
  return place === sandbox ? scenario.name : `${scenario.name}.${place}`
}

function suite(name: string, checks: readonly Check[], report: Report): string {
  const { at } = report
  const cases = [...(checks[0]?.group === 'run' ? [properties(report)] : []), ...checks.map((check) => testCase(name, check))]
  const attributes = { name, ...countsOf(checks), time: 0, timestamp: at.slice(0, 19) }
  return `\n  ${element('testsuite', attributes, [...cases.map((one) => `\n    ${one}`), '\n  '])}`
}

/** What it takes to have the run again; it stands with the suite that every report has. */
function properties({ understay, sandbox, machineTime, clock, seed, choices }: Report): string {
  const values = { understay, sandbox, seed, clock, machineTime }
  const answers = Object.entries(choices).map(([id, answer]) => [`choice.${id}`, answer] as const)
  const written = [...Object.entries(values), ...answers].map(([name, value]) => element('property', { name, value }))
  return element('properties', {}, written)
}

function testCase(classname: string, { name, outcome, reason, detail }: Check): string {
  return element('testcase', { classname, name, time: 0 }, INSIDE[outcome](reason, detail))
}

/** What stands inside a test case. */
const INSIDE: Readonly<Record<Check['outcome'], (reason: string, detail: string) => readonly string[]>> = {
  passed: () => [],
  failed: (reason, detail) => [element('failure', { message: reason, type: 'failed' }, [xmlText(detail)])],
  inconclusive: (reason) => [element('skipped', { message: `inconclusive: ${reason}` })],
  warned: (_, detail) => [element('system-out', {}, [xmlText(detail)])],
  skipped: (reason) => [element('skipped', { message: reason })],
}

function countsOf(checks: readonly Check[]) {
  const count = (outcome: Check['outcome']): number => checks.filter((check) => check.outcome === outcome).length
  return { tests: checks.length, failures: count('failed'), errors: 0, skipped: count('skipped') + count('inconclusive') }
}
