import { describe, expect, test } from 'vitest'
import { createBookingPipeline } from '../../../src/booking-api/pipeline.ts'
import { requestOf } from '../../support/requests.ts'
import { TestWorld } from '../../support/test-world.ts'
import { faultOf, faultStates, LIST_BOOKINGS_CALL, scenarioText, worldWithFaults } from './world-with-faults.ts'

const black = (world: TestWorld, date = '2026-06-01') =>
  world.call('createBlackBooking', { path: { property_id: 1, room_id: 1, date }, as: 'desk' })
const isTaken = (world: TestWorld, day = '2026-06-01'): boolean =>
  world.sandbox.store.db.roomNights.by('property', 1).some((night) => night.day === day)
const lastEntry = (world: TestWorld) => world.sandbox.journal.entries().at(-1)
const list = (world: TestWorld) => world.call('listBookings', LIST_BOOKINGS_CALL)

describe('a status of a gateway', () => {
  const answered = (network: string) => worldWithFaults(`  - { on: { operation: createBlackBooking }, network: ${network} }`)

  test('without carried_out: nothing has happened', async () => {
    const world = answered('{ status: 504 }')
    expect((await black(world)).status).toBe(504)
    expect(isTaken(world)).toBe(false)
    expect((await black(world)).status).toBe(200)
  })

  test('with carried_out: the call was carried out, and its answer is lost behind the status', async () => {
    const world = answered('{ status: 504, retry_after: 7, carried_out: true }')
    const answer = await black(world)
    expect([answer.status, answer.headers['Retry-After'], faultOf(answer)]).toEqual([504, '7', 'test/1'])
    expect(isTaken(world)).toBe(true)
    expect(lastEntry(world)).toMatchObject({ status: 504, lostStatus: 200, changed: { bookings: [expect.any(Number)] } })
    expect((await black(world)).status).toBe(204)
  })

  test('with carried_out of a call that is refused changes nothing', async () => {
    const world = answered('{ status: 503, carried_out: true }')
    const answer = await world.call('createBlackBooking', {
      path: { property_id: 1, room_id: 99, date: '2026-06-01' },
      as: 'desk',
    })
    expect(answer.status).toBe(503)
    expect(isTaken(world)).toBe(false)
    expect(lastEntry(world)).toMatchObject({ status: 503, lostStatus: 404 })
  })
})

test('a body with extra fields has all that it had, and fields that no document knows', async () => {
  const world = worldWithFaults('  - { on: { operation: listProperties }, network: { body: extra-fields } }')
  const token = world.sandbox.issueToken('desk', ['properties_get']).id
  const request = requestOf({ path: '/properties/all', headers: { authorization: `Bearer ${token}` } })
  const pipeline = createBookingPipeline()
  const struck = await pipeline.handle(world.world, request)
  const plain = await pipeline.handle(world.world, request)
  expect([struck.status, faultOf(struck), faultOf(plain)]).toEqual([200, 'test/1', undefined])
  const [more, before] = [struck, plain].map(({ body }) => JSON.parse(String(body)))
  expect(more).toMatchObject(before)
  expect([Object.keys(more).length, Object.keys(more.data).length]).toEqual([
    Object.keys(before).length + 1,
    Object.keys(before.data).length + 1,
  ])
})

test('a list of methods means each of them, and no other', async () => {
  const world = worldWithFaults('  - { on: { property: 1, method: [POST, PUT] }, times: 9, network: { status: 503 } }')
  expect((await list(world)).status).toBe(200)
  expect((await black(world)).status).toBe(503)
  const removed = world.call('deleteBlackBooking', { path: { property_id: 1, contract_id: 1 }, as: 'desk' })
  expect((await removed).status).not.toBe(503)
  expect(faultStates(world)[0]).toMatchObject({ matched: 1, happened: 1 })
})

