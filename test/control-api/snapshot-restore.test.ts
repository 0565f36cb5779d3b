import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { aBooking, NOW } from '../support/small-world.ts'
import { serverOf } from './server-of.ts'

const API = '/service/api'
const VISITOR = { 'x-service-booking-session-id': 'visit' }
const json = (value: unknown): RequestInit => ({ body: JSON.stringify(value) })

type Changed = {
  readonly id: unknown
  readonly fields: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[]
}
type Collection = {
  readonly added: readonly { id: unknown }[]
  readonly removed: readonly { id: unknown }[]
  readonly changed: readonly Changed[]
}

/** A server with a snapshot `here` to take, to restore and to compare with. */
function withSnapshots(options: Parameters<typeof serverOf>[0] = {}) {
  const server = serverOf(options)
  const { ask } = server
  const take = (name: unknown = 'here') => ask('POST', '/_understay/snapshots', json({ name }))
  const restore = (name = 'here') => ask('POST', `/_understay/snapshots/${name}/restore`)
  const diff = async (): Promise<Readonly<Record<string, Collection>>> =>
    (await ask('GET', '/_understay/snapshots/here/diff')).body.collections
  const clock = (body: object) => ask('PUT', '/_understay/clock', json(body))
  const advance = (by: string) => ask('POST', '/_understay/clock/advance', json({ by }))
  const status = async (headers: Readonly<Record<string, string>>) =>
    (await ask('GET', `${API}/properties/all`, { headers })).status
  const dates = (arrivalDate: string) =>
    ask('POST', `${API}/booking/set/dates`, {
      headers: VISITOR,
      body: new URLSearchParams({ arrivalDate, departureDate: '2026-06-09' }),
    })
  const initialise = () => ask('GET', `${API}/booking/initialise/1/en-GB`, { headers: VISITOR })
  return { ...server, take, restore, diff, clock, advance, status, dates, initialise }
}

describe('the name of a snapshot', () => {
  test.each(['', 'Before', 'a b', 'a.b', 'a/b', '..', '../default/state', 'é', 'x'.repeat(64), 'a\n'])(
    'is never %j',
    async (name) => {
      const { ask, take } = withSnapshots()
      expect(await take(name)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('lower-case letters, digits and hyphens') },
      })
      expect((await ask('GET', '/_understay/snapshots')).body).toEqual([])
    },
  )

  test.each([1, null, true, ['a'], {}])('cannot be %j', async (name) => {
    expect(await withSnapshots().take(name)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('name: expected a name such as before-sync') },
    })
  })

  test.each(['a', '0', 'before-sync-2', 'x'.repeat(63)])('can be %s', async (name) => {
    expect(await withSnapshots().take(name)).toMatchObject({ status: 201, body: { name } })
  })

  test('is not found when no snapshot has it, and never opens another file', async () => {
    const data = mkdtempSync(join(tmpdir(), 'understay-snapshots-'))
    const { ask, take, token, world } = withSnapshots({ data })
    await token()
    await take()
    for (const name of ['there', '..%2F..%2Fdefault%2Fstate', '..%2Fstate', 'here.json']) {
      const of = `/_understay/snapshots/${name}`
      for (const [method, path] of [
        ['POST', `${of}/restore`],
        ['GET', `${of}/diff`],
        ['DELETE', of],
      ] as const)
        expect(await ask(method, path)).toMatchObject({
          status: 404,
          body: { error: expect.stringMatching(/there is no snapshot ".*"; there are here/) },
        })
    }
    expect(existsSync(join(data, 'default', 'state.json'))).toBe(true)
    world.close()
  })
})

describe('a restore after the clock was moved', () => {
  afterEach(() => void vi.useRealTimers())

  test.each(['2030-01-01', '2020-01-01'])(
    'to %s: the clock is restored, and a token keeps the rest of its lifetime',
    async (at) => {
      const { token, take, restore, clock, advance, status } = withSnapshots()
      const headers = await token()
      await advance('30m')
      await take()
      await clock({ at, run: 'frozen' })
      const later = await token()
      expect(await status(later)).toBe(200)
      expect((await restore()).body.clock).toEqual({ at: '2026-05-02T09:30:00.000Z', run: 'frozen' })
      expect([await status(headers), await status(later)]).toEqual([200, 401])
      await advance('30m')
      expect(await status(headers)).toBe(200)
      await advance('1s')
      expect(await status(headers)).toBe(401)
    },
  )

  test('makes a token that expired since the snapshot valid again until its expiry', async () => {
    const { token, take, restore, advance, status } = withSnapshots()
    const headers = await token()
    await take()
    for (let round = 0; round < 2; round++) {
      await advance('61m')
      expect(await status(headers)).toBe(401)
      await restore()
      expect(await status(headers)).toBe(200)
    }
  })

  test('restores the time and speed of a running clock, however long ago the snapshot was taken', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW })
    const { ask, take, restore, clock } = withSnapshots()
    await clock({ at: '2026-03-01T09:00:00Z', run: '60x' })
    vi.advanceTimersByTime(10_000)
    await take()
    vi.advanceTimersByTime(86_390_000)
    await clock({ run: 'frozen' })
    expect((await restore()).body.clock).toEqual({ at: '2026-03-01T09:10:00.000Z', run: '60x' })
    vi.advanceTimersByTime(1000)
    expect((await ask('GET', '/_understay/clock')).body).toEqual({ at: '2026-03-01T09:11:00.000Z', run: '60x' })
    expect((await ask('GET', `${API}/search/stars/9`)).headers.get('date')).toBe('Sun, 01 Mar 2026 09:11:00 GMT')
  })
})

