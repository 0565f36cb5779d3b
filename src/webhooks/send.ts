/**
 * Sends one delivery. Of the answer only the status is kept; redirects are not followed.
 *
 * @module
 */
import type { RequestOptions } from 'node:http'
import type { Webhook } from '../domain/event/webhook.ts'

/** How long a receiver may take, milliseconds. */
export const SEND_TIMEOUT = 10_000
/** A token response is read no further. */
const MAX_TOKEN_RESPONSE = 65_536

/** What became of a request. */
export type Sent = { readonly status: number } | { readonly error: string }

/** How a payload reaches a receiver that gives out tokens: with the token, or not at all, as recorded. */
export type OauthPayload = 'sent' | 'missing'

/** What ends a request before it is answered. */
export interface SendLimits {
  /** Milliseconds for all of it. */
  readonly timeout?: number
  readonly signal?: AbortSignal
}

/** Sends a payload to a hook. Never throws. */
export async function send(
  { url, auth, username, password }: Pick<Webhook, 'url' | 'auth' | 'username' | 'password'>,
  payload: string,
  oauth: OauthPayload,
  { timeout = SEND_TIMEOUT, signal: ending }: SendLimits = {},
): Promise<Sent> {
  const controller = new AbortController()
  const { signal } = controller
  const abort = (): void => controller.abort()
  const timer = setTimeout(abort, timeout)
  ending?.addEventListener('abort', abort, { once: true })
  try {
    if (auth !== 'oauth') {
      const basic = Buffer.from(`${username}:${password}`).toString('base64')
      const headers = auth === 'basic' ? { Authorization: `Basic ${basic}` } : {}
      return await request(url, 'POST', signal, { type: 'application/json', text: payload }, headers)
    }
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: username, client_secret: password })
    const answer = await request(url, 'POST', signal, { type: 'application/x-www-form-urlencoded', text: `${form}` }, {}, true)
    const token = tokenIn(answer.text)
    if (token === undefined) return { error: `the receiver gave no access_token (status ${answer.status})` }
    const authorization = { Authorization: `Bearer ${token}` }
    if (oauth === 'missing') return await request(url, 'GET', signal, undefined, { ...authorization, Accept: 'application/json' })
    return await request(url, 'POST', signal, { type: 'application/json', text: payload }, authorization)
  } catch (error) {
    return { error: errorText(error, signal) }
  } finally {
    clearTimeout(timer)
    ending?.removeEventListener('abort', abort)
  }
}

class ResponseTooLong extends Error {
  override readonly name = 'ResponseTooLong'

  constructor() {
    super(`the token response is longer than ${MAX_TOKEN_RESPONSE} characters`)
  }
}

function errorText(error: unknown, signal: AbortSignal): string {
  if (error instanceof ResponseTooLong) return error.message
  if (signal.aborted) return 'no answer within the time limit'
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  const words: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'nothing listens there',
    ECONNRESET: 'the receiver hung up',
    ENOTFOUND: 'there is no such host',
  }
  return words[code] ?? `not reachable${code === '' ? '' : ` (${code})`}`
}

interface Body {
  readonly type: string
  readonly text: string
}

/** @throws Error of the network @returns the status and, only if it is read, the text */
async function request(
  address: string,
  method: 'GET' | 'POST',
  signal: AbortSignal,
  body: Body | undefined,
  more: Readonly<Record<string, string>>,
  reads = false,
): Promise<{ readonly status: number; readonly text: string }> {
  const url = new URL(address)
  const { request: open } = url.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const headers = {
    Host: url.host,
    Accept: '*/*',
    ...(body && { 'Content-Type': body.type }),
    ...more,
    ...(body && { 'Content-Length': String(Buffer.byteLength(body.text)) }),
  }
  const options: RequestOptions = { method, headers, signal, agent: false, setHost: false }
  return new Promise((resolve, reject) => {
    const outgoing = open(url, options, (answer) => {
      const status = answer.statusCode ?? 0
      if (!reads) {
        resolve({ status, text: '' })
        answer.destroy()
        return
      }
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
        if (text.length > MAX_TOKEN_RESPONSE) answer.destroy(new ResponseTooLong())
      })
      answer.on('end', () => resolve({ status, text }))
      answer.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body?.text)
  })
}

function tokenIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const token = typeof value === 'object' && value !== null && 'access_token' in value ? value.access_token : undefined
    return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : undefined
  } catch {
    return undefined
  }
}
