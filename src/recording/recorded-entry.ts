/** Converts a recorded exchange to a journal entry. */

import { readForm } from '../api/form.ts'
import type { Product } from '../api/product.ts'
import { basicCredentials, bearerToken, issuedToken } from '../auth/authorization.ts'
import { orUndefined } from '../base/caught-error.ts'
import type { Instant } from '../base/instant.ts'
import { isUrlencoded, mediaType } from '../base/media-type.ts'
import { targetQuery } from '../base/request-target.ts'
import { withoutCode } from '../base/secret-name.ts'
import type { Entry } from '../journal/entry.ts'
import { keptHeaders } from '../journal/kept-headers.ts'
import { cutBody, encodedForm, FINGERPRINT_LENGTH, MAX_BODY, maskedQuery } from '../journal/masking.ts'
import type { Secrets } from '../replay/secrets.ts'
import type { SentRequest } from './deployment.ts'
import { maskedBody, maskedForm } from './masked-entry.ts'

/** A request to the deployment and its response. */
interface Exchange extends SentRequest {
  /** Real time. */
  readonly at: Instant
  readonly ms: number
  readonly answer: Response
  readonly text: Buffer
  /** False to keep the first 64 KiB of its response only. */
  readonly whole: boolean
}

const READABLE = /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml)\b)/i
/** Characters that no text has. */
const BINARY = /[^\P{Cc}\s]|\uFFFD/u
const KEPT_ANSWER_HEADERS = ['content-type', 'date', 'retry-after', 'location', 'www-authenticate', 'cache-control']

/** An exchange as an entry without its id, with secrets that `maskedEntry` masks once all are known. Adds its secrets to `secrets`. */
export async function recordedEntry(exchange: Exchange, product: Product, secrets: Secrets): Promise<Omit<Entry, 'id'>> {
  const { at, ms, method, target, headers, body, answer, text: bytes } = exchange
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]]))
  for (const [name, value] of [...Object.entries(headers), ...answer.headers]) secrets.readValue([value].flat(), name)
  secrets.readText(target)
  readFields(new URLSearchParams(targetQuery(target)), secrets)
  const text = answerText(exchange)
  secrets.readText(text)
  return {
    at,
    real: at,
    method,
    target,
    session: sent[product.sessionHeader],
    channel: sent[product.channelHeader],
    correlation: sent['x-request-id'] ?? sent['x-correlation-id'],
    requestHeaders: keptHeaders(sent, product.noEnvelopeHeader),
    ...(body.length > 0 && (await sentBody(body, sent, secrets))),
    status: answer.status,
    ms,
    token: (bearerToken(sent['authorization']) ?? issuedToken(text))?.slice(0, FINGERPRINT_LENGTH),
    responseHeaders: keptAnswerHeaders(answer.headers, product),
    // A secret that is cut is not recognized later.
    response: exchange.whole || text.length <= MAX_BODY ? text : cutBody(maskedBody(text, secrets)),
    bytes: bytes.length,
  }
}

type SentHeaders = Readonly<Record<string, string | undefined>>

function readFields(fields: Iterable<readonly [string, string]>, secrets: Secrets): void {
  for (const [name, value] of fields) secrets.readValue(value, name)
}

/** A form, and the client that it names; of any other body, its size and type. */
async function sentBody(body: Buffer, sent: SentHeaders, secrets: Secrets): Promise<Pick<Entry, 'request' | 'client'>> {
  const { authorization, 'content-type': type = '' } = sent
  const text = await formText(body, type)
  if (text === undefined) {
    secrets.readText(body.toString('utf8'))
    return { request: `${body.length} bytes of ${type || 'an unknown type'}` }
  }
  const form = new URLSearchParams(text)
  readFields(form, secrets)
  // In front of a deployment, another program may ask for Basic credentials as well.
  const basic = form.has('grant_type') ? basicCredentials(authorization)?.id : undefined
  const request = text.length > MAX_BODY ? cutBody(maskedForm(text, secrets)) : text
  return { request, client: form.get('client_id') ?? basic }
}

/** The text of a form, of a multipart one as the journal has it; undefined for any other body. */
async function formText(body: Buffer, type: string): Promise<string | undefined> {
  if (isUrlencoded(type)) return body.toString('utf8')
  if (mediaType(type) !== 'multipart/form-data') return undefined
  try {
    return encodedForm(await readForm(body, type))
  } catch {
    return undefined
  }
}

/** The text of a response; empty for images and the like, and for what stays compressed. */
function answerText({ text: bytes, answer }: Exchange): string {
  const type = answer.headers.get('content-type') ?? ''
  const charset = /;\s*charset="?([^";\s]+)/i.exec(type)?.[1] ?? 'utf-8'
  const decoder = orUndefined(() => new TextDecoder(charset, { ignoreBOM: true })) ?? new TextDecoder()
  const text = decoder.decode(bytes)
  const isText = READABLE.test(type) && !answer.headers.has('content-encoding')
  return isText || !BINARY.test(text) ? text : ''
}

function keptAnswerHeaders(headers: Headers, product: Product): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {}
  for (const name of [...KEPT_ANSWER_HEADERS, product.messageHeader.toLowerCase()]) {
    const value = headers.get(name)
    if (value === null) continue
    kept[name === 'content-type' ? 'Content-Type' : name] =
      name === 'location' ? withoutCode(value.replace(/(?<=[?#]).*/s, maskedQuery)) : value
  }
  return kept
}
