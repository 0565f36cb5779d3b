import { describe, expect, test, vi } from 'vitest'
import { recordEvent } from '../../src/domain/event/events.ts'
import { MAX_HOLD_MS } from '../../src/webhooks/hook-queue.ts'
import { TestTime } from '../support/test-time.ts'
import { TestWorld } from '../support/test-world.ts'
import { aHook, receiver } from './receiver.ts'

/** A world whose deliveries meet faults, and what its receiver got when, in milliseconds from the start. */
async function lateWorld(faults: string) {
  const time = new TestTime()
  const start = time.now()
  const arrivals: { readonly property: number; readonly at: number }[] = []
  let onArrival = (): void => undefined
  const { url } = await receiver((response, { body }) => {
    onArrival()
    const { data } = JSON.parse(body) as { data: { property_uid: number } }
    arrivals.push({ property: data.property_uid, at: time.now() - start })
    response.end()
  })
  const { sandbox } = new TestWorld({
    rows: { webhooks: [aHook(url)] },
    scenario: `name: late\nwebhook: ${faults}\n`,
  })
  const tell = (property: number): void =>
    sandbox.store.change((db) => recordEvent(db, { at: 0, task: 'tariffs_updated', data: { property_uid: property } }))
  /** Lets time pass from timer to timer until nothing waits any more; what is sent on the way is answered first. */
  const finish = async (): Promise<void> => {
    const idle = sandbox.webhooks.idle().then(() => true)
    const turn = (): Promise<boolean> => new Promise((resolve) => setImmediate(() => resolve(false)))
    while (!(await Promise.race([idle, turn()]))) {
      const isSending = sandbox.webhooks.deliveries
        .list()
        .some(({ state, sentAt }) => state === 'waiting' && sentAt !== undefined)
      if (!isSending && time.next !== undefined) time.pass(time.next)
    }
  }
  return { arrivals, tell, finish, time, sandbox, whenOneArrives: (act: () => void) => (onArrival = act) }
}

const SEVEN = [1, 2, 3, 4, 5, 6, 7]

describe('delayed deliveries', () => {
  test('arrive that long after their events, not after each other', async () => {
    const { arrivals, tell, finish, time } = await lateWorld('{ delay: 1s }')
    for (const property of SEVEN) tell(property)
    time.pass(400)
    tell(8)
    await finish()
    expect(arrivals).toEqual([...SEVEN.map((property) => ({ property, at: 1000 })), { property: 8, at: 1400 }])
  })

  test('are not later because the clock of the machine is set back', async () => {
    const { arrivals, tell, finish, time } = await lateWorld('{ delay: 1s }')
    tell(1)
    time.setBack(3_600_000)
    await finish()
    expect(arrivals).toEqual([{ property: 1, at: 1000 - 3_600_000 }])
  })

  test('take the time that passes, also where the clock of the machine is set meanwhile', async () => {
    const { tell, finish, time, sandbox, whenOneArrives } = await lateWorld('{ delay: 1s }')
    whenOneArrives(() => {
      time.pass(20)
      vi.setSystemTime(time.now() - 3_600_000)
    })
    tell(1)
    await finish()
    expect(sandbox.webhooks.deliveries.list().map(({ ms }) => ms)).toEqual([20])
  })

  test('are not sent when their events are undone meanwhile, also not the one that is next', async () => {
    const { arrivals, tell, finish, sandbox } = await lateWorld('{ delay: 1s }')
    const before = sandbox.store.snapshot()
    tell(1)
    tell(2)
    await new Promise((resolve) => setImmediate(resolve))
    sandbox.restore(before)
    expect(sandbox.webhooks.deliveries.list().map(({ state }) => state)).toEqual(['dropped', 'dropped'])
    await finish()
    expect(arrivals).toEqual([])
  })

  test('by delays of different length keep their order, and none is later than the longest', async () => {
    const { arrivals, tell, finish } = await lateWorld('{ delay: [20s, 60s] }')
    for (const property of SEVEN) tell(property)
    await finish()
    expect(arrivals.map(({ property }) => property)).toEqual(SEVEN)
    const times = arrivals.map(({ at }) => at)
    expect(Math.min(...times)).toBeGreaterThanOrEqual(20_000)
    expect(Math.max(...times)).toBeLessThanOrEqual(60_000)
  })

  test('by a burst arrive together, whenever they happened', async () => {
    const { arrivals, tell, finish, time } = await lateWorld('{ burst: 2s }')
    for (const property of SEVEN) {
      tell(property)
      time.pass(250)
    }
    await finish()
    expect(arrivals).toEqual(SEVEN.map((property) => ({ property, at: 2000 })))
  })

  test('by a delay and a burst arrive at the burst that follows the delay', async () => {
    const { arrivals, tell, finish } = await lateWorld('{ delay: [500ms, 1500ms], burst: 2s }')
    for (const property of SEVEN) tell(property)
    await finish()
    expect(arrivals).toEqual(SEVEN.map((property) => ({ property, at: 2000 })))
  })

  test('because another is to go first are sent after a while when none comes', async () => {
    const { arrivals, tell, finish, sandbox } = await lateWorld('{ reorder: 100% }')
    tell(1)
    await finish()
    expect(arrivals).toEqual([{ property: 1, at: MAX_HOLD_MS }])
    tell(2)
    tell(3)
    await finish()
    expect(arrivals.slice(1).map(({ property }) => property)).toEqual([3, 2])
    tell(4)
    sandbox.webhooks.end()
    await finish()
    expect(sandbox.webhooks.deliveries.list().at(-1)).toMatchObject({ state: 'dropped', error: 'the sandbox has ended' })
    expect([arrivals.length, sandbox.webhooks.deliveries.totals.dropped]).toEqual([3, 1])
  })
})
