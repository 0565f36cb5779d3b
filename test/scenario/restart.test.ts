import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/base/duration.ts'
import type { EventWord } from '../../src/scenario/events/event-schema.ts'
import { readScenario, type Scenario } from '../../src/scenario/scenario.ts'
import type { ScenarioContext } from '../../src/scenario/scenario-context.ts'
import { ScenarioRun } from '../../src/scenario/scenario-run.ts'
import { Progress, type ProgressValues } from '../../src/store/progress.ts'
import { NOW } from '../support/small-world.ts'
import { TestWorld } from '../support/test-world.ts'
import { stateOf } from './acts/run-act.ts'
import { listBookingsCall } from './expectations/past-calls.ts'

const SCENARIO = readScenario(
  'kept.yaml',
  `
name: kept
faults:
  - { id: late, on: { operation: listBookings }, after: 2, times: 2, network: { status: 503 } }
  - { id: next, after_fault: late, on: { operation: listBookings }, network: { status: 500 } }
  - { id: gone, on: { operation: listBookings }, network: { status: 502 } }
  - { id: each, on: { operation: listBookings }, per: client, chance: 50%, times: 3, network: { delay: 1ms } }
events:
  - { at: +5h, do: guest_books, with: { property: 1, arrival: today+3 } }
  - { at: +6h, do: no_show, with: { booking: 999 } }
  - { at: +40h, do: price_changes, with: { property: 1, by: 10% } }
traffic:
  - id: guests
    do: guest_books
    rate: 12/d
    with: { property: { weights: { 1: 6, 2: 3 } }, arrival: { from: today+1, to: today+20 }, nights: { from: 1, to: 4 } }
    then:
      - { chance: 40%, after: [1h, 2d], do: guest_cancels }
      - { chance: 40%, after: [10m, 3d], do: guest_modifies, with: { nights: { by: 1 } } }
      - { on: arrival, do: no_show, else: guest_checks_in, chance: 50% }
  - { id: channel, do: channel_sells, rate: 6/d }
  - { id: desk, do: price_changes, every: 7h, with: { property: 1, by: 1% } }
until: +8d
`,
)

/** A scenario under way, and what is stored of it. */
class Play {
  readonly #world = new TestWorld()
  readonly #scenario: Scenario
  #progress = new Progress(true)
  #stored: Record<string, unknown> = {}
  #now = NOW
  run: ScenarioRun

  constructor(scenario = SCENARIO) {
    this.#scenario = scenario
    this.run = this.#begin()
    const { store, choices } = this.#world.sandbox
    store.onCommit = (commit) => this.run.committed(commit, { store, choices, real: NOW })
  }

