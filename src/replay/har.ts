/**
 * Reads HAR 1.2 of a journal, a browser or another tool, as far as a replay needs it.
 * @source http://www.softwareishard.com/blog/har-12-spec/
 */
import { MINUTE_MS } from '../base/duration.ts'
import type { Place } from '../base/file-error.ts'
import { type Instant, parseHttpDate, parseInstant } from '../base/instant.ts'
import { parsedJson } from '../base/parsed-json.ts'
import { headerOf, isAt, mainHost, type NameAndValue } from './address.ts'
import { Field, HarError } from './har-field.ts'
import { originOf, readNote } from './har-note.ts'
import { brokenPlace } from './json-text.ts'
import { byServiceClock } from './service-clock.ts'

export type { NameAndValue } from './address.ts'
export { HarError } from './har-field.ts'

export type PostData = Readonly<ReturnType<typeof readPostData>>
export type RecordedRequest = Readonly<ReturnType<typeof readRequest>>
export type RecordedResponse = Readonly<ReturnType<typeof readResponse>>
export type Exchange = Readonly<Omit<DatedExchange, 'date'>>
type DatedExchange = ReturnType<typeof readExchange>
export type Recording = Readonly<ReturnType<typeof readRecording>>

const RECORD_ADVICE =
  'understay record --upstream URL -- COMMAND records calls, understay run --report FOLDER -- COMMAND writes them to journal.har'

export const NO_ENTRIES = `log.entries is empty: ${RECORD_ADVICE}`

/**
 * A HAR file, with what a journal says about its run. Entries that are no calls of the interface may have broken responses.
 *
 * @param apiPath the path of the interface, such as `/service/api`
 * @throws HarError naming the field, or line and column
 */
export function readRecording(text: string, apiPath: string) {
  if (text.trim() === '') throw new HarError(`this file is empty: ${RECORD_ADVICE}`)
  const bare = text.replace(/^\uFEFF/, '')
  const read = parsedJson(bare)
  if (read === undefined) {
    const place = brokenPlace(bare)
    throw new HarError(`line ${place.line}, column ${place.column}: ${brokenText(text, place)}`)
  }
  const log = new Field(read, '').field('log')
  if (!log.isMap) throw new HarError(`this is not a HAR file: it has no log; ${RECORD_ADVICE}`)
  const version = log.field('version')
  if (version.value !== '1.2') throw version.problem('expected "1.2": HAR of that version is read')
  const happened = log.field('_understay')
  const entries = log.field('entries').items()
  const host = mainHost(entries.map(urlOf), apiPath)
  const isCall = (url: string): boolean => isAt(host, url, apiPath)
  const exchanges = entries.map((entry, index) => (isCall(urlOf(entry)) ? readExchange(entry, index) : readOther(entry, index)))
  return {
    exchanges: byServiceClock(byTime(exchanges), isCall),
    /** The host that most calls of the interface go to. */
    host,
    // the facts of which the journal says that there were none: bookings without a call, and deliveries of webhooks
    none: (['arrivals', 'deliveries'] as const).filter((fact) => happened.field(fact).value === 0),
    masked: log.field('_masked').value === true,
    origin: originOf(happened),
  }
}

/** True for a journal of Understay. A recording of a deployment has notes too, but neither operations nor codes of refusals. */
export const isJournal = (exchanges: readonly Exchange[]): boolean =>
  exchanges.some(({ note }) => note?.operation !== undefined || note?.refusalCode !== undefined)

/** HAR leaves the order of entries to its readers. A journal is in the order in which its calls were carried out. */
function byTime(exchanges: readonly DatedExchange[]) {
  return exchanges.some(({ note }) => note) ? exchanges : exchanges.toSorted((one, other) => one.at - other.at)
}

