/** Sends the requests of a plan one after the other and compares the responses. */
import { issuedToken } from '../auth/authorization.ts'
import { getOrInsert } from '../base/get-or-insert.ts'
import type { Instant } from '../base/instant.ts'
import type { Ignored } from '../base/json-path.ts'
import { URLENCODED } from '../base/media-type.ts'
import { targetQuery, withQuery } from '../base/request-target.ts'
import { UserError } from '../base/user-error.ts'
import { headerOf } from './address.ts'
import { isForm } from './body.ts'
import { type Compared, compareAnswers, type GivenAnswer, headerBytes } from './compare.ts'
import { GeneratedValues } from './generated-values.ts'
import type { NameAndValue } from './har.ts'
import type { Step } from './plan.ts'
import { type KnownClient, ReplayTokens } from './replay-tokens.ts'
import { isSameText } from './same-text.ts'
import { Secrets } from './secrets.ts'
import { asksForToken, ownCredentials, replaceFields } from './token-request.ts'

export interface Sent {
  readonly method: string
  /** Path and query below the interface. */
  readonly target: string
  readonly headers: readonly NameAndValue[]
  readonly body: string | undefined
}

/** A request to send, for `fetch`. */
export const requestInit = ({ method, headers, body }: Sent): RequestInit => ({
  method,
  headers: headers.map(({ name, value }): [string, string] => [name, headerBytes(value)]),
  redirect: 'manual',
  ...(body !== undefined && { body }),
})

/** The world of the replay. Sandboxes are named as in the recording; undefined for the default one. */
export interface Target {
  send(sandbox: string | undefined, request: Sent): Promise<GivenAnswer>
  /** Sets and freezes a sandbox's clock. */
  setClock(sandbox: string | undefined, at: Instant): Promise<void>
}

/** The target cannot be reached, issues no token, or the replay was stopped. */
export class ReplayError extends UserError {
  override readonly name = 'ReplayError'
}

export interface ReplayOptions {
  readonly clients: readonly KnownClient[]
  /** Replaces clients that this world does not have. */
  readonly fallback: KnownClient
  /** The time of the sandbox's clock for a request that was recorded at an instant. */
  readonly clockAt: (recorded: Instant) => Instant
  readonly ignored: Ignored
  /** The name of the header with the text of a refusal, in lower case. */
  readonly messageHeader: string
  /** True when random values differ from those of the recording. */
  readonly drawsOtherwise: boolean
  /** Collects the secrets in responses, for what is written about them. */
  readonly secrets?: Secrets
}

/** One request that was sent, with the comparison of its response. */
export interface Outcome extends Compared {
  readonly step: Step
  /** True when its response has random values that later requests are sent with. */
  readonly showsDrawn: boolean
}

/** Sends every step. @returns the results in order */
export async function* replay(steps: Iterable<Step>, target: Target, options: ReplayOptions): AsyncGenerator<Outcome> {
  const players = new Map<string | undefined, SandboxReplay>()
  for (const step of steps) {
    const { sandbox } = step.asked
    yield await getOrInsert(players, sandbox, () => new SandboxReplay(sandbox, target, options)).play(step)
  }
}

const FORM: NameAndValue = { name: 'content-type', value: URLENCODED }

class SandboxReplay {
  readonly #sandbox: string | undefined
  readonly #target: Target
  readonly #options: ReplayOptions
  readonly #tokens: ReplayTokens
  readonly #drawn = new GeneratedValues()
  #clock: Instant | undefined

  constructor(sandbox: string | undefined, target: Target, options: ReplayOptions) {
    this.#sandbox = sandbox
    this.#target = target
    this.#options = options
    this.#tokens = new ReplayTokens(options.clients, options.fallback, (client) => this.#askToken(client))
  }

  async play(step: Step): Promise<Outcome> {
    const { exchange, expected, spoiled } = step
    const at = this.#options.clockAt(exchange.at)
    if (at !== this.#clock) await this.#target.setClock(this.#sandbox, at)
    this.#clock = at
    const own = asksForToken(step) ? ownCredentials(step, this.#tokens) : undefined
    const request = this.#withReplayedValues(own ? stepRequest(step, own.fields, own.authorization) : await this.#request(step))
    const given = await this.#target.send(this.#sandbox, request)
    this.#options.secrets?.readText(given.text)
    const token = own && issuedToken(given.text)
    if (token !== undefined) this.#tokens.learn(exchange, issuedToken(exchange.response.text), token, own?.client)
    const shift = at - exchange.at
    const sameText = (one: string, other: string): boolean => this.#isSameText(one, other, shift)
    const { ignored, messageHeader } = this.#options
    const how = { ignored, messageHeader, method: exchange.request.method, sameText }
    const drawn = this.#drawn.size
    const compared = compareAnswers(expected, given, how)
    return { step, showsDrawn: this.#drawn.size > drawn, ...compared, ...(spoiled !== undefined && { partly: spoiled }) }
  }

  #isSameText(recorded: string, given: string, shift: number): boolean {
    const same = (one: string, other: string): boolean => isSameText(one, other, shift)
    return same(recorded, given) || (this.#options.drawsOtherwise && this.#drawn.isSame(recorded, given, same))
  }

  #withReplayedValues(request: Sent): Sent {
    if (!this.#options.drawsOtherwise) return request
    const { target, body } = request
    return { ...request, target: this.#drawn.withReplayedValues(target), body: body && this.#drawn.withReplayedValues(body) }
  }

  async #request(step: Step): Promise<Sent> {
    const { exchange, headers, body, asked } = step
    const fields: Record<string, string> = {}
    const sent = new URLSearchParams(targetQuery(asked.target)).get('access_token')
    const posted = body && new URLSearchParams(body.text).get('access_token')
    for (const recorded of [sent, posted]) if (recorded) fields['access_token'] = await this.#tokens.tokenFor(exchange, recorded)
    const authorization = headerOf(headers, 'authorization')
    const own = authorization === undefined ? undefined : await this.#tokens.authorizationFor(exchange, authorization)
    return stepRequest(step, fields, own)
  }

  /** Requests a token that the recording does not contain. @throws ReplayError when the world refuses */
  async #askToken({ id, secret, scopes }: KnownClient): Promise<string> {
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret, scope: scopes.join(' ') }
    const body = new URLSearchParams(form).toString()
    const { status, text } = await this.#target.send(this.#sandbox, {
      method: 'POST',
      target: '/oauth/token',
      headers: [FORM],
      body,
    })
    const { secrets = new Secrets() } = this.#options
    secrets.readText(text)
    const token = issuedToken(text)
    if (token === undefined)
      throw new ReplayError(
        `the client ${id} was given no token: ${status === 0 ? 'no response' : `HTTP ${status} ${secrets.masked(text).slice(0, 200)}`}; --fixtures names the world that has its secret (with --url, that of the server), --client another client`,
      )
    return token
  }
}

/** A step with its credentials replaced. */
function stepRequest(
  { exchange, asked, headers, body }: Step,
  fields: Readonly<Record<string, string>>,
  authorization: string | undefined,
): Sent {
  const others = headers.filter(({ name }) => name !== 'authorization')
  return {
    method: exchange.request.method,
    target: withQuery(asked.target, (query) => replaceFields(query, fields)),
    headers: [
      ...others,
      ...(authorization === undefined ? [] : [{ name: 'authorization', value: authorization }]),
      ...(body?.type ? [{ name: 'content-type', value: body.type }] : []),
    ],
    body: body && (isForm(body) ? replaceFields(body.text, fields) : body.text),
  }
}
