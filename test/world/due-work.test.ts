import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/base/duration.ts'
import type { Log, Sandbox } from '../../src/world/world.ts'
import { SILENT, TestWorld } from '../support/test-world.ts'

const scenarioOf = (run: string): string => `name: busy
clock: { at: 2026-05-02T09:00:00Z, run: ${run} }
traffic:
  - { id: desk, do: price_changes, rate: 5000/d, with: { property: 1, by: { any: [1%, -1%] } } }
`
const OPEN = '/search/stars/4'

/** A world whose sandbox `busy` is two days behind; `other` has nothing due. */
function worldOf(run: string) {
  const undone: string[] = []
  const log: Log = {
    ...SILENT,
    request: (name, request) => {
      const { at } = request.entry()
      const due = world.world.sandbox(name).nextDueAt
      if (due === undefined || due <= at) undone.push(`${name}: due at ${due}, answered at ${at}`)
    },
  }
  const world = new TestWorld({ scenario: scenarioOf(run), log })
  const [busy, other] = [world.world.sandbox('busy'), world.world.sandbox('other')]
  other.store.setClock({ ...other.clock.moved({}), speed: 0 })
  setAhead(busy, 2 * DAY_MS)
  return { world, busy, other, undone }
}

const setAhead = ({ store, clock }: Sandbox, by: number): void => store.setClock(clock.moved({ by }))

const actsOf = ({ scenarioRun }: Sandbox): number => {
  const [desk] = scenarioRun.traffic?.status() ?? []
  return desk?.acts.reduce((sum, { happened, blocked }) => sum + happened + blocked, 0) ?? 0
}

describe.each(['frozen', 'real', '100000x'])('due work that takes long, on a clock that is %s', (run) => {
  test('lets other sandboxes be answered, and a request to its own waits for all of it', async () => {
    const { world, busy, undone } = worldOf(run)
    let answered = false
    const own = world.send('GET', OPEN, { sandbox: 'busy' }).finally(() => {
      answered = true
    })
    let others = 0
    while (!answered) {
      expect(await world.send('GET', OPEN, { sandbox: 'other' })).toMatchObject({ status: 200 })
      others++
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await own).toMatchObject({ status: 200 })
    expect(actsOf(busy)).toBeGreaterThan(9_000)
    expect(others).toBeGreaterThan(5)
    expect(undone).toEqual([])
    await world.world.close()
  })
})

describe('long due work', () => {
  test('has the same result as in one turn', async () => {
    const { world, busy, other } = worldOf('frozen')
    await busy.settle()
    await other.moveClock({ by: 2 * DAY_MS })
    expect(actsOf(busy)).toBe(actsOf(other))
    const rowsOf = ({ store }: Sandbox) => store.export().collections
    expect(rowsOf(busy)).toEqual(rowsOf(other))
    expect(busy.clock.now()).toBe(other.clock.now())
    await world.world.close()
  })

  test('of a move of the clock ends where the world stands still', async () => {
    const { world, other } = worldOf('frozen')
    const begun = other.clock.now()
    const moved = other.moveClock({ by: 2 * DAY_MS })
    await new Promise((resolve) => setImmediate(resolve))
    await other.standStill()
    const [at, acts] = [other.clock.now(), actsOf(other)]
    expect(await moved).toMatchObject({ wanted: begun + 2 * DAY_MS })
    await new Promise((resolve) => setImmediate(resolve))
    expect([other.clock.now(), actsOf(other)]).toEqual([at, acts])
    expect(at).toBeLessThan(begun + 2 * DAY_MS)
    await world.world.close()
  })

  test('is completed before a move of the clock', async () => {
    const { world, busy } = worldOf('frozen')
    const begun = busy.clock.now()
    const settled = busy.settle()
    await Promise.all([settled, busy.moveClock({ by: HOUR_MS })])
    expect(busy.clock.now()).toBe(begun + HOUR_MS)
    expect(busy.nextDueAt).toBeGreaterThan(begun + HOUR_MS)
    await world.world.close()
  })

  test.each([
    ['reset', (busy: Sandbox) => void busy.reset()],
    ['restored', (busy: Sandbox, standing: ReturnType<Sandbox['store']['snapshot']>) => busy.restore(standing)],
  ])('ends when the sandbox is %s', async (_, end) => {
    const { world, busy } = worldOf('frozen')
    const acts = actsOf(busy)
    setAhead(busy, -2 * DAY_MS)
    const standing = busy.store.snapshot()
    const begun = busy.clock.now()
    for (const start of [() => busy.settle(), () => busy.moveClock({ by: 2 * DAY_MS })]) {
      setAhead(busy, 2 * DAY_MS)
      const settled = start()
      expect(settled).toBeInstanceOf(Promise)
      await new Promise((resolve) => setImmediate(resolve))
      end(busy, standing)
      await settled
      expect(busy.clock.now()).toBe(begun)
      expect(busy.nextDueAt).toBeGreaterThan(begun)
      expect(busy.store.changedRows).toBe(0)
    }
    expect(acts).toBe(0)
    await world.world.close()
  })

  test('slows a fast clock down: it never shows a time whose work is not done', async () => {
    const { world, busy, undone } = worldOf('100000x')
    for (let call = 0; call < 20; call++) await world.send('GET', OPEN, { sandbox: 'busy' })
    expect(undone).toEqual([])
    expect(busy.clock.state.speed).toBe(100_000)
    await world.world.close()
  })

  test('that fails leaves the clock running from where it failed, and is tried again', async () => {
    const { world, busy } = worldOf('frozen')
    const { change } = busy.store
    let left = 3000
    busy.store.change = (one) => {
      if (left-- === 0) throw new Error('the disk is full')
      return change.call(busy.store, one) as never
    }
    const now = busy.clock.now()
    await expect(Promise.resolve(busy.settle())).rejects.toThrow('the disk is full')
    expect(busy.clock.now()).toBe(now)
    await busy.settle()
    expect(busy.nextDueAt).toBeGreaterThan(now)
    await world.world.close()
  })
})
