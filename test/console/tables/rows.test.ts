import { expect, test } from 'vitest'
import { consoleOf, targetsOf } from '../console-of.ts'
import { everyElement, textIn } from '../markup.ts'

test('the rooms of a row are names, values and links, not JSON', async () => {
  const { page, ask, world } = consoleOf()
  await ask('GET', '/service/api/booking/initialise/1/en-GB', { headers: { 'x-service-booking-session-id': 'visit-1' } })
  world.sandbox().store.change(({ sessions }) => {
    const session = sessions.get('visit-1')
    if (session) sessions.put({ ...session, rooms: [{ roomId: 1, rateId: 7 }] })
  })
  const shown = await page('/_understay/console/data/sessions')
  const cells = everyElement(shown).flatMap((one) => (one.name === 'td' ? [textIn(one)] : []))
  expect(cells).toContain('roomId 1 rateId 7')
  expect(targetsOf(shown)).toContain('/_understay/console/data/rooms?field=id&value=1')
})

test('a row of many rooms says how many are not shown', async () => {
  const { page, world } = consoleOf()
  world.sandbox().store.change(({ users }) => {
    const user = users.get(1)
    if (user) users.put({ ...user, propertyIds: Array.from({ length: 11 }, (_, index) => index + 1) })
  })
  const cells = everyElement(await page('/_understay/console/data/users')).flatMap((one) =>
    one.name === 'td' ? [textIn(one)] : [],
  )
  expect(cells).toContainEqual(expect.stringMatching(/^1 2 3 4 5 6 7 8 and 3 more$/))
})

test('a page after the last row says so, and leads back to the last page', async () => {
  const { page, world } = consoleOf()
  world.sandbox().store.change(({ notes }) => {
    for (let id = 1; id <= 120; id++) notes.put({ id: 1000 + id, bookingId: 1, propertyId: 1, text: 'one of many', at: 0 })
  })
  const shown = await page('/_understay/console/data/notes?search=one+of+many&offset=5000')
  const pages = everyElement(shown).find((one) => one.name === 'nav' && one.attributes['aria-label'] === 'Pages')
  expect(pages && textIn(pages)).toBe('Previous after the last of 120 Next')
  expect(targetsOf(shown)).toContain('/_understay/console/data/notes?search=one+of+many&offset=100')
})
