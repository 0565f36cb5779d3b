import { describe, expect, test } from 'vitest'
import { createBookingPipeline } from '../../src/booking-api/pipeline.ts'
import { recordEvent } from '../../src/domain/event/events.ts'
import type { Webhook } from '../../src/domain/event/webhook.ts'
import { Stream } from '../../src/simulation/randomness.ts'
import type { WorldState } from '../../src/store/state.ts'
import type { World } from '../../src/world/world.ts'
import { serverOf } from '../control-api/server-of.ts'
import { UnreliableStorage } from '../store/unreliable-storage.ts'
import { requestOf } from '../support/requests.ts'
import { NOW } from '../support/small-world.ts'
import { SILENT, TestWorld } from '../support/test-world.ts'
import { aHook, receiver } from '../webhooks/receiver.ts'

const booking = createBookingPipeline()
const TOKEN = 'a-token-of-the-tests'
const log = { ...SILENT, error: () => undefined }

/** Numbers from 0 to below 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  const stream = new Stream(`output gate ${seed}`)
  return () => stream.integer(0, 999_999) / 1_000_000
}

function unreliableWorld(storage: UnreliableStorage, webhooks: readonly Webhook[] = [], scenario?: string): TestWorld {
  const scopes = ['favourites_get', 'favourites_set', 'properties_get', 'properties_set'] as const
  const clients = [{ id: 'desk', secret: 'desk-secret', label: '', userId: 1, scopes, tokens: 'normal' as const }]
  const tokens = [{ id: TOKEN, clientId: 'desk', scopes, issuedAt: NOW, expiresAt: NOW + 3_600_000 }]
  return new TestWorld({ rows: { clients, tokens, webhooks }, storage, log, ...(scenario !== undefined && { scenario }) })
}

interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly ids: readonly string[]
}

/** Sends a request as the listener does. */
async function send(world: World, method: string, path: string): Promise<Got> {
  const answer = await booking.handle(world, requestOf({ method, path, headers: { authorization: `Bearer ${TOKEN}` } }))
  const body: { data?: { ids?: readonly (string | number)[] } } = typeof answer.body === 'string' ? JSON.parse(answer.body) : {}
  const shown = body.data?.ids
  return { status: answer.status, headers: answer.headers, ids: Array.isArray(shown) ? shown.map(String) : [] }
}

const storedFavourites = (state: WorldState | undefined): ReadonlySet<string> =>
  new Set(state?.collections.favourites.map(({ propertyId }) => String(propertyId)))

/** What one history came to. */
interface Played {
  readonly acknowledged: number
  readonly refused: number
  readonly storage: UnreliableStorage
}

/** Some clients at once add favourites and list them; after that, another server opens what is stored. */
async function play(seed: number): Promise<Played> {
  const random = randomOf(seed)
  const storage = new UnreliableStorage({ random, failure: 0.15, refusal: 0.1 })
  const { world } = unreliableWorld(storage)
  const acknowledged: string[] = []
  let [refused, next] = [0, 100]
  const requireStored = (ids: readonly string[], what: string): void => {
    const stored = storedFavourites(storage.stored('default'))
    for (const id of ids) if (!stored.has(id)) throw new Error(`seed ${seed}: ${what} shows ${id}, which is not stored`)
  }
  const client = async (): Promise<void> => {
    for (let call = 0; call < 5; call++) {
      const id = String(next++)
      const writes = random() < 0.6
      const got = await send(world, writes ? 'POST' : 'GET', writes ? `/favourites/${id}` : '/favourites')
      if (got.status === 503) {
        refused++
        expect(got.headers['Retry-After']).toBe('1')
      } else if (writes) {
        expect(got.status).toBe(200)
        requireStored([id], 'an acknowledged write')
        acknowledged.push(id)
      } else requireStored(got.ids, 'a list')
    }
  }
  await Promise.all([client(), client(), client()])
  const entries = world.opened('default')?.journal.entries() ?? []
  for (const { status, changed } of entries)
    if (status === 503) expect(changed).toBeUndefined()
    else
      requireStored(
        (changed?.favourites ?? []).map((id) => String(id).split('/').at(-1) ?? ''),
        'the journal',
      )
  requireStored(acknowledged, 'what was acknowledged')
  await world.close()
  return { acknowledged: acknowledged.length, refused, storage }
}

