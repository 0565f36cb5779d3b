/**
 * Reads HAR 1.2 of a journal, a browser or another tool, as far as a replay needs it.
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

/** The body of a request. */
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
  /** Bytes of the body; -1 when unknown. */
  readonly bodySize: number
}

export interface RecordedResponse {
  /** 0 when there was no response. */
  readonly status: number
  readonly headers: readonly Pair[]
  readonly mimeType: string
  /** The body; undefined when it was not recorded. */
  readonly text: string | undefined
  /** True when only the beginning of the body was recorded. */
  readonly cut: boolean
}

/** The fields of a journal entry that HAR lacks; absent in files of other tools. */
export interface JournalNote
  extends Pick<Entry, 'operation' | 'client' | 'token' | 'lost' | 'hint' | 'warnings' | 'unread' | 'touched'> {
  readonly id: number | undefined
  /** When it was received, by the machine's clock: epoch milliseconds. */
  readonly real: Instant | undefined
  /** True when the client closed the connection before the response was sent. */
  readonly gone: boolean
  readonly refusalCode: string | undefined
  /** The faults that were applied. */
  readonly fault: readonly string[]
  /** The kind of a network fault. */
  readonly edge: string | undefined
  readonly sandbox: string | undefined
}

/** A request and its response. */
export interface Exchange {
  /** Its index in `log.entries`. */
  readonly index: number
  readonly at: Instant
  /** Duration in milliseconds. */
  readonly ms: number
  /** The id of the connection, as the tool wrote it. */
  readonly connection: string | undefined
  readonly request: RecordedRequest
  readonly response: RecordedResponse
  /** Undefined in files of other tools. */
  readonly note: JournalNote | undefined
}

/** The exchanges of a HAR file, in its order. @throws HarError naming the field, or line and column */
export const readHar = (text: string): readonly Exchange[] => readRecording(text).exchanges

/** A HAR file. */
export interface Recording {
  readonly exchanges: readonly Exchange[]
  /** The facts of which the journal says that there were none: bookings without a call, and deliveries of webhooks. */
  readonly none: readonly ('arrivals' | 'deliveries')[]
}

/** A HAR file, with what a journal says about its run. @throws HarError naming the field, or line and column */
export function readRecording(text: string): Recording {
  const read = readJson(text.replace(/^\uFEFF/, ''))
  if ('broken' in read) {
    const { line, column } = read.broken
    throw new HarError(`line ${line}, column ${column}: this is not JSON`)
  }
  const log = new Field(read.value, '').at('log')
  if (!log.isMap) throw new HarError('this is not a HAR file: it has no log')
  const version = log.at('version')
  if (version.value !== '1.2') throw version.problem('expected "1.2": HAR of that version is read')
  const happened = log.at('_understay')
  return {
    exchanges: log.at('entries').items().map(readExchange),
    none: (['arrivals', 'deliveries'] as const).filter((fact) => happened.at(fact).value === 0),
  }
}

function readExchange(entry: Field, index: number): Exchange {
  return {
    index,
    at: readInstant(entry.at('startedDateTime')),
    ms: entry.at('time').number(0),
    connection: connectionOf(entry.at('connection')),
    request: readRequest(entry.at('request').map()),
    response: readResponse(entry.at('response').map()),
    note: entry.at('_understay').isMap ? readNote(entry.at('_understay')) : undefined,
  }
}

/** HAR has a text here; some tools write the number of the port. */
const connectionOf = (field: Field): string | undefined =>
  (typeof field.value === 'number' ? String(field.value) : field.text('')) || undefined

/** Some tools write more fractional digits than are read. */
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
  // JSON is never empty; the tool omitted the body.
  const missing = text === '' && (size > 0 || mimeType.includes('json'))
  return {
    status: response.at('status').number(),
    headers: readHeaders(response.at('headers')),
    mimeType,
    text: missing ? undefined : text,
    cut: content.at('comment').text('').startsWith('cut at ') || isCutShort(text, size, mimeType),
  }
}

/** Tools that cut a body still record its size. */
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
    real: note.at('real').isSet ? note.at('real').number() : undefined,
    gone: note.at('gone').value === true,
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
