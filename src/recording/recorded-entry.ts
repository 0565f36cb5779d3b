/** Converts a recorded exchange to a journal record with masked secrets. */

import type { IncomingHttpHeaders } from 'node:http'
import type { Product } from '../api/product.ts'
import { basicCredentials, basicParts, bearerToken, issuedToken } from '../auth/authorization.ts'
import type { Instant } from '../base/instant.ts'
import { MASK } from '../base/mask.ts'
import { isUrlencoded } from '../base/media-type.ts'
import { targetPath, targetQuery } from '../base/request-target.ts'
import { isSecretName, withoutCode } from '../base/secret-name.ts'
import { keptHeaders } from '../journal/kept-headers.ts'
import { encodingsOf } from '../journal/known-secrets.ts'
import { cutBody, FINGERPRINT_LENGTH, maskedQuery } from '../journal/masking.ts'
import { RequestRecord } from '../journal/request-record.ts'

/** All secrets of the recording, to mask them in every text. */
export type SecretsSeen = Set<string>

/** A request to the deployment and its response. */
export interface Exchange {
  /** Real time. */
  readonly at: Instant
  readonly ms: number
  readonly method: string
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly answer: Response
  readonly text: Buffer
  /** False to keep the first 64 KiB of its response only. */
  readonly whole: boolean
}

const READABLE = /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml)\b)/i
const KEPT_ANSWER_HEADERS = ['content-type', 'date', 'retry-after', 'location', 'www-authenticate', 'cache-control']
/** Shorter secrets would mask ordinary words. */
const MIN_SECRET_LENGTH = 6

const NAMED_TEXT = /("([^"\\]{1,40})"\s*:\s*")((?:[^"\\]|\\.)*)/g

/** The journal record of an exchange. Adds its secrets to `seen`. */
export function recordOf(exchange: Exchange, product: Product, seen: SecretsSeen): RequestRecord {
  const { at, ms, method, target, headers, body, answer } = exchange
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()[0]]))
  const query = targetQuery(target)
  noteSecrets(sent, query, seen)
  const record = new RequestRecord({ at, real: at, method, rawPath: targetPath(target), query: maskedQuery(query) })
  record.session = sent[product.sessionHeader]
  record.channel = sent[product.channelHeader]
  record.correlation = sent['x-request-id'] ?? sent['x-correlation-id']
  record.requestHeaders = keptHeaders(sent, product.noEnvelopeHeader)
  record.status = answer.status
  record.ms = ms
  const token = bearerToken(sent['authorization']) ?? issuedToken(exchange.text.toString('utf8'))
  record.token = token?.slice(0, FINGERPRINT_LENGTH)
  record.responseHeaders = keptAnswerHeaders(answer.headers, product)
  if (body.length > 0) record.request = requestText(body, sent, record, seen)
  record.response = answerText(exchange, seen)
  return record
}

export function maskSecrets(text: string, seen: SecretsSeen): string {
  let masked = text
  for (const secret of [...seen].sort((one, other) => other.length - one.length))
    for (const encoding of new Set(encodingsOf(secret))) masked = masked.replaceAll(encoding, MASK)
  return masked
}

type SentHeaders = Readonly<Record<string, string | undefined>>

function noteSecrets(sent: SentHeaders, query: string, seen: SecretsSeen): void {
  const { authorization, cookie = '' } = sent
  for (const [, value] of cookie.matchAll(/=([^;]{16,})/g)) addSecret(value, seen)
  addSecret(bearerToken(authorization), seen)
  addSecret(/^\w+\s+(.*)$/.exec(authorization ?? '')?.[1], seen)
  // Not every client form-encodes its secret.
  addSecret(basicParts(authorization)?.secret, seen)
  addSecret(basicCredentials(authorization)?.secret, seen)
  for (const [name, value] of new URLSearchParams(query)) if (isSecretName(name)) addSecret(value, seen)
}

function addSecret(secret: string | undefined, seen: SecretsSeen): void {
  if (secret && secret.length >= MIN_SECRET_LENGTH && secret !== MASK) seen.add(secret)
}

/** A form with masked secrets; for any other body, its size and type. */
function requestText(body: Buffer, sent: SentHeaders, record: RequestRecord, seen: SecretsSeen): string {
  const { authorization, 'content-type': type = '' } = sent
  if (!isUrlencoded(type)) return `${body.length} bytes of ${type || 'an unknown type'}`
  const text = body.toString('utf8')
  const form = new URLSearchParams(text)
  noteSecrets({}, text, seen)
  // In front of a deployment, another program may ask for Basic credentials as well.
  const basic = form.has('grant_type') ? basicCredentials(authorization)?.id : undefined
  record.client = form.get('client_id') ?? basic
  return cutBody(maskedQuery(text))
}

function answerText({ text: bytes, answer, whole }: Exchange, seen: SecretsSeen): string {
  const type = answer.headers.get('content-type') ?? ''
  if (bytes.length === 0 || !READABLE.test(type)) return ''
  const text = bytes.toString('utf8')
  const masked = text.replace(NAMED_TEXT, (field, before: string, name: string, value: string) => {
    if (!isSecretName(name)) return field
    addSecret(value, seen)
    return `${before}${MASK}`
  })
  return whole ? masked : cutBody(masked)
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
