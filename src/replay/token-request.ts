/**
 * Recorded requests for a token, made again with the credentials of this world.
 *
 * @module
 */

import { MASK } from '../base/mask.ts'
import { TOKEN_OPERATION } from '../booking-api/contract/oauth.ts'
import { headerOf } from './address.ts'
import { type Body, isForm } from './body.ts'
import type { Exchange } from './har.ts'
import type { Keyring, KnownClient } from './keyring.ts'
import type { Step } from './plan.ts'

/** The operation of a journal that gives out tokens. */
const BASIC = /^basic\s+(\S+)$/i

/** What a token request carries here. */
export interface OwnCredentials {
  readonly authorization: string | undefined
  /** Replaces fields of the form or the query. */
  readonly fields: Readonly<Record<string, string>>
  /** The client it is made for, as it was recorded. */
  readonly client: string | undefined
}

/** True when an exchange asked for a token. */
export function asksForToken({ exchange, asked }: Step): boolean {
  const { note, request } = exchange
  if (note?.operation !== undefined) return note.operation === TOKEN_OPERATION
  return request.method === 'POST' && (/^\/oauth\/token\/?(?:\?|$)/.test(asked.target) || givenToken(exchange) !== undefined)
}

/** The token that an answer gave out, as recorded. */
export const givenToken = ({ response }: Exchange): string | undefined => accessTokenOf(response.text)

/** The token in the body of an answer. */
export const accessTokenOf = (text: string | undefined): string | undefined =>
  /"access_token"\s*:\s*"([^"]+)"/.exec(text ?? '')?.[1]

/** The credentials for a token request: right where they were right, wrong where they were wrong. */
export function ownCredentials({ exchange, asked, body }: Step, keyring: Keyring): OwnCredentials {
  const recorded = headerOf(exchange.request.headers, 'authorization')
  const basic = recorded === undefined ? undefined : BASIC.exec(recorded)
  const fields = new URLSearchParams(body && isForm(body) ? body.text : asked.target.split('?').slice(1).join('?'))
  const client = exchange.note?.client ?? fields.get('client_id') ?? (basic && idOfBasic(basic[1] ?? '')) ?? undefined
  if (!wereRight(exchange)) return { authorization: recorded, fields: missing(exchange), client }
  const own = keyring.client(client)
  return {
    authorization: basic ? basicOf(own) : recorded,
    fields: { client_id: own.id, client_secret: own.secret },
    client,
  }
}

/** How a journal says that credentials were not right. */
const WRONG: ReadonlySet<string | undefined> = new Set(['client_unknown', 'client_credentials_missing'])

function wereRight({ note, response }: Exchange): boolean {
  if (note) return note.client !== undefined && !WRONG.has(note.refusalCode)
  return response.status !== 401 && !/\binvalid_client\b/.test(response.text ?? '')
}

/** A secret that was sent blank is masked as well. */
const missing = ({ note }: Exchange): Readonly<Record<string, string>> =>
  note?.refusalCode === 'client_credentials_missing' ? { client_secret: '' } : {}

function idOfBasic(code: string): string | undefined {
  if (code === MASK) return undefined
  return decoded(Buffer.from(code, 'base64').toString('utf8').split(':', 1)[0] ?? '')
}

/** RFC 6749 section 2.3.1: both parts are form-encoded before they are joined. */
const basicOf = ({ id, secret }: KnownClient): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** A form with other values in the fields that it has. */
export function withFields(body: Body, fields: Readonly<Record<string, string>>): Body {
  return isForm(body) ? { ...body, text: replaceFields(body.text, fields) } : body
}

/** A query or form with other values in the fields that it has; everything else stays as it was written. */
export function replaceFields(text: string, fields: Readonly<Record<string, string>>): string {
  return text
    .split('&')
    .map((part) => {
      const name = decoded(part.split('=', 1)[0] ?? '')
      return part.includes('=') && Object.hasOwn(fields, name) ? `${name}=${encodeURIComponent(fields[name] ?? '')}` : part
    })
    .join('&')
}