describe('with a storage that is slow and fails at random', () => {
  test('no acknowledged change is missing, and no response or journal entry shows one that is not stored: 2,000 histories', async () => {
    const total = { acknowledged: 0, refused: 0, failures: 0, shared: 0 }
    for (let seed = 1; seed <= 2000; seed++) {
      const { acknowledged, refused, storage } = await play(seed)
      total.acknowledged += acknowledged
      total.refused += refused
      total.failures += storage.failures
      total.shared += storage.shared
    }
    expect(total.acknowledged).toBeGreaterThan(5000)
    expect(total.refused).toBeGreaterThan(1000)
    expect(total.failures).toBeGreaterThan(500)
    expect(total.shared).toBeGreaterThan(500)
  })

  test('no receiver is notified of a change that is not stored: 40 histories', async () => {
    const total = { told: 0, early: 0, dropped: 0 }
    const isStored = (storage: UnreliableStorage, property: unknown): boolean =>
      storage.stored('default')?.collections.events.some(({ data }) => data['property_uid'] === property) ?? false
    for (let seed = 1; seed <= 40; seed++) {
      const random = randomOf(seed)
      const storage = new UnreliableStorage({ random, failure: 0.15, refusal: 0 })
      const { url } = await receiver((response, { body }) => {
        const { data } = JSON.parse(body) as { data: { property_uid: number } }
        total.told++
        if (!isStored(storage, data.property_uid)) total.early++
        response.end()
      })
      const { world } = unreliableWorld(storage, [aHook(url)])
      for (let property = 1; property <= 10; property++) {
        const { store } = await world.openSandbox()
        store.change((db) => recordEvent(db, { at: 0, task: 'tariffs_updated', data: { property_uid: property } }))
        if (random() < 0.3) await new Promise((resolve) => setImmediate(resolve))
      }
      const { webhooks } = await world.openSandbox()
      await webhooks.idle()
      total.dropped += webhooks.deliveries.totals.dropped
      for (const { state, error } of webhooks.deliveries.list())
        expect([state, error]).toEqual(state === 'dropped' ? ['dropped', 'the connection was lost'] : ['delivered', undefined])
      await world.close()
    }
    expect(total.early).toBe(0)
    expect(total.told).toBeGreaterThan(100)
    expect(total.dropped).toBeGreaterThan(20)
  })

  test('with webhook_delivery=before also the first call, which opens the sandbox, waits for the receivers', async () => {
    let answered = 0
    const { url } = await receiver((response) =>
      setTimeout(() => {
        answered++
        response.end()
      }, 60),
    )
    const storage = new UnreliableStorage({ random: randomOf(1), failure: 0, refusal: 0 })
    const { world } = unreliableWorld(storage, [aHook(url)], 'name: waits\nchoices: { webhook_delivery: before }\n')
    expect(await send(world, 'POST', '/blackbookings/1/1/2026-06-01')).toMatchObject({ status: 200 })
    expect(storage.opened).toBe(1)
    expect(answered).toBeGreaterThan(0)
  })

  test('concurrent first calls open a sandbox once', async () => {
    const storage = new UnreliableStorage({ random: randomOf(1), failure: 0, refusal: 0 })
    const { world } = unreliableWorld(storage)
    const sandboxes = await Promise.all([1, 2, 3].map(() => world.openSandbox('w1')))
    expect(new Set(sandboxes).size).toBe(1)
    expect(storage.opened).toBe(1)
  })

  test('a sandbox whose storage failed keeps journal and scenario, and continues from the stored state', async () => {
    const shakiness = { random: randomOf(1), failure: 0, refusal: 0 }
    const storage = new UnreliableStorage(shakiness)
    const { world } = unreliableWorld(storage)
    expect((await send(world, 'POST', '/favourites/1')).status).toBe(200)
    const before = await world.openSandbox()
    const { journal, scenarioRun } = before
    shakiness.failure = 1
    expect(await send(world, 'POST', '/favourites/2')).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } })
    shakiness.failure = 0
    expect((await send(world, 'POST', '/favourites/3')).status).toBe(200)
    const after = await world.openSandbox()
    expect([after.journal, after.scenarioRun]).toEqual([journal, scenarioRun])
    expect(after.journal.entries().map(({ status }) => status)).toEqual([200, 503, 200])
    const stored = storedFavourites(storage.stored('default'))
    expect([stored.has('1'), stored.has('3')]).toEqual([true, true])
    expect([...(await send(world, 'GET', '/favourites')).ids].sort()).toEqual([...stored].sort())
  })

  test('a call that a fault delays beyond the moment at which its sandbox is handed back is answered 503, not 404', async () => {
    const storage = new UnreliableStorage({ random: randomOf(1), failure: 0, refusal: 0 })
    const { world } = unreliableWorld(storage, [], 'name: slow\nfaults: [{ on: {}, network: { delay: 10m } }]\n')
    await world.openSandbox()
    const asked = send(world, 'POST', '/favourites/1')
    await new Promise((resolve) => setImmediate(resolve))
    await world.release('default')
    world.pauses.end()
    expect(await asked).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } })
    expect(storedFavourites(storage.stored('default')).has('1')).toBe(false)
    await world.close()
  })

  test('control API: a state that is shown is stored, an acknowledged reset and clock too: 150 histories', async () => {
    let [shown, refused] = [0, 0]
    for (let seed = 1; seed <= 150; seed++) {
      const random = randomOf(seed)
      const storage = new UnreliableStorage({ random, failure: 0.1, refusal: 0.05 })
      const of = unreliableWorld(storage)
      const { app, world } = serverOf({ of })
      const ask = async (method: string, path: string, body?: object) => {
        const init = { method, ...(body && { body: JSON.stringify(body) }) }
        const response = await app.request(`http://localhost/_understay${path}`, init)
        if (response.status === 503) refused++
        const answer = await response.json()
        return { status: response.status, body: answer as { collections: { favourites: readonly { propertyId: number }[] } } }
      }
      const writer = async (): Promise<void> => {
        for (let id = 1; id <= 6; id++) await send(world, 'POST', `/favourites/${id}`)
      }
      const reader = async (): Promise<void> => {
        for (let call = 0; call < 6; call++) {
          const { status, body } = await ask('GET', '/state?collection=favourites')
          if (status !== 200) continue
          shown++
          const stored = storedFavourites(storage.stored('default'))
          for (const { propertyId } of body.collections.favourites)
            expect([seed, propertyId, stored.has(String(propertyId))]).toEqual([seed, propertyId, true])
        }
      }
      await Promise.all([writer(), reader()])
      const set = await ask('PUT', '/clock', { at: '2027-01-01T00:00:00Z', run: 'frozen' })
      if (set.status === 200) expect(storage.stored('default')?.clock.at).toBe(Date.UTC(2027, 0, 1))
      const reset = await ask('POST', '/reset')
      if (reset.status === 200) expect(storage.stored('default')).toBeUndefined()
      await world.close()
    }
    expect(shown).toBeGreaterThan(100)
    expect(refused).toBeGreaterThan(10)
  })
})
