/**
 * A small client of the service, as an integrator would write it: it carries a token, renews it, waits when there is
 * trouble, and looks before it repeats a write. What it does when something goes wrong is a matter of its habits.
 *
 * @module
 */
import type { Day } from '../../src/base/day.ts'
import { dayOfInstant } from '../../src/base/instant.ts'
import { type Answer, Refusal, readAnswer, Trouble } from './answer.ts'
import type { Habits } from './habits.ts'

/** What a client is given from outside. */
export interface Surroundings {
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Epoch milliseconds by the clock the client lives by. */
  readonly now: () => number
  /** The same by the clock on the wall of the client's machine. */
  readonly wallClock: () => number
  readonly wait: (milliseconds: number) => Promise<void>
}

interface Call {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly form?: Form
  /** The booking session it belongs to: such calls need no token. */
  readonly session?: string
  /** Looks what became of a write whose answer was lost; undefined when nothing did. */
  readonly findAgain?: () => Promise<unknown>
}

export type Form = Readonly<Record<string, string>>

interface Token {
  readonly text: string
  /** When it is time for the next one. */
  readonly renewAt: number
}

/** Milliseconds. */
const FIRST_PAUSE = 250
const TINY_PAUSE = 100
const PATIENCE = 10_000
const NO_PATIENCE = 300
const MINUTE = 60_000
const SCOPES = ['properties_get', 'properties_set'] as const

export class Client {
  readonly habits: Habits
  readonly around: Surroundings
  /** How many calls it has made. */
  sent = 0
  #token: Token | undefined
  #tokens = 0
  #scopes: readonly string[] = SCOPES
  /** How far the service's clock is ahead of this client's, as the latest answer told, milliseconds. */
  #ahead = 0
  #firstDay: Day | undefined

  constructor(around: Surroundings, habits: Habits) {
    this.around = around
    this.habits = habits
  }

  /** False once this client knows that it may only read. */
  get mayWrite(): boolean {
    return this.#scopes.includes('properties_set')
  }

  /** The day it is, as the client sees it. */
  get today(): Day {
    const { day } = this.habits
    if (day === 'of its machine') return dayOfInstant(this.around.wallClock())
    return day === 'of its start' ? (this.#firstDay ?? this.#serviceDay) : this.#serviceDay
  }

  get #serviceDay(): Day {
    return dayOfInstant(this.around.now() + this.#ahead)
  }

  /** From here on it only reads. */
  stopWriting(): void {
    this.#scopes = this.#scopes.filter((scope) => scope.endsWith('_get'))
  }

  dropToken(): void {
    this.#token = undefined
  }

  /** @returns the data of the answer @throws Refusal, Trouble */
  async get<T>(path: string, session?: string): Promise<T> {
    return (await this.#patiently({ method: 'GET', path, ...(session !== undefined && { session }) })) as T
  }

  /** @returns the data of the answer @throws Refusal, Trouble */
  async post<T>(path: string, form: Form = {}, more: Pick<Call, 'session' | 'findAgain'> = {}): Promise<T> {
    return (await this.#patiently({ method: 'POST', path, form, ...more })) as T
  }

  async #patiently(call: Call): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return (await this.#authorised(call)).data
      } catch (trouble) {
        if (!this.#triesAgain(trouble, attempt)) throw trouble
        await this.#pause(attempt, trouble)
        const found = trouble.untouched ? undefined : await this.#lookFor(call, trouble)
        if (found !== undefined) return found
      }
    }
  }

  #triesAgain(trouble: unknown, attempt: number): trouble is Trouble {
    const { attempts, pauses } = this.habits
    if (!(trouble instanceof Trouble) || (attempt >= attempts && pauses === 'growing')) return false
    return !trouble.late || this.habits.slowReply !== 'gives up'
  }

  async #pause(attempt: number, { retryAfter }: Trouble): Promise<void> {
    const grown = Math.max(FIRST_PAUSE, retryAfter) * 2 ** (attempt - 1)
    await this.around.wait(this.habits.pauses === 'growing' ? grown : TINY_PAUSE)
  }

  /** What became of a write whose answer was lost. */
  async #lookFor({ findAgain }: Call, { late }: Trouble): Promise<unknown> {
    if (late) return undefined
    if (this.habits.lostReply === 'forgets it') return findAgain && {}
    return this.habits.lostReply === 'looks' ? findAgain?.() : undefined
  }

  async #authorised(call: Call) {
    if (call.session !== undefined) return readAnswer(await this.#send(call), this.habits)
    const token = await this.#held()
    const answer = await this.#send(call, token)
    if (answer.status !== 401) return readAnswer(answer, this.habits)
    return readAnswer(await this.#again(call, token, answer), this.habits)
  }

  /** The same call after its token was refused. */
  async #again(call: Call, token: Token, refused: Answer): Promise<Answer> {
    if (this.habits.refusedToken === 'sends it again') return this.#send(call, token)
    if (!this.#renews) return refused
    this.dropToken()
    return this.#send(call, await this.#held())
  }

  get #renews(): boolean {
    return this.#tokens <= this.habits.renewals
  }

  async #held(): Promise<Token> {
    const isGood = this.#token && this.habits.asks === 'in time' && this.around.now() < this.#token.renewAt
    if (this.#token && (isGood || !this.#renews)) return this.#token
    this.#tokens++
    return (this.#token = await this.#granted())
  }

  async #granted(): Promise<Token> {
    try {
      return await this.#requested()
    } catch (refusal) {
      const { refusedScope } = this.habits
      if (!(refusal instanceof Refusal) || refusal.word !== 'invalid_scope' || refusedScope === 'gives up') throw refusal
      if (refusedScope === 'asks for less') this.stopWriting()
      return this.#requested()
    }
  }

  async #requested(): Promise<Token> {
    const { clientId, clientSecret, now } = this.around
    const form = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: this.#scopes.join(' '),
    }
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await this.#send({ method: 'POST', path: '/oauth/token', form })
        const granted = readAnswer(answer, this.habits) as { readonly access_token: string; readonly expires_in: number }
        const life = granted.expires_in * 1000
        return { text: granted.access_token, renewAt: now() + life - Math.min(MINUTE, life / 5) }
      } catch (trouble) {
        if (!this.#triesAgain(trouble, attempt)) throw trouble
        await this.#pause(attempt, trouble)
      }
    }
  }

  async #send({ method, path, form, session, findAgain }: Call, token?: Token): Promise<Answer> {
    const headers = {
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token.text}`, 'x-service-channel-name': 'Northern Rooms' }),
      ...(session !== undefined && { 'x-service-booking-session-id': session }),
    }
    const { slowReply } = this.habits
    const waits = slowReply === 'waits' || (slowReply === 'sends writes again' && findAgain === undefined)
    this.sent++
    try {
      const response = await fetch(this.around.apiUrl + path, {
        method,
        headers,
        signal: AbortSignal.timeout(waits ? PATIENCE : NO_PATIENCE),
        ...(form && { body: new URLSearchParams(form) }),
      })
      const text = await response.text()
      this.#hear(response.headers.get('date'))
      return { status: response.status, headers: response.headers, text }
    } catch (error) {
      const late = error instanceof Error && error.name === 'TimeoutError'
      throw new Trouble(`${method} ${path} got no answer: ${error}`, { late })
    }
  }

  /** Sets its watch by the service. */
  #hear(date: string | null): void {
    if (date !== null) this.#ahead = Date.parse(date) - this.around.now()
    this.#firstDay ??= this.#serviceDay
  }
}
