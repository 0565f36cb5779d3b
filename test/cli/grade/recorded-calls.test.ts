import { describe, expect, test } from 'vitest'
import { productOf } from '../../../src/api/product.ts'
import { factsOf } from '../../../src/cli/grade/grade.ts'
import { gradedRun } from '../../../src/cli/grade/recorded-calls.ts'
import { checkConformance, type Verdict } from '../../../src/conformance/conformance.ts'
import { type Entry, entryOf } from '../../../src/journal/entry.ts'
import { harOf } from '../../../src/journal/har.ts'
import { readRecording } from '../../../src/replay/har.ts'
import { call, exchangesOf, type Step, token } from '../../conformance/exchanges-of.ts'

const PRODUCT = productOf('service')
const PLACE = {
  address: 'http://stay.example',
  sandbox: 'default',
  apiPath: PRODUCT.apiPath,
  sessionHeader: PRODUCT.sessionHeader,
  channelHeader: PRODUCT.channelName,
  version: '1',
}

/** The HAR of a journal, as the server writes it; some fields may be left out. */
function harText(entries: readonly Entry[], without: readonly string[] = []): string {
  const shown = entries.map((entry) => ({ ...entry, target: entry.target.replace(PRODUCT.apiPath, '') }))
  return JSON.stringify(harOf(shown, PLACE), (key, value: unknown) => (without.includes(key) ? undefined : value))
}

const read = (text: string) => gradedRun(readRecording(text, PRODUCT.apiPath), PRODUCT.apiPath)

function graded(steps: readonly Step[], rule: string, without: readonly string[] = []): Verdict | undefined {
  const { calls, missing, speed } = read(harText(exchangesOf(steps), without))
  return checkConformance(calls, factsOf(PRODUCT, { missing, speed })).rules.find(({ id }) => id === rule)
}

