import { describe, expect, test } from 'vitest'
import { aSession, IN_SESSION } from '../../support/session-rows.ts'
import { faultOf, faultStates, LIST_BOOKINGS_CALL, worldWithFaults } from './world-with-faults.ts'

describe('a token', () => {
  test.each([
    ['expired', 'has expired'],
    ['revoked', 'has been revoked'],
    ['unknown', 'is invalid'],
  ])('is %s after the calls that pass, and stays so; a new one works', async (how, words) => {
    const world = worldWithFaults(`  - { on: { operation: listBookings }, after: 2, token: ${how} }`)
    const answers = []
    for (let i = 0; i < 5; i++) answers.push(await world.call('listBookings', LIST_BOOKINGS_CALL))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 401, 401])
    expect(answers.map(faultOf)).toEqual([undefined, undefined, 'test/1', undefined, undefined])
    expect(answers[2]?.message).toContain(words)
    expect(answers[2]?.headers['WWW-Authenticate']).toContain('Bearer')
    expect((await world.call('listProperties', { as: 'desk' })).status).toBe(401)
    const token = world.sandbox.issueToken('desk', ['properties_get'])
    const again = await world.call('listBookings', { path: { property_id: 1 }, headers: { authorization: `Bearer ${token.id}` } })
    expect([again.status, faultOf(again)]).toEqual([200, undefined])
    expect(faultStates(world)).toMatchObject([{ id: 'test/1', matched: 6, happened: 1, exhausted: true, blockedReason: null }])
  })

  test('is refused with the text of the profile', async () => {
    const world = worldWithFaults('  - { on: { operation: listBookings }, token: expired }', { profile: 'current' })
    expect((await world.call('listBookings', LIST_BOOKINGS_CALL)).body).toMatchObject({
      error: 'invalid_token',
      error_description: 'The access token provided has expired',
    })
  })

  test('that was never sent cannot expire: the fault reports it and waits', async () => {
    const world = worldWithFaults('  - { on: { operation: listBookings }, token: expired }')
    await world.call('listBookings', { path: { property_id: 1 } })
    expect(faultStates(world)[0]).toMatchObject({
      matched: 1,
      happened: 0,
      blockedReason: 'the call carried no token that is known here',
    })
    expect((await world.call('listBookings', LIST_BOOKINGS_CALL)).status).toBe(401)
    expect(faultStates(world)[0]).toMatchObject({ matched: 2, happened: 1, blockedReason: null })
  })
})

describe('a token that was not issued here', () => {
  const stale = { path: { property_id: 1 }, headers: { authorization: 'Bearer of-an-earlier-run' } }

  test.each(['expired', 'revoked', 'unknown'])('is over at the first call: the fault (%s) meets that call', async (how) => {
    const world = worldWithFaults(`  - { on: { operation: listBookings }, token: ${how} }`)
    const answers = [await world.call('listBookings', stale), await world.call('listBookings', LIST_BOOKINGS_CALL)]
    expect(answers.map(({ status }) => status)).toEqual([401, 200])
    expect(answers.map(faultOf)).toEqual(['test/1', undefined])
  })

  test('does not count in the middle of a run, nor a second time', async () => {
    const later = worldWithFaults('  - { on: { operation: listBookings }, after: 1, token: expired }')
    for (const sent of [LIST_BOOKINGS_CALL, stale]) await later.call('listBookings', sent)
    expect(faultStates(later)).toMatchObject([{ matched: 2, happened: 0 }])
    const twice = worldWithFaults('  - { on: { operation: listBookings }, times: 2, token: unknown }')
    for (const sent of [stale, stale]) await twice.call('listBookings', sent)
    expect(faultStates(twice)).toMatchObject([{ matched: 2, happened: 1 }])
    expect((await twice.call('listBookings', LIST_BOOKINGS_CALL)).status).toBe(401)
    expect(faultStates(twice)).toMatchObject([{ matched: 3, happened: 2 }])
  })
})