describe('a restore with booking sessions', () => {
  test('continues a session at the step at which the snapshot was taken', async () => {
    const { ask, take, restore, initialise, dates } = withSnapshots()
    await initialise()
    await dates('2026-06-01')
    await take()
    await dates('2026-06-05')
    await restore()
    expect((await ask('GET', '/_understay/sessions')).body).toMatchObject([{ session: 'visit', arrival: '2026-06-01' }])
    const numbers = { headers: VISITOR, body: new URLSearchParams({ adults: '2', children: '0' }) }
    expect(Object.values((await ask('POST', `${API}/booking/set/guest/numbers`, numbers)).body.data)).toEqual([{ valid: true }])
  })

  test('removes a session that began later, and restores one that expired since the snapshot', async () => {
    const { ask, take, restore, advance, initialise, dates } = withSnapshots()
    await take()
    await initialise()
    await restore()
    expect((await dates('2026-06-01')).status).toBe(400)
    await initialise()
    expect(await take('begun')).toMatchObject({ status: 201 })
    await advance('25h')
    expect((await dates('2026-06-01')).status).toBe(400)
    await restore('begun')
    expect((await dates('2026-06-01')).status).toBe(200)
    expect((await ask('GET', '/_understay/sessions')).body).toHaveLength(1)
  })
})

describe('the comparison with a snapshot', () => {
  const bookings = [aBooking()]
  const ids = (rows: readonly { id: unknown }[] = []) => rows.map(({ id }) => id)

  test('lists what calls added, removed and changed, by row and field', async () => {
    const { ask, token, take, diff } = withSnapshots({ rows: { bookings } })
    const headers = await token()
    await take()
    await ask('POST', `${API}/blackbookings/1/2/2026-06-01`, { headers })
    await ask('DELETE', `${API}/guests/1/2`, { headers })
    await ask('PUT', `${API}/bookguestinout/1/1/checkin`, { headers })
    const found = await diff()
    expect(ids(found['bookings']?.added)).toEqual([2])
    expect(found['bookings']?.added).toMatchObject([{ kind: 'black', arrival: '2026-06-01', rooms: [{ roomId: 2 }] }])
    expect(ids(found['roomNights']?.added)).toHaveLength(1)
    expect(found['guests']).toMatchObject({ added: [], changed: [] })
    expect(ids(found['guests']?.removed)).toEqual([2])
    const [arrived] = found['bookings']?.changed ?? []
    expect(arrived?.id).toBe(1)
    expect(arrived?.fields).toEqual(
      expect.arrayContaining([
        { field: 'bookedIn', from: false, to: true },
        { field: 'bookedInOn', from: null, to: '2026-05-02' },
        { field: 'changedAt', from: NOW - 30 * 86_400_000, to: NOW },
      ]),
    )
    expect(arrived?.fields.map(({ field }) => field)).not.toContain('arrival')
    for (const unchanged of ['properties', 'tokens', 'rates', 'clients']) expect(found).not.toHaveProperty(unchanged)
  })

  test('lists the fields of a session that continued, and the first characters of tokens', async () => {
    const { token, take, diff, initialise, dates } = withSnapshots()
    await initialise()
    await take()
    const { authorization } = await token()
    await dates('2026-06-01')
    const found = await diff()
    const [session] = found['sessions']?.changed ?? []
    expect(session?.id).toBe('visit')
    expect(session?.fields).toEqual(expect.arrayContaining([{ field: 'arrival', from: null, to: '2026-06-01' }]))
    expect(ids(found['tokens']?.added)).toEqual([`${authorization.slice(7, 11)}[masked]`])
    expect(JSON.stringify(found)).not.toContain(authorization.slice(7))
  })

  test('is empty after every change was undone, and after a restore', async () => {
    const { ask, token, take, restore, diff, world } = withSnapshots()
    const headers = await token()
    await take()
    const { body } = await ask('POST', `${API}/blackbookings/1/1/2026-06-01`, { headers })
    const [contract] = Object.values(body.data)
    await ask('DELETE', `${API}/blackbookings/1/${contract}`, { headers })
    const left = await diff()
    expect(left['roomNights']).toBeUndefined()
    await restore()
    expect(await diff()).toEqual({})
    expect(world.sandbox().store.db.events.size).toBe(0)
  })

  test('ignores clock moves and other sandboxes', async () => {
    const { ask, token, take, diff, advance } = withSnapshots()
    await take()
    await advance('1d')
    await ask('POST', '/@w1/service/api/blackbookings/1/1/2026-06-01', { headers: await token('/@w1') })
    expect(await diff()).toEqual({})
    expect((await ask('GET', '/_understay/snapshots/here/diff')).body.clock).toEqual({
      from: '2026-05-02T09:00:00.000Z',
      to: '2026-05-03T09:00:00.000Z',
    })
  })
})