describe('a journal read back from its HAR', () => {
  test('has the connections, real times and broken connections of the journal', () => {
    const entries = exchangesOf([
      call('listGuests', 'a', { target: '/service/api/guests/1/list', connection: 7, real: 5, aborted: true, lostStatus: 200 }),
      call('listGuests', 'a', { target: '/service/api/guests/1/list', connection: 9 }),
      call('listGuests', 'a', { target: '/service/api/guests/1/list', connection: 7 }),
    ])
    const { calls, missing } = read(harText(entries))
    expect(calls.map(({ connection }) => connection)).toEqual([1, 2, 1])
    expect(calls.map(({ at, real, aborted, lostStatus }) => ({ at, real, aborted, lostStatus }))).toEqual(
      entries.map(({ at, real, aborted, lostStatus }) => ({ at, real, aborted, lostStatus })),
    )
    expect(missing).toEqual(['arrivals', 'deliveries'])
  })

  test.each([
    ['a text', '443', 1],
    ['a number', 443, 1],
    ['an empty text', '', undefined],
    ['nothing', null, undefined],
  ])('takes %s as the connection of an entry', (_, connection, expected) => {
    const har = JSON.parse(harText(exchangesOf([call('listGuests', 'a', { target: '/service/api/guests/1/list' })])))
    har.log.entries[0].connection = connection
    expect(read(JSON.stringify(har)).calls[0]?.connection).toBe(expected)
  })

  const twin = call('createBlackBooking', 'a', { method: 'POST', target: '/service/api/blackbookings/1/2/2030-04-01' })
  test.each([
    [
      'are counted once and told once',
      {},
      'passed',
      'Counted once: 2 requests that the file has again, with the same start and response.',
    ],
    ['of another connection are two calls', { connection: '99' }, 'failed', undefined],
    ['of another answer are two calls', { response: { status: 204 } }, 'failed', undefined],
  ])('entries that a proxy wrote twice %s', (_, change, outcome, note) => {
    const har = JSON.parse(harText(exchangesOf([token('a'), { ...twin, connection: 7 }]), ['_understay']))
    har.log.entries = har.log.entries.flatMap((entry: object) => [entry, { ...entry, ...change }])
    for (const entry of har.log.entries) entry.response = { ...har.log.entries[0].response, ...entry.response }
    const { calls, missing, speed, notes } = read(JSON.stringify(har))
    const { rules } = checkConformance(calls, factsOf(PRODUCT, { missing, speed }))
    expect(rules.find(({ id }) => id === 'resilience/parallel-twin')?.outcome).toBe(outcome)
    expect(notes.find((one) => one.startsWith('Counted'))).toBe(note)
  })

  test('a recording of a deployment is judged like that of another tool', () => {
    const refused = {
      status: 404,
      operation: undefined,
      target: '/service/api/listinvoices/1/99/details',
      requestHeaders: { authorization: 'Bearer a' },
    }
    const steps = [call('getInvoice', 'a', refused), call('getInvoice', 'a', { ...refused, wait: 2000 })]
    const { missing, notes } = read(harText(exchangesOf(steps)))
    expect(missing).toEqual(expect.arrayContaining(['refusal-codes', 'rows', 'unread-fields', 'warnings', 'sandbox-clock']))
    expect(notes).toEqual([expect.stringContaining('not a journal of Understay')])
    expect(graded(steps, 'resilience/no-retry-of-refusals')?.outcome).toBe('inconclusive')
  })

  test.each([301, 302, 303, 307, 308])('a redirect with status %i is no call of the client', (status) => {
    const target = '/service/api/guests/1/list'
    const entries = exchangesOf([call('listGuests', 'a', { target, status }), call('listGuests', 'a', { target })])
    const { calls, notes } = read(harText(entries))
    expect(calls.map((one) => one.status)).toEqual([200])
    expect(notes).toEqual(['Left out: 1 redirect; the call that follows is counted.'])
  })

  test('says that it lacks connections and clocks', () => {
    const entries = exchangesOf([call('listGuests', 'a', { target: '/service/api/guests/1/list', connection: 7 })])
    expect(read(harText(entries, ['connection', 'real'])).missing).toEqual(
      expect.arrayContaining(['connections', 'sandbox-clock']),
    )
  })

  test.each([
    [{ arrivals: 0, deliveries: 0 }, []],
    [{ arrivals: 2, deliveries: 0 }, ['arrivals']],
    [{ arrivals: 0, deliveries: 3 }, ['deliveries']],
    [undefined, ['arrivals', 'deliveries']],
  ])('lacks what happened without a call: %j', (happened, missing) => {
    const entries = exchangesOf([call('listGuests', 'a', { target: '/guests/1/list', connection: 7 })])
    const text = JSON.stringify(harOf(entries, { ...PLACE, ...(happened && { world: { seed: 7, ...happened } }) }))
    expect(read(text).missing).toEqual(missing)
  })

  test('has the speed of its clock', () => {
    const of = (at: number, real: number) =>
      [0, 1].map((id) =>
        entryOf({ id: id + 1, at: id * at, real: id * real, method: 'GET', target: '/guests/1/list', status: 200 }),
      )
    expect([of(3_600_000, 1000), of(1010, 1000), of(0, 1000), of(1000, 0)].map((one) => read(harText(one)).speed)).toEqual([
      3600, 1, 1, 1,
    ])
  })

  test.each([
    ['in the form', 'client_id=desk', undefined, 'desk'],
    ['in a Basic header', 'scope=properties_get', `Basic ${btoa('front%20desk:secret')}`, 'front desk'],
    ['nowhere, because the header is masked', 'scope=properties_get', 'Basic [masked]', undefined],
  ])('has the client that a token request names %s', (_, request, authorization, client) => {
    const asked = token('a', { target: '/service/api/oauth/token', client: undefined, request })
    const har = JSON.parse(harText(exchangesOf([asked])))
    if (authorization) har.log.entries[0].request.headers.push({ name: 'Authorization', value: authorization })
    expect(read(JSON.stringify(har)).calls[0]?.client).toBe(client)
  })

  test('separates the scopes of a token request', () => {
    const both = token('a', {
      target: '/service/api/oauth/token',
      request: 'grant_type=client_credentials&client_id=desk&scope=properties_get%20properties_set',
    })
    const reads = Array.from({ length: 6 }, () => call('listGuests', 'a', { target: '/service/api/guests/1/list' }))
    const write = call('createGuest', 'a', { method: 'POST', target: '/service/api/guests/1' })
    expect(graded([both, ...reads, write], 'auth/least-scope')).toMatchObject({ outcome: 'passed', offences: [] })
    expect(graded([both, ...reads], 'auth/least-scope')?.offences[0]?.what).toContain('requested properties_set, which')
  })
})

