/**
 * Reads form bodies: urlencoded and multipart, fields and maps such as `tariffinput[<epoch>]`.
 *
 * @module
 */
import { Refusal } from '../domain/refusal.ts'

export const MAX_BODY_BYTES = 2 * 1024 * 1024
export const MAX_FIELDS = 100_000

/** The fields of a form. The last value of a repeated field counts. */
export class Form {
  readonly #fields = new Map<string, string>()
  readonly #maps = new Map<string, Map<string, string>>()
  readonly #read = new Set<string>()

  constructor(pairs: readonly (readonly [name: string, value: string])[]) {
    for (const [name, value] of pairs) {
      const match = /^([^[\]]+)\[([^[\]]*)\]$/.exec(name)
      if (!match) {
        this.#fields.set(name, value)
        continue
      }
      const [, map = '', key = ''] = match
      const entries = this.#maps.get(map)
      if (entries) entries.set(key, value)
      else this.#maps.set(map, new Map([[key, value]]))
    }
  }

  /** The text of a field; undefined when it was not sent. */
  get(name: string): string | undefined {
    this.#read.add(name)
    return this.#fields.get(name)
  }

  /** The text of a field or map entry (`tariffinput[123]`), without marking it as read. */
  peek(name: string): string | undefined {
    const [, map, key = ''] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(name) ?? []
    return map === undefined ? this.#fields.get(name) : this.#maps.get(map)?.get(key)
  }

  /** The entries of a map, in the order sent. */
  map(name: string): ReadonlyMap<string, string> {
    this.#read.add(name)
    return this.#maps.get(name) ?? new Map()
  }

  /** All fields with their effective values; map entries by their full names. */
  *entries(): Generator<readonly [name: string, value: string]> {
    yield* this.#fields
    for (const [map, values] of this.#maps) for (const [key, value] of values) yield [`${map}[${key}]`, value]
  }

  /** Names of fields and maps that were never read. */
  unread(): string[] {
    return [...this.#fields.keys(), ...this.#maps.keys()].filter((name) => !this.#read.has(name))
  }
}

export const EMPTY_FORM = new Form([])

/** The form encoding of a content type; undefined for other content types. */
function kindOf(contentType: string): 'urlencoded' | 'multipart' | undefined {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/x-www-form-urlencoded') return 'urlencoded'
  return type === 'multipart/form-data' ? 'multipart' : undefined
}

/**
 * Reads a form body.
 *
 * @throws Refusal `content_type_wrong`, `encoding_broken`, `fields_too_many`, `body_broken`
 */
export function readForm(body: Uint8Array, contentType: string): Form | Promise<Form> {
  if (body.length === 0) return EMPTY_FORM
  const kind = kindOf(contentType)
  if (kind === 'multipart') return readMultipart(body, contentType)
  if (kind === undefined) throw new Refusal('content_type_wrong', { what: contentType || 'none' })
  return new Form(readUrlencoded(body))
}

function readUrlencoded(body: Uint8Array): [string, string][] {
  const pairs: [string, string][] = []
  for (const part of decodeUtf8(body).split('&')) {
    if (part === '') continue
    if (pairs.length === MAX_FIELDS) throw new Refusal('fields_too_many', { what: String(MAX_FIELDS) })
    const at = part.indexOf('=')
    const name = at < 0 ? part : part.slice(0, at)
    pairs.push([decode(name, name), at < 0 ? '' : decode(part.slice(at + 1), name)])
  }
  return pairs
}

/** Decodes a text. The refusal never contains the value or an undecodable name: they may be secrets. */
function decode(text: string, field: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return ownText(spaced)
  try {
    return decodeURIComponent(spaced)
  } catch {
    throw new Refusal('encoding_broken', { what: `form field ${field.slice(0, 60).replace(/[^\w[\]%+.-].*/s, '...')}` })
  }
}

/** Copies a text: a slice would keep the whole body in memory. */
function ownText(text: string): string {
  return text.length > 12 ? Buffer.from(text).toString() : text
}

function decodeUtf8(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new Refusal('encoding_broken', { what: 'the body is not UTF-8' })
  }
}

async function readMultipart(body: Uint8Array, contentType: string): Promise<Form> {
  const pairs: [string, string][] = []
  let data: FormData
  try {
    data = await new Response(Buffer.from(body), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new Refusal('body_broken', { what: 'the multipart body cannot be read' })
  }
  for (const [name, value] of data) {
    if (pairs.length === MAX_FIELDS) throw new Refusal('fields_too_many', { what: String(MAX_FIELDS) })
    if (typeof value === 'string') pairs.push([name, value])
  }
  return new Form(pairs)
}
