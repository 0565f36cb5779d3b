/**
 * A client that only sends calls, for tests of single rules.
 *
 * @module
 */

import { addDays, type Day } from '../../../src/base/day.ts'
import { dayOfInstant } from '../../../src/base/instant.ts'
import type { UnderstaySandbox } from '../../../src/index.ts'
import { ADDRESS_FORM } from '../../support/forms.ts'
import { priceForm } from '../prices.ts'

export interface Reply {
  readonly status: number
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Options of a call. */
export interface CallOptions {
  readonly session?: string
  readonly headers?: Readonly<Record<string, string>>
  /** By default the latest token; false for none. */
  readonly token?: string | false
  /** Disconnects the caller when it is aborted. */
  readonly signal?: AbortSignal
}

type Form = Readonly<Record<string, string>> | string

export class RawClient {
  readonly world: UnderstaySandbox
  token = ''

  constructor(world: UnderstaySandbox) {
    this.world = world
  }

  /** The day of the service a number of days from now. */
  night(ahead: number): Day {
    return addDays(dayOfInstant(this.world.clock.now()), ahead)
  }

  /** Waits by moving the clock of the sandbox. */
  wait = (milliseconds: number): Promise<unknown> => this.world.clock.advance(`${milliseconds}ms`)

  async signIn(scope = 'properties_get properties_set', form: Readonly<Record<string, string>> = {}): Promise<Reply> {
    const { clientId, clientSecret } = this.world.credentialsOf('demo')
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope, ...form }
    const reply = await this.send('POST', '/oauth/token', fields, { token: false })
    const given = /"access_token":\s*"([^"]+)"/.exec(reply.text)?.[1]
    if (given) this.token = given
    return reply
  }

  get = (path: string, options?: CallOptions): Promise<Reply> => this.send('GET', path, undefined, options)
  post = (path: string, form: Form = {}, options?: CallOptions): Promise<Reply> => this.send('POST', path, form, options)
  put = (path: string, form: Form = {}, options?: CallOptions): Promise<Reply> => this.send('PUT', path, form, options)
  remove = (path: string, options?: CallOptions): Promise<Reply> => this.send('DELETE', path, undefined, options)

  /** The rooms that are free in a night. */
  free = (property: number, ahead: number): Promise<Reply> =>
    this.get(`/properties/${property}/availabilities/${this.night(ahead)}/${this.night(ahead + 1)}`)

  close = (property: number, room: number, ahead: number, options?: CallOptions): Promise<Reply> =>
    this.post(`/blackbookings/${property}/${room}/${this.night(ahead)}`, {}, options)

  /** A tariff of a room type for one night. */
  tariff(ahead: number, price = '120.00', title = 'Trial'): Readonly<Record<string, string>> {
    return priceForm({ type: 1, night: this.night(ahead), price, title, description: 'Trial' })
  }

  /** Performs steps of a booking session. */
  async visit(session: string, steps: readonly (keyof typeof VISIT)[]): Promise<Reply> {
    let reply: Reply = { status: 0, text: '', data: {} }
    for (const step of steps) reply = await VISIT[step](this, { session, token: false })
    return reply
  }

  async send(
    method: string,
    path: string,
    form?: Form,
    { session, headers = {}, token = this.token, signal }: CallOptions = {},
  ): Promise<Reply> {
    const sent: Record<string, string> = {
      'user-agent': 'trial/1.0',
      ...(token && { authorization: `Bearer ${token}`, 'x-service-channel-name': 'Trial' }),
      ...(session !== undefined && { 'x-service-booking-session-id': session }),
      ...headers,
    }
    try {
      const response = await fetch(this.world.apiUrl + path, {
        method,
        headers: sent,
        ...(form !== undefined && { body: typeof form === 'string' ? form : new URLSearchParams(form) }),
        ...(signal && { signal }),
      })
      const text = await response.text()
      return { status: response.status, text, data: dataIn(text) }
    } catch {
      return { status: 0, text: '', data: {} }
    }
  }
}

function dataIn(text: string): Reply['data'] {
  try {
    const read = JSON.parse(text) as { readonly data?: Reply['data'] }
    return read.data ?? {}
  } catch {
    return {}
  }
}

/** The steps of a booking session. */
const VISIT = {
  begin: (client: RawClient, options: CallOptions) => client.get('/booking/initialise/1/en-GB', options),
  dates: (client: RawClient, options: CallOptions) =>
    client.post('/booking/set/dates', { arrivalDate: client.night(15), departureDate: client.night(18) }, options),
  guests: (client: RawClient, options: CallOptions) =>
    client.post('/booking/set/guest/numbers', { adults: '2', children: '[]' }, options),
  address: (client: RawClient, options: CallOptions) => client.post('/booking/set/address', ADDRESS_FORM, options),
  otherAddress: (client: RawClient, options: CallOptions) =>
    client.post('/booking/set/address', { ...ADDRESS_FORM, email: 'jo@example.com' }, options),
  rooms: async (client: RawClient, options: CallOptions) => {
    const { text } = await client.get('/booking/rooms', options)
    const { data } = JSON.parse(text) as { readonly data: Readonly<Record<string, { readonly rooms?: object }>> }
    const [selectedRooms = ''] = Object.values(data).flatMap(({ rooms = {} }) => Object.keys(rooms))
    return client.post('/booking/set/property/booking', { selectedRooms }, options)
  },
  prices: (client: RawClient, options: CallOptions) => client.get('/booking/prices', options),
  validate: (client: RawClient, options: CallOptions) => client.get('/booking/validate/booking', options),
  create: (client: RawClient, options: CallOptions) => client.post('/booking/create', {}, options),
} as const

/** Every step up to the validation. */
export const UP_TO_VALID = ['begin', 'dates', 'guests', 'address', 'rooms', 'prices', 'validate'] as const

/** What a client does in a test. */
export interface RuleClient {
  readonly does: string
  readonly run: (client: RawClient) => Promise<unknown>
  /** Rules that are broken as well. */
  readonly also?: readonly string[]
}

/** For one rule: a client that breaks it, and one that almost does. */
export interface RuleTrial {
  readonly breaks: RuleClient
  readonly near: RuleClient
}

export type RuleTrials = Readonly<Record<string, RuleTrial>>

/** A behaviour with a token for reading and writing. */
export const signedIn = (does: string, run: RuleClient['run'], also: RuleClient['also'] = []): RuleClient => ({
  does,
  run: async (client) => {
    await client.signIn()
    await run(client)
  },
  also,
})

/** A behaviour with a token for reading only. */
export const signedInToRead = (does: string, run: RuleClient['run']): RuleClient => ({
  does,
  run: async (client) => {
    await client.signIn('properties_get')
    await run(client)
  },
})

/** Repeats an action sequentially. */
export async function times(count: number, act: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index++) await act(index)
}
