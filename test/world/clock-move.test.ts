import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../src/base/duration.ts'
import type { ClockState } from '../../src/simulation/clock.ts'
import { moveClock } from '../../src/world/clock-move.ts'
import { NOW } from '../support/small-world.ts'
import { TestWorld } from '../support/test-world.ts'

/** Something that happens every hour for ever, and a clock. */
function movable(end = Number.POSITIVE_INFINITY) {
  let at = HOUR_MS
  const states: ClockState[] = []
  let ended = false
  return {
    states,
    end: () => (ended = true),
    get nextAt() {
      return at < end ? at : undefined
    },
    performNext: () => {
      at += HOUR_MS
    },
    setClock: (state: ClockState) => states.push(state),
    holdClock: (state: ClockState) => states.push(state),
    isEnded: () => ended,
  }
}

const nothing = async (): Promise<void> => undefined

describe('a move of the clock', () => {
  test('performs due work on the way and reaches its target', async () => {
    const thing = movable()
    expect(await moveClock(thing, { at: 10 * HOUR_MS, real: 0, speed: 60 }, nothing)).toEqual({ acts: 10, wanted: undefined })
    expect(thing.states.at(-1)).toMatchObject({ at: 10 * HOUR_MS, speed: 60 })
    expect(thing.nextAt).toBe(11 * HOUR_MS)
  })

  test('works for a limited time, stops before the next act and reports it', async () => {
    const thing = movable()
    const to = { at: 1e15, real: 0, speed: 0 }
    const { acts, wanted } = await moveClock(thing, to, nothing, 40)
    expect(wanted).toBe(1e15)
    expect(acts).toBeGreaterThan(100)
    expect(thing.states.at(-1)).toMatchObject({ at: (acts + 1) * HOUR_MS - 1, speed: 0 })
    expect(thing.nextAt).toBe((acts + 1) * HOUR_MS)
  })

  test('leaves the clock running when an act fails', async () => {
    const thing = movable()
    const failing = {
      setClock: thing.setClock,
      holdClock: thing.holdClock,
      isEnded: thing.isEnded,
      nextAt: HOUR_MS,
      performNext: () => {
        throw new Error('the disk is full')
      },
    }
    await expect(moveClock(failing, { at: 10 * HOUR_MS, real: 0, speed: 60 }, nothing)).rejects.toThrow('the disk is full')
    expect(thing.states.at(-1)).toMatchObject({ at: HOUR_MS, speed: 60 })
  })

  test('ends when its sandbox is removed', async () => {
    const thing = movable()
    const pause = async (): Promise<void> => {
      thing.end()
    }
    const slow = {
      ...thing,
      get nextAt() {
        return thing.nextAt
      },
      performNext: () => {
        thing.performNext()
        const until = performance.now() + 40
        while (performance.now() < until);
      },
    }
    const { acts, wanted } = await moveClock(slow, { at: 1e15, real: 0, speed: 0 }, pause)
    expect(acts).toBe(1)
    expect(wanted).toBe(1e15)
  })
})

describe('a sandbox whose clock moves', () => {
  const scenario =
    'name: busy\ntoken_lifetime: 100000000\ntraffic:\n  - { id: desk, do: price_changes, rate: 300/d, with: { property: 1, by: { any: [1%, -1%] } } }\n'

  test('answers other calls during the move, at its current time', async () => {
    const world = new TestWorld({ scenario })
    const move = world.sandbox.moveClock({ by: 20 * 24 * HOUR_MS })
    const seen: number[] = []
    let over = false
    const watch = async (): Promise<void> => {
      while (!over) {
        seen.push(world.sandbox.clock.now())
        const { status } = await world.call('listTariffs', { path: { property_id: 1 }, as: 'desk' })
        expect(status).toBe(200)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const watching = watch()
    expect(await move).toMatchObject({ wanted: undefined })
    over = true
    await watching
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(world.sandbox.clock.now()).toBe(NOW + 20 * 24 * HOUR_MS)
  })

  test('performs moves one after the other', async () => {
    const world = new TestWorld({ scenario })
    await Promise.all([
      world.sandbox.moveClock({ by: HOUR_MS }),
      world.sandbox.moveClock({ by: HOUR_MS }),
      world.sandbox.moveClock({ by: HOUR_MS }),
    ])
    expect(world.sandbox.clock.now()).toBe(NOW + 3 * HOUR_MS)
  })
})