describe('scopes', () => {
  test('are lost by the client and all its tokens, and by no other client', async () => {
    const world = worldWithFaults('  - { on: { client: desk }, after: 1, scopes: { without: [properties_set] } }')
    const black = (as: string, property: number, room: number) =>
      world.call('createBlackBooking', { path: { property_id: property, room_id: room, date: '2026-06-01' }, as })
    const second = world.sandbox.issueToken('desk', ['properties_get', 'properties_set'])
    expect((await black('desk', 1, 1)).status).toBe(403)
    const other = { path: { property_id: 1, room_id: 2, date: '2026-06-01' }, headers: { authorization: `Bearer ${second.id}` } }
    expect((await world.call('createBlackBooking', other)).status).toBe(403)
    expect((await world.call('listBookings', LIST_BOOKINGS_CALL)).status).toBe(200)
    expect((await black('neighbour', 3, 6)).status).toBe(200)
    const form = { grant_type: 'client_credentials', client_id: 'desk', client_secret: 'desk-secret', scope: 'properties_set' }
    expect((await world.send('POST', '/oauth/token', { form })).body).toMatchObject({ error: 'invalid_scope' })
  })

  test('behind generic words are lost too; what the words still allow stays by name', async () => {
    const world = worldWithFaults('  - { on: { client: no-delete, method: GET }, scopes: { without: [properties_get] } }')
    expect((await world.call('listBookings', { path: { property_id: 1 }, as: 'no-delete' })).status).toBe(403)
    expect(world.sandbox.store.db.clients.get('no-delete')?.scopes).toEqual(['write', 'favourites_get', 'webhooks_get'])
  })

  test('of two words together are held by name as far as there are names', async () => {
    const client = {
      id: 'all',
      secret: 'all-secret',
      label: '',
      userId: 2,
      scopes: ['read', 'write', 'delete'],
      tokens: 'normal' as const,
    }
    const world = worldWithFaults('  - { on: { client: all, method: GET }, scopes: { without: [properties_set] } }', {
      rows: { clients: [client] },
    })
    await world.call('listBookings', { path: { property_id: 1 }, as: 'all' })
    expect(world.sandbox.store.db.clients.get('all')?.scopes).toEqual(['read', 'favourites_set'])
    expect((await world.call('addFavourite', { path: { property_id: 1 }, as: 'all' })).status).toBe(200)
  })
})

describe('a cause that cannot happen reports why, and waits', () => {
  test.each([
    ['a token that is over already', 'late', 'token: expired', 'the token of the call is over already'],
    ['a property withdrawn from a super manager', 'super', 'property: withdrawn', 'client super administers every property'],
  ])('%s', async (_, as, cause, blockedReason) => {
    const world = worldWithFaults(`  - { on: { operation: listBookings }, ${cause} }`)
    await world.call('listBookings', { path: { property_id: 1 }, as })
    expect(faultStates(world)[0]).toMatchObject({
      matched: 1,
      happened: 0,
      blockedReason: expect.stringContaining(blockedReason),
    })
  })

  test('a token that ended stays so when the clock is put back', async () => {
    const world = worldWithFaults('  - { on: { operation: listBookings }, token: expired }')
    await world.call('listBookings', LIST_BOOKINGS_CALL)
    world.advance(-60_000)
    expect((await world.call('listBookings', LIST_BOOKINGS_CALL)).status).toBe(401)
  })
})

describe('a room', () => {
  test('is taken by a generated guest just before a black booking, who is then in all lists', async () => {
    const world = worldWithFaults('  - { on: { operation: createBlackBooking }, room: taken }')
    const path = { property_id: 1, room_id: 1, date: '2026-06-01' }
    const refused = await world.call('createBlackBooking', { path, as: 'desk' })
    expect([refused.status, refused.message, faultOf(refused)]).toEqual([
      204,
      expect.stringContaining('already booked'),
      'test/1',
    ])
    const listed = (await world.call('listBookings', LIST_BOOKINGS_CALL)).data as readonly {
      arrival: string
      contract_uid: number
    }[]
    const guest = listed.find(({ arrival }) => arrival === '2026/06/01')
    expect(guest).toBeDefined()
    expect(world.sandbox.journal.entries().find(({ operation }) => operation === 'createBlackBooking')?.changed).toBeUndefined()
    const elsewhere = await world.call('createBlackBooking', { path: { ...path, room_id: 2 }, as: 'desk' })
    expect(elsewhere.status).toBe(200)
  })

  test('of a session that has chosen none yet: every one that is free is taken', async () => {
    const session = aSession({ arrival: '2026-06-01', departure: '2026-06-03', adults: 2 })
    const world = worldWithFaults('  - { on: { operation: listSessionRooms }, room: taken }', { rows: { sessions: [session] } })
    await world.call('listSessionRooms', { headers: IN_SESSION })
    expect(faultStates(world)[0]).toMatchObject({ happened: 1, blockedReason: null })
    const { rooms, roomNights } = world.sandbox.store.db
    const taken = roomNights.by('property', 1).filter(({ day }) => day === '2026-06-01' || day === '2026-06-02')
    expect(taken).toHaveLength(2 * rooms.by('property', 1).length)
  })

  test('that is already taken cannot be taken again: the fault waits for a free one', async () => {
    const world = worldWithFaults('  - { on: { operation: createBlackBooking }, after: 1, room: taken }')
    const black = () => world.call('createBlackBooking', { path: { property_id: 1, room_id: 1, date: '2026-06-01' }, as: 'desk' })
    await black()
    expect((await black()).status).toBe(204)
    expect(faultStates(world)[0]).toMatchObject({ happened: 0, blockedReason: expect.stringContaining('room 1') })
  })
})

