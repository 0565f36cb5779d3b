/**
 * The product word: it stands in paths, header names, label keys and a few field names.
 *
 * @module
 */

/** Every name that is made of the product word. */
export interface Product {
  /** Lower case, as in paths: `service`. */
  readonly word: string
  /** With a capital, as in the realm: `Service`. */
  readonly title: string
  /** `/service/api`. */
  readonly apiPath: string
  /** Header names in lower case, as they are looked up. */
  readonly sessionHeader: string
  readonly channelHeader: string
  /** The same as the interface document writes it. */
  readonly channelName: string
  readonly noEnvelopeHeader: string
  /** The header that carries the text of a refusal without a body. */
  readonly messageHeader: string
  /** The query or form field that names a language. */
  readonly languageField: string
}

/** What a product word may be. */
export const PRODUCT_WORD = /^[a-z][a-z0-9]{0,30}$/

/** The names of a product word. */
export function productOf(word: string): Product {
  const upper = word.toUpperCase()
  return {
    word,
    title: `${upper.slice(0, 1)}${word.slice(1)}`,
    apiPath: `/${word}/api`,
    sessionHeader: `x-${word}-booking-session-id`,
    channelHeader: `x-${word}-channel-name`,
    channelName: `X-${upper}-channel-name`,
    noEnvelopeHeader: `x-${word}-no-envelope`,
    messageHeader: `X-${upper}-Error-Message`,
    languageField: `${word}lang`,
  }
}

/** The name of a header under a product word, in lower case: scenarios write `x-service-...` for any. */
export const headerOf = ({ word }: Product, name: string): string => name.toLowerCase().replace(/^x-service-/, `x-${word}-`)

/** Puts the product word where field names and label keys hold the word `service`. */
export function renameKeys(value: unknown, word: string): unknown {
  if (word === 'service') return value
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, word))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [renameKey(key, word), renameKeys(inner, word)]))
}

/** The name of a field or label key under another product word. */
export function renameKey(key: string, word: string): string {
  if (key === 'service_url') return `${word}_url`
  return key.startsWith('_SERVICE_') || key.startsWith('SERVICE_') ? key.replaceAll('SERVICE_', `${word.toUpperCase()}_`) : key
}
