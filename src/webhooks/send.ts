/** Sends one delivery. Only the status of the response is kept; redirects are not followed. */

import type { RequestOptions } from 'node:http'
import { certificateAdvice, codeOf, messageOf } from '../base/caught-error.ts'
import { isJsonMap } from '../base/json-map.ts'
import { MASK } from '../base/mask.ts'
import { URLENCODED } from '../base/media-type.ts'
import { parsedJson } from '../base/parsed-json.ts'
import type { Webhook } from '../domain/event/webhook.ts'
import { clearInterval, setInterval, steadyNow } from '../simulation/machine-time.ts'
import type { Delivery, SentRequest } from './delivery.ts'

/** Maximum time of a delivery, in milliseconds. */
const SEND_TIMEOUT = 10_000
/** The time is taken in such steps, in milliseconds; a longer one, in which this process did not run, counts as two. */
const TIMEOUT_STEP = 100
/** Maximum length of a token response, in characters. */
const MAX_TOKEN_RESPONSE = 65_536

/** The result; `ms` as in {@link Delivery}. */
type Sent = { readonly ms: number } & ({ readonly status: number } | { readonly error: string })

interface SendOptions {
  /** Milliseconds for all requests of a delivery. */
  readonly timeout?: number
  readonly signal?: AbortSignal
  /** Called with each request before it is sent, secrets masked. */
  readonly onRequest?: (request: SentRequest) => void
}

/**
 * Sends a payload to a hook. Never throws.
 *
 * @param oauth whether a receiver with OAuth gets the payload: with the token, or not at all, as the service was recorded to do
 */
export async function send(
  hook: Hook,
  payload: string,
  oauth: 'sent' | 'missing',
  { timeout = SEND_TIMEOUT, signal: ending, onRequest }: SendOptions = {},
): Promise<Sent> {
  const controller = new AbortController()
  const { signal } = controller
  const abort = (): void => controller.abort()
  ending?.addEventListener('abort', abort, { once: true })
  const step = Math.min(TIMEOUT_STEP, timeout)
  let [waited, last] = [0, steadyNow()]
  const takeStep = (): void => {
    const now = steadyNow()
    waited += Math.min(now - last, 2 * step)
    last = now
    if (waited >= timeout) abort()
  }
  const timer = setInterval(takeStep, step)
  const request: Request = (method, body, more, reads = false) =>
    exchange({ url: new URL(hook.url), method, body, more, reads, signal, onRequest })
  const result = await sendBy(request, hook, payload, oauth).catch((error: unknown) => ({ error: errorText(error, signal) }))
  clearInterval(timer)
  ending?.removeEventListener('abort', abort)
  takeStep()
  return { ...result, ms: Math.round(waited) }
}

type Hook = Pick<Webhook, 'url' | 'auth' | 'username' | 'password'>
type Request = (method: 'GET' | 'POST', body: Body | undefined, more: Headers, reads?: boolean) => ReturnType<typeof exchange>

/** Sends the requests of one delivery: with OAuth, the one for a token first. @throws Error of the network */
async function sendBy(request: Request, { auth, username, password }: Hook, payload: string, oauth: 'sent' | 'missing') {
  if (auth !== 'oauth') {
    const basic = Buffer.from(`${username}:${password}`).toString('base64')
    const headers = auth === 'basic' ? { Authorization: `Basic ${basic}` } : {}
    return request('POST', { type: 'application/json', text: payload }, headers)
  }
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: username, client_secret: password })
  const answer = await request('POST', { type: URLENCODED, text: `${form}` }, {}, true)
  const token = tokenIn(answer.text)
  if (token === undefined) return { error: `the receiver gave no access_token (status ${answer.status})` }
  const authorization = { Authorization: `Bearer ${token}` }
  if (oauth === 'missing') return request('GET', undefined, { ...authorization, Accept: 'application/json' })
  return request('POST', { type: 'application/json', text: payload }, authorization)
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
  const code = codeOf(error)
  const words: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'nothing listens there',
    ECONNRESET: 'the receiver hung up',
    ENOTFOUND: 'there is no such host',
  }
  return words[code] ?? `not reachable${code === '' ? '' : ` (${code})`}${certificateAdvice(messageOf(error))}`
}

interface Body {
  readonly type: string
  readonly text: string
}

type Headers = Readonly<Record<string, string>>

interface Exchange {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly body: Body | undefined
  readonly more: Headers
  /** True to read the text of the response. */
  readonly reads: boolean
  readonly signal: AbortSignal
  readonly onRequest: SendOptions['onRequest'] | undefined
}

/** @throws Error of the network @returns the status, and the text if it is read */
async function exchange({ url, method, body, more, reads, signal, onRequest }: Exchange): Promise<{
  readonly status: number
  readonly text: string
}> {
  const { request: open } = url.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const headers = {
    Host: url.host,
    Accept: '*/*',
    ...(body && { 'Content-Type': body.type }),
    ...more,
    ...(body && { 'Content-Length': String(Buffer.byteLength(body.text)) }),
  }
  onRequest?.({ method, headers: maskedHeaders(url, headers) })
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
    outgoing.removeHeader('Connection') // the service sends none, and Node would add one
    outgoing.on('error', reject)
    outgoing.end(body?.text)
  })
}

/** Headers with credentials masked. Node sends the credentials of an address as a header too. */
function maskedHeaders({ username, password }: URL, headers: Headers): Headers {
  const [scheme] = headers['Authorization']?.split(' ') ?? (username === '' && password === '' ? [] : ['Basic'])
  return { ...headers, ...(scheme !== undefined && { Authorization: `${scheme} ${MASK}` }) }
}

function tokenIn(text: string): string | undefined {
  const value = parsedJson(text)
  const token = isJsonMap(value) ? value['access_token'] : undefined
  return typeof token === 'string' && /^[\x21-\x7e]+$/.test(token) ? token : undefined
}
