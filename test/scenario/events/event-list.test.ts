import { describe, expect, test } from 'vitest'
import { TestWorld } from '../../support/test-world.ts'

describe('events', () => {
  test('that happened after the moment a snapshot goes back to happen again', async () => {
    const world = new TestWorld({
      scenario: 'name: test\nevents: [{ at: +5m, do: property_unpublished, with: { property: 1 } }]\n',
    })
    const before = world.sandbox.store.snapshot()
    const published = () => world.sandbox.store.db.properties.get(1)?.published
    world.advance(6 * 60_000)
    world.sandbox.settle()
    expect(published()).toBe(false)
    world.sandbox.restore(before)
    world.sandbox.settle()
    expect([published(), world.sandbox.scenarioRun.events.status()[0]?.state]).toEqual([true, 'waiting'])
    world.advance(6 * 60_000)
    world.sandbox.settle()
    expect(published()).toBe(false)
  })

  test('and acts of traffic happen in the order of their times', () => {
    const world = new TestWorld({
      scenario: `name: test
traffic: [{ id: desk, do: price_changes, every: 1h, with: { property: 1, by: 1% } }]
events: [{ at: +90m, do: property_unpublished, with: { property: 1 } }]
until: +1d
`,
    })
    const { scenarioRun } = world.sandbox
    const happened = () => [scenarioRun.traffic?.acts().length, scenarioRun.events.status()[0]?.state]
    world.advance(61 * 60_000)
    world.sandbox.settle()
    expect(happened()).toEqual([1, 'waiting'])
    world.advance(30 * 60_000)
    world.sandbox.settle()
    expect(happened()).toEqual([1, 'happened'])
    expect(scenarioRun.changeCause).toBeUndefined()
    expect(scenarioRun.arrivals.after(0)).toEqual([])
  })

  test('happen when they are due, by the clock of the sandbox, each at its moment', async () => {
    const world = new TestWorld({
      scenario: `name: test
events:
  - { at: +10m, do: guest_books, with: { property: 1, room: 2, arrival: '2026-07-01', departure: '2026-07-03' } }
  - { at: +5m, do: room_blocked, with: { property: 1, room: 1, arrival: '2026-07-01' } }
  - { at: 2026-05-02T10:00:00Z, do: guest_books, with: { property: 1, room: 1, arrival: '2026-07-01' } }
`,
    })
    const states = () => world.sandbox.scenarioRun.events.status().map(({ state }) => state)
    const ask = () => world.send('GET', '/search/stars/4')
    await ask()
    expect(states()).toEqual(['waiting', 'waiting', 'waiting'])
    world.advance(5 * 60_000)
    await ask()
    expect(states()).toEqual(['waiting', 'happened', 'waiting'])
    world.advance(60 * 60_000)
    await ask()
    expect(states()).toEqual(['happened', 'happened', 'blocked'])
    expect(world.sandbox.scenarioRun.events.status()[2]?.blockedReason).toContain('room 1')
    const at = world.sandbox.store.db.events.all().map((event) => [event.task, new Date(event.at).toISOString().slice(11, 16)])
    expect(at).toContainEqual(['blackbooking_added', '09:05'])
    expect(at).toContainEqual(['booking_added', '09:10'])
  })
})
