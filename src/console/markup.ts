/** Small pieces of markup that every page uses. Values are escaped by `hono/html`. */
import { html } from 'hono/html'
import { orUndefined } from '../base/caught-error.ts'
import { timestamp } from '../base/instant.ts'
import { parsedJson } from '../base/parsed-json.ts'

/** Markup that is safe to send. */
export type Html = ReturnType<typeof html>

/** A value in a template; undefined, null and false are not shown. */
export type Value = string | number | Html | undefined | null | false | readonly Value[]

export type Tone = 'good' | 'bad' | 'warn' | 'fault' | 'plain'

/** The attribute of a link or row that is the current one. */
export const CURRENT = html` aria-current="true"`

/** A list of names and values; rows without a value are omitted. */
export function valueList(rows: readonly (readonly [name: string, value: Value])[]): Html {
  const shown = rows.filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
  return html`<dl class="facts">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** A short text with a background colour. */
export const badge = (tone: Tone, text: Value): Html => html`<span class="badge ${tone}">${text}</span>`

export const copyable = (text: string, what: string): Html =>
  html`<span class="copied"><code>${text}</code><button type="button" class="script-only small" data-copy="${text}" aria-label="Copy ${what}">Copy</button></span>`

export const codeBlock = (text: string, what: string): Html =>
  html`<div class="code-block"><button type="button" class="script-only small" data-copy="${text}" aria-label="Copy ${what}">Copy</button><pre tabindex="0" role="region" aria-label="${what}">${text}</pre></div>`

/** A menu that opens below its button. */
export const menu = (id: string, label: Value, content: Value, kind = ''): Html =>
  html`<details class="menu ${kind}" id="${id}"><summary>${label}</summary><div class="menu-panel">${content}</div></details>`

/** The content of an empty part: a title, and what to do next. */
export const emptyState = (title: string, advice: Value): Html =>
  html`<div class="empty"><p><strong>${title}</strong></p><p>${advice}</p></div>`

/** Links to the page before and after; nothing where all rows are on one. @param address of the page that begins with a row */
export function pageLinks(offset: number, perPage: number, rows: number, address: (offset: number) => string): Value {
  if (rows === 0 || (rows <= perPage && offset < rows)) return undefined
  const link = (to: number, text: string): Html =>
    to >= 0 && to < rows ? html`<a href="${address(to)}">${text}</a>` : html`<span class="off">${text}</span>`
  const lastPage = Math.floor((rows - 1) / perPage) * perPage
  const previous = offset >= rows ? lastPage : offset > 0 ? Math.max(0, offset - perPage) : -1
  const shown = offset < rows ? `${offset + 1} to ${Math.min(rows, offset + perPage)}` : `after the last of ${rows}`
  return html`<nav class="pages" aria-label="Pages">${link(previous, 'Previous')} ${shown} ${link(offset + perPage, 'Next')}</nav>`
}

/** The number of the first row of a page, from its address. */
export const offsetIn = (query: URLSearchParams): number =>
  /^\d{1,8}$/.test(query.get('offset') ?? '') ? Number(query.get('offset')) : 0

/** A text cut to about a length, with the number of characters that are missing; a few more are shown. */
export const shortened = (text: string, max: number): string =>
  text.length > max + 30 ? `${text.slice(0, max)}… (${text.length - max} more characters)` : text

/** The bytes of one character beyond ASCII. */
const ESCAPED = /%[c-f][0-9a-f](?:%[89ab][0-9a-f]){1,3}/gi

/** A letter that is seen and runs from left to right. */
const LETTER = /^(?![\p{DI}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}])[\p{L}\p{N}]$/u

/** A text with letters, such as umlauts, in place of their percent escapes in addresses; all other escapes stay. */
export const readable = (text: string): string =>
  escapeBidi(text).replace(/\/\S+/g, (address) =>
    address.replace(ESCAPED, (escaped) => {
      const letter = decodedPart(escaped) ?? ''
      return LETTER.test(letter) ? letter : escaped
    }),
  )

/** A decoded part of an address; undefined for escapes that do not decode. */
export const decodedPart = (part: string): string | undefined => orUndefined(() => decodeURIComponent(part))

/** A value of a row for readers: instants as times, objects as JSON. */
export function fieldText(name: string, value: unknown, max = 300): string {
  if (value === undefined || value === null) return '–'
  if (typeof value === 'number' && isInstantField(name) && value > 1e11) return timestamp(value)
  const text = typeof value === 'object' ? jsonText(value, max) : String(value)
  return shortened(escapeBidi(text), max)
}

const escapeBidi = (text: string): string => text.replace(TURNING, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)

/** Characters that turn the direction of text: it would read otherwise than it is. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g
const LONG_JSON = 80

/** JSON on one line, or with indentation where it is long and there is room. */
function jsonText(value: object, max: number): string {
  const line = JSON.stringify(value)
  return line.length > LONG_JSON && max > LONG_JSON ? JSON.stringify(value, null, 2) : line
}

/** True for a field of a row that holds an instant in milliseconds, by its name. */
const isInstantField = (name: string): boolean => /(?:^at|At|until)$/.test(name)

/** Headers as `name: value`, one in a line. */
export const headerLines = (headers: Readonly<Record<string, string | undefined>> = {}): string =>
  Object.entries(headers)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
    .join('\n')

/** JSON with indentation; any other text as it is. */
export function indented(text: string): string {
  if (!/^[[{]/.test(text)) return text
  const value = parsedJson(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}

/** Date and time of an ISO instant without zone and fractions. */
export const dateTime = (iso: string): string => iso.slice(0, 19).replace('T', ' ')
