import { describe, expect, test } from 'vitest'
import { recordEvent } from '../../src/domain/event/events.ts'
import { startUnderstay } from '../../src/index.ts'
import { realNow } from '../../src/simulation/clock.ts'
import type { Sandbox } from '../../src/world/world.ts'
import { TestTime } from '../support/test-time.ts'
import { TestWorld } from '../support/test-world.ts'
import { aHook, receiver } from './receiver.ts'

const tell = ({ store }: Sandbox, property: number): void =>
  store.change((db) => recordEvent(db, { at: 0, task: 'tariffs_updated', data: { property_uid: property } }))

/** A receiver that never answers. It tells of the requests that have come and of those that have been cut. */
async function silentReceiver() {
  let cut = 0
  const { got, url } = await receiver((response) => void response.once('close', () => cut++))
  return { got, url, cut: () => cut }
}

describe('waiting deliveries', () => {
  test('end with the world: those that wait, and the request under way', async () => {
    const { got, url, cut } = await silentReceiver()
    const { world, sandbox } = new TestWorld({ rows: { webhooks: [aHook(url)] } })
    for (let property = 1; property <= 5; property++) tell(sandbox, property)
    await expect.poll(() => got.length).toBe(1)
    await world.close()
    await sandbox.webhooks.idle()
    await expect.poll(cut).toBe(1)
    expect(got).toHaveLength(1)
    expect(sandbox.webhooks.deliveries.list().map(({ state, error }) => `${state}: ${error}`)).toEqual(
      Array.from({ length: 5 }, () => 'dropped: the sandbox has ended'),
    )
  })

  test('are kept while they wait, however many follow', async () => {
    new TestTime()
    const busy = await receiver()
    const { sandbox } = new TestWorld({
      rows: { webhooks: [aHook(busy.url)] },
      scenario: 'name: late\nwebhook: { event: booking_added, delay: 1h }\n',
    })
    sandbox.store.change((db) => recordEvent(db, { at: 0, task: 'booking_added', data: { property_uid: 1 } }))
    sandbox.store.change((db) => {
      db.webhooks.put(aHook(busy.url, { enabled: false }))
      db.webhooks.put(aHook(busy.url, { id: 2 }))
    })
    for (let sent = 500; sent <= 2500; sent += 500) {
      for (let property = 1; property <= 500; property++) tell(sandbox, property)
      await expect.poll(() => busy.got.length).toBe(sent)
    }
    expect(sandbox.webhooks.deliveries.hasWaiting).toBe(true)
    expect(sandbox.webhooks.deliveries.removed).toBeGreaterThan(0)
  })

  test('end with a server of the library', async () => {
    const { got, url, cut } = await silentReceiver()
    const understay = await startUnderstay()
    await understay.webhooks.add({ url })
    await understay.play({ name: 'guest', events: [{ at: '+1m', do: 'guest_books', with: { property: 1 } }] })
    await understay.webhooks.add({ url })
    await understay.clock.advance('2m')
    await expect.poll(() => got.length).toBe(1)
    await understay.close()
    await expect.poll(cut).toBe(1)
    expect(got).toHaveLength(1)
  })

  test.each(['real', 'frozen'] as const)('end with a restore to before their event (%s clock)', async (run) => {
    const { got, url } = await silentReceiver()
    const { sandbox } = new TestWorld({ rows: { webhooks: [aHook(url)] } })
    if (run === 'real') sandbox.store.setClock({ at: realNow(), real: realNow(), speed: 1 })
    tell(sandbox, 1)
    tell(sandbox, 2)
    const snapshot = sandbox.store.snapshot()
    tell(sandbox, 3)
    tell(sandbox, 4)
    await expect.poll(() => got.length).toBe(1)
    sandbox.restore(snapshot)
    expect(sandbox.webhooks.deliveries.list().map(({ state }) => state)).toEqual(['waiting', 'waiting', 'dropped', 'dropped'])
    expect(sandbox.webhooks.deliveries.remaining()).toHaveLength(2)
  })

  test('end with a restore to before their time, though their event has a number that the restored state has given, too', async () => {
    const { got, url } = await silentReceiver()
    const { sandbox } = new TestWorld({ rows: { webhooks: [aHook(url)] } })
    const begin = sandbox.store.snapshot()
    for (const property of [1, 2, 3]) tell(sandbox, property)
    const branch = sandbox.store.snapshot()
    sandbox.restore(begin)
    const at = sandbox.clock.now() + 3_600_000
    sandbox.store.setClock({ at, real: realNow(), speed: 0 })
    sandbox.store.change((db) => recordEvent(db, { at, task: 'tariffs_updated', data: { property_uid: 1 } }))
    await expect.poll(() => got.length).toBe(1)
    sandbox.restore(branch)
    expect(sandbox.webhooks.deliveries.list().at(-1)).toMatchObject({ at, undone: true })
  })

  test('of events that a state leaves out of its rows, but has counted, are not undone', async () => {
    const { got, url } = await receiver()
    const { sandbox } = new TestWorld({ rows: { webhooks: [aHook(url)] } })
    tell(sandbox, 1)
    await sandbox.webhooks.idle()
    sandbox.store.change((db) => db.events.remove(1))
    sandbox.restore(sandbox.store.snapshot())
    expect(got).toHaveLength(1)
    expect(sandbox.webhooks.deliveries.remaining()).toHaveLength(1)
  })

  test('end with a reset: a receiver gets nothing of the previous world', async () => {
    const time = new TestTime()
    const { got, url } = await receiver()
    const { sandbox } = new TestWorld({
      rows: { webhooks: [aHook(url)] },
      scenario: 'name: late\nwebhook: { delay: 1s }\n',
    })
    tell(sandbox, 1)
    tell(sandbox, 2)
    await new Promise((resolve) => setImmediate(resolve))
    sandbox.reset()
    const before = sandbox.webhooks.idle()
    time.pass(1000)
    await before
    expect(sandbox.webhooks.deliveries.totals.dropped).toBe(0)
    tell(sandbox, 3)
    await new Promise((resolve) => setImmediate(resolve))
    time.pass(1000)
    await sandbox.webhooks.idle()
    expect(got.map(({ body }) => (JSON.parse(body) as { data: { property_uid: number } }).data.property_uid)).toEqual([3])
  })

  test('are counted from 1 again after a reset, and meet the same faults', async () => {
    const { got, url } = await receiver()
    const { sandbox } = new TestWorld({
      rows: { webhooks: [aHook(url)] },
      scenario: 'name: lossy\nwebhook: { drop: 50% }\n',
    })
    const play = async () => {
      got.length = 0
      for (let property = 1; property <= 20; property++) tell(sandbox, property)
      await sandbox.webhooks.idle()
      const deliveries = sandbox.webhooks.deliveries.list().map(({ id, state, body }) => ({ id, state, body }))
      return { deliveries, received: got.map(({ body }) => body), totals: sandbox.webhooks.deliveries.totals }
    }
    const first = await play()
    expect(first.deliveries.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(new Set(first.deliveries.map(({ state }) => state))).toEqual(new Set(['delivered', 'dropped']))
    sandbox.reset()
    expect(sandbox.webhooks.deliveries.totals).toMatchObject({ made: 0, hooks: [] })
    expect(await play()).toEqual(first)
  })

  test('are dropped when their hook is removed or switched off', async () => {
    const { got, url } = await receiver()
    const { sandbox } = new TestWorld({ rows: { webhooks: [aHook(url), aHook(url, { id: 2 })] } })
    tell(sandbox, 1)
    sandbox.store.change((db) => {
      db.webhooks.put(aHook(url, { enabled: false }))
      db.webhooks.remove(2)
    })
    await sandbox.webhooks.idle()
    expect(got).toEqual([])
    expect(sandbox.webhooks.deliveries.list().map(({ error }) => error)).toEqual([
      'the hook is not enabled any more',
      'the hook is gone',
    ])
  })
})