/** What is wrong with JSON that is broken there: it may be cut, or a text on each line. */
function brokenText(text: string, { line, column }: Place): string {
  if (!/^\s*[{[]/.test(text)) return `this is not JSON, and so no HAR file; ${RECORD_ADVICE}`
  if (!/[}\]]\s*$/.test(text)) return 'this is not JSON: the file is cut short; save it again'
  const isNext = line > 1 && column === 1 && /^[{[]/.test(text.split('\n')[line - 1] ?? '')
  return isNext ? 'another JSON text begins here; give each log a file' : 'this is not JSON'
}

const urlOf = (entry: Field): string => String(entry.field('request').field('url').value)

/** An entry that is no call of the interface, or is one to another host: only its time, method and address matter. */
function readOther(entry: Field, index: number): DatedExchange {
  try {
    return readExchange(entry, index)
  } catch (error) {
    const { method, url } = Object(entry.field('request').value)
    if (!(error instanceof HarError) || typeof url !== 'string') throw error
    const bare = { request: { method, url }, response: { status: 0 } }
    return readExchange(
      new Field({ startedDateTime: entry.field('startedDateTime').value, ...bare }, `log.entries[${index}]`),
      index,
    )
  }
}

function readExchange(entry: Field, index: number) {
  const response = readResponse(entry.field('response').map())
  return {
    /** Its index in `log.entries`. */
    index,
    /** By the clock of the service, where its responses have a date. */
    at: readInstant(entry.field('startedDateTime')),
    ...durationOf(entry),
    connection: connectionOf(entry.field('connection')),
    request: readRequest(entry.field('request').map()),
    response,
    date: dateOf(entry, response.headers),
    /** Undefined in files of other tools. */
    note: entry.field('_understay').isMap ? readNote(entry.field('_understay')) : undefined,
  }
}

/**
 * The duration in milliseconds, whole where the start has no fractions, or a call would end after the start of the next one.
 * `bodyMs` is the part after the head of the response, with which a client may go on.
 */
function durationOf(entry: Field) {
  const time = entry.field('time').number(0)
  if (entry.field('_understay').isMap) return { ms: time }
  const [wait, receive] = ['wait', 'receive'].map((phase) => Number(entry.field('timings').field(phase).value))
  const ms = Math.max(0, Math.floor(time))
  return { ms, bodyMs: wait && receive && wait > 0 && receive > 0 ? ms - Math.max(0, Math.floor(time - receive)) : undefined }
}

/** When the service answered, by its own clock; undefined where a cache did, or it took long. */
function dateOf(entry: Field, headers: readonly NameAndValue[]): Instant | undefined {
  const isKept = entry.field('_fromCache').isSet || Number(headerOf(headers, 'age')) > 0
  return isKept || entry.field('time').number(0) >= MINUTE_MS ? undefined : parseHttpDate(headerOf(headers, 'date') ?? '')
}

/** The id of the connection, as the tool wrote it. HAR has a text here; some tools write the number of the port. */
const connectionOf = (field: Field): string | undefined =>
  (typeof field.value === 'number' ? String(field.value) : field.text('')) || undefined

/** Some tools write more fractional digits than are read, or an offset as `+0200`. */
function readInstant(field: Field): Instant {
  const text = field.text().replace(/(\.\d{3})\d+/, '$1')
  const at = parseInstant(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  if (at === undefined) throw field.problem('expected an instant with its zone, such as 2026-03-01T09:00:00.000Z')
  return at
}

function readRequest(request: Field) {
  const postData = request.field('postData')
  return {
    method: request.field('method').text().toUpperCase(),
    url: request.field('url').text(),
    headers: readHeaders(request.field('headers')),
    // PHP writes an empty map as a list.
    postData: postData.isSet && !postData.isEmptyList ? readPostData(postData.map()) : undefined,
    /** Bytes of the body; -1 when unknown. */
    bodySize: request.field('bodySize').number(-1),
  }
}

function readPostData(data: Field) {
  return {
    mimeType: data.field('mimeType').text(''),
    params: data
      .field('params')
      .items([])
      .map((param) => ({
        name: param.field('name').text(),
        value: param.field('value').text(''),
        isFile: param.field('fileName').isSet,
      })),
    text: data.field('text').text(''),
    comment: data.field('comment').text(''),
  }
}

/** How gzip begins, read as UTF-8. */
const GZIP = '\u001F\uFFFD'

function readResponse(response: Field) {
  const content = response.field('content')
  const bare = content.field('text').text('')
  const whole = content.field('encoding').text('') === 'base64' ? Buffer.from(bare, 'base64').toString('utf8') : bare
  const text = whole.replace(/^\uFEFF/, '')
  const size = content.field('size').number(0)
  const mimeType = content.field('mimeType').text('')
  // JSON is never empty; the tool omitted the body, or left it compressed.
  const missing = text === '' ? size > 0 || mimeType.includes('json') : text.startsWith(GZIP)
  return {
    /** 0 when there was no response; some tools write -1. */
    status: Math.max(0, response.field('status').number()),
    headers: readHeaders(response.field('headers')),
    mimeType,
    text: missing ? undefined : text,
    /** True when only the beginning of the body was recorded. */
    cut: content.field('comment').text('').startsWith('cut at ') || isCutShort(text, size, mimeType),
  }
}

/** Tools that cut a body still record its size. */
const isCutShort = (text: string, size: number, mimeType: string): boolean =>
  text !== '' && mimeType.includes('json') && Buffer.byteLength(text) < size && parsedJson(text) === undefined

const HEADER_NAME = /^:?[\w!#$%&'*+.^`|~-]+$/

function readHeaders(headers: Field): readonly NameAndValue[] {
  return headers.items([]).map((header) => {
    const name = header.field('name').text()
    const value = header.field('value').text()
    if (!HEADER_NAME.test(name)) throw header.field('name').problem('expected the name of a header')
    // Browsers write several cookies as lines of one header.
    if ((/^set-cookie$/i.test(name) ? /[\0\r]/ : /[\0\r\n]/).test(value))
      throw header.field('value').problem('expected the value of a header, on one line')
    return { name: name.toLowerCase(), value }
  })
}
