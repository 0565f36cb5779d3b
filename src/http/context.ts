/**
 * What a handler works with: the sandbox, the caller, the values around the path.
 *
 * @module
 */
import type { Client, User } from '../auth/client.ts'
import type { Token } from '../auth/token.ts'
import type { Day } from '../base/day.ts'
import type { Instant } from '../base/instant.ts'
import type { Choices } from '../contract/choices.ts'
import { type Language, readLanguage, type SentLanguage } from '../contract/language.ts'
import type { Product } from '../contract/product.ts'
import type { Booking } from '../domain/booking.ts'
import type { BookingSession } from '../domain/booking-session.ts'
import { type EventData, type EventName, recordEvent, recordNote } from '../domain/event.ts'
import { dayAt, type Property } from '../domain/property.ts'
import type { Db, Geography, Sandbox, WriteDb } from '../world.ts'
import type { Form } from './form.ts'
import type { Links } from './links.ts'
import type { SessionFound } from './session.ts'

/** Whoever calls with a token. */
export interface Caller {
  readonly token: Token
  readonly client: Client
  readonly user: User
}

/** What the way of the request found out before the handler runs. */
export interface Found {
  readonly sandbox: Sandbox
  readonly caller: Caller | undefined
  /** The property the guard has checked, or that of the session. */
  readonly property: Property | undefined
  readonly session: SessionFound | undefined
  readonly form: Form
  /** The language segment, or the field that goes before it. */
  readonly sentLanguage: string
  readonly links: Links
  readonly header: (name: string) => string | undefined
  readonly query: (name: string) => string | undefined
  readonly warn: (text: string) => void
  /** Says that the answer stands under another of its keys. */
  readonly answerUnder: (key: string) => void
  /** Notes in the journal which token was given. */
  readonly noteGrant: (token: string) => void
}

export class Ctx {
  readonly sandbox: Sandbox
  readonly db: Db
  readonly choices: Choices
  readonly product: Product
  readonly form: Form
  readonly links: Links
  readonly header: (name: string) => string | undefined
  readonly query: (name: string) => string | undefined
  /** Notes something the client should know, in the log and the journal. */
  readonly warn: (text: string) => void
  /** Puts the answer under another key, one that the operation declares. */
  readonly answerUnder: (key: string) => void
  /** Notes in the journal which token was given. */
  readonly noteGrant: Found['noteGrant']
  readonly #found: Found
  #language: SentLanguage | undefined

  constructor(found: Found) {
    this.#found = found
    this.sandbox = found.sandbox
    this.db = found.sandbox.store.db
    this.choices = found.sandbox.choices
    this.product = found.sandbox.world.product
    this.form = found.form
    this.links = found.links
    this.header = found.header
    this.query = found.query
    this.warn = found.warn
    this.answerUnder = found.answerUnder
    this.noteGrant = found.noteGrant
  }

  /** The caller; only for operations with a scope. */
  get caller(): Caller {
    const { caller } = this.#found
    if (!caller) throw new Error('this operation is open: it has no caller')
    return caller
  }

  /** What the client calls its booking session; only for operations that need one. */
  get sessionId(): string {
    const { session } = this.#found
    if (!session) throw new Error('this operation has no booking session')
    return session.id
  }

  /** The booking session as it stands now; only for operations that need one which belongs to a property. */
  get session(): BookingSession {
    const session = this.db.sessions.get(this.sessionId)
    if (!session) throw new Error('this operation has no booking session of a property')
    return session
  }

  /** The property the guard has checked, or that of the session; only for operations that have one. */
  get property(): Property {
    const { property } = this.#found
    if (!property) throw new Error('this operation has no property')
    return property
  }

  get sentLanguage(): SentLanguage {
    if (!this.#language) {
      this.#language = readLanguage(this.#found.sentLanguage)
      if (!this.#language.known) this.warn(`language "${this.#found.sentLanguage}" is unknown: English is used`)
    }
    return this.#language
  }

  /** Warns of an unknown language also where no text depends on it: it may have been meant as something else. */
  noticeLanguage(): void {
    void this.sentLanguage.known
  }

  /** The language of labels and texts. */
  get language(): Language {
    return this.sentLanguage.language
  }

  get geography(): Geography {
    return this.sandbox.geography
  }

  /** Now, by the sandbox's clock: epoch milliseconds. */
  get now(): number {
    return this.sandbox.clock.now()
  }

  /** The day it is for a property, by the sandbox's clock. */
  today(property?: Property): Day {
    return this.dayOf(this.now, property)
  }

  /** The day an instant falls on for a property, as {@link today} reckons days. */
  dayOf(at: Instant, property?: Property): Day {
    return dayAt(at, property, this.choices.today)
  }

  /** Runs a change: all of it happens, or nothing; when it returns it is on disk. */
  change<T>(change: (db: WriteDb) => T): T {
    return this.sandbox.store.change(change)
  }

  /** Records what happened, under the service's own event name. */
  event(db: WriteDb, task: EventName, data: EventData): void {
    recordEvent(db, { at: this.now, task, data })
  }

  /** Adds a note to a booking, with its event. */
  addNote(db: WriteDb, booking: Pick<Booking, 'id' | 'propertyId'>, text: string): void {
    recordNote(db, booking, { text, at: this.now })
  }
}
