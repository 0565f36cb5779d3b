/**
 * A small client of the service, as an integrator would write it: it carries a token, renews it, waits when there is
 * trouble, and looks before it repeats a write. What it does when something goes wrong is a matter of its habits.
 *
 * @module
 */
import type { Day } from '../../src/base/day.ts'
import { type Answer, readAnswer, type Trouble } from './answer.ts'
import type { Habits } from './habits.ts'
import { type ForeignSale, type Form, Line, type Notice, type Sent, type Surroundings } from './line.ts'
import { patiently } from './patience.ts'
import { type Token, Tokens } from './token.ts'

/** What a call is beside its address and form. */
interface Manner {
  /** The booking session it belongs to: such calls need no token. */
  readonly session?: string
  /** Looks what became of a write whose answer was lost; undefined when nothing did. */
  readonly findAgain?: () => Promise<unknown>
}

export class Client {
  readonly habits: Habits
  readonly tokens: Tokens
  readonly #around: Surroundings
  readonly #line: Line

  constructor(around: Surroundings, habits: Habits) {
    this.habits = habits
    this.#around = around
    this.#line = new Line(around, habits)
    this.tokens = new Tokens(this.#line, around, habits)
  }

  /** How many calls it has made. */
  get calls(): number {
    return this.#line.calls
  }

  /** The day it is, as it sees it. */
  get today(): Day {
    return this.#line.today
  }

  /** What other channels sold since a sale. */
  foreignSales(since: number): Promise<readonly ForeignSale[]> {
    return this.#around.sales?.(since) ?? Promise.resolve([])
  }

  /** The notifications that came so far. */
  notices(): Promise<readonly Notice[]> {
    return this.#around.notices?.() ?? Promise.resolve([])
  }

  /** Does something else for so many milliseconds. */
  pass(milliseconds: number): Promise<void> {
    return this.#around.wait(milliseconds)
  }

  /** @returns the data of the answer @throws Refusal, Trouble */
  async get<T>(path: string, manner: Manner = {}): Promise<T> {
    return (await this.#call({ method: 'GET', path }, manner)) as T
  }

  /** @returns the data of the answer @throws Refusal, Trouble */
  async post<T>(path: string, form: Form = {}, manner: Manner = {}): Promise<T> {
    return (await this.#call({ method: 'POST', path, form }, manner)) as T
  }

  #call(sent: Sent, manner: Manner): Promise<unknown> {
    return patiently({
      habits: this.habits,
      wait: this.#around.wait,
      attempt: async () => readAnswer(await this.#answer(sent, manner), this.habits).data,
      lookFirst: (trouble) => this.#lookFor(manner, trouble),
    })
  }

  /** What became of a write whose answer was lost. */
  async #lookFor({ findAgain }: Manner, { untouched, late }: Trouble): Promise<unknown> {
    const { lostReply, slowReply } = this.habits
    if (untouched || !findAgain || lostReply === 'sends it again' || (late && slowReply !== 'waits')) return undefined
    return lostReply === 'looks' ? findAgain() : {}
  }

  /** The answer to a call, made again with a new token where its token was refused. */
  async #answer(sent: Sent, { session, findAgain }: Manner): Promise<Answer> {
    if (session !== undefined) return this.#line.send({ ...sent, headers: { 'x-service-booking-session-id': session } })
    const send = ({ text }: Token): Promise<Answer> =>
      this.#line.send({
        ...sent,
        headers: { authorization: `Bearer ${text}`, 'x-service-channel-name': 'Northern Rooms' },
        ...(findAgain && { kind: 'write' }),
      })
    const token = await this.tokens.held()
    const answer = await send(token)
    if (answer.status !== 401) return answer
    if (this.habits.refusedToken === 'sends it again') return send(token)
    if (!this.tokens.renews) return answer
    this.tokens.drop(token)
    return send(await this.tokens.held())
  }
}
