import { expect, test } from 'vitest'
import { ADDRESS_FORM } from '../support/forms.ts'
import { consoleOf } from './console-of.ts'
import { byId, textIn } from './markup.ts'

test('a session shows who comes from where once the address was sent', async () => {
  const { page, ask } = consoleOf()
  const headers = { 'x-service-booking-session-id': 'visit-1' }
  await ask('GET', '/service/api/booking/initialise/1/en-GB', { headers })
  const steps = async () => textIn(byId(await page('/_understay/console/sessions'), 'session-visit-1'))
  expect(await steps()).toContain('○ Address missing ○ Rooms')
  const body = new URLSearchParams(ADDRESS_FORM)
  expect((await ask('POST', '/service/api/booking/set/address', { headers, body })).status).toBe(200)
  expect(await steps()).toContain('✓ Address done Ines Varga, Cork, IE ○ Rooms')
})

test('a session of one guest has one adult', async () => {
  const { page, ask, world } = consoleOf()
  await ask('GET', '/service/api/booking/initialise/1/en-GB', { headers: { 'x-service-booking-session-id': 'visit-1' } })
  const steps = async (adults: number) => {
    world.sandbox().store.change(({ sessions }) => {
      const session = sessions.get('visit-1')
      if (session) sessions.put({ ...session, adults })
    })
    return textIn(byId(await page('/_understay/console/sessions'), 'session-visit-1'))
  }
  expect(await steps(1)).toContain('Guests done 1 adult ○')
  expect(await steps(2)).toContain('Guests done 2 adults ○')
})
