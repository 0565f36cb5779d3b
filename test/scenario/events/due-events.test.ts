import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/base/duration.ts'
import { DueEvents } from '../../../src/scenario/events/due-events.ts'
import type { ScenarioEvent } from '../../../src/scenario/scenario-schema.ts'
import { Progress } from '../../../src/store/progress.ts'
import { NOW } from '../../support/small-world.ts'

const eventAt = (at: string, more: Partial<ScenarioEvent> = {}): ScenarioEvent => ({
  at,
  do: 'no_show',
  with: { booking: 1 },
  ...more,
})

/** The events of a scenario of two parts. */
const eventsOf = (progress = new Progress(true)): DueEvents =>
  new DueEvents(
    [
      partOf('day', [eventAt('+2h'), eventAt('+1h', { required: true }), eventAt('+30m')]),
      partOf('night', [eventAt(new Date(NOW + HOUR_MS).toISOString(), { do: 'price_changes' })]),
    ],
    NOW,
    progress,
  )
const partOf = (name: string, events: readonly ScenarioEvent[]) =>
  ({ name, events }) as unknown as ConstructorParameters<typeof DueEvents>[0][number]

/** Performs all until none is left. @returns their ids */
function all(events: DueEvents, blocked: readonly string[] = []): readonly string[] {
  const done: string[] = []
  while (events.next)
    events.performNext(({ id }) => {
      done.push(id)
      return blocked.includes(id) ? 'there is none' : undefined
    })
  return done
}

describe('the events of a scenario', () => {
  test('are due after its beginning, or at an instant; those of the same time in their order', () => {
    const events = eventsOf()
    expect(events.next).toMatchObject({ id: 'day/event-3', at: NOW + HOUR_MS / 2 })
    expect(all(events)).toEqual(['day/event-3', 'day/event-2', 'night/event-1', 'day/event-1'])
    expect(events.next).toBeUndefined()
    events.performNext(() => {
      throw new Error('nothing is left')
    })
  })

  test('are listed in the order of the file, with their outcome', () => {
    const events = eventsOf()
    all(events, ['day/event-2'])
    expect(events.status()).toEqual([
      { id: 'day/event-1', do: 'no_show', at: NOW + 2 * HOUR_MS, state: 'happened', blockedReason: null, required: false },
      { id: 'day/event-2', do: 'no_show', at: NOW + HOUR_MS, state: 'blocked', blockedReason: 'there is none', required: true },
      { id: 'day/event-3', do: 'no_show', at: NOW + HOUR_MS / 2, state: 'happened', blockedReason: null, required: false },
      {
        id: 'night/event-1',
        do: 'price_changes',
        at: NOW + HOUR_MS,
        state: 'happened',
        blockedReason: null,
        required: false,
      },
    ])
    expect(
      eventsOf()
        .status()
        .map(({ state }) => state),
    ).toEqual(['waiting', 'waiting', 'waiting', 'waiting'])
  })

  test('after a time come again when the clock is set back to it', () => {
    const events = eventsOf()
    all(events, ['day/event-2'])
    events.rewind(NOW + HOUR_MS)
    expect(events.status().map(({ state }) => state)).toEqual(['waiting', 'blocked', 'happened', 'happened'])
    expect(all(events)).toEqual(['day/event-1'])
    events.rewind(NOW + HOUR_MS - 1)
    expect(events.status()[1]).toMatchObject({ state: 'waiting', blockedReason: null })
    expect(all(events)).toEqual(['day/event-2', 'night/event-1', 'day/event-1'])
  })

  test('continue in another process with the remaining ones', () => {
    const progress = new Progress(true)
    const events = eventsOf(progress)
    events.performNext(() => undefined)
    events.performNext(() => 'there is none')
    events.rewind(NOW + HOUR_MS)
    const again = eventsOf(new Progress(true, JSON.parse(JSON.stringify(progress.all()))))
    expect(again.status()).toEqual(events.status())
    expect(all(again)).toEqual(['night/event-1', 'day/event-1'])
    events.rewind(NOW)
    expect(progress.all()).toBeUndefined()
  })
})
