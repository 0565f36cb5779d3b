import { describe, expect, test } from 'vitest'
import { checkConformance } from '../../../src/conformance/conformance.ts'
import { reportFault } from '../../../src/report/faults.ts'
import { readScenario } from '../../../src/scenario/scenario.ts'
import { FACTS } from '../../conformance/exchanges-of.ts'
import type { TestWorld } from '../../support/test-world.ts'
import { faultStates, scenarioText, worldWithFaults } from './world-with-faults.ts'

const invented = (respond: string, more = '') =>
  worldWithFaults(`  - { on: { operation: createBlackBooking }, ${more}respond: ${respond} }`)
const black = (world: TestWorld) =>
  world.call('createBlackBooking', { path: { property_id: 1, room_id: 1, date: '2026-06-01' }, as: 'desk' })
const taken = (world: TestWorld): boolean =>
  world.sandbox.store.db.roomNights.by('property', 1).some(({ day }) => day === '2026-06-01')
const last = (world: TestWorld) => world.sandbox.journal.entries().at(-1)

const MARKS = {
  'X-Understay-Invented': 'the service is not known to answer this',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': 'sandbox',
}

describe('an invented answer', () => {
  test('replaces that of the service once, and nothing has happened', async () => {
    const world = invented(
      '{ status: 422, json: { error: full }, headers: { Retry-After: "7", content-type: application/problem+json } }',
    )
    const answer = await black(world)
    expect([answer.status, answer.body]).toEqual([422, '{"error":"full"}'])
    expect(answer.headers).toMatchObject({
      ...MARKS,
      'X-Understay-Fault': 'test/1',
      'Retry-After': '7',
      'content-type': 'application/problem+json',
    })
    expect(answer.headers).not.toHaveProperty('Content-Type')
    expect(taken(world)).toBe(false)
    expect(last(world)).toMatchObject({ status: 422, networkFault: 'invented', fault: ['test/1'], client: 'desk' })
    const next = await black(world)
    expect([next.status, next.headers['X-Understay-Invented']]).toEqual([200, undefined])
  })

  test.each([
    ['{ text: "<h1>hi</h1>" }', 200, 'text/plain; charset=utf-8', '<h1>hi</h1>'],
    ['{ text: "<h1>hi</h1>", headers: { Content-Type: text/html } }', 200, 'text/html', '<h1>hi</h1>'],
    ['{ json: null }', 200, 'application/json; charset=utf-8', null],
    ['{ status: 204 }', 204, undefined, null],
    ['{ status: 418 }', 418, undefined, null],
  ])('%s', async (respond, status, type, body) => {
    const answer = await black(invented(respond))
    expect([answer.status, answer.headers['Content-Type'], answer.body]).toEqual([status, type, body])
    expect(answer.headers).toMatchObject(MARKS)
  })

  test('is marked although the scenario hides its faults', async () => {
    const world = worldWithFaults('  - { on: { operation: createBlackBooking }, mark: false, respond: { status: 500 } }')
    const { headers } = await black(world)
    expect([headers['X-Understay-Fault'], headers['X-Understay-Invented']]).toEqual([undefined, MARKS['X-Understay-Invented']])
  })

  test('with carried_out, the call is carried out before it', async () => {
    const world = invented('{ status: 500, json: {}, carried_out: true }')
    expect((await black(world)).status).toBe(500)
    expect(taken(world)).toBe(true)
    expect(last(world)).toMatchObject({ networkFault: 'invented-carried-out', lostStatus: 200 })
  })

  test('waits for another call when a network fault ends this one', async () => {
    const world = worldWithFaults(
      '  - { on: { tag: black-bookings }, network: { status: 503 } }\n  - { on: { tag: black-bookings }, respond: { status: 418 } }',
    )
    expect([(await black(world)).status, (await black(world)).status]).toEqual([503, 418])
  })

  test('is called invented in the report, also where the scenario says what it is about', () => {
    const states = ['', 'about: a full house, '].flatMap((more) =>
      faultStates(invented('{ status: 422 }', more)).map(reportFault),
    )
    expect(states.map(({ about, what }) => about ?? what)).toEqual([
      'answer 422 (an invented answer: the service is not known to answer this), on calls of createBlackBooking',
      'a full house, an invented answer: the service is not known to answer this',
    ])
  })
})

