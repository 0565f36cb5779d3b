/**
 * The habits of a client. A careless client is the careful one with one habit changed.
 *
 * @module
 */

export interface Habits {
  /** When it requests a token. `in time`: shortly before the current one expires. */
  readonly asks: 'in time' | 'before every call'
  /** Maximum number of tokens requested after the first one. */
  readonly renewals: number
  /** After a token was refused. */
  readonly refusedToken: 'drops it' | 'sends it again'
  /** After requested scopes were refused. */
  readonly refusedScope: 'asks for less' | 'asks again' | 'gives up'
  /** After a call was refused for a missing scope. */
  readonly lostScope: 'stops writing' | 'sends it again' | 'writes on' | 'asks for a token'
  /** After a property was refused. */
  readonly lostProperty: 'lists anew' | 'keeps asking' | 'gives up'
  /** After a tariff was refused. */
  readonly refusedTariff: 'leaves it' | 'sends it again' | 'gives up'
  /** Maximum number of attempts of a call with transient errors. */
  readonly attempts: number
  /** The pause between attempts. `growing`: at least `Retry-After`, doubled each time. */
  readonly pauses: 'growing' | 'tiny, until it works'
  /** During a slow response: it waits for seconds, or has a short timeout. */
  readonly slowReply: 'waits' | 'gives up' | 'asks for tokens again' | 'sends writes again'
  /** After the response to a write was lost. */
  readonly lostReply: 'looks' | 'sends it again' | 'forgets it'
  /** How it interprets the status 204 of a write. */
  readonly conflict: 'looks again' | 'success' | 'sends it again'
  /** How it interprets a garbled response. */
  readonly garbled: 'trouble' | 'nothing' | 'an end'
  /** How it interprets an empty response. */
  readonly silence: 'trouble' | 'nothing'
  /** The day it uses: that of the service, of its machine, or of its start. */
  readonly day: 'of the service' | 'of its machine' | 'of its start'
  /** How it computes the next day. */
  readonly reckons: 'by the calendar' | 'by adding one'
  /** After a booking was not valid. */
  readonly invalid: 'begins with the rooms' | 'asks for the prices' | 'validates again' | 'books all the same'
  /** After its booking session ended. */
  readonly lostSession: 'begins again' | 'goes on' | 'gives up'
  /** When it reads new bookings, in a client that works all day. */
  readonly looks: 'every few minutes' | 'once' | 'until nothing is new' | 'when it is told'
  /** The range of days it reads. */
  readonly window: 'all that can be booked' | 'the next month'
  /** The properties it reads at a time. */
  readonly reads: 'all properties' | 'one property an hour'
  /** The nights of a sale on another channel that it closes. */
  readonly closes: 'every night' | 'the first night' | 'none'
  /** What it reads of the work of the front desk. */
  readonly desk: 'rooms and prices' | 'rooms' | 'prices'
  /** How often it processes a notification. */
  readonly repeated: 'once for a booking' | 'for each notification'
}

export const CAREFUL: Habits = {
  asks: 'in time',
  renewals: Infinity,
  refusedToken: 'drops it',
  refusedScope: 'asks for less',
  lostScope: 'stops writing',
  lostProperty: 'lists anew',
  refusedTariff: 'leaves it',
  attempts: 5,
  pauses: 'growing',
  slowReply: 'waits',
  lostReply: 'looks',
  conflict: 'looks again',
  garbled: 'trouble',
  silence: 'trouble',
  day: 'of the service',
  reckons: 'by the calendar',
  invalid: 'begins with the rooms',
  lostSession: 'begins again',
  looks: 'every few minutes',
  window: 'all that can be booked',
  reads: 'all properties',
  closes: 'every night',
  desk: 'rooms and prices',
  repeated: 'once for a booking',
}