describe('threads of a recording', () => {
  const lacks = (connection: number, operation: string, more: Step = {}): Step =>
    call(operation, 'a', {
      method: 'POST',
      target: `/service/api/${operation}`,
      status: 403,
      refusalCode: 'scope_not_held',
      connection,
      ...more,
    })
  const run = [
    token('a', { target: '/service/api/oauth/token', connection: 1 }),
    // Three threads send at once, and one of them is late.
    call('listGuests', 'a', { connection: 1, ms: 50 }),
    call('listBookings', 'a', { connection: 2, ms: 50, wait: -45 }),
    call('listCoupons', 'a', { connection: 3, ms: 50, wait: -45 }),
    lacks(1, 'createGuest'),
    lacks(2, 'createTariff', { wait: 300 }),
    lacks(3, 'createCoupon', { wait: 5 }),
  ]

  test('are told by their connections: refusals on others are for manual review', () => {
    const found = graded(run, 'auth/scope-lost')
    expect(found).toMatchObject({ outcome: 'noted', offences: [] })
    expect(found?.remarks[0]?.what).toContain('threads or a restarted program may not have known')
  })

  test('a refusal on the same connection is known', () => {
    expect(graded([...run, lacks(1, 'deleteGuest', { wait: 300 })], 'auth/scope-lost')?.outcome).toBe('failed')
  })

  test('cannot be told without connections, so refusals of several are for manual review', () => {
    const found = graded([...run, lacks(1, 'deleteGuest', { wait: 300 })], 'auth/scope-lost', ['connection'])
    expect(found).toMatchObject({ outcome: 'noted', offences: [] })
  })
})

test('calls of a tool that writes the newest first are numbered by time', () => {
  const har = JSON.parse(
    harText(exchangesOf(['a', 'b', 'c'].map((name) => call('listGuests', name, { target: `/service/api/guests/1/${name}` })))),
  )
  for (const entry of har.log.entries) delete entry._understay
  har.log.entries.reverse()
  const { calls } = read(JSON.stringify(har))
  expect(calls.map(({ id, target }) => `${id} ${target.at(-1)}`)).toEqual(['1 a', '2 b', '3 c'])
})

test('the type of a body that only postData tells is that of the request; a journal has it as a header', () => {
  const har = JSON.parse(harText(exchangesOf([token('t')])))
  for (const { request } of har.log.entries)
    request.headers = request.headers.filter(({ name }: { name: string }) => !/^content-type$/i.test(name))
  const typeIn = (text: string) => read(text).calls[0]?.requestHeaders['content-type']
  expect(typeIn(JSON.stringify(har))).toBeUndefined()
  for (const entry of har.log.entries) delete entry._understay
  expect(typeIn(JSON.stringify(har))).toBe('application/x-www-form-urlencoded')
})

/** What a rule says of a recording of a tool that notes phases: calls by their start, in milliseconds, and their phases. */
function outcomeOf(rule: string, step: Step, phases: readonly { at: number; wait: number; receive: number }[]) {
  const har = JSON.parse(harText(exchangesOf(phases.map(() => step))))
  for (const [index, { at, wait, receive }] of phases.entries()) {
    const entry = har.log.entries[index]
    delete entry._understay
    entry.startedDateTime = new Date(Date.UTC(2026, 10, 30, 0, 42) + at).toISOString()
    Object.assign(entry, { time: wait + receive, timings: { send: 0, wait, receive } })
  }
  const { calls, missing, speed } = read(JSON.stringify(har))
  const { rules } = checkConformance(calls, factsOf(PRODUCT, { missing, speed }))
  return rules.find(({ id }) => id === rule)?.outcome
}

test('a browser that repeats a write once it has the headers of the response has not sent both at once', () => {
  const write = call('createBlackBooking', 'a', { method: 'POST', target: '/service/api/blackbookings/1/2/2030-04-01' })
  const outcome = (...phases: Parameters<typeof outcomeOf>[2]) => outcomeOf('resilience/parallel-twin', write, phases)
  const second = { at: 738, wait: 5.14, receive: 4.512 }
  expect(outcome({ at: 733, wait: 5.14, receive: 4.512 }, second)).toBe('passed')
  expect(outcome({ at: 733, wait: 9.652, receive: 0 }, second)).toBe('failed')
  // a tool that writes the whole duration as that of the body
  expect(outcome({ at: 733, wait: 0, receive: 9.652 }, second)).toBe('failed')
})

test('calls that are sent before the body of a refusal is there ignore no Retry-After', () => {
  const refused = call('listGuests', 'a', { status: 429, responseHeaders: { 'retry-after': '1' } })
  const phases = [100, 160, 220, 280].map((at) => ({ at, wait: 20, receive: 300 }))
  expect(outcomeOf('resilience/retry-after', refused, phases)).toBe('not-exercised')
})