  #begin(): ScenarioRun {
    return new ScenarioRun(this.#scenario, {
      begun: NOW,
      randomness: this.#world.sandbox.randomness,
      progress: this.#progress,
    })
  }

  #contextAt(now: number): ScenarioContext {
    const { store, randomness, world } = this.#world.sandbox
    return { store, randomness, choices: world.options.choices, now, sales: this.run.sales }
  }

  /** Stores what has changed, as a storage does: as JSON. */
  #store(): void {
    const changes: ProgressValues = JSON.parse(JSON.stringify(this.#progress.takeChanges() ?? {}))
    for (const [key, value] of Object.entries(changes))
      if (value === null) delete this.#stored[key]
      else this.#stored[key] = value
  }

  /** Goes on in another process. */
  restart(): void {
    this.#store()
    this.#progress = new Progress(true, JSON.parse(JSON.stringify(this.#stored)))
    this.run = this.#begin()
  }

  pass(milliseconds: number): void {
    const until = this.#now + milliseconds
    for (let next = this.run.nextAt; next !== undefined && next <= until; next = this.run.nextAt) {
      this.run.performNext((at) => this.#contextAt(at))
      this.#store()
    }
    this.#now = until
  }

  /** The faults that calls meet. */
  call(count: number, client = 'desk'): readonly unknown[] {
    return Array.from({ length: count }, (_, index) => {
      const applied = this.run.applyFaults(listBookingsCall(index + 1, { client }), this.#contextAt(this.#now))
      this.#store()
      return [applied?.marks, applied?.network?.status]
    })
  }

  arm(status: 504 | 429): unknown {
    return this.run.arm({ on: { operation: 'listBookings' }, after: 1, times: 2, network: { status } }, this.#now)
  }

  trigger(word: EventWord, with_: object): unknown {
    const result = this.run.trigger({ do: word, with: with_ }, this.#contextAt(this.#now))
    this.#store()
    return result
  }

  /** All that can be seen of how far it has come. */
  get seen() {
    const { run } = this
    return {
      acts: run.traffic?.acts(),
      traffic: run.traffic?.status(),
      next: run.nextAt,
      sales: run.sales.all(),
      events: run.events.status(),
      arrivals: run.arrivals.after(0),
      faults: run.faults.status(this.#now),
      rows: stateOf(this.#world),
    }
  }
}

/** What happens one after the other. */
const STEPS: readonly ((play: Play) => unknown)[] = [
  (play) => play.run.faults.disarm('kept/gone'),
  (play) => play.pass(7 * HOUR_MS),
  (play) => play.call(3),
  (play) => [play.arm(504), play.arm(429)],
  (play) => play.pass(20 * HOUR_MS),
  (play) => [play.call(2), play.call(3, 'neighbour')],
  (play) => play.run.faults.disarm('armed/1'),
  (play) => play.pass(2 * DAY_MS),
  (play) => play.call(4),
  (play) => play.trigger('channel_sells', { property: 1, arrival: 'today+30' }),
  (play) => play.trigger('guest_books', { property: 99 }),
  (play) => [play.run.faults.disarm(), play.arm(504)],
  (play) => play.pass(3 * DAY_MS),
  (play) => play.call(2, 'neighbour'),
  (play) => play.trigger('guest_books', { property: 1, arrival: 'today+40' }),
  (play) => play.pass(6 * DAY_MS),
]

describe('a scenario that continues in another process', () => {
  test('does what it would have done in one', () => {
    // both at the same time of the machine
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const [through, again] = [new Play(), new Play()]
    for (const step of STEPS) {
      expect(step(again)).toEqual(step(through))
      again.restart()
      expect(again.seen).toEqual(through.seen)
    }
    // without expectations on traffic there is nothing to judge, and nothing to resume
    expect(again.run.watch).toBeUndefined()
    again.run.resumeWatch(undefined)
    expect(again.seen).toEqual(through.seen)
    const { acts, sales, events, arrivals, faults } = again.seen
    expect(acts?.length).toBeGreaterThan(50)
    expect(sales.length).toBeGreaterThan(10)
    expect(arrivals.length).toBeGreaterThan(10)
    const states = { 'kept/event-1': 'happened', 'kept/event-2': 'blocked', 'kept/event-3': 'happened' }
    expect(Object.fromEntries(events.map(({ id, state }) => [id, state]))).toEqual({
      ...states,
      'event-1': 'happened',
      'event-2': 'happened',
    })
    expect(faults.map(({ id, happened }) => [id, happened > 0])).toEqual([
      ['kept/late', true],
      ['kept/next', true],
      ['kept/each', true],
      ['armed/3', true],
    ])
  })

  test('judges the sales of the channel that were made before, and those that could not be', () => {
    const watched = readScenario(
      'watched.yaml',
      `
name: watched
traffic:
  - { id: channel, do: channel_sells, every: 1h, with: { property: 1, arrival: today+1, nights: 1 } }
expect:
  - { each: channel, operation: createBlackBooking, within: 1d }
`,
    )
    const play = new Play(watched)
    play.pass(12 * HOUR_MS)
    const acts = play.run.traffic?.acts() ?? []
    const before = play.run.watch?.state()
    const sales = play.run.sales.all().map(({ id }) => id)
    expect(acts.map(({ blocked }) => blocked !== null)).toEqual(acts.map((_, index) => index >= sales.length))
    expect([acts.length, sales.length > 0, sales.length < 12]).toEqual([12, true, true])

    play.restart()
    expect(play.run.watch?.state()).toMatchObject({ lastAct: 0, soldAt: [] })
    // what the watch had seen was not stored: it is read from the acts
    play.run.resumeWatch(undefined)
    const soldAt = (state = before) => state?.soldAt.map(([sale]) => sale)
    expect(soldAt()).toEqual(sales)
    expect(soldAt(play.run.watch?.state())).toEqual(sales)
    expect(play.run.watch?.lastAct).toBe(before?.lastAct)
    expect(play.run.watch?.state().each.length).toBe(1)

    play.restart()
    // it was stored, and is not read once more
    play.run.resumeWatch(before)
    expect(play.run.watch?.changes).toBe(0)
    expect(play.run.watch?.lastAct).toBe(before?.lastAct)
  })

  test('knows the bookings that its events have made', () => {
    const play = new Play(
      readScenario(
        'booked.yaml',
        `
name: booked
events:
  - { at: +1h, do: guest_books, with: { property: 1, arrival: today+3, nights: 2 } }
  - { at: +2h, do: price_changes, with: { property: 1, by: 10% } }
  - { at: +3h, do: guest_books, with: { property: 1, arrival: today+9, nights: 1 } }
`,
      ),
    )
    const before = play.seen.rows.collections.bookings.map(({ id }) => id)
    play.pass(4 * HOUR_MS)
    const made = play.seen.rows.collections.bookings.filter(({ id }) => !before.includes(id))
    expect(play.run.arrivals.after(0).map(({ booking, at }) => [booking, at - NOW])).toEqual([
      [made[0]?.id, HOUR_MS],
      [made[1]?.id, 3 * HOUR_MS],
    ])
    expect(made).toHaveLength(2)
  })
})
