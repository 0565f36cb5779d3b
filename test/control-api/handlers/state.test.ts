import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Booking } from '../../../src/domain/booking/bookings.ts'
import { nightKey } from '../../../src/domain/booking/room-nights.ts'
import { COLLECTION_NAMES } from '../../../src/store/state.ts'
import { aSession } from '../../support/session-rows.ts'
import { aBooking } from '../../support/small-world.ts'
import { serverOf } from '../server-of.ts'

const json = (value: unknown): RequestInit => ({ body: JSON.stringify(value) })
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'understay-state-'))

describe('the state', () => {
  test('is shown whole or by collection, in the format of a state file', async () => {
    const { ask } = serverOf()
    const { body } = await ask('GET', '/_understay/state')
    expect(body).toMatchObject({ format: 'understay state', version: 1, seed: 1, clock: { speed: 0 } })
    expect(Object.keys(body.collections)).toEqual(COLLECTION_NAMES)
    expect(body.collections.rooms).toHaveLength(8)
    const some = (await ask('GET', '/_understay/state?collection=rooms,guests')).body
    expect(Object.keys(some.collections)).toEqual(['rooms', 'guests'])
  })

  test.each([
    ['?collection=room', 'collection: there is no "room"; there are users, clients'],
    ['?collections=rooms', 'collections: unknown query parameter "collections"; did you mean "collection"?'],
    ['?collection=rooms&collection=guests', 'collection: sent more than once'],
  ])('is refused with the valid values for an invalid query: %s', async (query, error) => {
    const { ask } = serverOf()
    expect(await ask('GET', `/_understay/state${query}`)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(error) },
    })
  })

  test('never contains a secret or a token', async () => {
    const { ask, token } = serverOf()
    const { authorization } = await token()
    const { body } = await ask('GET', '/_understay/state')
    const text = JSON.stringify(body)
    expect(text).not.toContain('-secret')
    expect(text).not.toContain(authorization.slice('Bearer '.length))
    expect(body.collections.clients[0].secret).toBe('[masked]')
    expect(body.collections.tokens[0].id).toMatch(/^[0-9a-f]{4}\[masked\]$/)
  })
})