test('a fault that waits for another counts only calls after that one has happened', async () => {
  const world = worldWithFaults(
    '  - { id: first, on: { operation: createBlackBooking }, network: { status: 502 } }\n' +
      '  - { id: then, after_fault: first, on: { operation: listBookings }, after: 1, network: { status: 503 } }',
  )
  for (let calls = 0; calls < 3; calls++) expect((await list(world)).status).toBe(200)
  expect(faultStates(world)[1]).toMatchObject({ id: 'test/then', matched: 0, happened: 0 })
  expect((await black(world)).status).toBe(502)
  expect([(await list(world)).status, (await list(world)).status, (await list(world)).status]).toEqual([200, 503, 200])
})

test('a fault that waits for another does not count the call at which that one happens, whatever is in the list first', async () => {
  const [first, then] = [
    '  - { id: first, on: { operation: listBookings }, network: { status: 503 } }\n',
    '  - { id: then, after_fault: first, on: { operation: listBookings }, token: revoked }\n',
  ]
  for (const faults of [first + then, then + first]) {
    const world = worldWithFaults(faults)
    const statuses = [(await list(world)).status, (await list(world)).status]
    expect(statuses).toEqual([503, 401])
    expect(faultStates(world).find(({ id }) => id === 'test/then')).toMatchObject({ matched: 1, happened: 1 })
  }
})

test('a fault with a chance strikes a share of the calls, the same ones with the same seed', async () => {
  const struckWith = async (seed: number): Promise<readonly number[]> => {
    const world = new TestWorld({
      scenario: scenarioText('  - { on: { operation: listBookings }, chance: 30%, network: { status: 503 } }', `seed: ${seed}\n`),
    })
    const statuses: number[] = []
    for (let calls = 0; calls < 200; calls++) statuses.push((await list(world)).status)
    return statuses.flatMap((status, call) => (status === 503 ? [call] : []))
  }
  const first = await struckWith(7)
  expect(first.length).toBeGreaterThan(30)
  expect(first.length).toBeLessThan(90)
  expect(await struckWith(7)).toEqual(first)
  expect(await struckWith(8)).not.toEqual(first)
})

test('a fault with a chance happens as often as it is drawn, or at most as often as times says', async () => {
  const struck = async (more: string): Promise<number> => {
    const world = worldWithFaults(`  - { on: { operation: listBookings }, chance: 50%, ${more}network: { status: 503 } }`)
    for (let calls = 0; calls < 40; calls++) await list(world)
    expect(faultStates(world)[0]?.exhausted).toBe(more !== '')
    return faultStates(world)[0]?.happened ?? 0
  }
  expect(await struck('')).toBeGreaterThan(10)
  expect(await struck('times: 1, ')).toBe(1)
})

test('a delay is part of the duration in the journal, and the response is unchanged', async () => {
  const world = worldWithFaults('  - { on: { operation: listBookings }, network: { delay: 60ms } }')
  const [late, prompt] = [await list(world), await list(world)]
  expect(late.body).toEqual(prompt.body)
  expect(faultOf(late)).toBe('test/1')
  const entry = world.sandbox.journal.entries().find(({ networkFault }) => networkFault === 'delay')
  expect(entry?.ms).toBeGreaterThanOrEqual(59)
})

test('a cut connection has no response, and the lost response is in the journal', async () => {
  const world = worldWithFaults(
    '  - { id: early, on: { operation: createBlackBooking }, network: { cut: before } }\n' +
      '  - { id: late, after_fault: early, on: { operation: createBlackBooking }, network: { cut: after-commit } }',
  )
  expect((await black(world, '2026-06-01')).status).toBe(0)
  expect((await black(world, '2026-06-02')).status).toBe(0)
  expect([isTaken(world, '2026-06-01'), isTaken(world, '2026-06-02')]).toEqual([false, true])
  const cut = world.sandbox.journal.entries().filter(({ networkFault }) => networkFault !== undefined)
  expect(cut.map(({ networkFault, lostStatus }) => [networkFault, lostStatus])).toEqual([
    ['cut-before', undefined],
    ['cut-after-commit', 200],
  ])
})
