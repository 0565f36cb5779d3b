import { expect, test } from 'vitest'
import { consoleOf } from './console-of.ts'
import { textIn } from './markup.ts'

const BOOKED = `name: booked
events:
  - { at: +1h, do: guest_books, with: { property: 1, arrival: today+3 } }
`

test('a count of one is in the singular', async () => {
  const { page, ask, world } = consoleOf({ scenario: BOOKED })
  const { store } = world.sandbox()
  const roomsOf = (property: number) => store.db.rooms.all().filter((room) => room.propertyId === property)
  const single = store.db.properties.all().find(({ id }) => roomsOf(id).length === 1)
  expect(textIn(await page(`/_understay/console/calendar?property=${single?.id}`))).toMatch(/\b1 room\b/)

  await ask('POST', '/_understay/clock/advance', { body: '{"by":"1h"}' })
  const booking = store.db.bookings.all().find(({ kind }) => kind !== 'black')
  if (booking) store.change(({ bookings }) => bookings.put({ ...booking, adults: 1, children: 1 }))
  const stay = await page(`/_understay/console/calendar?property=${booking?.propertyId}&booking=${booking?.id}`)
  expect(textIn(stay)).toMatch(/1 adult, 1 child\b/)
})
