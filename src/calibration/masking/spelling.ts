/** Changes texts that are encoded, and keeps the spelling of every escape: `%c3%ab` or `%C3%AB`, `\u00eb` or the letter. */
import { withJsonTokens } from '../../base/json-tokens.ts'
import { parsedJson } from '../../base/parsed-json.ts'
import { formDecodedOrSame } from '../../base/percent-encoding.ts'

const UTF8_UNIT = /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}|[\s\S]/gi

/** A part of an address: of its path, its query, or a form. */
export const URL_PART = {
  /** One character with its escapes. */
  unit: UTF8_UNIT,
  decode: formDecodedOrSame,
  /** A character as an escape like another one. */
  encode: (character: string, like: string) =>
    inCaseOf(like, [...Buffer.from(character)].map((byte) => `%${byte.toString(16)}`).join('')),
}

/** The inside of a JSON text. */
export const JSON_TEXT: typeof URL_PART = {
  unit: /\\u[\da-f]{4}|\\[\s\S]|[\s\S]/gi,
  // An escape that JSON does not have is what it is.
  decode: (unit) => (unit.length > 1 ? String(parsedJson(`"${unit}"`) ?? unit) : unit),
  encode: (character, like) => inCaseOf(like, `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
}

/** Hexadecimal digits in upper or lower case, as in another escape. */
const inCaseOf = (like: string, spelled: string): string =>
  /[a-f]/.test(like.replace('\\u', '')) || (like.startsWith('\\') && !/[A-F]/.test(like))
    ? spelled
    : spelled.replaceAll(/[a-f]/g, (digit) => digit.toUpperCase())

/** An encoded text, changed character by character. @param change returns a text of the same length */
export function respelled(raw: string, { unit, decode, encode }: typeof URL_PART, change: (text: string) => string): string {
  const units = raw.match(unit) ?? []
  const decoded = units.map(decode)
  const text = decoded.join('')
  const changed = change(text)
  if (changed === text) return raw
  let at = 0
  return units
    .map((one, index) => {
      const before = decoded[index] ?? ''
      const after = changed.slice(at, (at += before.length))
      return after === before ? one : one.length > before.length ? encode(after, one) : after
    })
    .join('')
}

/** Changes the texts and numbers in a JSON text. @param change gets the name of the field, and the decoded text */
export function withJsonValues(json: string, change: (name: string, text: string) => string): string {
  const names: string[] = []
  let name = ''
  return withJsonTokens(json, (token, inside, end) => {
    if (end.endsWith(':')) name = String(parsedJson(`"${inside}"`) ?? inside)
    else if (token === '{' || token === '[') names.push(name)
    else if (token === '}' || token === ']') name = names.pop() ?? ''
    else if (inside === undefined) return change(name, token)
    else return `"${respelled(inside, JSON_TEXT, (text) => change(name, text))}${end}`
    return token
  })
}
