/** Finds secrets in texts by the names before them, in several notations. */

import { MASK } from '../base/mask.ts'
import { isSecretName, SECRET_HINT } from '../base/secret-name.ts'

/** The name of a value. The lookbehind avoids quadratic time on long texts. */
const NAME_PATTERN = String.raw`(?<![\w.%[\]-])([\w.%[\]-]{2,80})`
/** A value that is not a word of a sentence: it has a digit and is not a date. */
const OPAQUE = String.raw`(?!\d{4}-\d\d)(?=[\w.~+/=-]*\d)[\w.~+/=-]`
const inAny = (pattern: string): RegExp => new RegExp(pattern, 'gi')

/** Notations; the groups are name, separator and value. */
const NOTATIONS: readonly RegExp[] = [
  // JSON, also quoted in another text, objects of JavaScript, arrays of PHP
  inAny(String.raw`${NAME_PATTERN}(\\*["']?\s*(?:[:=]|=>)\s*\\*["'])([^"'\\](?:[^"']*[^"'\\])?)`),
  inAny(String.raw`${NAME_PATTERN}(\\*["']\s*:\s*)(\d{4,})`),
  // queries and forms, also encoded once more
  inAny(String.raw`${NAME_PATTERN}(=)([^&#\s"'<>\\]+)`),
  inAny(String.raw`(?<=%3F|%26|%23|%22|[^\w%]|^)([a-z_]{4,40})(%3D)((?:(?!%26|%23|%22)[^&#\s"'<>\\])+)`),
  // XML, fields of HTML, parts of a body
  inAny(String.raw`${NAME_PATTERN}(\s*>\s*)([^<>\s]+)(?=\s*</)`),
  inAny(String.raw`${NAME_PATTERN}((?:["'](?:(?!\sname=)[^<>]){0,200}?)?\svalue=["'])([^"'<>]+)`),
  inAny(String.raw`${NAME_PATTERN}("[^\r\n]{0,200}\r?\n(?:[\w-]+:[^\r\n]{0,200}\r?\n){0,9}\r?\n)([^\r\n]+)`),
]
const SENTENCES: readonly RegExp[] = [
  inAny(String.raw`${NAME_PATTERN}(\s*:\s*)(${OPAQUE}{8,})`),
  inAny(String.raw`${NAME_PATTERN}(\s+)(${OPAQUE}{16,})`),
]
const SCHEME = inAny(String.raw`\b(bearer|basic)(\s+)(${OPAQUE}{8,})`)
/** `user:password@` of an address. */
const USER_IN_ADDRESS = inAny(String.raw`(:\/)(\/)([^/?#@\s"'<>]{1,300})(?=@)`)
/** Only texts that match can contain a named secret; most do not. */
export const MAY_CONTAIN_SECRET = new RegExp(String.raw`${SECRET_HINT.source}|bearer|basic|:\/\/[^/?#@\s"'<>]{1,300}@`, 'i')
const QUERY_NAME = /^[^\s=&{<"]+=/

/** True when a name, or its last word, names a secret: `X-Api-Key`, `sessionToken`. */
export function isSecretLabel(name: string): boolean {
  if (!SECRET_HINT.test(name)) return false
  const words = name.split(/[-._]|(?<=[a-z])(?=[A-Z])/)
  return words.some((_, index) => isSecretName(words.slice(index).join('')))
}

export function secretsIn(text: string, inSentences: boolean): readonly string[] {
  if (!MAY_CONTAIN_SECRET.test(text)) return []
  const found: string[] = []
  const note = (secret: string): string => {
    found.push(secret)
    return secret
  }
  replaceSecrets(text, inSentences, note)
  // The second half of `user:password` in an address is a secret too.
  const halves = [...text.matchAll(USER_IN_ADDRESS)].flatMap(([, , , user = '']) =>
    user.includes(':') ? [user.replace(/^[^:]*:/, '')] : [],
  )
  return [...found, ...halves, ...fieldsOf(text).flatMap(([name, value]) => (isSecretLabel(name) ? [value] : []))]
}

export const withoutNamedSecrets = (text: string, inSentences: boolean): string =>
  MAY_CONTAIN_SECRET.test(text) ? replaceSecrets(text, inSentences, () => MASK) : text

function replaceSecrets(text: string, inSentences: boolean, by: (secret: string) => string): string {
  const always = (whole: string, name: string, between: string, value: string): string =>
    value.startsWith(MASK) ? whole : `${name}${between}${by(value)}`
  const ifNamed = (whole: string, name: string, between: string, value: string): string =>
    isSecretLabel(name) ? always(whole, name, between, value) : whole
  const notations = inSentences ? [...NOTATIONS, ...SENTENCES] : NOTATIONS
  const named = notations.reduce((rest, notation) => rest.replace(notation, ifNamed), text)
  return [...(inSentences ? [SCHEME] : []), USER_IN_ADDRESS].reduce((rest, notation) => rest.replace(notation, always), named)
}

/** The fields of a query or form. */
function fieldsOf(text: string): readonly (readonly [name: string, value: string])[] {
  const isAddress = /^\w+:\/\//.test(text)
  if (!isAddress && !QUERY_NAME.test(text)) return []
  return (isAddress ? text.split(/[?#]/).slice(1) : [text]).flatMap((query) =>
    query.split('&').map((part): [string, string] => {
      const at = part.indexOf('=')
      return at < 0 ? ['', ''] : [part.slice(0, at), part.slice(at + 1)]
    }),
  )
}
