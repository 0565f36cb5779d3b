/**
 * Plays recorded exchanges again on the world they were made in.
 *
 * @module
 */

import { productOf } from '../../src/api/product.ts'
import { createBookingPipeline } from '../../src/booking-api/pipeline.ts'
import type { Choices } from '../../src/booking-contract/choices/choices.ts'
import { seedWorld } from '../../src/fixtures/seed/seed.ts'
import { readFixtures } from '../../src/fixtures/source.ts'
import { World } from '../../src/world/world.ts'
import { requestOf } from '../support/requests.ts'
import { SILENT } from '../support/test-world.ts'
import type { GivenAnswer } from './compare.ts'
import { STEPS } from './in-step.ts'
import type { Exchange, RecordedAnswer } from './recording.ts'

/** When the recording was made; the clock stands still there. */
const RECORDED_AT = Date.UTC(2026, 10, 20, 15, 4)
const ROOT = 'https://demo.example'

/** One exchange as it went here. */
export interface Replayed {
  readonly exchange: Exchange
  /** The recorded answer, with the tokens of this world in place of the recorded ones. */
  readonly recorded: RecordedAnswer | undefined
  readonly given: GivenAnswer
}

/** A world made of fixtures, with the clients of the recording. */
export class ReplayWorld {
  readonly #world: World
  readonly #booking = createBookingPipeline()
  readonly #tokens = new Map<string, string>()

  private constructor(world: World) {
    this.#world = world
  }

  static async open(fixtures: readonly string[], choices: Choices): Promise<ReplayWorld> {
    const set = await readFixtures(fixtures)
    const world = new World({
      product: productOf('service'),
      choices,
      seed: 1,
      makeRows: (now) => seedWorld(set, { now, seed: 1, choices }),
      clock: { at: RECORDED_AT, speed: 0 },
      tokenLifetime: choices.token_lifetime === 'hour' ? 3600 : 31_536_000,
      storage: undefined,
      secureTokens: false,
      journal: 10,
      log: SILENT,
    })
    const replay = new ReplayWorld(world)
    for (const { id, secret, scopes } of world.sandbox().store.db.clients.all()) await replay.#obtainToken(id, secret, scopes)
    return replay
  }

  /** Sends the requests one after the other. */
  async replay(exchanges: readonly Exchange[]): Promise<readonly Replayed[]> {
    const replayed: Replayed[] = []
    for (const exchange of exchanges) {
      const here = this.#withTokens(exchange)
      replayed.push({ exchange, recorded: here.answer, given: await this.#send(here) })
      const step = STEPS[exchange.case]
      for (const request of step?.requests ?? [])
        await this.#send({ case: exchange.case, run: exchange.run, kind: exchange.kind, ...request })
      step?.change?.(this.#world.sandbox())
    }
    return replayed
  }

  async #obtainToken(id: string, secret: string, scopes: readonly string[]): Promise<void> {
    const form = [
      ['grant_type', 'client_credentials'],
      ['client_id', id],
      ['client_secret', secret],
      ['scope', scopes.join(' ')],
    ] as const
    const { body } = await this.#send({ case: 'token', run: 1, kind: 'plain', method: 'POST', path: '/oauth/token', form })
    const { access_token } = body as { access_token?: string }
    this.#tokens.set(id, access_token ?? '')
  }

  #withTokens(exchange: Exchange): Exchange {
    const text = JSON.stringify(exchange)
    return JSON.parse(text.replace(/<token of client (\w+)>/g, (_, client: string) => this.#tokens.get(client) ?? '')) as Exchange
  }

  async #send(exchange: Exchange): Promise<GivenAnswer> {
    const headers = new Map(Object.entries(exchange.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
    // the file names a User-Agent only where it is a tool or empty
    if (!headers.has('user-agent')) headers.set('user-agent', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0')
    if (exchange.as) headers.set('authorization', `Bearer ${this.#tokens.get(exchange.as)}`)
    if (exchange.form?.length) headers.set('content-type', 'application/x-www-form-urlencoded')
    const pairs = exchange.form?.map(([name, value]): [string, string] => [name, value])
    const body = exchange.body ?? (pairs && new URLSearchParams(pairs).toString())
    const [path = '', query = ''] = exchange.path.split('?', 2)
    const request = requestOf({ method: exchange.method, path, query, headers: Object.fromEntries(headers), body, root: ROOT })
    const { status, headers: sent, body: made } = await this.#booking.handle(this.#world, request)
    const text = typeof made === 'string' ? made : ''
    const type = sent['Content-Type'] ?? null
    return { status, type, body: type?.startsWith('application/json') && text ? JSON.parse(text) : (text ?? '') }
  }
}
