import { expect, test } from 'vitest'
import { aRoom } from '../support/small-world.ts'
import { TestWorld } from '../support/test-world.ts'

test('of a huge answer the journal keeps and counts no more than it shows, so that a booking site can be followed', async () => {
  const rooms = Array.from({ length: 300 }, (_, index) => aRoom({ id: 100 + index, name: `Room ${index}`, number: `${index}` }))
  const world = new TestWorld({ rows: { rooms } })
  const initialise = (visitor: number) =>
    world.send('GET', '/booking/initialise/1/en-GB', { headers: { 'x-service-booking-session-id': `v${visitor}` } })
  expect(JSON.stringify((await initialise(0)).body).length).toBeGreaterThan(300_000)
  for (let visitor = 1; visitor < 8; visitor++) await initialise(visitor)
  const { journal } = world.sandbox
  expect([journal.dropped, journal.entries().length]).toEqual([0, 8])
  expect(journal.bytes).toBeLessThan(8 * 80_000)
  expect(String(journal.entries()[0]?.response)).toMatch(/ \.\.\. cut$/)
})
