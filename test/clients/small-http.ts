/**
 * The calls of a small program: one token for all of them, renewed once it is refused.
 *
 * @module
 */
import type { UnderstaySandbox } from '../../src/index.ts'
import { type Fetch, openPool } from './pooled-fetch.ts'

export interface Reply {
  /** 0 without a response. */
  readonly status: number
  /** Undefined when it is not JSON. */
  readonly data: unknown
  readonly text: string
  /** Milliseconds; undefined when none was asked for. */
  readonly retryAfter: number | undefined
}

export class SmallHttp {
  readonly #world: UnderstaySandbox
  readonly #fetch: Fetch
  readonly close: () => void
  #token: Promise<string> | undefined

  constructor(world: UnderstaySandbox, connections: number) {
    this.#world = world
    const { fetch, close } = openPool(connections)
    this.#fetch = fetch
    this.close = close
  }

  async #send(method: string, url: string, headers: Record<string, string>, form?: Record<string, string>): Promise<Reply> {
    try {
      const body = form && { body: new URLSearchParams(form) }
      const answer = await this.#fetch(url, { method, headers, signal: AbortSignal.timeout(120_000), ...body })
      const text = await answer.text()
      const after = answer.headers.get('retry-after')
      return { status: answer.status, data: parsed(text), text, retryAfter: after === null ? undefined : Number(after) * 1000 }
    } catch {
      return { status: 0, data: undefined, text: '', retryAfter: undefined }
    }
  }

  async #newToken(): Promise<string> {
    const { clientId, clientSecret } = this.#world.credentialsOf('demo')
    const scope = 'properties_get properties_set webhooks_get'
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope }
    for (let attempt = 0; attempt < 6; attempt++) {
      const { data, retryAfter } = await this.#send('POST', this.#world.tokenUrl, {}, form)
      const token = (data as { access_token?: string } | undefined)?.access_token
      if (token !== undefined) return token
      await new Promise((done) => setTimeout(done, Math.max(retryAfter ?? 0, 200 * 2 ** attempt)))
    }
    throw new Error('no token')
  }

  async call(method: string, path: string): Promise<Reply> {
    const used = (this.#token ??= this.#newToken())
    const send = async (token: string): Promise<Reply> =>
      this.#send(method, `${this.#world.apiUrl}${path}`, {
        authorization: `Bearer ${token}`,
        'x-service-channel-name': 'Exports',
      })
    const reply = await send(await used)
    if (reply.status !== 401) return reply
    if (this.#token === used) this.#token = this.#newToken()
    return send(await this.#token)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
