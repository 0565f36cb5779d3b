import { type Form, readForm } from '../api/form.ts'
import type { Product } from '../api/product.ts'
import type { Client } from '../auth/client.ts'
import type { Token } from '../auth/token.ts'
import type { User } from '../auth/user.ts'
import type { Day } from '../base/day.ts'
import type { Instant } from '../base/instant.ts'
import { isPromise, type MaybePromise } from '../base/maybe-promise.ts'
import type { Choices } from '../booking-contract/choices/choices.ts'
import { OPERATIONS } from '../booking-contract/index.ts'
import { type Language, readLanguage, type SentLanguage } from '../booking-contract/shared/language.ts'
import type { BookingOperation } from '../booking-contract/shared/operation.ts'
import { type EventData, type EventName, recordEvent } from '../domain/event/events.ts'
import { dayAt, type Property } from '../domain/property/properties.ts'
import type { BookingSession } from '../domain/session/booking-session.ts'
import { FINGERPRINT_LENGTH, maskedForm } from '../journal/masking.ts'
import type { RequestRecord } from '../journal/request-record.ts'
import type { ApiRequest } from '../pipeline/api-request.ts'
import { openRecord } from '../pipeline/journalling.ts'
import { RequestContext } from '../pipeline/request-context.ts'
import type { Db, Geography, Sandbox, World, WriteDb } from '../world/world.ts'
import { Links } from './links.ts'

/** The token of a request, with its client and user. */
export interface Caller {
  readonly token: Token
  readonly client: Client
  readonly user: User
}

const MAX_WARNINGS = 20

/** One request of the service interface. Guards set their results on it. */
export class BookingContext extends RequestContext<BookingOperation> {
  readonly sandbox: Sandbox
  readonly record: RequestRecord
  readonly product: Product
  /** The choices in force. They are read again when the request is served: a scenario may begin while its body is received. */
  choices: Choices
  /** True for a token request, which needs no token. */
  asksForToken = false
  /** Set by the token guard; undefined for operations without a scope. */
  authenticated: Caller | undefined = undefined
  /** Set by the guards of property and session. */
  guardedProperty: Property | undefined = undefined
  /** Set by the session guard: the id sent by the client, cut to its significant characters. */
  namedSession: string | undefined = undefined
  /** The key of the response, if it differs from that of the operation. */
  responseKey: string | undefined = undefined
  #language: SentLanguage | undefined = undefined
  #links: Links | undefined = undefined

  constructor(world: World, request: ApiRequest, sandbox = world.sandbox(request.sandbox)) {
    super(world, request)
    this.sandbox = sandbox
    this.product = world.product
    this.choices = sandbox.choices
    this.record = openRecord(this.sandbox, request, this.started)
  }

  override readBody(body: Uint8Array): MaybePromise<void> {
    const type = this.headers['content-type'] ?? ''
    this.record.request = `${body.length} bytes of ${type || 'no type'}`
    const form = readForm(body, type)
    return isPromise(form) ? form.then((read) => this.#useForm(read)) : this.#useForm(form)
  }

  #useForm(form: Form): void {
    this.form = form
    this.record.request = maskedForm(form)
    // every operation accepts the language field
    form.get(this.product.languageField)
  }

  /** The token of the Authorization header. @source RFC 6750 section 2.1 */
  get bearer(): string | undefined {
    return /bearer\s+(\S+)/i.exec(this.headers['authorization'] ?? '')?.[1]
  }

  get db(): Db {
    return this.sandbox.store.db
  }