describe('a patch', () => {
  const list = (world: TestWorld) => world.call('listProperties', { as: 'desk' })
  const patched = (patch: string, more = '') =>
    worldWithFaults(`  - { on: { operation: listProperties }, respond: { patch: ${patch}${more} } }`)

  test('changes the real answer, and adds a key that a map lacks', async () => {
    const real = Object.keys(
      (await list(worldWithFaults('  - { on: { operation: setDates }, network: { status: 503 } }'))).body as object,
    )
    const world = patched('{ "data.*[]": 9, data.extra: [1], meta: null }', ', status: 203, headers: { X-Own: "1" }')
    const answer = await list(world)
    expect(answer.status).toBe(203)
    expect(answer.headers).toMatchObject({ ...MARKS, 'X-Own': '1', 'Content-Type': 'application/json; charset=utf-8' })
    expect(Object.keys(answer.body as object)).toEqual(real)
    expect(answer.body).toMatchObject({ meta: null, data: { ids: [9, 9, 9, 9], extra: [1] } })
    expect(last(world)).toMatchObject({ networkFault: 'patched', lostStatus: 200 })
  })

  test('that finds none of its paths has not happened, and says so', async () => {
    const world = patched('{ "data.nothing[3].here": 9 }')
    const answer = await list(world)
    expect(answer.headers).not.toHaveProperty('X-Understay-Invented')
    expect(answer.headers).not.toHaveProperty('X-Understay-Fault')
    expect(answer.headers['X-Understay-Hint']).toBe('fault test/1: this answer has nothing at the paths of its patch')
    expect(faultStates(world)).toMatchObject([
      { matched: 1, happened: 0, blockedReason: 'the answer has nothing at the paths of the patch' },
    ])
    expect(last(world)).toMatchObject({ networkFault: undefined, fault: undefined })
  })
})

describe('a client is judged by an invented answer', () => {
  /** Three times the same refused write, at once. */
  const judged = async (respond: string) => {
    const world = worldWithFaults(`  - { on: { operation: createBlackBooking }, times: 3, respond: ${respond} }`)
    for (let call = 0; call < 3; call++) await black(world)
    const { rules } = checkConformance(world.sandbox.journal.entries(), FACTS)
    return rules.filter(({ outcome }) => outcome === 'failed' || outcome === 'warned').map(({ id }) => id)
  }

  test('by rules about retries', async () => {
    expect(await judged('{ status: 500 }')).toContain('resilience/ambiguous-5xx')
    expect(await judged('{ status: 422, json: {} }')).toEqual(expect.arrayContaining(['resilience/no-retry-of-refusals']))
  })

  test('by no others', async () => {
    const others = [await judged('{ status: 200, json: { data: {} } }'), await judged('{ patch: { data: 1 } }')].flat()
    expect(others.filter((id) => !id.startsWith('resilience/'))).toEqual([])
  })
})

test.each<[string, string]>([
  ['{}', 'says nothing: give it a status, json, text, headers or a patch'],
  ['{ status: 199 }', 'expected a status from 200 to 599, got the number 199'],
  ['{ json: 1, text: a }', 'an answer cannot have both json and text'],
  ['{ patch: { a: 1 }, json: 1 }', 'an answer cannot have both patch and json'],
  ['{ patch: { a: 1 }, carried_out: true }', 'goes without a patch'],
  ['{ patch: {} }', 'changes nothing'],
  ['{ patch: { "a..b": 1 } }', 'is not a path such as data.bookings[].note'],
  ['{ status: 204, json: 1 }', 'an answer with status 204 has no body'],
  ...[
    'Set-Cookie',
    'access-control-allow-origin',
    'Connection',
    'Transfer-Encoding',
    'Content-Length',
    'content-security-policy',
  ].map((name): [string, string] => [
    `{ status: 200, headers: { ${name}: a } }`,
    'cannot be set: it is not part of an answer alone',
  ]),
  ['{ status: 200, headers: { "a b": c } }', 'unknown key "a b"'],
  ['{ status: 200, headers: { a: "b\\r\\nc: d" } }', 'expected printable ASCII'],
  ['{ staus: 200 }', 'did you mean "status"?'],
])('%s is refused', (respond, message) => {
  expect(() => readScenario('s.yaml', scenarioText(`  - { on: {}, respond: ${respond} }`))).toThrow(message)
})
