/**
 * A client reduced to its calls: each does what it is told, so that one habit can be shown at a time.
 *
 * @module
 */

import { addDays, type Day } from '../../../src/base/day.ts'
import { dayOfInstant, startOfDay } from '../../../src/base/instant.ts'
import type { UnderstaySandbox } from '../../../src/index.ts'

export interface Reply {
  readonly status: number
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
}

/** What is special about a call. */
export interface Manner {
  readonly session?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Undefined: the token that was given out last; false: none. */
  readonly token?: string | false
  /** Disconnects the caller when it is aborted. */
  readonly signal?: AbortSignal
}

type Form = Readonly<Record<string, string>> | string

export class Wire {
  readonly world: UnderstaySandbox
  token = ''

  constructor(world: UnderstaySandbox) {
    this.world = world
  }

  /** A day of the service, so many days from now. */
  night(ahead: number): Day {
    return addDays(dayOfInstant(this.world.clock.now()), ahead)
  }

  /** Waits by the clock of the sandbox alone. */
  wait = (milliseconds: number): Promise<unknown> => this.world.clock.advance(`${milliseconds}ms`)

  async signIn(scope = 'properties_get properties_set', form: Readonly<Record<string, string>> = {}): Promise<Reply> {
    const { clientId, clientSecret } = this.world.credentialsOf('demo')
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope, ...form }
    const reply = await this.send('POST', '/oauth/token', fields, { token: false })
    const given = /"access_token":\s*"([^"]+)"/.exec(reply.text)?.[1]
    if (given) this.token = given
    return reply
  }

  get = (path: string, manner?: Manner): Promise<Reply> => this.send('GET', path, undefined, manner)
  post = (path: string, form: Form = {}, manner?: Manner): Promise<Reply> => this.send('POST', path, form, manner)
  put = (path: string, form: Form = {}, manner?: Manner): Promise<Reply> => this.send('PUT', path, form, manner)
  remove = (path: string, manner?: Manner): Promise<Reply> => this.send('DELETE', path, undefined, manner)

  /** The rooms that are free in a night. */
  free = (property: number, ahead: number): Promise<Reply> =>
    this.get(`/properties/${property}/availabilities/${this.night(ahead)}/${this.night(ahead + 1)}`)

  close = (property: number, room: number, ahead: number, manner?: Manner): Promise<Reply> =>
    this.post(`/blackbookings/${property}/${room}/${this.night(ahead)}`, {}, manner)

  /** A tariff of a room type for one night. */
  tariff(ahead: number, price = '120.00', title = 'Trial'): Readonly<Record<string, string>> {
    const epoch = startOfDay(this.night(ahead)) / 1000
    return {
      tarifftypeid: '0',
      rate_title: title,
      rate_description: 'Trial',
      maxdays: '28',
      minpeople: '1',
      maxpeople: '2',
      roomclass_uid: '1',
      dayofweek: '7',
      ignore_pppn: '1',
      allow_we: '1',
      weekendonly: '0',
      minrooms_alreadyselected: '0',
      maxrooms_alreadyselected: '100',
      [`tariffinput[${epoch}]`]: price,
      [`mindaysinput[${epoch}]`]: '1',
    }
  }

  /** Goes through a booking session up to a step. */
  async visit(session: string, steps: readonly (keyof typeof VISIT)[]): Promise<Reply> {
    let reply: Reply = { status: 0, text: '', data: {} }
    for (const step of steps) reply = await VISIT[step](this, { session, token: false })
    return reply
  }

  async send(
    method: string,
    path: string,
    form?: Form,
    { session, headers = {}, token = this.token, signal }: Manner = {},
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

const ADDRESS = {
  firstname: 'Ines',
  surname: 'Varga',
  house: '3',
  street: 'Quay Street',
  town: 'Cork',
  postcode: 'T12 AB34',
  country: 'IE',
  region: '1534',
  tel_mobile: '+353 86 555 0142',
  email: 'ines.varga@example.com',
}

/** The steps of a booking session. */
const VISIT = {
  begin: (wire: Wire, manner: Manner) => wire.get('/booking/initialise/1/en-GB', manner),
  dates: (wire: Wire, manner: Manner) =>
    wire.post('/booking/set/dates', { arrivalDate: wire.night(15), departureDate: wire.night(18) }, manner),
  guests: (wire: Wire, manner: Manner) => wire.post('/booking/set/guest/numbers', { adults: '2', children: '[]' }, manner),
  address: (wire: Wire, manner: Manner) => wire.post('/booking/set/address', ADDRESS, manner),
  otherAddress: (wire: Wire, manner: Manner) =>
    wire.post('/booking/set/address', { ...ADDRESS, email: 'jo@example.com' }, manner),
  rooms: async (wire: Wire, manner: Manner) => {
    const { text } = await wire.get('/booking/rooms', manner)
    const { data } = JSON.parse(text) as { readonly data: Readonly<Record<string, { readonly rooms?: object }>> }
    const [selectedRooms = ''] = Object.values(data).flatMap(({ rooms = {} }) => Object.keys(rooms))
    return wire.post('/booking/set/property/booking', { selectedRooms }, manner)
  },
  prices: (wire: Wire, manner: Manner) => wire.get('/booking/prices', manner),
  validate: (wire: Wire, manner: Manner) => wire.get('/booking/validate/booking', manner),
  create: (wire: Wire, manner: Manner) => wire.post('/booking/create', {}, manner),
} as const

/** Every step up to the validation. */
export const UP_TO_VALID = ['begin', 'dates', 'guests', 'address', 'rooms', 'prices', 'validate'] as const

/** What a client does. */
export interface Deed {
  readonly does: string
  readonly run: (wire: Wire) => Promise<unknown>
  /** Rules that are broken as well. */
  readonly also?: readonly string[]
}

/** For one rule: a client that breaks it, and one that comes near without breaking it. */
export interface RuleTrial {
  readonly breaks: Deed
  readonly near: Deed
}

export type RuleTrials = Readonly<Record<string, RuleTrial>>

/** What a client does once it has a token for reading and writing. */
export const signedIn = (does: string, run: Deed['run'], also: Deed['also'] = []): Deed => ({
  does,
  run: async (wire) => {
    await wire.signIn()
    await run(wire)
  },
  also,
})

/** What a client does once it has a token that is for reading only. */
export const signedInToRead = (does: string, run: Deed['run']): Deed => ({
  does,
  run: async (wire) => {
    await wire.signIn('properties_get')
    await run(wire)
  },
})

/** So many times, one after the other. */
export async function times(count: number, act: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index++) await act(index)
}
