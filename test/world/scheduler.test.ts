import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { HOUR_MS } from '../../src/base/duration.ts'
import { Clock } from '../../src/simulation/clock.ts'
import { Scheduler } from '../../src/world/scheduler.ts'
import { NOW } from '../support/small-world.ts'
import { TestTime } from '../support/test-time.ts'
import { TestWorld } from '../support/test-world.ts'

const scenarioOf = (spans: readonly string[], clock: string): string =>
  [
    'name: test',
    `clock: { at: 2026-05-02T09:00:00Z, run: ${clock} }`,
    'events:',
    ...spans.map((span) => `  - { at: +${span}, do: guest_books, with: { property: 1 } }`),
  ].join('\n')

const states = ({ sandbox }: TestWorld) => sandbox.scenarioRun.events.status().map(({ state }) => state)

describe('due work', () => {
  test('happens on time without a call, at the pace of the clock', () => {
    const timers = new TestTime()
    const world = new TestWorld({ scenario: scenarioOf(['2m', '10m'], '60x') })
    expect(world.sandbox.nextDueAt).toBe(NOW + 120_000)
    timers.pass(1999)
    expect(states(world)).toEqual(['waiting', 'waiting'])
    timers.pass(1)
    expect(states(world)).toEqual(['happened', 'waiting'])
    timers.pass(8000)
    expect(states(world)).toEqual(['happened', 'happened'])
    expect(timers.armed).toBe(false)
    expect(world.sandbox.store.db.bookings.all().map(({ createdAt }) => createdAt)).toEqual([NOW + 120_000, NOW + 600_000])
  })

  test.each([HOUR_MS, -HOUR_MS])(
    'happens on time when the machine’s clock is put by %d ms at 60 times its pace',
    async (step) => {
      const timers = new TestTime()
      const world = new TestWorld({ scenario: scenarioOf(['2m', '10m'], '60x') })
      const token = await world.token('desk')
      const call = () => world.send('GET', '/properties/all', { headers: { authorization: `Bearer ${token}` } })
      expect(states(world)).toEqual(['waiting', 'waiting'])
      timers.pass(1000)
      vi.setSystemTime(Date.now() + step)
      const { status, entry } = await call()
      expect([status, entry?.at, entry?.ms, states(world)]).toEqual([200, NOW + 60_000, 0, ['waiting', 'waiting']])
      timers.pass(999)
      expect(states(world)).toEqual(['waiting', 'waiting'])
      timers.pass(1)
      expect(states(world)).toEqual(['happened', 'waiting'])
      expect(timers.next).toBe(8000)
      vi.setSystemTime(Date.now() - step)
      timers.pass(7999)
      expect(states(world)).toEqual(['happened', 'waiting'])
      timers.pass(1)
      expect(states(world)).toEqual(['happened', 'happened'])
      timers.pass(49_999)
      expect((await call()).status).toBe(200)
      timers.pass(2000)
      expect((await call()).status).toBe(401)
    },
  )

  test('waits while the clock is frozen, and is due sooner or later when the clock is moved', async () => {
    const timers = new TestTime()
    const world = new TestWorld({ scenario: scenarioOf(['1h'], 'frozen') })
    expect(world.sandbox.nextDueAt).toBe(NOW + 3_600_000)
    expect(timers.armed).toBe(false)
    world.sandbox.store.setClock(world.sandbox.clock.moved({ speed: 1 }))
    expect(timers.delays).toEqual([3_600_000])
    await world.sandbox.moveClock({ by: 3_599_000 })
    timers.pass(999)
    expect(states(world)).toEqual(['waiting'])
    timers.pass(1)
    expect(states(world)).toEqual(['happened'])
  })

  test('in more than 2^31 ms does not fire at once', () => {
    const timers = new TestTime()
    const world = new TestWorld({ scenario: scenarioOf(['60d'], 'real') })
    expect(states(world)).toEqual(['waiting'])
    expect(timers.delays).toEqual([2 ** 31 - 1])
    timers.pass(2 ** 31 - 1)
    expect(states(world)).toEqual(['waiting'])
    timers.pass(60 * 86_400_000 - (2 ** 31 - 1))
    expect(states(world)).toEqual(['happened'])
  })

  test('in several sandboxes is under one timer; a removed sandbox and a closed world have none', async () => {
    const timers = new TestTime()
    const { world } = new TestWorld({ scenario: scenarioOf(['1m'], 'real') })
    const one = world.sandbox('one')
    timers.pass(1000)
    const other = world.sandbox('other')
    expect(timers.delays).toEqual([60_000])
    await world.remove('one')
    expect(timers.delays).toEqual([60_000, 60_000])
    timers.pass(60_000)
    expect([one, other].map(({ scenarioRun }) => scenarioRun.events.status()[0]?.state)).toEqual(['waiting', 'happened'])
    other.reset()
    expect(timers.armed).toBe(true)
    await world.close()
    expect(timers.armed).toBe(false)
  })

  test('and fails is logged once, done again after a second, and holds up nothing else', () => {
    const time = new TestTime()
    const start = time.now()
    const failed: string[] = []
    const done: string[] = []
    const scheduler = new Scheduler((sandbox, error) => failed.push(`${sandbox} ${error}`))
    const scheduled = (name: string, settle: (at: number) => number | undefined) => {
      let next: number | undefined = start + 90_000
      const sandbox = {
        name,
        clock: new Clock(),
        get nextDueAt() {
          return next
        },
        settle: () => {
          done.push(`${name} ${time.now() - start}`)
          next = settle(time.now())
          if (name === 'bad') throw new Error('no')
          return undefined
        },
      }
      scheduler.update(sandbox)
    }
    let left = 1
    scheduled('bad', (at) => (left-- > 0 ? at + 1 : undefined))
    scheduled('good', () => undefined)
    time.pass(130_000)
    expect(done).toEqual(['bad 90000', 'good 90000', 'bad 91000'])
    expect(failed).toEqual(['bad Error: no'])
    expect(time.armed).toBe(false)
  })

  test('and fails again and again is tried less and less often, and at once when its sandbox is open again', () => {
    const time = new TestTime()
    const start = time.now()
    const failed: string[] = []
    const tried: number[] = []
    const scheduler = new Scheduler((_, error) => failed.push(String(error)))
    let problem: string | undefined = 'full'
    const sandbox = {
      name: 'bad',
      clock: new Clock(),
      get nextDueAt() {
        return start + (problem === undefined ? 10_000_000 : 1000)
      },
      settle: () => {
        tried.push((time.now() - start) / 1000)
        if (problem !== undefined) throw new Error(problem)
        return undefined
      },
    }
    scheduler.update(sandbox)
    time.pass(200_000)
    expect(tried).toEqual([1, 2, 4, 8, 16, 32, 64, 124, 184])
    expect(failed).toEqual(['Error: full'])
    // what calls do meanwhile changes nothing of that
    scheduler.update(sandbox)
    time.pass(1000)
    expect(tried.at(-1)).toBe(184)
    problem = 'lost'
    scheduler.retry(sandbox)
    time.pass(0)
    expect([tried.at(-1), failed]).toEqual([201, ['Error: full', 'Error: lost']])
    problem = undefined
    time.pass(60_000)
    expect(tried.at(-1)).toBe(261)
    problem = 'full'
    scheduler.update(sandbox)
    time.pass(0)
    expect([tried.at(-1), failed.at(-1)]).toEqual([261, 'Error: full'])
    time.pass(1000)
    expect(tried.at(-1)).toBe(262)
  })

  test('in several sandboxes takes a slice, and then the next turn of the event loop', () => {
    const time = new TestTime()
    const start = time.now()
    const scheduler = new Scheduler((_, error) => expect.unreachable(String(error)))
    const done: string[] = []
    for (const name of ['one', 'two', 'three'])
      scheduler.update({
        name,
        clock: new Clock(),
        get nextDueAt() {
          return done.includes(name) ? undefined : start + 100
        },
        settle: () => {
          done.push(name)
          vi.advanceTimersByTime(20)
          return undefined
        },
      })
    time.pass(100)
    expect(done).toEqual(['one', 'two', 'three'])
    expect(time.delays).toEqual([100, 0, 0])
  })

  test('that takes long and fails is logged and tried again after a second', async () => {
    const time = new TestTime()
    const start = time.now()
    const failed: string[] = []
    const scheduler = new Scheduler((sandbox, error) => failed.push(`${sandbox} ${error}`))
    let tries = 0
    scheduler.update({
      name: 'slow',
      clock: new Clock(),
      get nextDueAt() {
        return tries < 2 ? start + 100 : undefined
      },
      settle: () => (++tries === 1 ? Promise.reject(new Error('no')) : Promise.resolve()),
    })
    time.pass(100)
    await expect.poll(() => failed).toEqual(['slow Error: no'])
    expect([tries, time.next]).toEqual([1, 1000])
    time.pass(1000)
    expect(tries).toBe(2)
  })
})

test('the outcome is the same whether a call, a move of the clock or the timer finds it due', async () => {
  const span = fc.integer({ min: 1, max: 600 }).map((seconds) => `${seconds}s`)
  const way = fc.array(fc.constantFrom('call', 'move', 'timer'), { minLength: 1, maxLength: 8 })
  const played = async (spans: readonly string[], ways: readonly string[]): Promise<unknown> => {
    const timers = new TestTime()
    const world = new TestWorld({ scenario: scenarioOf(spans, 'real') })
    const step = 600_000 / ways.length
    void world.sandbox
    for (const one of ways) {
      if (one === 'timer') timers.pass(step)
      else await world.sandbox.moveClock({ by: step })
      if (one === 'call') await world.send('GET', '/core/report')
    }
    await world.sandbox.moveClock({ at: NOW + 700_000, speed: 0 })
    const state = world.sandbox.store.export()
    await world.world.close()
    vi.useRealTimers()
    return { collections: state.collections, counters: state.counters, events: world.sandbox.scenarioRun.events.status() }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(span, { minLength: 1, maxLength: 5 }), way, way, async (spans, one, other) => {
      expect(await played(spans, one)).toEqual(await played(spans, other))
    }),
    { numRuns: 40 },
  )
})
