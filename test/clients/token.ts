/**
 * The access token of a client: one for all calls, until it expires or is refused.
 *
 * @module
 */
import { MINUTE_MS } from '../../src/base/duration.ts'
import type { Behaviour } from './behaviour.ts'
import type { Environment, HttpClient, Token } from './http-client.ts'
import { Refusal, readResponse, TransientError } from './response.ts'

interface Granted {
  readonly access_token: string
  readonly expires_in: number
}

const SCOPES = ['properties_get', 'properties_set'] as const
/** A token is renewed a minute before it expires, a short-lived one after half of its lifetime. */
const LAST_SHARE = 1 / 2

export class Tokens {
  readonly #http: HttpClient
  readonly #environment: Environment
  readonly #behaviour: Behaviour
  #held: Token | undefined
  #pending: Promise<Token> | undefined
  #requests = 0
  #scopes: readonly string[]

  constructor(http: HttpClient, environment: Environment, behaviour: Behaviour) {
    this.#http = http
    this.#environment = environment
    this.#behaviour = behaviour
    this.#held = environment.savedToken?.read()
    this.#scopes = this.#held?.scopes ?? SCOPES
  }

  /** False when the service has refused the writing scope. */
  get mayWrite(): boolean {
    return this.#scopes.includes('properties_set')
  }

  /** Requests only reading scopes from now on. */
  readOnly(): void {
    this.#scopes = this.#scopes.filter((scope) => scope.endsWith('_get'))
    if (this.#held) this.#environment.savedToken?.write({ ...this.#held, scopes: this.#scopes })
  }

  /** Whether this client requests another token when it needs one. */
  get renews(): boolean {
    return this.#requests <= this.#behaviour.maxRenewals
  }

  /** Discards the current token, or the refused one. */
  drop(refused = this.#held): void {
    // another thread may have renewed it
    if (this.#held === refused) this.#held = undefined
  }

  /** The current token; a new one when there is none or it is about to expire. */
  async held(): Promise<Token> {
    const isGood = this.#held && this.#behaviour.tokenRequests === 'in time' && this.#environment.now() < this.#held.renewAt
    if (this.#held && (isGood || !this.renews)) return this.#held
    // threads share one token request
    this.#pending ??= this.#request()
    return this.#pending
  }

  async #request(): Promise<Token> {
    this.#requests++
    try {
      this.#held = await this.#granted()
      this.#environment.savedToken?.write(this.#held)
      return this.#held
    } finally {
      this.#pending = undefined
    }
  }

  async #granted(): Promise<Token> {
    try {
      return await this.#requested()
    } catch (problem) {
      const { refusedScope } = this.#behaviour
      // the call that needs the token was not sent
      if (problem instanceof TransientError) throw problem.beforeCall()
      if (!(problem instanceof Refusal) || problem.code !== 'invalid_scope' || refusedScope === 'gives up') throw problem
      if (refusedScope === 'requests fewer') this.readOnly()
      return this.#requested()
    }
  }

  async #requested(): Promise<Token> {
    const { clientId, clientSecret, now } = this.#environment
    const form = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: this.#scopes.join(' '),
    }
    const response = await this.#http.send({ method: 'POST', path: '/oauth/token', form, kind: 'token' })
    const { access_token, expires_in } = readResponse(response, this.#behaviour) as Granted
    const life = expires_in * (this.#behaviour.tokenLifetime === 'seconds' ? 1000 : 1)
    return { text: access_token, renewAt: now() + life - Math.min(MINUTE_MS, life * LAST_SHARE), scopes: this.#scopes }
  }
}
