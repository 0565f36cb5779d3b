/** Reads form bodies: urlencoded and multipart, fields and maps such as `tariffinput[<epoch>]`. */
import { getOrInsert } from '../base/get-or-insert.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import { mediaType, URLENCODED } from '../base/media-type.ts'
import { encodingProblem } from '../base/percent-encoding.ts'
import { Refusal } from '../domain/refusal.ts'

export const MAX_BODY_BYTES = 2 * 1024 * 1024
/** Ten years of nights in the two maps of a tariff are 7,300. */
export const MAX_FIELDS = 10_000

/** Map and key of a name such as `tariffinput[123]`; undefined for any other name. */
const mapEntry = (name: string): RegExpExecArray | undefined =>
  (name.endsWith(']') && /^([^[\]]+)\[([^[\]]*)\]$/.exec(name)) || undefined

/** The fields of a form. The last value of a repeated field counts. */
export class Form {
  readonly #fields = new Map<string, string>()
  readonly #maps = new Map<string, Map<string, string>>()
  /** Names of fields, and of maps with brackets. */
  readonly #read = new Set<string>()
  readonly #repeated = new Set<string>()

  constructor(pairs: readonly (readonly [name: string, value: string])[]) {
    for (const [name, value] of pairs) {
      const match = mapEntry(name)
      const [, map = '', key = name] = match ?? []
      const values = match ? getOrInsert(this.#maps, map, () => new Map<string, string>()) : this.#fields
      if (values.has(key)) this.#repeated.add(name)
      values.set(key, value)
    }
  }

  /** The text of a field; undefined when it was not sent. */
  get(name: string): string | undefined {
    this.#read.add(name)
    return this.#fields.get(name)
  }

  /** The text of a field or map entry (`tariffinput[123]`), without marking it as read. */
  peek(name: string): string | undefined {
    const [, map = '', key = ''] = mapEntry(name) ?? []
    return map === '' ? this.#fields.get(name) : this.#maps.get(map)?.get(key)
  }

  /** The entries of a map, in the order sent. */
  map(name: string): ReadonlyMap<string, string> {
    this.#read.add(`${name}[]`)
    return this.#maps.get(name) ?? new Map()
  }

  /** All fields with their effective values; map entries by their full names. */
  *entries(): Generator<readonly [name: string, value: string]> {
    yield* this.#fields
    for (const [map, values] of this.#maps) for (const [key, value] of values) yield [`${map}[${key}]`, value]
  }

  /** Names of fields that were never read, and those of maps, such as `tariffinput[]`. */
  unread(): string[] {
    const maps = [...this.#maps.keys()].map((name) => `${name}[]`)
    return [...this.#fields.keys(), ...maps].filter((name) => !this.#read.has(name))
  }

  /** Names that were sent more than once. */
  repeated(): string[] {
    return [...this.#repeated]
  }
}

export const EMPTY_FORM = new Form([])

/**
 * Reads a form body.
 *
 * @throws Refusal `content_type_wrong`, `encoding_broken`, `fields_too_many`, `body_broken`
 */
export function readForm(body: Uint8Array, contentType: string): MaybePromise<Form> {
  if (body.length === 0) return EMPTY_FORM
  const type = mediaType(contentType)
  if (type === 'multipart/form-data') return readMultipart(body, contentType)
  if (type !== URLENCODED) throw new Refusal('content_type_wrong', { what: contentType || 'none' })
  return new Form(readUrlencoded(body))
}

function readUrlencoded(body: Uint8Array): [string, string][] {
  const text = decodeUtf8(body)
  const pairs: [string, string][] = []
  let end = 0
  for (let from = 0; from < text.length; from = end + 1) {
    end = from
    if (text.charCodeAt(from) === AMPERSAND) continue
    end = endOfField(text, from)
    if (pairs.length === MAX_FIELDS) throw tooManyFields()
    const part = text.slice(from, end)
    const at = part.indexOf('=')
    const name = at < 0 ? part : part.slice(0, at)
    pairs.push([decode(name, name), at < 0 ? '' : decode(part.slice(at + 1), name)])
  }
  return pairs
}

function endOfField(text: string, from: number): number {
  const at = text.indexOf('&', from)
  return at < 0 ? text.length : at
}

const tooManyFields = (): Refusal => new Refusal('fields_too_many', { what: String(MAX_FIELDS) })

/** Decodes a text. The refusal never contains the value or an undecodable name: they may be secrets. */
function decode(text: string, field: string): string {
  const spaced = text.includes('+') ? plusToSpaces(text) : text
  if (!spaced.includes('%')) return copyText(spaced)
  try {
    return decodeURIComponent(spaced)
  } catch {
    const name = field.slice(0, 60).replace(/[^\w[\]%+.-].*/s, '...')
    throw new Refusal('encoding_broken', { what: encodingProblem(`form field ${name}`, spaced) })
  }
}

const [AMPERSAND, PLUS, SPACE] = [0x26, 0x2b, 0x20]

/** A text with spaces instead of `+`. `replaceAll` takes 25 times as long for a text of `+`. */
function plusToSpaces(text: string): string {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === PLUS) bytes[at] = SPACE
  return bytes.toString()
}

/** Copies a text: a slice would keep the whole body in memory. */
function copyText(text: string): string {
  return text.length > 12 ? Buffer.from(text).toString() : text
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a body. @throws Refusal `encoding_broken` */
export function decodeUtf8(body: Uint8Array): string {
  try {
    return UTF8.decode(body)
  } catch {
    const isZipped = body[0] === 0x1f && body[1] === 0x8b
    throw new Refusal('encoding_broken', { what: `the body is ${isZipped ? 'compressed; send it as it is' : 'not UTF-8'}` })
  }
}

async function readMultipart(body: Uint8Array, contentType: string): Promise<Form> {
  if (hasTooManyParts(body, contentType)) throw tooManyFields()
  let data: FormData
  try {
    data = await new Response(Buffer.from(body), { headers: { 'content-type': contentType } }).formData()
  } catch {
    const reason = /boundary=/i.test(contentType) ? '' : ': its Content-Type has no boundary'
    throw new Refusal('body_broken', { what: `the multipart body cannot be read${reason}` })
  }
  return new Form([...data].filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

/** Counts the parts of a multipart body without reading them. */
function hasTooManyParts(body: Uint8Array, contentType: string): boolean {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? []
  const delimiter = quoted ?? plain
  if (delimiter === undefined) return false
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  let parts = 0
  // the first delimiter begins no line where nothing is before it, the last one ends the body
  for (
    let at = bytes.indexOf(`\r\n--${delimiter}`);
    at >= 0 && parts <= MAX_FIELDS;
    at = bytes.indexOf(`\r\n--${delimiter}`, at + 1)
  )
    parts++
  return parts > MAX_FIELDS
}
