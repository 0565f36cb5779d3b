/** A report as JUnit XML, which Jenkins, GitLab, GitHub actions and most others show. */
import { type Check, checksOf, sandboxText } from './checks.ts'
import { type JunitCase, type JunitSuite, junitFile } from './junit-file.ts'
import type { Report } from './report-data.ts'
import { runFigures } from './traffic.ts'

const CHECK_GROUPS: readonly Check['group'][] = ['run', 'expectations', 'faults', 'events', 'conformance']

/**
 * Reports as JUnit XML: a suite for each group of checks of each report, a test case for each check.
 *
 * @param exitCode that of the command; another one than 0 is a failed test case
 */
export const junitReport = (reports: readonly Report[], exitCode = 0): string =>
  junitFile([...reports.flatMap(suitesOf), ...(exitCode === 0 ? [] : [commandSuite(exitCode, reports[0]?.at ?? '')])])

const commandSuite = (exitCode: number, at: string): JunitSuite => ({
  name: 'command',
  at,
  cases: [{ name: 'exit code', time: 0, outcome: 'failed', message: `the command ended with exit code ${exitCode}` }],
})

function suitesOf(report: Report): readonly JunitSuite[] {
  const checks = checksOf(report)
  return CHECK_GROUPS.flatMap((group) => {
    const own = checks.filter((check) => check.group === group)
    if (own.length === 0) return []
    const suite = { name: `${titleOf(report)}.${group}`, at: report.at, cases: own.map(caseOf) }
    return [group === 'run' ? { ...suite, properties: propertiesOf(report) } : suite]
  })
}

function titleOf({ scenario, sandbox }: Report): string {
  const place = sandboxText(sandbox)
  if (!scenario) return place
  return place === sandbox ? scenario.name : `${scenario.name}.${place}`
}

/** The properties that reproduce the run, and its figures; on the suite that every report has. */
function propertiesOf(report: Report): Readonly<Record<string, string | number>> {
  const { understay, sandbox, seed, clock, machineTime, choices } = report
  return {
    understay,
    sandbox,
    seed,
    clock,
    machineTime,
    ...Object.fromEntries(Object.entries(choices).map(([id, answer]) => [`choice.${id}`, answer])),
    ...runFigures(report),
  }
}

function caseOf({ name, outcome, reason, detail }: Check): JunitCase {
  const one = { name, time: 0 }
  switch (outcome) {
    case 'passed':
      return { ...one, outcome }
    case 'failed':
      return { ...one, outcome, message: reason, detail }
    case 'warned':
      return { ...one, outcome: 'passed', output: detail }
    case 'inconclusive':
      return { ...one, outcome: 'skipped', message: `inconclusive: ${reason}` }
    case 'skipped':
      return { ...one, outcome, message: reason }
  }
}
