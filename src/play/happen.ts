/**
 * Events: what happens by itself while a scenario plays, as the service would have it happen.
 *
 * @module
 * @source DECISIONS "Causes in scenarios"
 */
import { addDays, type Day, parseDay } from '../base/day.ts'
import { fromNumber } from '../base/money.ts'
import { approvalOf } from '../domain/booking-creation.ts'
import { dayAt, type Property } from '../domain/property.ts'
import type { WriteDb } from '../store/db.ts'
import { type SchemaNode, schemaProblems } from '../store/schema-check.ts'
import { blockRooms } from './acts/black-booking.ts'
import { bookRooms } from './acts/booking.ts'
import { cancelBooking, markNoShow } from './acts/cancellation.ts'
import { approveBooking, rejectBooking } from './acts/enquiry.ts'
import { makeInvoicePending, payDeposit, payInvoice } from './acts/invoice.ts'
import { knownProperty } from './acts/known.ts'
import { changePrices } from './acts/price.ts'
import { unpublish } from './acts/property.ts'
import { EVENTS, type EventWith, type EventWord } from './scenario-schema.ts'
import type { Hindrance, Stage } from './stage.ts'

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
export function happen(stage: Stage, { do: word, with: told = {} }: Happening): Hindrance | undefined {
  const done = stage.store.change((db) => act(word, told, db, stage))
  stage.store.lastTouched = undefined
  return typeof done === 'string' ? done : undefined
}

type Acts = { readonly [W in EventWord]: (db: WriteDb, stage: Stage, told: EventWith<W>) => object | Hindrance }

const ACTS: Acts = {
  guest_books: guestBooks,
  guest_cancels: cancelBooking,
  manager_approves: approveBooking,
  manager_rejects: rejectBooking,
  deposit_paid: payDeposit,
  invoice_paid: payInvoice,
  invoice_pending: makeInvoicePending,
  no_show: markNoShow,
  room_blocked: roomBlocked,
  price_changes: (db, stage, { property, by }) => changePrices(db, stage, { property, percent: Number.parseFloat(by) }),
  property_unpublished: unpublish,
}

function act<W extends EventWord>(word: W, told: unknown, db: WriteDb, stage: Stage): object | Hindrance {
  const run: Acts[W] = ACTS[word]
  return isFor(word, told) ? run(db, stage, told) : problemOf(word, told)
}

const problemsOf = (word: EventWord, told: unknown) => schemaProblems(EVENTS[word] as SchemaNode, told)

const isFor = <W extends EventWord>(word: W, told: unknown): told is EventWith<W> => problemsOf(word, told).length === 0

const problemOf = (word: EventWord, told: unknown): Hindrance =>
  problemsOf(word, told)
    .map(({ path, message }) => [path.join('.'), message].filter((part) => part !== '').join(': '))
    .join('; ')

/** Amounts beyond it are no prices. */
const HIGHEST_TOTAL = 1_000_000_000

function guestBooks(db: WriteDb, stage: Stage, told: EventWith<'guest_books'>): object | Hindrance {
  const property = knownProperty(db, told.property)
  if (typeof property === 'string') return property
  const stay = stayOf(told, property, stage)
  if (typeof stay === 'string') return stay
  const { room, guest, adults, total } = told
  if (total !== undefined && total > HIGHEST_TOTAL) return `total: ${total} is more than ${HIGHEST_TOTAL}, the most there can be`
  return bookRooms(db, stage, {
    property: property.id,
    rooms: room === undefined ? 'any' : [room],
    ...stay,
    guest,
    adults,
    total: total === undefined ? undefined : fromNumber(total),
    approval: told.approval ?? (approvalOf(property) === 'waiting' ? 'waiting' : 'approved'),
  })
}

function roomBlocked(db: WriteDb, stage: Stage, told: EventWith<'room_blocked'>): object | Hindrance {
  const property = knownProperty(db, told.property)
  if (typeof property === 'string') return property
  const stay = stayOf(told, property, stage)
  return typeof stay === 'string' ? stay : blockRooms(db, stage, { property: property.id, room: told.room, ...stay })
}

interface ToldDays {
  readonly arrival?: string
  readonly departure?: string
}

interface Stay {
  readonly arrival: Day
  readonly departure: Day
}

/** The days of a stay: from tomorrow, and for one night, unless they are told. */
function stayOf({ arrival: from, departure: to }: ToldDays, property: Property, { now, choices }: Stage): Stay | Hindrance {
  const today = dayAt(now, property, choices.today)
  const arrival = readDay(from ?? 'today+1', today)
  if (!arrival) return `arrival: there is no day ${from}`
  const departure = to === undefined ? addDays(arrival, 1) : readDay(to, today)
  return departure ? { arrival, departure } : `departure: there is no day ${to}`
}

/** Reads `2026-05-02`, `today` or `today+3`. */
function readDay(text: string, today: Day): Day | undefined {
  const match = /^today([+-]\d+)?$/.exec(text)
  return match ? parseDay(addDays(today, Number(match[1] ?? 0))) : parseDay(text)
}
