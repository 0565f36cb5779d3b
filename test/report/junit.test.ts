import { describe, expect, test } from 'vitest'
import { junitReport } from '../../src/report/junit.ts'
import { reportOf } from '../../src/report/report.ts'
import { element, xmlText } from '../../src/report/xml.ts'
import { aBadRun, aFault, aGrade, aRun, aVerdict, LIVING, outcomesOf } from './a-run.ts'
import { type Element, readXml } from './xml-reader.ts'

const counted = ({ attributes: { tests, failures, errors, skipped } }: Element) => [tests, failures, errors, skipped].map(Number)
const inAll = ({ children }: Element) =>
  children.map(counted).reduce((sum, counts) => sum.map((count, index) => count + (counts[index] ?? 0)), [0, 0, 0, 0])
const casesOf = (of: Element): readonly Element[] =>
  of.children.flatMap(({ children }) => children.filter(({ name }) => name === 'testcase'))
const named = (of: Element, name: string): Element | undefined => of.children.find((child) => child.name === name)

describe('a report as JUnit XML', () => {
  test('has a suite for each group, and a test case for each check', () => {
    const root = readXml(junitReport([reportOf(aRun())]))
    expect(root).toMatchObject({ name: 'testsuites', attributes: {} })
    expect(inAll(root)).toEqual([5, 0, 0, 0])
    expect(root.children.map(({ name, attributes }) => [name, attributes['name']])).toEqual([
      ['testsuite', 'bad-day.run'],
      ['testsuite', 'bad-day.expectations'],
      ['testsuite', 'bad-day.faults'],
      ['testsuite', 'bad-day.events'],
      ['testsuite', 'bad-day.conformance'],
    ])
    expect(root.children[0]?.attributes['timestamp']).toBe('2026-05-02T09:00:00')
    expect(casesOf(root).map(({ attributes }) => [attributes['classname'], attributes['name']])).toEqual([
      ['bad-day.run', 'The client called'],
      ['bad-day.expectations', 'asks: exactly 2 calls of requestToken'],
      ['bad-day.faults', 'bad-day/1: token expired, on calls of listBookings'],
      ['bad-day.events', 'bad-day/event-1: guest books'],
      ['bad-day.conformance', 'auth/token-form: Token requests are form-encoded'],
    ])
  })

  test('names cases without what was seen, so that they have the same name in each run', () => {
    const seen = 'a read: #7 GET /listbooking/1 200 at 09:00:07'
    const outcomes = outcomesOf({ id: 'repeats', operation: 'requestToken' }).flatMap((outcome) => [
      { ...outcome, expectation: { reaction: 'looks-again' as const }, wanted: seen },
      { ...outcome, expectation: { each: 'guests' }, wanted: seen },
      { ...outcome, expectation: { unless: 'reads' }, wanted: 'exactly 2 calls of requestToken, unless reads is met' },
    ])
    const suite = readXml(junitReport([reportOf(aRun({ outcomes }))])).children[1]
    expect(suite?.children.map(({ attributes }) => attributes['name']).filter((name) => name?.startsWith('repeats'))).toEqual([
      'repeats: looks-again',
      'repeats: guests',
      'repeats: exactly 2 calls of requestToken',
    ])
  })

  test('counts failures and skipped cases in each suite', () => {
    const root = readXml(junitReport([reportOf(aBadRun())]))
    expect(inAll(root)).toEqual([11, 2, 0, 4])
    expect(root.children.map(counted)).toEqual([
      [1, 0, 0, 0],
      [2, 1, 0, 0],
      [3, 0, 0, 2],
      [2, 0, 0, 2],
      [3, 1, 0, 0],
    ])
    expect(casesOf(root).filter((one) => named(one, 'failure'))).toHaveLength(2)
  })

  test('names failures with the nearest misses; warnings are not failures', () => {
    const root = readXml(junitReport([reportOf(aBadRun())]))
    const cases = casesOf(root)
    const inside = (name: string, child: string) => {
      const found = cases.find(({ attributes }) => attributes['name']?.startsWith(name))
      return found && named(found, child)
    }
    expect(inside('asks:', 'failure')).toMatchObject({
      attributes: {
        message: 'expectation asks: expected exactly 2 calls of requestToken answered 200, found 1 (#1)',
        type: 'failed',
      },
      text: [
        'asks: expected exactly 2 calls of requestToken answered 200, found 1 (#1)',
        '  nearest miss: #2 POST /oauth/token 400 at 09:00:02: status is 400, not 200',
      ].join('\n'),
    })
    expect(inside('bad-day/3', 'skipped')?.attributes['message']).toContain(
      'could not happen: room 1 | "Gull" is taken <already>',
    )
    expect(inside('bad-day/event-2', 'skipped')?.attributes['message']).toBe(
      'inconclusive: event bad-day/event-2 (room blocked) never came: it is due at 2026-05-02T09:00:01.000Z',
    )
    expect(inside('auth/token-form', 'failure')?.text).toBe(
      '#2 requestToken was sent as JSON\nit was sent again\nRemedy: Send a form',
    )
    const [output = ''] = root.children.flatMap((suite) => named(suite, 'system-out')?.text || [])
    expect(output).toContain('data/unread-fields: ')
    expect(output).toContain('#3 sent `a|b`\nRemedy: Send a form')
    expect(output).toContain('an odd address')
  })

  test('has figures of traffic, deliveries and continuously judged rules as properties', () => {
    const [first] = readXml(junitReport([reportOf(aRun(LIVING))])).children
    const properties = (first && named(first, 'properties'))?.children ?? []
    const told = Object.fromEntries(properties.map(({ attributes: { name, value } }) => [name, value]))
    expect(told).toMatchObject({
      'traffic.guests.guest_books.happened': '12',
      'traffic.guests.guest_books.blocked': '1',
      'traffic.guests.guest_cancels.happened': '2',
      'deliveries.made': '5',
      'deliveries.dropped': '1',
      'deliveries.hook-3.delivered': '2',
      'expectation.picks-up.met': '10',
      'expectation.picks-up.p95': '540000',
      'expectation.nothing-lost.changes': '40',
      'expectation.nothing-lost.broken': '0',
    })
  })

  test('says once, as properties, what it takes to have the run again', () => {
    const root = readXml(junitReport([reportOf(aRun({ choices: { check_in_order: 'strict' } }))]))
    const [first, ...others] = root.children.map((suite) => named(suite, 'properties'))
    expect(first?.children.map(({ name, attributes }) => [name, attributes['name'], attributes['value']])).toEqual([
      ['property', 'understay', '1.2.3'],
      ['property', 'sandbox', 'default'],
      ['property', 'seed', '7'],
      ['property', 'clock', 'frozen'],
      ['property', 'machineTime', '2026-05-03T09:00:00.000Z'],
      ['property', 'choice.check_in_order', 'strict'],
    ])
    expect(others.every((properties) => properties?.children.length === 0)).toBe(true)
  })

  test('fails a run in which nothing was called or exercised', () => {
    const nothing = aGrade(aVerdict({ outcome: 'not-exercised' }))
    const idle = readXml(
      junitReport([reportOf(aRun({ entries: [], outcomes: [], faults: [], events: [], conformance: nothing }))]),
    )
    expect(inAll(idle)).toEqual([1, 1, 0, 0])
    const unjudged = readXml(junitReport([reportOf(aRun({ outcomes: [], faults: [], events: [], conformance: nothing }))]))
    expect(inAll(unjudged)).toEqual([2, 1, 0, 0])
  })

  test('of several sandboxes holds the suites of each, under names of their own', () => {
    const root = readXml(
      junitReport([reportOf(aRun()), reportOf(aBadRun({ sandbox: 'w1' })), reportOf(aRun({ sandbox: 'w2', scenario: null }))]),
    )
    expect(inAll(root)).toEqual([21, 2, 0, 4])
    const names = root.children.map(({ attributes }) => attributes['name'])
    expect(new Set(names).size).toBe(15)
    expect(names.filter((name) => name?.endsWith('.run'))).toEqual(['bad-day.run', 'bad-day.@w1.run', '@w2.run'])
    expect(root.children.filter((suite) => (named(suite, 'properties')?.children.length ?? 0) > 0)).toHaveLength(3)
  })

  test('is well-formed with any text', () => {
    const nasty = 'a<b>&"\'\u0000\u001b\ud800]]>\r\n\t😀\uffff'
    const fault = aFault({ happened: 0, blockedReason: nasty, fault: { on: { client: nasty }, token: 'expired' } })
    const root = readXml(junitReport([reportOf(aRun({ scenario: { name: nasty, about: null }, faults: [fault] }))]))
    const failure = casesOf(root).flatMap(({ children }) => children)[0]
    expect(failure?.attributes['message']).toContain('a<b>&"\'\ufffd\ufffd\ufffd]]>\r\n\t😀\ufffd')
  })
})

describe('the reader of XML finds', () => {
  const PROLOG = '<?xml version="1.0" encoding="UTF-8"?>'
  test.each([
    ['no prolog', '<a/>'],
    ['an open element', `${PROLOG}<a>`],
    ['crossed elements', `${PROLOG}<a><b></a></b>`],
    ['a bare ampersand', `${PROLOG}<a>x & y</a>`],
    ['an unknown entity', `${PROLOG}<a>&nbsp;</a>`],
    ['a bare angle in an attribute', `${PROLOG}<a b="<"/>`],
    ['an attribute twice', `${PROLOG}<a b="1" b="2"/>`],
    ['two roots', `${PROLOG}<a/><a/>`],
    ['a control character', `${PROLOG}<a>\u0007</a>`],
  ])('%s', (_, document) => {
    expect(() => readXml(document)).toThrow()
  })

  test('no error in the XML', () => {
    const written = `${PROLOG}${element('a', { b: '1 < 2\n', c: undefined }, [xmlText('x & y'), element('d', {})])}`
    expect(readXml(written)).toEqual({
      name: 'a',
      attributes: { b: '1 < 2\n' },
      children: [{ name: 'd', attributes: {}, children: [], text: '' }],
      text: 'x & y',
    })
  })
})
