/**
 * Performs the acts of events and traffic, with the same effects as in the service.
 * @source DECISIONS "Causes in scenarios"
 */

import { fromNumber } from '../../base/money.ts'
import { schemaProblems } from '../../base/schema-check.ts'
import type { SchemaNode } from '../../base/schema-node.ts'
import { approvalOf } from '../../domain/booking/creation.ts'
import type { WriteDb } from '../../store/db.ts'
import { modifyBooking } from '../acts/amendment.ts'
import { blockRooms } from '../acts/black-booking.ts'
import { bookRooms } from '../acts/booking.ts'
import { cancelBooking, markNoShow } from '../acts/cancellation.ts'
import { sellOnOtherChannel } from '../acts/channel-sale.ts'
import { approveBooking, rejectBooking } from '../acts/enquiry.ts'
import { checkInGuest, checkInGuests, checkOutGuest, checkOutGuests, walkIn } from '../acts/front-desk.ts'
import { makeInvoicePending, payDeposit, payInvoice } from '../acts/invoice.ts'
import { findProperty } from '../acts/lookup.ts'
import { changePrices } from '../acts/price.ts'
import { unpublish } from '../acts/property.ts'
import { stayOf } from '../acts/stay.ts'
import { Blocked, type BlockedReason, blocked, type ScenarioContext, unlessBlocked } from '../scenario-context.ts'
import { EVENTS, type EventWith, type EventWord } from './event-schema.ts'

export interface Act {
  readonly do: EventWord
  readonly with?: unknown
}

/** Performs an act completely or not at all, in a change of its own. @returns what it made, or why it could not happen */
export function performAct(context: ScenarioContext, { do: word, with: fields = {} }: Act): object | BlockedReason {
  return unlessBlocked(() => context.store.change((db) => act(word, fields, db, context)))
}

type Acts = { readonly [W in EventWord]: (db: WriteDb, context: ScenarioContext, fields: EventWith<W>) => object }

const ACTS: Acts = {
  guest_books: guestBooks,
  guest_cancels: cancelBooking,
  guest_modifies: modifyBooking,
  guest_checks_in: checkInGuest,
  guest_checks_out: checkOutGuest,
  guests_check_in: checkInGuests,
  guests_check_out: checkOutGuests,
  guest_walks_in: walkIn,
  manager_approves: approveBooking,
  manager_rejects: rejectBooking,
  deposit_paid: payDeposit,
  invoice_paid: payInvoice,
  invoice_pending: makeInvoicePending,
  no_show: markNoShow,
  room_blocked: (db, context, fields) => blockRooms(db, context, { ...fields, ...stayOf(db, context, fields) }),
  channel_sells: (db, context, fields) => sellOnOtherChannel(db, context, { ...fields, ...stayOf(db, context, fields) }),
  price_changes: (db, context, { property, by }) => changePrices(db, context, { property, percent: Number.parseFloat(by) }),
  property_unpublished: unpublish,
}

function act<W extends EventWord>(word: W, fields: unknown, db: WriteDb, context: ScenarioContext): object {
  const run: Acts[W] = ACTS[word]
  return hasFieldsOf(word, fields) ? run(db, context, fields) : blocked(problemOf(word, fields))
}

const problemsOf = (word: EventWord, fields: unknown) => schemaProblems(EVENTS[word] as SchemaNode, fields)

const hasFieldsOf = <W extends EventWord>(word: W, fields: unknown): fields is EventWith<W> =>
  problemsOf(word, fields).length === 0

const problemOf = (word: EventWord, fields: unknown): BlockedReason =>
  problemsOf(word, fields)
    .map(({ path, message }) => [path.join('.'), message].filter((part) => part !== '').join(': '))
    .join('; ')

/** Maximum total, in minor units. */
const MAX_TOTAL = 1_000_000_000

function guestBooks(db: WriteDb, context: ScenarioContext, fields: EventWith<'guest_books'>): object {
  const stay = stayOf(db, context, fields)
  const { room, rooms: count, total, ...rest } = fields
  if (total !== undefined && total > MAX_TOTAL)
    throw new Blocked(`total: ${total} is more than ${MAX_TOTAL}, the most there can be`)
  return bookRooms(db, context, {
    rooms: room === undefined ? 'any' : [room],
    ...rest,
    ...stay,
    count,
    total: total === undefined ? undefined : fromNumber(total),
    approval: fields.approval ?? (approvalOf(findProperty(db, fields.property)) === 'waiting' ? 'waiting' : 'approved'),
  })
}
