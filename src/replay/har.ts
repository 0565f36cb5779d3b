/**
 * Reads HAR 1.2 as far as a replay needs it: written by a journal, by a browser or by another tool.
 *
 * @module
 * @source http://www.softwareishard.com/blog/har-12-spec/
 */
import { type Instant, parseInstant } from '../base/instant.ts'
import type { Entry } from '../journal/entry.ts'
import { Field, HarError } from './har-field.ts'
import { readJson } from './json-text.ts'

export { HarError } from './har-field.ts'

export interface Pair {
  readonly name: string
  readonly value: string
}

/** What was posted. */
export interface PostData {
  readonly mimeType: string
  readonly params: readonly (Pair & { readonly isFile: boolean })[]
  readonly text: string
  readonly comment: string
}

export interface RecordedRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly Pair[]
  readonly postData: PostData | undefined
  /** Bytes of the body; -1 when that is not known. */
  readonly bodySize: number
}

export interface RecordedResponse {
  /** 0 when no answer came. */
  readonly status: number
  readonly headers: readonly Pair[]
  readonly mimeType: string
  /** The body; undefined when it was not recorded. */
  readonly text: string | undefined
  /** True when only the beginning of the body was recorded. */
  readonly cut: boolean
}

/** What a journal knows of a call beside what HAR has a place for; all of it is missing in the files of other tools. */
export interface JournalNote
  extends Pick<Entry, 'operation' | 'client' | 'token' | 'lost' | 'hint' | 'warnings' | 'unread' | 'touched'> {
  readonly id: number | undefined
  readonly refusalCode: string | undefined
  /** What a scenario did to the call. */
  readonly fault: readonly string[]
  /** The kind of a network fault. */
  readonly edge: string | undefined
  readonly sandbox: string | undefined
}

/** One request and its answer. */
export interface Exchange {
  /** Its place in `log.entries`. */
  readonly index: number
  readonly at: Instant
  /** Milliseconds it took. */
  readonly ms: number
  readonly request: RecordedRequest
  readonly response: RecordedResponse
  /** Undefined when the file is no journal's. */
  readonly note: JournalNote | undefined
}

/** The exchanges of a HAR file, in its order. @throws HarError naming the field, or line and column */
export function readHar(text: string): readonly Exchange[] {
  const read = readJson(text.replace(/^\uFEFF/, ''))
  if ('broken' in read) {
    const { line, column } = read.broken
    throw new HarError(`line ${line}, column ${column}: this is no JSON`)
  }
  const log = new Field(read.value, '').at('log')
  if (!log.isMap) throw new HarError('this is no HAR file: it has no log')
  const version = log.at('version')
  if (version.value !== '1.2') throw version.problem('expected "1.2": HAR of that version is read')
  return log.at('entries').items().map(readExchange)
}

function readExchange(entry: Field, index: number): Exchange {
  return {
    index,
    at: readInstant(entry.at('startedDateTime')),
    ms: entry.at('time').number(0),
    request: readRequest(entry.at('request').map()),
    response: readResponse(entry.at('response').map()),
    note: entry.at('_understay').isMap ? readNote(entry.at('_understay')) : undefined,
  }
}

/** Some tools write more digits of a second than are read. */
function readInstant(field: Field): Instant {
  const at = parseInstant(field.text().replace(/(\.\d{3})\d+/, '$1'))
  if (at === undefined) throw field.problem('expected an instant such as 2026-03-01T09:00:00.000Z')
  return at
}

function readRequest(request: Field): RecordedRequest {
  const postData = request.at('postData')
  return {
    method: request.at('method').text().toUpperCase(),
    url: request.at('url').text(),
    headers: readHeaders(request.at('headers')),
    postData: postData.isSet ? readPostData(postData.map()) : undefined,
    bodySize: request.at('bodySize').number(-1),
  }
}

function readPostData(data: Field): PostData {
  return {
    mimeType: data.at('mimeType').text(''),
    params: data
      .at('params')
      .items([])
      .map((param) => ({
        name: param.at('name').text(),
        value: param.at('value').text(''),
        isFile: param.at('fileName').isSet,
      })),
    text: data.at('text').text(''),
    comment: data.at('comment').text(''),
  }
}

function readResponse(response: Field): RecordedResponse {
  const content = response.at('content')
  const bare = content.at('text').text('')
  const text = content.at('encoding').text('') === 'base64' ? Buffer.from(bare, 'base64').toString('utf8') : bare
  const size = content.at('size').number(0)
  const mimeType = content.at('mimeType').text('')
  // No JSON is without a character: a tool that left the body out says nothing else.
  const missing = text === '' && (size > 0 || mimeType.includes('json'))
  return {
    status: response.at('status').number(),
    headers: readHeaders(response.at('headers')),
    mimeType,
    text: missing ? undefined : text,
    cut: content.at('comment').text('').startsWith('cut at ') || isCutShort(text, size, mimeType),
  }
}

/** Tools that write only so many characters of a body still tell its size. */
const isCutShort = (text: string, size: number, mimeType: string): boolean =>
  text !== '' && mimeType.includes('json') && Buffer.byteLength(text) < size && 'broken' in readJson(text)

const HEADER_NAME = /^:?[\w!#$%&'*+.^`|~-]+$/

function readHeaders(headers: Field): readonly Pair[] {
  return headers.items([]).map((header) => {
    const name = header.at('name').text()
    const value = header.at('value').text()
    if (!HEADER_NAME.test(name)) throw header.at('name').problem('expected the name of a header')
    if (/[\0\r\n]/.test(value)) throw header.at('value').problem('expected the value of a header, on one line')
    return { name: name.toLowerCase(), value }
  })
}

function readNote(note: Field): JournalNote {
  const word = (name: string): string | undefined => note.at(name).text('') || undefined
  return {
    id: note.at('id').isSet ? note.at('id').number() : undefined,
    operation: word('operation'),
    client: word('client'),
    token: word('token'),
    refusalCode: word('refusalCode'),
    fault: note
      .at('fault')
      .items([])
      .map((fault) => fault.text()),
    edge: word('edge'),
    lost: note.at('lost').isSet ? note.at('lost').number() : undefined,
    sandbox: word('sandbox'),
    hint: word('hint'),
    warnings: textsOf(note.at('warnings')),
    unread: textsOf(note.at('unread')),
    touched: note.at('touched').isMap ? touchedOf(note.at('touched').value) : undefined,
  }
}

const textsOf = (field: Field): readonly string[] | undefined =>
  field.isSet ? field.items([]).map((item) => item.text()) : undefined

function touchedOf(value: unknown): NonNullable<Entry['touched']> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(entries.map(([name, ids]) => [name, Array.isArray(ids) ? ids.filter(isId) : []]))
}

const isId = (id: unknown): id is number | string => typeof id === 'number' || typeof id === 'string'