describe('a property', () => {
  test('that is withdrawn is no longer assigned to anybody', async () => {
    const world = worldWithFaults('  - { on: { property: 1 }, after: 1, property: withdrawn }')
    expect((await world.call('listBookings', LIST_BOOKINGS_CALL)).status).toBe(200)
    expect((await world.call('listBookings', LIST_BOOKINGS_CALL)).status).toBe(403)
    const left = (await world.call('listProperties', { as: 'desk' })).body
    expect(JSON.stringify(left)).not.toContain('Harbour Hotel')
    expect((await world.call('listBookings', { ...LIST_BOOKINGS_CALL, path: { property_id: 2 } })).status).toBe(200)
  })

  test('that leaves micromanage mode takes no tariffs', async () => {
    const world = worldWithFaults('  - { on: { tag: tariffs, method: DELETE }, property: not-micromanage }')
    await world.call('deleteTariff', { path: { property_id: 1, tarifftypeid: 1 }, as: 'desk' })
    expect(world.sandbox.store.db.properties.get(1)?.tariffMode).toBe('normal')
  })

  test('that is unpublished takes no booking sessions', async () => {
    const world = worldWithFaults('  - { on: { operation: setDates }, property: unpublished }')
    const headers = { 'x-service-booking-session-id': 'v1' }
    await world.call('initialiseSession', { path: { property_id: 1, language: 'en-GB' }, headers })
    const answer = await world.call('setDates', { headers, form: { arrival: '2026-06-01', departure: '2026-06-03' } })
    expect(answer.headers['X-Understay-Fault']).toBe('test/1')
    expect(world.sandbox.store.db.properties.get(1)?.published).toBe(false)
    expect(answer.status).not.toBe(200)
  })
})

test('prices rise by the percentage, once', async () => {
  const world = worldWithFaults('  - { on: { operation: listTariffs }, price: { by: 10% } }')
  const before = world.sandbox.store.db.rates.by('property', 1).map(({ price }) => price)
  await world.call('listTariffs', LIST_BOOKINGS_CALL)
  await world.call('listTariffs', LIST_BOOKINGS_CALL)
  expect(world.sandbox.store.db.rates.by('property', 1).map(({ price }) => price)).toEqual(
    before.map((price) => Math.round(price * 1.1)),
  )
})

test('a booking session ends before it is complete', async () => {
  const world = worldWithFaults('  - { on: { tag: booking-session, session: v1 }, after: 1, session: expired }')
  const begin = (id: string) =>
    world.call('initialiseSession', {
      path: { property_id: 1, language: 'en-GB' },
      headers: { 'x-service-booking-session-id': id },
    })
  const dates = (id: string) =>
    world.call('setDates', {
      headers: { 'x-service-booking-session-id': id },
      form: { arrival: '2026-06-01', departure: '2026-06-03' },
    })
  await begin('v1')
  await begin('v2')
  expect((await dates('v2')).status).toBe(200)
  expect([(await dates('v1')).status, (await dates('v1')).status]).toEqual([400, 400])
  await begin('v1')
  expect((await dates('v1')).status).toBe(200)
})
