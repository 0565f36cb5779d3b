import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serverOf } from '../server-of.ts'

const json = (value: unknown): RequestInit => ({ body: JSON.stringify(value) })
const take = (ask: ReturnType<typeof serverOf>['ask'], name: string, base = '') =>
  ask('POST', `${base}/_understay/snapshots`, json({ name }))
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'understay-snapshots-'))

describe('a snapshot', () => {
  test('restores rows, tokens, sessions, counters and the clock, any number of times', async () => {
    const { world, ask, token } = serverOf()
    const headers = await token()
    await ask('GET', '/service/api/booking/initialise/1/en-GB', { headers: { 'x-service-booking-session-id': 'before' } })
    expect(world.sandbox().store.db.sessions.size).toBe(1)
    const before = world.sandbox().store.export()
    expect(await take(ask, 'before-sync')).toMatchObject({
      status: 201,
      body: { name: 'before-sync', at: '2026-05-02T09:00:00.000Z', rows: expect.any(Number) },
    })
    for (let round = 0; round < 2; round++) {
      await ask('POST', '/service/api/blackbookings/1/1/2026-06-01', { headers })
      await ask('DELETE', '/service/api/guests/1/2', { headers })
      expect(world.sandbox().store.db.guests.has(2)).toBe(false)
      const later = await token()
      await ask('POST', '/_understay/clock/advance', json({ by: '3h' }))
      expect(world.sandbox().store.export().counters).not.toEqual(before.counters)
      const restored = await ask('POST', '/_understay/snapshots/before-sync/restore')
      expect(restored.body).toEqual({ restored: 'before-sync', clock: { at: '2026-05-02T09:00:00.000Z', run: 'frozen' } })
      const { clock, ...after } = world.sandbox().store.export()
      expect({ ...after, clock: { ...clock, real: 0 } }).toEqual({ ...before, clock: { ...before.clock, real: 0 } })
      expect((await ask('GET', '/service/api/properties/all', { headers })).status).toBe(200)
      expect((await ask('GET', '/service/api/properties/all', { headers: later })).status).toBe(401)
    }
  })

  test('makes the same calls get the same responses, byte for byte', async () => {
    const { ask, token } = serverOf()
    const headers = await token()
    await ask('POST', '/service/api/blackbookings/1/1/2026-05-20', { headers })
    await take(ask, 'here')
    const play = async () => {
      const answers = [(await token()).authorization]
      for (const [method, path] of [
        ['POST', '/blackbookings/1/2/2026-06-01'],
        ['GET', '/listbooking/1'],
        ['DELETE', '/guests/1/2'],
        ['GET', '/guests/1/list'],
      ] as const)
        answers.push(JSON.stringify(await ask(method, `/service/api${path}`, { headers })))
      return answers
    }
    const first = await play()
    expect(first.filter((answer) => answer.includes('"status":200'))).toHaveLength(4)
    await ask('POST', '/_understay/snapshots/here/restore')
    expect(await play()).toEqual(first)
  })

  test('restores a clock that follows real time, and the time of one that was set', async () => {
    const { world, ask } = serverOf()
    const { store, clock } = world.sandbox()
    store.setClock({ at: 0, real: 0, speed: 1 })
    await take(ask, 'real')
    await ask('PUT', '/_understay/clock', json({ at: '2030-01-01', run: '60x' }))
    await take(ask, 'fast')
    await ask('POST', '/_understay/snapshots/real/restore')
    expect(clock.isReal).toBe(true)
    const { body } = await ask('POST', '/_understay/snapshots/fast/restore')
    expect(body.clock).toMatchObject({ at: expect.stringMatching(/^2030-01-01T00:0/), run: '60x' })
  })

  test('is compared with the current rows: added, removed and changed ones, with their fields', async () => {
    const { world, ask, token } = serverOf()
    await take(ask, 'before')
    expect((await ask('GET', '/_understay/snapshots/before/diff')).body.collections).toEqual({})
    const { authorization } = await token()
    world.sandbox().store.change((db) => {
      const property = db.properties.get(1)
      if (property) db.properties.put({ ...property, stars: 5, settings: { depositValue: '30' } })
      const room = db.rooms.get(2)
      if (room) db.rooms.put({ ...room })
      db.guests.remove(2)
      const client = db.clients.get('desk')
      if (client) db.clients.put({ ...client, secret: 'another' })
    })
    await ask('POST', '/_understay/clock/advance', json({ by: '1h' }))
    const { body } = await ask('GET', '/_understay/snapshots/before/diff')
    expect(body).toMatchObject({
      snapshot: 'before',
      clock: { from: '2026-05-02T09:00:00.000Z', to: '2026-05-02T10:00:00.000Z' },
    })
    expect(Object.keys(body.collections)).toEqual(['clients', 'tokens', 'properties', 'guests'])
    expect(body.collections.properties).toEqual({
      added: [],
      removed: [],
      changed: [
        {
          id: 1,
          fields: [
            { field: 'stars', from: 4, to: 5 },
            { field: 'settings.depositValue', from: null, to: '30' },
          ],
        },
      ],
    })
    expect(body.collections.guests).toMatchObject({ added: [], removed: [{ id: 2, surname: 'Marant' }], changed: [] })
    expect(body.collections.tokens.added).toMatchObject([{ clientId: 'desk', id: expect.stringMatching(/^.{4}\[masked\]$/) }])
    expect(JSON.stringify(body)).not.toContain('another"')
    expect(JSON.stringify(body)).not.toContain(authorization.slice(7))
  })

  test('is compared with a later one, whatever changed after that', async () => {
    const { ask, token } = serverOf()
    const headers = await token()
    await take(ask, 'before')
    await ask('POST', '/service/api/blackbookings/1/1/2026-06-01', { headers })
    await ask('POST', '/_understay/clock/advance', json({ by: '1h' }))
    await take(ask, 'after')
    const { body: until } = await ask('GET', '/_understay/snapshots/before/diff')
    await ask('DELETE', '/service/api/guests/1/2', { headers })
    await ask('POST', '/_understay/clock/advance', json({ by: '1h' }))
    const { body } = await ask('GET', '/_understay/snapshots/before/diff?to=after')
    expect(body).toEqual(until)
    expect(Object.keys(body.collections)).toEqual(expect.arrayContaining(['bookings', 'roomNights']))
    expect(body.clock).toEqual({ from: '2026-05-02T09:00:00.000Z', to: '2026-05-02T10:00:00.000Z' })
    const { body: back } = await ask('GET', '/_understay/snapshots/after/diff?to=before')
    expect(back.collections.bookings.removed).toEqual(body.collections.bookings.added)
    expect(await ask('GET', '/_understay/snapshots/before/diff?to=afer')).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining('"afer"') },
    })
  })

  test('survives a reset, and belongs to its sandbox', async () => {
    const { world, ask, token } = serverOf()
    const headers = await token()
    await take(ask, 'before')
    await ask('POST', '/_understay/reset')
    expect((await ask('GET', '/_understay/snapshots')).body).toMatchObject([{ name: 'before' }])
    expect((await ask('GET', '/@w1/_understay/snapshots')).body).toEqual([])
    await ask('POST', '/_understay/snapshots/before/restore')
    expect((await ask('GET', '/service/api/properties/all', { headers })).status).toBe(200)
    expect(
      world
        .sandbox()
        .journal.entries()
        .map(({ operation }) => operation),
    ).toEqual(['listProperties'])
  })

  test('is removed on request', async () => {
    const { ask } = serverOf()
    await take(ask, 'a')
    await take(ask, 'b')
    expect((await ask('DELETE', '/_understay/snapshots/a')).body).toEqual({ name: 'a', removed: true })
    expect(await ask('POST', '/_understay/snapshots/a/restore')).toMatchObject({
      status: 404,
      body: { error: 'there is no snapshot "a"; there are b' },
    })
  })

  const wrong: readonly (readonly [body: object, status: number, error: string])[] = [
    [{ name: 'Before' }, 400, 'name: expected a name such as before-sync: lower-case letters'],
    [{ name: '../x' }, 400, 'lower-case letters'],
    [{}, 400, 'name: is missing: expected a name such as before-sync'],
    [{ nme: 'x' }, 400, 'nme: unknown key "nme"; did you mean "name"?'],
    [{ name: 'there' }, 409, 'there is already a snapshot "there"; remove it with DELETE /_understay/snapshots/there'],
  ]
  test.each(wrong)('is refused with the name %j', async (body, status, error) => {
    const { ask } = serverOf()
    await take(ask, 'there')
    expect(await ask('POST', '/_understay/snapshots', json(body))).toMatchObject({
      status,
      body: { error: expect.stringContaining(error) },
    })
  })

  test('is refused beyond a hundred, with instructions', async () => {
    const { ask } = serverOf()
    for (let n = 0; n < 100; n++) await take(ask, `s${n}`)
    expect(await take(ask, 'one-more')).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('DELETE /_understay/snapshots/NAME') },
    })
  })
})

