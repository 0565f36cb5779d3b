/**
 * JUnit XML that is valid by the schemas of Ant and of Jenkins' xunit plugin: only suites below the root, each with properties,
 * test cases and output, in this order.
 */
import { element, xmlText } from './xml.ts'

export interface JunitCase {
  readonly name: string
  /** Seconds. */
  readonly time: number
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** Why it did not pass, in a sentence. */
  readonly message?: string
  readonly detail?: string
  /** The output of a test case that passed. */
  readonly output?: string
}

export interface JunitSuite {
  readonly name: string
  /** An ISO instant. */
  readonly at: string
  readonly properties?: Readonly<Record<string, string | number>>
  readonly cases: readonly JunitCase[]
}

export function junitFile(suites: readonly JunitSuite[]): string {
  const root = element('testsuites', {}, [...suites.map(suiteXml), '\n'])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

function suiteXml({ name, at, properties = {}, cases }: JunitSuite, id: number): string {
  const count = (outcome: JunitCase['outcome']): number => cases.filter((one) => one.outcome === outcome).length
  const attributes = {
    name,
    package: 'understay',
    id,
    timestamp: at.slice(0, 19),
    hostname: 'localhost',
    tests: cases.length,
    failures: count('failed'),
    errors: 0,
    skipped: count('skipped'),
    time: seconds(cases.reduce((sum, { time }) => sum + time, 0)),
  }
  const output = cases.flatMap((one) => (one.output ? [`${one.name}\n${one.output}`] : [])).join('\n\n')
  const inside = [
    element(
      'properties',
      {},
      Object.entries(properties).map(([key, value]) => element('property', { name: key, value })),
    ),
    ...cases.map((one) => caseXml(name, one)),
    element('system-out', {}, output === '' ? [] : [xmlText(output)]),
    element('system-err', {}),
  ]
  return `\n  ${element('testsuite', attributes, [...inside.map((one) => `\n    ${one}`), '\n  '])}`
}

const seconds = (time: number): string => time.toFixed(3)

function caseXml(classname: string, { name, time, outcome, message = '', detail = '' }: JunitCase): string {
  const inside: string[] = []
  if (outcome === 'failed') inside.push(element('failure', { message, type: 'failed' }, [xmlText(detail)]))
  if (outcome === 'skipped') inside.push(element('skipped', { message }))
  return element('testcase', { classname, name, time: seconds(time) }, inside)
}
