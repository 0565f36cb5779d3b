import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serverOf } from './server-of.ts'

const API = '/service/api'
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'understay-sandboxes-'))
const json = (value: unknown): RequestInit => ({ body: JSON.stringify(value) })

type Server = ReturnType<typeof serverOf>

/** The names of the sandboxes there are. */
const names = async ({ ask }: Server): Promise<readonly string[]> =>
  (await ask('GET', '/_understay/sandboxes')).body.map((listed: string | { name: string }) =>
    typeof listed === 'string' ? listed : listed.name,
  )

/** Leaves something of everything in a sandbox: rows, a token, a session, entries, a snapshot, a clock. */
async function used(server: Server, base: string) {
  const { ask, token } = server
  const headers = await token(base)
  await ask('POST', `${base}${API}/blackbookings/1/1/2026-06-01`, { headers })
  await ask('GET', `${base}${API}/booking/initialise/1/en-GB`, { headers: { 'x-service-booking-session-id': 'visit' } })
  await ask('POST', `${base}/_understay/snapshots`, json({ name: 'kept' }))
  await ask('PUT', `${base}/_understay/clock`, json({ at: '2030-01-01', run: 'frozen' }))
  return headers
}

/** What can be seen of a sandbox from outside. */
async function seen({ ask }: Server, base: string) {
  const of = async (path: string) => (await ask('GET', `${base}/_understay/${path}`)).body
  const { entries, dropped } = await of('journal')
  const { collections, counters, seed } = await of('state')
  return {
    rows: { collections, counters, seed },
    at: (await of('clock')).at,
    events: await of('events'),
    sessions: await of('sessions'),
    snapshots: await of('snapshots'),
    journal: [entries, dropped],
  }
}

describe('hundreds of sandboxes', () => {
  test('contain exactly what was done in each', async () => {
    const server = serverOf()
    const { ask, token } = server
    const all = Array.from({ length: 300 }, (_, n) => `w${n}`)
    const headers = new Map<string, { authorization: string }>()
    for (const name of all) headers.set(name, await token(`/@${name}`))
    await Promise.all(
      all.map(async (name, n) => {
        const day = `2026-06-${String((n % 28) + 1).padStart(2, '0')}`
        for (const status of [200, 204])
          expect(
            (await ask('POST', `/@${name}${API}/blackbookings/1/1/${day}`, { headers: headers.get(name) ?? {} })).status,
          ).toBe(status)
      }),
    )
    for (const name of all) {
      const { store, journal } = server.world.sandbox(name)
      expect([store.db.bookings.size, store.db.tokens.size, journal.entries().length]).toEqual([1, 1, 3])
    }
    expect(new Set([...headers.values()].map(({ authorization }) => authorization)).size).toBe(300)
    expect(await names(server)).toHaveLength(300)
  })

  test('share unchanged rows, and have their own copies of changed ones', () => {
    const { world } = serverOf()
    const [one, other] = [world.sandbox('one').store, world.sandbox('other').store]
    expect(one.db.properties.get(1)).toBe(other.db.properties.get(1))
    one.change((db) => {
      const property = db.properties.get(1)
      if (property) db.properties.put({ ...property, stars: 1 })
    })
    expect([one.db.properties.get(1)?.stars, other.db.properties.get(1)?.stars]).toEqual([1, 4])
    expect(one.db.properties.get(2)).toBe(other.db.properties.get(2))
    expect([one.changedRows, other.changedRows]).toEqual([1, 0])
    expect(world.sandbox('third').store.db.properties.get(1)).toBe(other.db.properties.get(1))
  })
})

describe('a token', () => {
  test('of one sandbox is refused in every other with 401 and a hint', async () => {
    const { ask, token } = serverOf()
    const bases = ['', '/@w1', '/@w2']
    const tokens = []
    for (const base of bases) tokens.push(await token(base))
    for (const [own, headers] of tokens.entries()) {
      for (const [other, base] of bases.entries()) {
        const answer = await ask('GET', `${base}${API}/properties/all`, { headers })
        expect(answer.status).toBe(own === other ? 200 : 401)
        if (own === other) continue
        expect(answer.headers.get('www-authenticate')).toContain('Bearer')
        expect(answer.headers.get('x-understay-hint')).toContain('known only to the sandbox')
      }
    }
  })
})

