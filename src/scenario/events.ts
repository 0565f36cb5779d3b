/**
 * Events: what happens by itself while a scenario plays, as the service would have it happen.
 *
 * @module
 * @source DECISIONS "Causes in scenarios"
 */

import { fromNumber } from '../base/money.ts'
import { type SchemaNode, schemaProblems } from '../base/schema-check.ts'
import { approvalOf } from '../domain/booking/creation.ts'
import type { WriteDb } from '../store/db.ts'
import { modifyBooking } from './acts/amendment.ts'
import { blockRooms } from './acts/black-booking.ts'
import { bookRooms } from './acts/booking.ts'
import { cancelBooking, markNoShow } from './acts/cancellation.ts'
import { sellElsewhere } from './acts/channel-sale.ts'
import { approveBooking, rejectBooking } from './acts/enquiry.ts'
import { checkInGuest, checkOutGuest, walkIn } from './acts/front-desk.ts'
import { makeInvoicePending, payDeposit, payInvoice } from './acts/invoice.ts'
import { knownProperty } from './acts/lookup.ts'
import { changePrices } from './acts/price.ts'
import { unpublish } from './acts/property.ts'
import { stayOf } from './acts/stay.ts'
import { EVENTS, type EventWith, type EventWord } from './event-schema.ts'
import type { BlockedReason, ScenarioContext } from './scenario-context.ts'

/** An event that is to happen. */
export interface Happening {
  readonly do: EventWord
  readonly with?: unknown
}

/**
 * Makes an event happen: all of it, or nothing. It is no part of what the next request changes.
 *
 * @returns what kept it from happening; undefined when it happened
 */
export function triggerEvent(context: ScenarioContext, happening: Happening): BlockedReason | undefined {
  const done = performAct(context, happening)
  return typeof done === 'string' ? done : undefined
}

/** Performs an act in a change of its own. @returns what it made, or what kept it from happening */
export function performAct(context: ScenarioContext, { do: word, with: told = {} }: Happening): object | BlockedReason {
  return context.store.change((db) => act(word, told, db, context))
}

type Acts = { readonly [W in EventWord]: (db: WriteDb, context: ScenarioContext, told: EventWith<W>) => object | BlockedReason }

const ACTS: Acts = {
  guest_books: guestBooks,
  guest_cancels: cancelBooking,
  guest_modifies: modifyBooking,
  guest_checks_in: checkInGuest,
  guest_checks_out: checkOutGuest,
  guest_walks_in: walkIn,
  manager_approves: approveBooking,
  manager_rejects: rejectBooking,
  deposit_paid: payDeposit,
  invoice_paid: payInvoice,
  invoice_pending: makeInvoicePending,
  no_show: markNoShow,
  room_blocked: roomBlocked,
  channel_sells: channelSells,
  price_changes: (db, context, { property, by }) => changePrices(db, context, { property, percent: Number.parseFloat(by) }),
  property_unpublished: unpublish,
}

function act<W extends EventWord>(word: W, told: unknown, db: WriteDb, context: ScenarioContext): object | BlockedReason {
  const run: Acts[W] = ACTS[word]
  return isFor(word, told) ? run(db, context, told) : problemOf(word, told)
}

const problemsOf = (word: EventWord, told: unknown) => schemaProblems(EVENTS[word] as SchemaNode, told)

const isFor = <W extends EventWord>(word: W, told: unknown): told is EventWith<W> => problemsOf(word, told).length === 0

const problemOf = (word: EventWord, told: unknown): BlockedReason =>
  problemsOf(word, told)
    .map(({ path, message }) => [path.join('.'), message].filter((part) => part !== '').join(': '))
    .join('; ')

/** Amounts beyond it are no prices. */
const HIGHEST_TOTAL = 1_000_000_000

function guestBooks(db: WriteDb, context: ScenarioContext, told: EventWith<'guest_books'>): object | BlockedReason {
  const property = knownProperty(db, told.property)
  if (typeof property === 'string') return property
  const stay = stayOf(told, property, context)
  if (typeof stay === 'string') return stay
  const { room, guest, adults, total } = told
  if (total !== undefined && total > HIGHEST_TOTAL) return `total: ${total} is more than ${HIGHEST_TOTAL}, the most there can be`
  return bookRooms(db, context, {
    property: property.id,
    rooms: room === undefined ? 'any' : [room],
    ...stay,
    guest,
    adults,
    total: total === undefined ? undefined : fromNumber(total),
    approval: told.approval ?? (approvalOf(property) === 'waiting' ? 'waiting' : 'approved'),
  })
}

function roomBlocked(db: WriteDb, context: ScenarioContext, told: EventWith<'room_blocked'>): object | BlockedReason {
  const property = knownProperty(db, told.property)
  if (typeof property === 'string') return property
  const stay = stayOf(told, property, context)
  return typeof stay === 'string' ? stay : blockRooms(db, context, { property: property.id, room: told.room, ...stay })
}

function channelSells(db: WriteDb, context: ScenarioContext, told: EventWith<'channel_sells'>): object | BlockedReason {
  const property = knownProperty(db, told.property)
  if (typeof property === 'string') return property
  const stay = stayOf(told, property, context)
  return typeof stay === 'string' ? stay : sellElsewhere(db, context, { property: property.id, room: told.room, ...stay })
}