describe('a state that replaces the current one', () => {
  test('is UTF-8, and an object', async () => {
    const { ask } = serverOf()
    const { body: shown } = await ask('GET', '/_understay/state')
    const name = shown.collections.properties[0].name
    const bytes = Buffer.from(JSON.stringify(shown).replace(name, 'Caf\u00e9'), 'latin1')
    expect(await ask('PUT', '/_understay/state', { body: bytes })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('the body is not UTF-8') },
    })
    expect(await ask('PUT', '/_understay/state', { body: '{}' })).toMatchObject({
      status: 400,
      body: {
        error: expect.stringMatching(
          /seed is missing: expected an object as GET state returns it: seed, clock, counters, collections$/,
        ),
      },
    })
    expect((await ask('PUT', '/_understay/state', { body: '{"rows":[]}' })).body.error).toMatch(
      /known here: format, version, seed, clock, counters, collections$/,
    )
    expect(await ask('PUT', '/_understay/state', { body: '[]' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('expected an object as GET state returns it: seed, clock, counters, collections') },
    })
  })

  test('replaces rows, counters and clock, and keeps the tokens that are masked in it', async () => {
    const { world, ask, token } = serverOf()
    const headers = await token()
    const { body: shown } = await ask('GET', '/_understay/state')
    const before = world.sandbox().store.export()
    await ask('DELETE', '/service/api/guests/1/2', { headers })
    expect(world.sandbox().store.db.guests.has(2)).toBe(false)
    await token()
    await ask('POST', '/_understay/clock/advance', json({ by: '2d' }))
    const put = await ask('PUT', '/_understay/state', json(shown))
    expect(put).toMatchObject({
      status: 200,
      body: { sandbox: 'default', rows: expect.any(Number), tokensLeftOut: 0, at: '2026-05-02T09:00:00.000Z' },
    })
    const { clock, ...after } = world.sandbox().store.export()
    expect({ ...after, clock: { ...clock, real: 0 } }).toEqual({ ...before, clock: { ...before.clock, real: 0 } })
    expect((await ask('GET', '/service/api/properties/all', { headers })).status).toBe(200)
  })

  test('can be sent to a sandbox where its tokens are unknown, which counts those left out', async () => {
    const { world, ask, token } = serverOf()
    await token()
    const { body: shown } = await ask('GET', '/_understay/state')
    shown.collections.rooms[0].name = 'Kestrel'
    expect((await ask('PUT', '/@w1/_understay/state', json(shown))).body).toMatchObject({ sandbox: 'w1', tokensLeftOut: 1 })
    expect(world.sandbox('w1').store.db.rooms.get(1)?.name).toBe('Kestrel')
    expect(world.sandbox().store.db.rooms.get(1)?.name).toBe('Gull')
    await expect(token('/@w1')).resolves.toMatchObject({ authorization: expect.stringMatching(/^Bearer [0-9a-f]{40}$/) })
  })

  test('survives a restart and later changes', async () => {
    const data = newFolder()
    const first = serverOf({ data })
    const { body: shown } = await first.ask('GET', '/_understay/state')
    shown.collections.rooms[0].name = 'Kestrel'
    expect((await first.ask('PUT', '/_understay/state', json(shown))).status).toBe(200)
    await first.ask('DELETE', '/service/api/guests/1/2', { headers: await first.token() })
    expect(first.world.sandbox().store.db.guests.has(2)).toBe(false)
    const state = first.world.sandbox().store.export()
    first.world.close()
    const second = serverOf({ data })
    expect(second.world.sandbox().store.export()).toEqual(state)
    expect(second.world.sandbox().store.db.rooms.get(1)?.name).toBe('Kestrel')
    second.world.close()
  })

  test('may be the content of a state file', async () => {
    const { world, ask } = serverOf()
    const file = { format: 'understay state', version: 1, line: 7, ...world.sandbox().store.export() }
    expect((await ask('PUT', '/_understay/state', json(file))).status).toBe(200)
  })

  type Sent = { seed: unknown; clock: unknown; counters: Record<string, unknown>; collections: Record<string, unknown[]> }
  const withBooking = (s: Sent, fields: Partial<Booking>): void => {
    s.collections['bookings']?.push(aBooking(fields))
    Object.assign(s.counters, { bookings: 1 })
  }
  const wrong: readonly (readonly [what: string, error: string, change: (state: Sent) => void])[] = [
    [
      'a field of a wrong kind',
      'collections.rooms[1].floor should be a text, not 1',
      (s) => Object.assign(s.collections['rooms']?.[1] ?? {}, { floor: 1 }),
    ],
    [
      'a collection too many',
      'collections.chairs is not a collection of this version',
      (s) => Object.assign(s.collections, { chairs: [] }),
    ],
    ['a collection too few', 'collections.rooms should be a list', (s) => delete s.collections['rooms']],
    [
      'an id that is used twice',
      'collections.rooms[8].id: 1 is used twice',
      (s) => s.collections['rooms']?.push(s.collections['rooms'][0]),
    ],
    [
      'a counter that would repeat an id',
      'counters.rooms should be at least 8, the highest id there is, not 3',
      (s) => Object.assign(s.counters, { rooms: 3 }),
    ],
    ['no counters', 'counters should be an object', (s) => Object.assign(s, { counters: [] })],
    [
      'a clock of another shape',
      'clock should hold at, real and speed',
      (s) => Object.assign(s, { clock: { at: '2026-05-02T09:00:00Z', run: 'frozen' } }),
    ],
    ['a seed that is none', 'seed should be a whole number, not 1.5', (s) => Object.assign(s, { seed: 1.5 })],
    [
      'a masked secret of nobody',
      'collections.clients[0].secret is masked, and there is no client "stranger" here',
      (s) => Object.assign(s.collections['clients']?.[0] ?? {}, { id: 'stranger' }),
    ],
    [
      'a word that its field does not know',
      'collections.users[0].level: expected one of super, manager, user, got "chief"',
      (s) => Object.assign(s.collections['users']?.[0] ?? {}, { level: 'chief' }),
    ],
    [
      'a time zone that does not exist',
      'collections.properties[0].timezone: there is no time zone Europe/Atlantis',
      (s) => Object.assign(s.collections['properties']?.[0] ?? {}, { timezone: 'Europe/Atlantis' }),
    ],
    [
      'a room of a booking as fixtures write it',
      'collections.bookings[0].rooms[0] is not an object',
      (s) => s.collections['bookings']?.push({ ...aBooking(), rooms: [1] }),
    ],
    [
      'a room of a session that is none',
      'collections.sessions[1].rooms[0] is not an object',
      (s) => s.collections['sessions']?.push(aSession({ rooms: [] }), { ...aSession({ id: 'two' }), rooms: [null] }),
    ],
    [
      'an address of a session without its fields',
      'collections.sessions[1].address.firstname: is missing: expected text',
      (s) => s.collections['sessions']?.push(aSession(), { ...aSession({ id: 'two' }), address: {} }),
    ],
    [
      'a note of a session that is no text',
      'collections.sessions[1].notes[0]: expected text, got the number 1',
      (s) => s.collections['sessions']?.push(aSession(), { ...aSession({ id: 'two' }), notes: [1] }),
    ],
    [
      'a part of a cent',
      'collections.rates[0].price should be a whole number, not 1.5',
      (s) => Object.assign(s.collections['rates']?.[0] ?? {}, { price: 1.5 }),
    ],
    ['a negative rate', '.rate should not be negative', (s) => Object.assign(s.collections['taxRates']?.[0] ?? {}, { rate: -5 })],
    [
      'a setting that is no text',
      'collections.properties[0].settings.depositValue: expected a number, as text, got the number 5',
      (s) => Object.assign(s.collections['properties']?.[0] ?? {}, { settings: { depositValue: 5 } }),
    ],
    [
      'a picture that is none',
      'collections.properties[0].pictures.main should be a text or null, not 1',
      (s) => Object.assign(s.collections['properties']?.[0] ?? {}, { pictures: { main: 1, slideshow: [], rooms: {} } }),
    ],
    [
      'a departure before the arrival',
      'collections.bookings[0].departure: 2026-05-01 is not after the arrival, 2026-05-02',
      (s) => withBooking(s, { arrival: '2026-05-02', departure: '2026-05-01' }),
    ],
    [
      'a guest who never was',
      'collections.bookings[0].guestId: there is no 77777 in guests',
      (s) => withBooking(s, { guestId: 77_777 }),
    ],
    [
      'a key too many in a row',
      'collections.rooms[0]: unknown key "flor"; did you mean "floor"?',
      (s) => Object.assign(s.collections['rooms']?.[0] ?? {}, { flor: '2' }),
    ],
    ['a booking without its nights', 'collections.roomNights should hold the', (s) => withBooking(s, {})],
    [
      'a night of a booking that has it not',
      'collections.roomNights: booking 1 has no night of 2026-05-09 in room 1',
      (s) => {
        withBooking(s, { cancelled: true })
        s.collections['roomNights']?.push({
          id: nightKey(1, '2026-05-09'),
          bookingId: 1,
          roomId: 1,
          propertyId: 1,
          day: '2026-05-09',
        })
      },
    ],
    ['another field', 'unknown key "rows"; known here: format, version', (s) => Object.assign(s, { rows: [] })],
    ['another format', 'format should be "understay state"', (s) => Object.assign(s, { format: 'postcard' })],
    ['a newer version', 'version should be 1, not 2', (s) => Object.assign(s, { version: 2 })],
  ]
  test.each(wrong)('with %s is refused with the first wrong field, and nothing changes', async (_, error, change) => {
    const { world, ask } = serverOf()
    const before = world.sandbox().store.export()
    const { body: shown } = await ask('GET', '/_understay/state')
    change(shown)
    expect(await ask('PUT', '/_understay/state', json(shown))).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(error) },
    })
    expect(world.sandbox().store.export()).toEqual(before)
  })
})
