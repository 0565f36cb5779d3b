import { describe, expect, test } from 'vitest'
import { requestOf } from '../../support/requests.ts'
import { TestWorld } from '../../support/test-world.ts'
import { faultOf, scenarioText, worldWithFaults } from './world-with-faults.ts'

describe('a network fault', () => {
  const once = (network: string) => worldWithFaults(`  - { on: { operation: createBlackBooking }, network: ${network} }`)
  const black = (world: TestWorld) =>
    world.call('createBlackBooking', { path: { property_id: 1, room_id: 1, date: '2026-06-01' }, as: 'desk' })
  const taken = (world: TestWorld): boolean =>
    world.sandbox.store.db.roomNights.by('property', 1).some(({ day }) => day === '2026-06-01')
  const last = (world: TestWorld) => world.sandbox.journal.entries().at(-1)

  test('a gateway answers in its own words, and nothing has happened', async () => {
    const world = once('{ status: 502 }')
    const answer = await black(world)
    expect([answer.status, answer.headers['Content-Type']]).toEqual([502, 'text/html; charset=utf-8'])
    expect(answer.body).toContain('502 Bad Gateway')
    expect(taken(world)).toBe(false)
    expect(last(world)).toMatchObject({
      status: 502,
      operation: 'createBlackBooking',
      client: 'desk',
      property: 1,
      networkFault: 'status',
      fault: ['test/1'],
    })
  })

  test('a connection cut before processing: no response and no change', async () => {
    const world = once('{ cut: before }')
    expect((await black(world)).status).toBe(0)
    expect(taken(world)).toBe(false)
    expect(last(world)).toMatchObject({ status: 0, networkFault: 'cut-before', lostStatus: undefined })
  })

  test('a connection cut after processing: no response, but the change is made', async () => {
    const world = once('{ cut: after-commit }')
    expect((await black(world)).status).toBe(0)
    expect(taken(world)).toBe(true)
    expect(last(world)).toMatchObject({
      status: 0,
      networkFault: 'cut-after-commit',
      lostStatus: 200,
      changed: { bookings: [expect.any(Number)] },
    })
    expect((await black(world)).status).toBe(204)
  })

  test.each([
    ['truncated', 200, 'application/json; charset=utf-8', /^\{"data".*[^}]$/],
    ['html', 200, 'text/html; charset=utf-8', /^<!doctype html>/],
    ['empty', 200, 'application/json; charset=utf-8', /^$/],
  ])('a body that is %s, and it has happened', async (body, status, type, text) => {
    const world = worldWithFaults(`  - { on: { operation: listProperties }, network: { body: ${body} } }`)
    const token = world.sandbox.issueToken('desk', ['properties_get']).id
    const { createBookingPipeline } = await import('../../../src/booking-api/pipeline.ts')
    const headers = { authorization: `Bearer ${token}` }
    const answer = await createBookingPipeline().handle(world.world, requestOf({ path: '/properties/all', headers }))
    expect([answer.status, answer.headers['Content-Type'], answer.headers['X-Understay-Fault']]).toEqual([status, type, 'test/1'])
    expect(answer.body).toMatch(text)
    expect(last(world)).toMatchObject({ networkFault: body })
  })

  test('a response without a body is not garbled', async () => {
    const world = worldWithFaults('  - { on: { operation: createBlackBooking }, after: 1, network: { body: truncated } }')
    await black(world)
    expect((await black(world)).status).toBe(204)
  })

  test('a delayed call whose world is reset gets no response, and changes nothing', async () => {
    const world = once('{ delay: 50ms }')
    await world.token('desk')
    const held = black(world)
    await new Promise((resolve) => setTimeout(resolve, 10))
    world.sandbox.reset()
    expect((await held).status).toBe(0)
    expect([taken(world), world.sandbox.journal.entries()]).toEqual([false, []])
  })

  test('events that are due during a delay happen before the call continues', async () => {
    const world = new TestWorld({
      scenario: `name: test
clock: { run: real }
faults: [{ on: { operation: createBlackBooking }, network: { delay: 120ms } }]
events: [{ at: +40ms, do: room_blocked, with: { property: 1, room: 1, arrival: '2026-06-01' } }]
`,
    })
    expect((await black(world)).status).toBe(204)
    expect(world.sandbox.scenarioRun.events.status()).toMatchObject([{ state: 'happened' }])
  })

  test('a web page instead of a 204 counts as a lost 204', async () => {
    const world = worldWithFaults('  - { on: { operation: createBlackBooking }, after: 1, network: { body: html } }')
    await black(world)
    const page = await world.send('POST', '/blackbookings/1/1/2026-06-01', { as: 'desk' })
    expect([page.status, last(world)?.lostStatus]).toEqual([200, 204])
  })

  test('a fault can be omitted from the header', async () => {
    const world = worldWithFaults('  - { on: { operation: listProperties }, mark: false, network: { status: 503 } }')
    expect(faultOf(await world.call('listProperties', { as: 'desk' }))).toBeUndefined()
    expect(last(world)?.fault).toEqual(['test/1'])
  })

  test("a delay is by the machine's clock; that of a range is random", async () => {
    const world = worldWithFaults('  - { on: { operation: listProperties }, times: 3, network: { delay: [20ms, 60ms] } }')
    for (let i = 0; i < 4; i++) await world.call('listProperties', { as: 'desk' })
    const entries = world.sandbox.journal.entries().filter(({ operation }) => operation === 'listProperties')
    expect(entries.map(({ networkFault }) => networkFault)).toEqual(['delay', 'delay', 'delay', undefined])
    for (const { ms } of entries.slice(0, 3)) expect(ms).toBeGreaterThanOrEqual(19)
  })

  test('the header of affected responses can be omitted; the journal still has the fault', async () => {
    const world = new TestWorld({
      scenario: scenarioText('  - { on: { operation: listProperties }, network: { status: 503 } }', 'mark: false\n'),
    })
    expect(faultOf(await world.call('listProperties', { as: 'desk' }))).toBeUndefined()
    expect(last(world)?.fault).toEqual(['test/1'])
  })
})
