import { expect, test } from 'vitest'
import { DAY_MS } from '../../../src/base/duration.ts'
import { StorageError } from '../../../src/store/storage.ts'
import { aRate, aRoom } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

const SCENARIO = `{ name: season, seed: 8, clock: { at: 2026-05-02T00:00:00Z, run: frozen },
  traffic: [{ id: guests, do: guest_books, rate: 1/w, demand: { like: seaside }, with: { property: 1 } }] }`
const ROWS = { rooms: [aRoom({ id: 1 })], rates: [aRate({ from: '2026-01-01', to: '2029-12-31', price: 10_000 })], bookings: [] }

test('prices follow demand as ever after a change of theirs was rolled back', async () => {
  const [whole, broken] = [new TestWorld({ rows: ROWS, scenario: SCENARIO }), new TestWorld({ rows: ROWS, scenario: SCENARIO })]
  const until = whole.sandbox.clock.now() + 200 * DAY_MS
  await whole.sandbox.moveClock({ at: until })
  const { store } = broken.sandbox
  const change = store.change.bind(store)
  let isFull = true
  store.change = (one) =>
    change((db) => {
      const before = db.rates.all()
      const made = one(db)
      const isOfPrices = db.rates.all().some((rate, index) => rate !== before[index])
      isFull = isOfPrices && !isFull
      if (isFull) throw new StorageError('full', 'the disk is full')
      return made
    })
  let failures = 0
  while (broken.sandbox.clock.now() < until)
    await broken.sandbox.moveClock({ at: until }).catch((error: unknown) => {
      expect(error).toBeInstanceOf(StorageError)
      failures++
    })
  expect(failures).toBeGreaterThan(2)
  expect(store.db.rates.all()).toEqual(whole.sandbox.store.db.rates.all())
  expect(store.db.rates.all().length).toBeGreaterThan(20)
})