describe('a snapshot with a data folder', () => {
  test('survives a restart, also when nothing else was stored', async () => {
    const data = newFolder()
    const first = serverOf({ data })
    await take(first.ask, 'empty')
    await first.token()
    await take(first.ask, 'one-token')
    await first.ask('POST', '/_understay/reset')
    first.world.close()
    const second = serverOf({ data })
    expect((await second.ask('GET', '/_understay/snapshots')).body).toMatchObject([
      { name: 'empty', at: '2026-05-02T09:00:00.000Z' },
      { name: 'one-token' },
    ])
    await second.ask('POST', '/_understay/snapshots/one-token/restore')
    expect(second.world.sandbox().store.db.tokens.size).toBe(1)
    second.world.close()
    const third = serverOf({ data })
    expect(third.world.sandbox().store.db.tokens.size).toBe(1)
    third.world.close()
  })

  test('is removed with its sandbox, from the disk too', async () => {
    const data = newFolder()
    const { world, ask } = serverOf({ data })
    await take(ask, 'kept', '/@w1')
    expect(existsSync(join(data, 'w1', 'snapshots', 'kept.json'))).toBe(true)
    await ask('DELETE', '/_understay/sandboxes?name=w1')
    expect(existsSync(join(data, 'w1'))).toBe(false)
    expect((await ask('GET', '/@w1/_understay/snapshots')).body).toEqual([])
    world.close()
  })

  test('is refused with its path when its file is damaged; the others stay usable', async () => {
    const data = newFolder()
    const first = serverOf({ data })
    await take(first.ask, 'good')
    await take(first.ask, 'bad')
    first.world.close()
    const path = join(data, 'default', 'snapshots', 'bad.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"floor":"1"', '"floor":1').replace('"floor": "1"', '"floor": 1'))
    const { world, ask } = serverOf({ data })
    const problem = expect.stringContaining(`${path} is damaged: collections.rooms[0].floor should be a text, not 1`)
    expect((await ask('GET', '/_understay/snapshots')).body).toEqual([
      { name: 'bad', problem },
      expect.objectContaining({ name: 'good' }),
    ])
    expect(await ask('POST', '/_understay/snapshots/bad/restore')).toMatchObject({ status: 409, body: { error: problem } })
    world.close()
  })
})
