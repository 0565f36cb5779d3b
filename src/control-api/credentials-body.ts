/**
 * Reads what a new client is to be.
 *
 * @module
 */
import type { Db } from '../world/world.ts'
import { SCOPE_WORDS } from './contract/credentials.ts'
import { badRequest } from './control-error.ts'

type Client = NonNullable<ReturnType<Db['clients']['get']>>
type Sent = Readonly<Record<string, unknown>>

/** What a new client is to be; what is undefined is made up. */
export interface Wanted {
  readonly id: string | undefined
  readonly secret: string | undefined
  readonly label: string
  readonly scopes: readonly string[]
  /** The user behind it, or the properties of a new one. */
  readonly user: { readonly id: number } | { readonly propertyIds: readonly number[] }
}

const ID = { pattern: /^[!-+\--~]{1,100}$/, words: '1 to 100 printable ASCII characters, no blanks and no commas' }
const SECRET = {
  pattern: /^(?!\[masked\]$)[!-~](?:[ -~]{0,198}[!-~])?$/,
  words: '1 to 200 printable ASCII characters, no blank at either end, and not "[masked]"',
}
const LABEL = { pattern: /^.{0,200}$/s, words: 'a text of at most 200 characters' }
/** An error names no more ids than this. */
const NAMED = 20

/**
 * What was asked for, with what another client lends.
 *
 * @throws ControlError 400 naming the field
 */
export function wantedClient(db: Db, sent: Sent): Wanted {
  const model = modelOf(db, sent['like'])
  const propertyIds = readProperties(db, sent['properties'])
  const scopes = readScopes(sent['scopes']) ?? requireModel(model, 'scopes').scopes
  return {
    id: readText(sent, 'client_id', ID),
    secret: readText(sent, 'client_secret', SECRET),
    label: readText(sent, 'label', LABEL) ?? `Made through the control API${model ? `, like ${model.id}` : ''}`,
    scopes,
    user: propertyIds ? { propertyIds } : { id: requireModel(model, 'properties').userId },
  }
}

function readText(sent: Sent, field: string, { pattern, words }: typeof ID): string | undefined {
  const value = sent[field]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !pattern.test(value))
    throw badRequest(`${field}: ${JSON.stringify(value).slice(0, 60)} is not ${words}`)
  return value
}

/** The client to be like; undefined where there is none to begin with. */
function modelOf({ clients }: Db, like: unknown): Client | undefined {
  if (like === undefined) return clients.get('demo') ?? clients.all().find(({ tokens }) => tokens === 'normal')
  const model = typeof like === 'string' ? clients.get(like) : undefined
  if (!model) throw badRequest(`like: there is no client ${JSON.stringify(like).slice(0, 60)}; there are ${some(clients.all())}`)
  return model
}

function requireModel(model: Client | undefined, field: string): Client {
  if (!model) throw badRequest(`${field}: must be named, because there is no client here whose own could be taken`)
  return model
}

function readScopes(value: unknown): readonly string[] | undefined {
  if (value === undefined) return undefined
  const there = `there are ${SCOPE_WORDS.join(', ')}`
  if (!Array.isArray(value) || value.length === 0) throw badRequest(`scopes: expected a list of at least one word; ${there}`)
  const words: readonly unknown[] = value
  return [...new Set(words.map((word, index) => requireScopeWord(word, `scopes[${index}]: `, there)))]
}

function requireScopeWord(word: unknown, place: string, there: string): string {
  if (typeof word === 'string' && SCOPE_WORDS.includes(word)) return word
  throw badRequest(`${place}${JSON.stringify(word).slice(0, 60)} is no scope; ${there}`)
}

function readProperties({ properties }: Db, value: unknown): readonly number[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw badRequest('properties: expected a list of property ids, such as [1, 2]')
  const ids: readonly unknown[] = value
  return [...new Set(ids.map((id, index) => requireProperty(properties, id, index)))]
}

function requireProperty(properties: Db['properties'], id: unknown, index: number): number {
  if (typeof id === 'number' && properties.has(id)) return id
  throw badRequest(
    `properties[${index}]: there is no property ${JSON.stringify(id).slice(0, 60)}; there are ${some(properties.all())}`,
  )
}

/** The ids of rows, the first ones where there are many. */
function some(rows: readonly { readonly id: number | string }[]): string {
  const ids = rows.slice(0, NAMED).map(({ id }) => id)
  const more = rows.length - ids.length
  return `${ids.join(', ') || 'none'}${more > 0 ? ` and ${more} more` : ''}`
}
