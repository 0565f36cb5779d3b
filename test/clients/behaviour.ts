/**
 * How a client behaves. A faulty client is the correct one with one mistake.
 *
 * @module
 */

export interface Behaviour {
  /** When it requests a token. `in time`: shortly before the current one expires. */
  readonly tokenRequests: 'in time' | 'before every call'
  /** Maximum number of tokens requested after the first one. */
  readonly maxRenewals: number
  /** After a token was refused. */
  readonly refusedToken: 'drops it' | 'sends it again' | 'sends it again, then drops it'
  /** The unit in which it reads `expires_in`. */
  readonly tokenLifetime: 'seconds' | 'milliseconds'
  /** The token of a client that works for two managers. */
  readonly tenantTokens: 'one for each manager' | 'that of the first manager'
  /** After requested scopes were refused. */
  readonly refusedScope: 'requests fewer' | 'requests the same' | 'gives up'
  /** After a call was refused for a missing scope. */
  readonly lostScope: 'stops writing' | 'repeats the call' | 'keeps writing' | 'requests a token'
  /** After a call was refused with 403. */
  readonly refusedCall: 'accepts it' | 'tries other spellings'
  /** After a property was refused. */
  readonly lostProperty: 'lists again' | 'keeps calling' | 'gives up' | 'never lists any'
  /** After a tariff was refused. */
  readonly refusedTariff: 'skips it' | 'repeats it' | 'repeats it with a new token' | 'gives up'
  /** Maximum number of attempts of a call with transient errors. */
  readonly maxAttempts: number
  /** The pause between attempts. `growing`: at least `Retry-After`, doubled each time. */
  readonly pauses: 'growing' | 'short, without limit'
  /** During a slow response: it waits for seconds, or has a short timeout. */
  readonly slowResponse: 'waits' | 'gives up' | 'repeats token requests' | 'repeats writes'
  /** After the response to a write was lost. */
  readonly lostResponse: 'reads first' | 'repeats the write' | 'ignores it'
  /** When it reads which rooms are closed. */
  readonly closedRooms: 'after a lost response' | 'after every write' | 'after every write, to no effect'
  /** After a write failed in transit. */
  readonly failedWrite: 'repeats it' | 'skips it' | 'closes the next room' | 'books in a new session'
  /** How often it sends a black booking that is accepted. */
  readonly acceptedWrite: 'once' | 'twice'
  /** How it interprets the status 204 of a write. */
  readonly status204: 'reads again' | 'success' | 'repeats it'
  /** When it reads which rooms are free. */
  readonly freeRooms: 'before each write' | 'once'
  /** Where it has the ids of properties and rooms from. */
  readonly ids: 'the service' | 'its code'
  /** How it changes a price it has sent. */
  readonly changedPrice: 'updates the tariff' | 'deletes the tariff and makes it again'
  /** How it interprets a truncated response. */
  readonly truncatedResponse: 'an error' | 'an empty list' | 'a crash'
  /** How it interprets an empty response. */
  readonly emptyResponse: 'an error' | 'an empty list'
  /** The day it uses: that of the service, of its machine, or of its start. */
  readonly today: 'of the service' | 'of its machine' | 'of its start'
  /** How it computes the next day. */
  readonly nextDay: 'by the calendar' | 'by adding one'
  /** After a booking was not valid. */
  readonly invalidBooking:
    | 'requests rooms again'
    | 'takes the same rooms'
    | 'requests prices again'
    | 'validates again'
    | 'validates thrice first'
    | 'books anyway'
  /** After its booking session ended. */
  readonly lostSession: 'starts again' | 'continues' | 'gives up'
  /** The booking sessions of visitors in sequence. */
  readonly visitorSessions: 'one for each visitor' | 'one for all visitors'
  /** When it reads new bookings, in a client that works all day. */
  readonly polls: 'every few minutes' | 'once' | 'until nothing is new' | 'never'
  /** The range of days it reads. */
  readonly window: 'all bookable days' | 'the next month'
  /** The properties it reads at a time. */
  readonly polledProperties: 'all properties' | 'one property an hour'
  /** The nights of a sale on another channel that it closes. */
  readonly closedNights: 'every night' | 'the first night' | 'none' | 'the day of departure as well'
  /** When it closes what was sold on other channels. */
  readonly closing: 'after every read' | 'every quarter of an hour'
  /** What it reads of the work of the front desk. */
  readonly deskReads: 'rooms and prices' | 'rooms' | 'prices'
  /** How often it processes a notification. */
  readonly notifications: 'once for each booking' | 'for each notification'
}

/** One property of the behaviour that differs from the correct client. */
export type OneMistake = { readonly [Name in keyof Behaviour]: Readonly<Record<Name, Behaviour[Name]>> }[keyof Behaviour]

export const CORRECT: Behaviour = {
  tokenRequests: 'in time',
  maxRenewals: Infinity,
  refusedToken: 'drops it',
  tokenLifetime: 'seconds',
  tenantTokens: 'one for each manager',
  refusedScope: 'requests fewer',
  lostScope: 'stops writing',
  refusedCall: 'accepts it',
  lostProperty: 'lists again',
  refusedTariff: 'skips it',
  maxAttempts: 5,
  pauses: 'growing',
  slowResponse: 'waits',
  lostResponse: 'reads first',
  closedRooms: 'after a lost response',
  failedWrite: 'repeats it',
  acceptedWrite: 'once',
  status204: 'reads again',
  freeRooms: 'before each write',
  ids: 'the service',
  changedPrice: 'updates the tariff',
  truncatedResponse: 'an error',
  emptyResponse: 'an error',
  today: 'of the service',
  nextDay: 'by the calendar',
  invalidBooking: 'requests rooms again',
  lostSession: 'starts again',
  visitorSessions: 'one for each visitor',
  polls: 'every few minutes',
  window: 'all bookable days',
  polledProperties: 'all properties',
  closing: 'after every read',
  closedNights: 'every night',
  deskReads: 'rooms and prices',
  notifications: 'once for each booking',
}
