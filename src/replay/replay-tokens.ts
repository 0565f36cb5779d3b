/** Tokens and secrets of a replay. Those of the recording are masked or belong to another world. */

import type { Client } from '../auth/client.ts'
import { MASK } from '../base/mask.ts'
import type { Exchange } from './har.ts'

/** A client of the world of the replay. */
export type KnownClient = Pick<Client, 'id' | 'secret' | 'scopes'>

/** Requests a token with all scopes of a client. */
type AskToken = (client: KnownClient) => Promise<string>

/** A token that no world issues. */
const UNKNOWN_TOKEN = '0000000000000000000000000000000000000000'
/** Refusals of a value that is not a token. */
const MALFORMED: ReadonlySet<string> = new Set(['token_malformed', 'token_missing'])

/** The clients of a world, and the tokens that replace recorded ones. */
export class ReplayTokens {
  readonly #clients: ReadonlyMap<string, KnownClient>
  readonly #fallback: KnownClient
  readonly #ask: AskToken
  /** By the recorded token or its fingerprint. */
  readonly #tokens = new Map<string, string>()
  /** The latest token of each client. */
  readonly #latest = new Map<string, string>()

  /** @param fallback replaces clients that this world does not have */
  constructor(clients: readonly KnownClient[], fallback: KnownClient, ask: AskToken) {
    this.#clients = new Map(clients.map((client) => [client.id, client]))
    this.#fallback = fallback
    this.#ask = ask
  }

  /** The client of this world that replaces a recorded one. */
  client(id: string | undefined): KnownClient {
    return this.#clients.get(id ?? '') ?? this.#fallback
  }

  learn(exchange: Exchange, recorded: string | undefined, token: string, client: string | undefined): void {
    const key = recorded !== undefined && recorded !== MASK ? recorded : exchange.note?.token
    if (key !== undefined) this.#tokens.set(key, token)
    this.#latest.set(this.client(client).id, token)
  }

  async tokenFor(exchange: Exchange, recorded: string): Promise<string> {
    const { note } = exchange
    const masked = recorded === MASK
    const key = masked ? note?.token : recorded
    const known = key === undefined ? undefined : this.#tokens.get(key)
    if (known !== undefined) return known
    if (hadUnknownToken(exchange)) return masked ? UNKNOWN_TOKEN : recorded
    const client = this.client(note?.client)
    const token = (key === undefined && this.#latest.get(client.id)) || (await this.#ask(client))
    this.#latest.set(client.id, token)
    if (key !== undefined) this.#tokens.set(key, token)
    return token
  }

  /** The `Authorization` header of a request, except token requests. */
  async authorizationFor(exchange: Exchange, recorded: string): Promise<string> {
    if (MALFORMED.has(exchange.note?.refusalCode ?? '')) return recorded.replaceAll(MASK, '').trim() || 'none'
    const token = /^(bearer\s+)(\S+)$/i.exec(recorded)
    return token ? `${token[1]}${await this.tokenFor(exchange, token[2] ?? '')}` : recorded
  }
}

/** True for a refused token that no recorded response issued. */
function hadUnknownToken({ note, response }: Exchange): boolean {
  if (note?.operation !== undefined) return note.refusalCode === 'token_unknown'
  return response.status === 401 || /\binvalid_token\b/.test(response.text ?? '')
}
