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
