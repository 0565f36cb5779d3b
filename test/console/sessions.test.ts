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
