/**
 * A client's right to call: one token for all calls, until it ends or is refused.
 *
 * @module
 */
import { Refusal, readAnswer, Trouble } from './answer.ts'
import type { Habits } from './habits.ts'
import type { Line, Surroundings } from './line.ts'

export interface Token {
  readonly text: string
  /** When it is time for the next one, by the client's clock. */
  readonly renewAt: number
}

interface Granted {
  readonly access_token: string
  readonly expires_in: number
}

const SCOPES = ['properties_get', 'properties_set'] as const
/** A token is renewed a minute before its end, one that lives shortly in the second half of its life. */
const LAST_SHARE = 1 / 2
const MINUTE = 60_000

export class Tokens {
  readonly #line: Line
  readonly #around: Surroundings
  readonly #habits: Habits
  #held: Token | undefined
  #pending: Promise<Token> | undefined
  #asked = 0
  #scopes: readonly string[] = SCOPES

  constructor(line: Line, around: Surroundings, habits: Habits) {
    this.#line = line
    this.#around = around
    this.#habits = habits
  }

  /** False once it is known that no token will allow to write. */
  get mayWrite(): boolean {
    return this.#scopes.includes('properties_set')
  }

  /** From here on, tokens are asked for to read only. */
  readOnly(): void {
    this.#scopes = this.#scopes.filter((scope) => scope.endsWith('_get'))
  }

  /** Whether this client asks for another token when it needs one. */
  get renews(): boolean {
    return this.#asked <= this.#habits.renewals
  }

  /** Forgets the token it holds, or the one that was refused. */
  drop(refused = this.#held): void {
    // another thread may have got a new one meanwhile
    if (this.#held === refused) this.#held = undefined
  }

  /** The token it holds; a new one when there is none, or when it is time. */
  async held(): Promise<Token> {
    const isGood = this.#held && this.#habits.asks === 'in time' && this.#around.now() < this.#held.renewAt
    if (this.#held && (isGood || !this.renews)) return this.#held
    // threads that need one wait for the same request
    this.#pending ??= this.#ask()
    return this.#pending
  }

  async #ask(): Promise<Token> {
    this.#asked++
    try {
      return (this.#held = await this.#granted())
    } finally {
      this.#pending = undefined
    }
  }

  async #granted(): Promise<Token> {
    try {
      return await this.#requested()
    } catch (problem) {
      const { refusedScope } = this.#habits
      // the call that wanted the token has not been made
      if (problem instanceof Trouble) throw problem.beforeTheCall()
      if (!(problem instanceof Refusal) || problem.word !== 'invalid_scope' || refusedScope === 'gives up') throw problem
      if (refusedScope === 'asks for less') this.readOnly()
      return this.#requested()
    }
  }

  async #requested(): Promise<Token> {
    const { clientId, clientSecret, now } = this.#around
    const form = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: this.#scopes.join(' '),
    }
    const answer = await this.#line.send({ method: 'POST', path: '/oauth/token', form, kind: 'token' })
    const { access_token, expires_in } = readAnswer(answer, this.#habits) as Granted
    const life = expires_in * 1000
    return { text: access_token, renewAt: now() + life - Math.min(MINUTE, life * LAST_SHARE) }
  }
}
