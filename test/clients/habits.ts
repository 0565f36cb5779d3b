/**
 * What a client is in the habit of doing when something goes wrong. A careless client is the careful one with one habit
 * changed.
 *
 * @module
 */

export interface Habits {
  /** When it asks for a token. `in time`: a little before the one it holds ends. */
  readonly asks: 'in time' | 'before every call'
  /** How many tokens it asks for after the first one. */
  readonly renewals: number
  /** What it does with a token that was refused. */
  readonly refusedToken: 'drops it' | 'sends it again'
  /** What it does when it is given a token only for less than it asked for. */
  readonly refusedScope: 'asks for less' | 'asks again' | 'gives up'
  /** What it does once a call was refused for want of a scope. */
  readonly lostScope: 'stops writing' | 'sends it again' | 'writes on' | 'asks for a token'
  /** What it does once a property was refused. */
  readonly lostProperty: 'lists anew' | 'keeps asking' | 'gives up'
  /** What it does once a tariff was refused. */
  readonly refusedTariff: 'leaves it' | 'sends it again' | 'gives up'
  /** How often it makes a call that meets trouble, the first time included. */
  readonly attempts: number
  /** How long it waits before it makes a call again. `growing`: no less than it was told, and twice as long each time. */
  readonly pauses: 'growing' | 'tiny, until it works'
  /** What it does while an answer is slow to come: it waits for seconds, or it has no patience. */
  readonly slowReply: 'waits' | 'gives up' | 'asks for tokens again' | 'sends writes again'
  /** What it does when the answer to a write never came. */
  readonly lostReply: 'looks' | 'sends it again' | 'forgets it'
  /** What it takes the status 204 of a write for. */
  readonly conflict: 'looks again' | 'success' | 'sends it again'
  /** What it takes an answer for that nobody can read. */
  readonly garbled: 'trouble' | 'nothing' | 'an end'
  /** What it takes an answer for that has no text. */
  readonly silence: 'trouble' | 'nothing'
  /** Whose day it goes by: the one the service tells, the one of the clock on its wall, or the one it began on. */
  readonly day: 'of the service' | 'of its machine' | 'of its start'
  /** How it reckons the day after another. */
  readonly reckons: 'by the calendar' | 'by adding one'
  /** What it does when a booking does not validate. */
  readonly invalid: 'begins with the rooms' | 'asks for the prices' | 'validates again' | 'books all the same'
  /** What it does when its booking session is gone. */
  readonly lostSession: 'begins again' | 'goes on' | 'gives up'
  /** When it looks for new bookings, where it works all day. */
  readonly looks: 'every few minutes' | 'once' | 'until nothing is new' | 'when it is told'
  /** Which days it asks for. */
  readonly window: 'all that can be booked' | 'the next month'
  /** Which of its properties it reads at a time. */
  readonly reads: 'all properties' | 'one property an hour'
  /** Which nights of a sale on another channel it closes. */
  readonly closes: 'every night' | 'the first night' | 'none'
  /** What else it reads at the front desk. */
  readonly desk: 'rooms and prices' | 'rooms' | 'prices'
  /** How often it does what a notification asks for. */
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
