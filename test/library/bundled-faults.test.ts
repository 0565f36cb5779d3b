/**
 * Which calls the faults of bundled scenarios affect.
 *
 * @module
 */
import { afterEach, expect, test } from 'vitest'
import { startUnderstay, type Understay } from '../../src/index.ts'

let world: Understay
afterEach(() => world.close())

test('read-only-credentials needs a client that requests a scope for writing', async () => {
  world = await startUnderstay({ listen: false, scenario: 'read-only-credentials' })
  const login = (scope: string) =>
    world.fetch('/service/api/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'demo', client_secret: 'demo-secret', scope }),
    })
  const read = async (): Promise<number> => {
    const [, token] = /"access_token":"(\w+)"/.exec(await (await login('properties_get')).text()) ?? []
    return (await world.fetch('/service/api/properties/all', { headers: { authorization: `Bearer ${token}` } })).status
  }
  expect(await read()).toBe(200)
  const { verdict, reasons } = await world.report()
  expect([verdict, reasons[0]]).toEqual(['inconclusive', expect.stringContaining('a client that requests a scope for writing')])
  for (const scope of ['properties_get properties_set', 'favourites_set', 'read write'])
    expect((await login(scope)).status, scope).toBe(400)
  expect(await read()).toBe(200)
  expect((await world.report()).verdict).toBe('passed')
})

test('session-expired-mid-booking ends the session of a step that is refused, also of several visitors', async () => {
  world = await startUnderstay({ listen: false, scenario: 'session-expired-mid-booking' })
  const step = async (visitor: string, path: string, form?: Record<string, string>): Promise<number> => {
    const headers = { 'X-SERVICE-Booking-Session-Id': visitor }
    const sent = form ? { method: 'POST', headers, body: new URLSearchParams(form) } : { headers }
    return (await world.fetch(`/service/api/booking/${path}`, sent)).status
  }
  const dates = { arrivalDate: '2031-05-02', departureDate: '2031-05-04' }
  for (const visitor of ['ann', 'bob']) {
    expect(await step(visitor, 'initialise/1/en-GB')).toBe(200)
    expect(await step(visitor, 'set/dates', dates)).toBe(200)
  }
  const steps = [await step('cy', 'initialise/1/en-GB'), await step('cy', 'set/dates', dates)]
  expect([...steps, await step('cy', 'rooms')]).toEqual([200, 200, 400])
})
