import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../src/base/duration.ts'
import { OPERATIONS } from '../../src/booking-contract/index.ts'
import { type Conformance, checkConformance, type Outcome } from '../../src/conformance/conformance.ts'
import { AN_ADDRESS, IN_SESSION } from '../support/session-rows.ts'
import { type TestResponse, TestWorld } from '../support/test-world.ts'

const CHANNEL = { 'X-SERVICE-channel-name': 'channel-one' }

/** A client as developers write them, and what the sandbox it calls says of it. */
class Client {
  readonly world = new TestWorld()
  #token = ''

  async renew(): Promise<void> {
    const form = {
      grant_type: 'client_credentials',
      client_id: 'desk',
      client_secret: 'desk-secret',
      scope: 'properties_get properties_set',
    }
    const { body } = await this.world.send('POST', '/oauth/token', { form })
    this.#token = (body as { readonly access_token?: string }).access_token ?? ''
  }

  send(method: string, target: string, form?: Readonly<Record<string, string>>): Promise<TestResponse> {
    const headers = { authorization: `Bearer ${this.#token}`, ...CHANNEL }
    return this.world.send(method, target, { headers, ...(form && { form }) })
  }

  async visit(...steps: readonly (readonly [id: string, form?: Readonly<Record<string, string>>])[]): Promise<void> {
    await this.world.call('initialiseSession', { headers: IN_SESSION, path: { property_id: 1, language: 'en-GB' } })
    for (const [id, form] of steps) await this.world.call(id, { headers: IN_SESSION, ...(form && { form }) })
  }

  get address(): Readonly<Record<string, string>> {
    return { ...AN_ADDRESS, region: String(this.world.sandbox.geography.regionsOf('GB')[0]?.id) }
  }

  graded(): Conformance {
    const { journal } = this.world.sandbox
    const { product } = this.world.world
    return checkConformance(journal.entries(), {
      operations: OPERATIONS,
      tokenLifetimeMs: HOUR_MS,
      product,
      dropped: journal.dropped,
    })
  }
}

const idsBy = ({ rules }: Conformance, outcome: Outcome): readonly string[] =>
  rules.filter((rule) => rule.outcome === outcome).map(({ id }) => id)

const DATES = ['setDates', { arrivalDate: '2026-06-01', departureDate: '2026-06-03' }] as const
const GUESTS = ['setGuestNumbers', { adults: '2', children: '0' }] as const
const ROOMS = ['setPropertyBooking', { selectedRooms: '1^1' }] as const

describe('the journal of a sandbox', () => {
  test('speaks for a client that does everything as it should', async () => {
    const client = new Client()
    await client.renew()
    await client.send('GET', '/listbooking/1')
    await client.send('GET', '/listbooking/1/2026-05-01/2026-06-01')
    await client.send('GET', '/site_structure/countries')
    client.world.advance(HOUR_MS + 1)
    expect((await client.send('GET', '/listbooking/1')).status).toBe(401)
    await client.renew()
    expect((await client.send('GET', '/listbooking/1')).status).toBe(200)
    await client.send('POST', '/blackbookings/1/1/2026-07-01')
    expect((await client.send('POST', '/blackbookings/1/1/2026-07-01')).status).toBe(204)
    await client.send('GET', '/blackbookings/1/roomlist/2026-07-01')
    await client.visit(
      DATES,
      GUESTS,
      ['setAddress', client.address],
      ROOMS,
      ['getPrices'],
      ['validateBooking'],
      ['createBooking'],
    )
    const grade = client.graded()
    expect(idsBy(grade, 'failed')).toEqual([])
    expect(idsBy(grade, 'warned')).toEqual(['auth/proactive-renewal'])
    expect(idsBy(grade, 'passed')).toEqual(
      expect.arrayContaining([
        'auth/token-form',
        'auth/secret-in-url',
        'auth/channel-name',
        'auth/token-reuse',
        'auth/one-renewal',
        'session/header',
        'session/one-id',
        'session/order',
        'session/prices-before-validate',
        'resilience/conflict-not-success',
        'data/date-format',
        'data/path-segments',
        'data/unread-fields',
        'data/service-warnings',
        'efficiency/reference-cached',
        'efficiency/no-polling',
      ]),
    )
  })

  test('shows an offence for a client that does not', async () => {
    const client = new Client()
    await client.renew()
    await client.send('GET', '/listbooking/1?client_secret=desk-secret')
    await client.renew()
    await client.send('GET', '/listbooking/1/2026%2F05%2F01/2026-06-01')
    await client.send('GET', '/listbooking/1/2026%2F05%2F01/2026-06-01')
    await client.send('GET', '/listbooking/1/2026%2F05%2F01/2026-06-01')
    await client.renew()
    await client.renew()
    await client.send('GET', '/guests/1')
    await client.send('GET', '/listbooking/999')
    await client.send('GET', '/listbooking/999')
    await client.send('GET', '/listbooking/999')
    await client.send('GET', '/site_structure/countries')
    await client.send('GET', '/site_structure/countries')
    await client.send('POST', '/blackbookings/1/1/2026-07-01')
    await client.send('POST', '/blackbookings/1/1/2026-07-01')
    await client.send('POST', '/blackbookings/1/1/2026-07-01')
    await client.visit(GUESTS, [...DATES], ROOMS, ['validateBooking'], ['createBooking'])
    await client.world.send('POST', '/booking/set/note', { headers: IN_SESSION, form: { note: 'late', remark: 'late' } })
    client.world.advance(HOUR_MS + 1)
    await client.send('GET', '/listbooking/1')
    await client.send('GET', '/listbooking/1')
    const grade = client.graded()
    expect(idsBy(grade, 'failed')).toEqual([
      'auth/secret-in-url',
      'auth/forbidden-no-retry',
      'auth/token-reuse',
      'auth/one-renewal',
      'session/order',
      'session/prices-before-validate',
      'resilience/no-retry-of-refusals',
      'resilience/conflict-not-success',
      'data/date-format',
      'data/path-segments',
    ])
    expect(idsBy(grade, 'warned')).toEqual(['auth/proactive-renewal', 'data/unread-fields', 'efficiency/reference-cached'])
    expect(grade).toMatchObject({ passed: false, reason: expect.stringMatching(/^Broken: auth\/secret-in-url, /) })
  })
})