describe('a removed sandbox', () => {
  test('leaves nothing behind: its name creates a new one', async () => {
    const server = serverOf()
    const fresh = await seen(server, '/@w1')
    await server.ask('DELETE', '/_understay/sandboxes?name=w1')
    const headers = await used(server, '/@w1')
    expect(await seen(server, '/@w1')).not.toEqual(fresh)
    expect((await server.ask('DELETE', '/_understay/sandboxes?name=w1')).body).toEqual({ name: 'w1', removed: true })
    expect(await names(server)).toEqual([])
    expect(await seen(server, '/@w1')).toEqual(fresh)
    expect((await server.ask('GET', `/@w1${API}/properties/all`, { headers })).status).toBe(401)
  })

  test('leaves no file, and the others keep theirs, also after a restart', async () => {
    const data = newFolder()
    const first = serverOf({ data })
    for (const base of ['', '/@w1', '/@w2']) await used(first, base)
    expect(
      readdirSync(data)
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual(expect.arrayContaining(['default', 'w1', 'w2']))
    await first.ask('DELETE', '/_understay/sandboxes?name=w1')
    expect(
      readdirSync(data, { recursive: true })
        .map(String)
        .filter((path) => path.startsWith('w1')),
    ).toEqual([])
    expect(await names(first)).toEqual(['default', 'w2'])
    first.world.close()
    const second = serverOf({ data })
    expect(await names(second)).toEqual(['default', 'w2'])
    expect(second.world.sandbox('w1').store.changedRows).toBe(0)
    expect(second.world.sandbox('w2').store.db.bookings.size).toBe(1)
    second.world.close()
  })

  test('is removed from disk without being opened', async () => {
    const data = newFolder()
    const first = serverOf({ data })
    await used(first, '/@w1')
    first.world.close()
    const second = serverOf({ data })
    expect((await second.ask('DELETE', '/_understay/sandboxes?name=w1')).body).toEqual({ name: 'w1', removed: true })
    expect(await names(second)).toEqual([])
    expect(readdirSync(data)).not.toContain('w1')
    second.world.close()
  })

  test('is reported as missing when it does not exist', async () => {
    const { ask } = serverOf()
    for (const name of ['w1', '..', 'No Name'])
      expect((await ask('DELETE', `/_understay/sandboxes?name=${encodeURIComponent(name)}`)).body).toEqual({
        name,
        removed: false,
      })
  })

  test('ends the streams of its own journal only', async () => {
    const { app, ask, world } = serverOf()
    const read = async (base: string) => {
      const reader = (await app.request(`http://localhost${base}/_understay/journal/stream`)).body?.getReader()
      if (!reader) throw new Error('no stream')
      await reader.read()
      return reader
    }
    const [gone, stays] = [await read('/@w1'), await read('/@w2')]
    await ask('GET', `/@w1${API}/search/stars/4`)
    await ask('DELETE', '/_understay/sandboxes?name=w1')
    let last = ''
    for (let { value, done } = await gone.read(); !done; { value, done } = await gone.read())
      last += new TextDecoder().decode(value)
    expect(last).toContain('"operation":"searchByStars"')
    await ask('GET', `/@w2${API}/search/stars/5`)
    expect(new TextDecoder().decode((await stays.read()).value)).toContain('"operation":"searchByStars"')
    expect(world.sandbox('w2').journal.listeners).toBe(1)
    await stays.cancel()
  })

  test('answers a request in progress, and stores nothing of it', async () => {
    const { app, ask, token, world } = serverOf()
    const headers = { ...(await token('/@w1')), 'content-type': 'application/x-www-form-urlencoded' }
    let send: (text: string) => void = () => undefined
    const body = new ReadableStream({
      start: (controller) => {
        send = (text) => {
          controller.enqueue(new TextEncoder().encode(text))
          controller.close()
        }
      },
    })
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    const answer = app.request(`http://localhost/@w1${API}/blackbookings/1/1/2026-06-01`, init)
    await ask('DELETE', '/_understay/sandboxes?name=w1')
    send('note=x')
    const { status } = await answer
    expect(status).toBe(404)
    expect(world.sandbox('w1').store.db.bookings.size).toBe(0)
  })
})

describe('a sandbox above the limit of a thousand', () => {
  const full = () => {
    const server = serverOf()
    for (let n = 0; n < 1000; n++) server.world.sandbox(`w${n}`)
    return server
  }
  const words =
    'there are 1000 sandboxes already; remove one with DELETE /_understay/sandboxes?name=NAME, or raise --max-sandboxes'

  test('is refused by the interface and the control API with instructions', async () => {
    const { ask } = full()
    for (const path of [`/@more${API}/search/stars/4`, `${API}/search/stars/4`, '/@more/'])
      expect(await ask('GET', path)).toMatchObject({ status: 409, body: { meta: { code: 409, error_message: words } } })
    expect(await ask('POST', `/@more${API}/oauth/token`, { body: 'x=1' })).toMatchObject({ status: 409 })
    expect(await ask('GET', '/@more/_understay/state')).toMatchObject({ status: 409, body: { error: words } })
  })

  test('can be created after another one was removed; the others keep working', async () => {
    const { ask } = full()
    expect((await ask('GET', `/@w999${API}/search/stars/4`)).status).toBe(200)
    expect((await ask('DELETE', '/_understay/sandboxes?name=w500')).body).toEqual({ name: 'w500', removed: true })
    expect((await ask('GET', `/@more${API}/search/stars/4`)).status).toBe(200)
    expect((await ask('GET', `/@w500${API}/search/stars/4`)).status).toBe(409)
  })

  test('is distinguished from an invalid name, which is not found', async () => {
    const { ask } = full()
    expect((await ask('GET', `/@NO${API}/search/stars/4`)).status).toBe(404)
  })
})
