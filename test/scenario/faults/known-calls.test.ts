import { describe, expect, test } from 'vitest'
import { TestWorld } from '../../support/test-world.ts'
import { LIST_BOOKINGS_CALL, worldWithFaults } from './world-with-faults.ts'

describe('a call is known by what it says, whether anything is played or not', () => {
  const seen = ({ sandbox }: TestWorld) => {
    const { operation, client, property, token, status } = sandbox.journal.entries().at(-1) ?? {}
    return { operation, client, property, token, status }
  }
  const form = { grant_type: 'client_credentials', client_id: 'desk', client_secret: 'no' }
  const basic = { authorization: `Basic ${btoa('de%73k:desk-secret')}` }

  test.each<[what: string, (world: TestWorld) => Promise<unknown>]>([
    [
      'a token that expired',
      async (world) => {
        await world.token('desk')
        world.advance(3_700_000)
        await world.call('listBookings', LIST_BOOKINGS_CALL)
      },
    ],
    ['a property that no guard checks', (world) => world.call('addFavourite', { path: { property_id: 3 }, as: 'fan' })],
    ['a token in the address', async (world) => world.send('GET', `/properties/all?access_token=${await world.token('desk')}`)],
    ['credentials that are wrong', (world) => world.send('POST', '/oauth/token', { form })],
    [
      'Basic credentials that are escaped',
      (world) =>
        world.send('POST', '/oauth/token', {
          headers: basic,
          form: { grant_type: 'client_credentials', scope: 'properties_get' },
        }),
    ],
    [
      'a header with something behind the token',
      async (world) =>
        world.send('GET', '/properties/all', { headers: { authorization: `Bearer ${await world.token('desk')} x` } }),
    ],
    ['no operation', (world) => world.send('GET', '/nothing/here')],
  ])('%s', async (_, ask) => {
    const [idle, busy] = [new TestWorld(), worldWithFaults('  - { on: { operation: listGuests }, network: { status: 503 } }')]
    await ask(idle)
    await ask(busy)
    expect(seen(busy)).toEqual(seen(idle))
    expect(seen(idle).operation === undefined || seen(idle).client !== undefined).toBe(true)
  })

  test('under any product word', async () => {
    const header = '{ x-service-booking-session-id: { present: true } }'
    const fault = `  - { on: { tag: booking-session, where: { header: ${header} } }, network: { status: 503 } }`
    const world = worldWithFaults(fault, { product: 'acme' })
    const headers = { 'x-acme-booking-session-id': 'a' }
    expect((await world.send('GET', '/booking/error_messages', { headers })).status).toBe(503)
  })
})
