/**
 * A small client of the service, as an integrator would write it: it renews its token, retries after transient errors, and checks
 * the effect of a write before it repeats it. Its behaviour determines what it does after errors.
 *
 * @module
 */
import type { Day } from '../../src/base/day.ts'
import type { Behaviour } from './behaviour.ts'
import {
  type ChannelSale,
  type Environment,
  type Form,
  HttpClient,
  type Notification,
  type Sent,
  type Token,
} from './http-client.ts'
import { type HttpResponse, Refusal, readResponse, TransientError } from './response.ts'
import { withRetries } from './retry.ts'
import { Tokens } from './token.ts'

/** Options of a call. */
interface CallOptions {
  /** The booking session of the call, which needs no token. */
  readonly session?: string
  /** The effect of a write whose response was lost; undefined when it had none. */
  readonly findEffect?: () => Promise<unknown>
}

/** Other spellings of a path, which the service reads alike. */
const spellingsOf = (path: string): readonly string[] => [`${path}/`, path.replace(/\/(\d+)\//, '/0$1/'), `${path}?fields=all`]

export class Client {
  readonly behaviour: Behaviour
  readonly tokens: Tokens
  readonly #environment: Environment
  readonly #http: HttpClient

  constructor(environment: Environment, behaviour: Behaviour) {
    this.behaviour = behaviour
    this.#environment = environment
    this.#http = new HttpClient(environment, behaviour)
    this.tokens = new Tokens(this.#http, environment, behaviour)
  }

  /** Number of calls sent. */
  get calls(): number {
    return this.#http.calls
  }

  /** The current day of the client. */
  get today(): Day {
    return this.#http.today
  }

  /** Sales on other channels after a sale. */
  salesOfOtherChannels(since: number): Promise<readonly ChannelSale[]> {
    return this.#environment.sales?.(since) ?? Promise.resolve([])
  }

  /** The notifications received so far. */
  notifications(): Promise<readonly Notification[]> {
    return this.#environment.notifications?.() ?? Promise.resolve([])
  }

  /** Waits for a number of milliseconds. */
  pass(milliseconds: number): Promise<void> {
    return this.#environment.wait(milliseconds)
  }

  /** @returns the data of the response @throws Refusal, TransientError */
  async get<T>(path: string, options: CallOptions = {}): Promise<T> {
    return (await this.#call({ method: 'GET', path }, options)) as T
  }

  /** @returns the data of the response @throws Refusal, TransientError */
  async post<T>(path: string, form: Form = {}, options: CallOptions = {}): Promise<T> {
    return (await this.#call({ method: 'POST', path, form }, options)) as T
  }

  /** @returns the data of the response @throws Refusal, TransientError */
  send(sent: Sent): Promise<unknown> {
    return this.#call(sent, {})
  }

  async #call(sent: Sent, options: CallOptions): Promise<unknown> {
    try {
      return await this.#withRetries(sent, options)
    } catch (refusal) {
      const isForbidden = refusal instanceof Refusal && refusal.status === 403
      if (isForbidden && this.behaviour.refusedCall === 'tries other spellings')
        for (const path of spellingsOf(sent.path)) await this.#withRetries({ ...sent, path }, options).catch(() => undefined)
      throw refusal
    }
  }

  #withRetries(sent: Sent, options: CallOptions): Promise<unknown> {
    const isWrite = options.findEffect !== undefined
    return withRetries({
      behaviour: this.behaviour,
      wait: this.#environment.wait,
      attempt: () => this.#attempt(sent, options).catch((error: unknown) => this.#afterFailure(error, isWrite)),
      checkFirst: (error) => this.#findEffect(options, error),
    })
  }

  async #attempt(sent: Sent, options: CallOptions): Promise<unknown> {
    return readResponse(await this.#send(sent, options), this.behaviour).data
  }

  /** @throws Refusal for a write that this client does not repeat, otherwise the error */
  #afterFailure(error: unknown, isWrite: boolean): never {
    if (isWrite && error instanceof TransientError && this.behaviour.failedWrite !== 'repeats it')
      throw new Refusal(0, 'skipped', 'failed')
    throw error
  }

  /** The effect of a write whose response was lost. */
  async #findEffect({ findEffect }: CallOptions, { notProcessed, timedOut }: TransientError): Promise<unknown> {
    const { lostResponse, slowResponse } = this.behaviour
    if (notProcessed || !findEffect || lostResponse === 'repeats the write' || (timedOut && slowResponse !== 'waits'))
      return undefined
    return lostResponse === 'reads first' ? findEffect() : {}
  }

  /** Sends a call; repeats it with a new token when its token was refused. */
  async #send(sent: Sent, { session, findEffect }: CallOptions): Promise<HttpResponse> {
    if (session !== undefined) return this.#http.send({ ...sent, headers: { 'x-service-booking-session-id': session } })
    const send = ({ text }: Token): Promise<HttpResponse> =>
      this.#http.send({
        ...sent,
        headers: { authorization: `Bearer ${text}`, 'x-service-channel-name': 'Northern Rooms' },
        ...(findEffect && { kind: 'write' }),
      })
    const token = await this.tokens.held()
    const response = await send(token)
    if (response.status !== 401) return response
    if (this.behaviour.refusedToken === 'sends it again') return send(token)
    if (this.behaviour.refusedToken === 'sends it again, then drops it') await send(token)
    if (!this.tokens.renews) return response
    this.tokens.drop(token)
    return send(await this.tokens.held())
  }
}
