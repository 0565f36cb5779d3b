import { describe, expect, test } from 'vitest'
import type { SlicedWork } from '../../src/base/sliced-work.ts'
import { stateDiff } from '../../src/store/state-diff.ts'
import { aBooking } from '../support/small-world.ts'
import { TestWorld } from '../support/test-world.ts'

/** The value at the end of the steps, and how many there were. */
function ended<T>(steps: SlicedWork<T>): { readonly value: T; readonly count: number } {
  for (let count = 0; ; count++) {
    const { done, value } = steps.next()
    if (done) return { value, count }
  }
}

/** What a change makes different in a prepared world. */
function diffOf(change: (world: TestWorld) => void, prepare: (world: TestWorld) => void = () => undefined) {
  const world = new TestWorld()
  prepare(world)
  const before = world.sandbox.store.snapshot()
  change(world)
  return ended(stateDiff(before, world.sandbox.store.snapshot())).value
}

describe('two states differ', () => {
  test('in nothing where nothing changed, or where a row was written as it is', () => {
    expect(diffOf(() => undefined)).toEqual({})
    expect(
      diffOf(({ sandbox }) =>
        sandbox.store.change((db) => {
          const one = db.properties.get(1)
          if (one) db.properties.put({ ...one, texts: { ...one.texts } })
        }),
      ),
    ).toEqual({})
  })

  test('in rows that were added and removed', () => {
    const diff = diffOf(({ sandbox }) =>
      sandbox.store.change((db) => {
        db.bookings.put(aBooking({ id: 70 }))
        db.guests.remove(2)
      }),
    )
    expect(diff).toEqual({
      bookings: { added: [expect.objectContaining({ id: 70 })], removed: [], changed: [] },
      guests: { added: [], removed: [expect.objectContaining({ id: 2 })], changed: [] },
    })
  })

  test('in fields, those of maps by their full names; null is a missing value', () => {
    const diff = diffOf(({ sandbox }) =>
      sandbox.store.change((db) => {
        const one = db.properties.get(1)
        if (!one) throw new Error('there is no property 1')
        const { stars: _, ...rest } = one
        db.properties.put({ ...rest, name: 'New', settings: { ...one.settings, depositValue: '7' } } as typeof one)
      }),
    )
    expect(diff.properties?.changed).toHaveLength(1)
    expect(diff.properties?.changed[0]?.id).toBe(1)
    expect(diff.properties?.changed[0]?.fields).toEqual(
      expect.arrayContaining([
        { field: 'name', from: 'Harbour Hotel', to: 'New' },
        { field: 'settings.depositValue', from: null, to: '7' },
        { field: 'stars', from: expect.any(Number), to: null },
      ]),
    )
  })

  test('in secrets without showing them', () => {
    const diff = diffOf(({ sandbox }) =>
      sandbox.store.change((db) => {
        const desk = db.clients.get('desk')
        if (desk) db.clients.put({ ...desk, secret: 'another-secret' })
      }),
    )
    expect(JSON.stringify(diff)).not.toContain('another-secret')
    expect(diff.clients?.changed[0]?.fields).toEqual([{ field: 'secret', from: '[masked]', to: '[masked, another one]' }])
  })

  test('in credentials of webhooks without showing them', () => {
    const hook = { id: 1, auth: 'basic', username: 'us', managerId: 0, enabled: true } as const
    const diff = diffOf(
      ({ sandbox }) =>
        sandbox.store.change((db) => db.webhooks.put({ ...hook, url: 'http://us:new@b.test/?key=new', password: 'new' })),
      ({ sandbox }) => sandbox.store.change((db) => db.webhooks.put({ ...hook, url: 'http://us:old@a.test/', password: 'old' })),
    )
    expect(diff.webhooks?.changed[0]?.fields).toEqual([
      { field: 'url', from: 'http://[masked]@a.test/', to: 'http://[masked]@b.test/?key=[masked]' },
      { field: 'password', from: '[masked]', to: '[masked, another one]' },
    ])
  })

  test('and are compared in steps of a hundred rows', () => {
    const world = new TestWorld()
    const before = world.sandbox.store.snapshot()
    const base = ended(stateDiff(before, before)).count
    world.sandbox.store.change((db) => {
      for (let id = 1000; id < 1500; id++) db.bookings.put(aBooking({ id }))
    })
    expect(ended(stateDiff(before, world.sandbox.store.snapshot())).count).toBe(base + 5)
  })
})