  /** URLs of this server, as the client addresses it. */
  get links(): Links {
    return (this.#links ??= new Links(this.request.root, this.product, this.choices.page_links))
  }

  /** A parameter of the query. The last value of a repeated one counts. */
  query(name: string): string | undefined {
    return this.params?.getAll(name).at(-1)
  }

  /** The caller; only for operations with a scope. */
  get caller(): Caller {
    if (!this.authenticated) throw new Error('this operation is open: it has no caller')
    return this.authenticated
  }

  /** The checked property, or that of the session; only for operations that have one. */
  get property(): Property {
    if (!this.guardedProperty) throw new Error('this operation has no property')
    return this.guardedProperty
  }

  /** The id of the booking session; only for operations that need one. */
  get sessionId(): string {
    if (this.namedSession === undefined) throw new Error('this operation has no booking session')
    return this.namedSession
  }

  /** The current booking session; only for operations that need one with a property. */
  get session(): BookingSession {
    const session = this.db.sessions.get(this.sessionId)
    if (!session) throw new Error('this operation has no booking session of a property')
    return session
  }

  /** The requested language: the language field takes precedence over the path segment. */
  get sentLanguage(): SentLanguage {
    if (!this.#language) {
      const text = this.#languageText()
      this.#language = readLanguage(text)
      if (!this.#language.known) this.#noteUnknownLanguage(text)
    }
    return this.#language
  }

  /** Warns of an unknown language, and hints at the operation of another method that has this word in its place. */
  #noteUnknownLanguage(text: string): void {
    this.warn(`language "${text}" is unknown: English is used`)
    const path = `${this.operation?.path.replace(/\[.*/, '')}/${text.toLowerCase()}`
    const meant = OPERATIONS.find((one) => one.path.replace(/\[.*/, '') === path)
    if (meant)
      this.hint(`nearest is ${meant.id} ${meant.method.toUpperCase()} ${path}: the method is ${meant.method.toUpperCase()}`)
  }

  /** The language of labels and texts. */
  get language(): Language {
    const { language, code } = this.sentLanguage
    if (code.slice(0, 2) !== language.slice(0, 2)) this.hint(`there are no texts in ${code}: they are English`)
    return language
  }

  get geography(): Geography {
    return this.sandbox.geography
  }

  /** Now, by the sandbox's clock: epoch milliseconds. */
  get now(): number {
    return this.sandbox.clock.now()
  }

  /** Today at a property, by the sandbox's clock. */
  today(property?: Property): Day {
    return this.dayOf(this.now, property)
  }

  /** The day of an instant at a property, in the same time zone as {@link today}. */
  dayOf(at: Instant, property?: Property): Day {
    return dayAt(at, property, this.choices.today)
  }

  /** Runs a change atomically; see `Store.change`. */
  change<T>(change: (db: WriteDb) => T): T {
    return this.sandbox.commits.changeBy(this.authenticated?.user.id, change)
  }

  event(db: WriteDb, task: EventName, data: EventData): void {
    recordEvent(db, { at: this.now, task, data })
  }

  /** Adds a warning for the client to the log and the journal. */
  warn(text: string): void {
    const warnings = (this.record.warnings ??= [])
    if (warnings.length < MAX_WARNINGS) warnings.push(text)
  }

  /** Sets the hint on what to do next, sent in a header and kept in the journal; only the first hint of a request is used. */
  hint(text: string): void {
    this.record.hint ??= text
  }

  /** Changes the key of the response to another one that the operation declares. */
  setResponseKey(key: string): void {
    const { operation } = this
    if (!operation?.answer.otherKeys?.includes(key)) throw new Error(`${operation?.id} does not declare the key ${key}`)
    this.responseKey = key
  }

  /** Records the issued token in the journal. */
  noteGrant(token: string): void {
    this.record.token = token.slice(0, FINGERPRINT_LENGTH)
  }

  /** The requested language as text; an optional language segment is ignored under `language_segment=ignored`. */
  #languageText(): string {
    const { form, product, choices, operation } = this
    const field = this.query(product.languageField) ?? form.get(product.languageField)
    if (field && choices.language_field === 'accept') return field
    const segment = this.input['language']
    const ignored = choices.language_segment === 'ignored' && operation?.params['language']?.absent !== undefined
    return typeof segment === 'string' && !ignored ? segment : ''
  }
}
