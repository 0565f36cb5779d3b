/** The product word: part of paths, header names, label keys and some field names. */

/** All names derived from the product word. */
export interface Product {
  /** Lower case, as in paths: `service`. */
  readonly word: string
  /** Capitalized, as in the realm: `Service`. */
  readonly title: string
  /** `/service/api`. */
  readonly apiPath: string
  /** Header names in lower case, for lookups. */
  readonly sessionHeader: string
  readonly channelHeader: string
  /** The header names as the interface document writes them. */
  readonly channelName: string
  readonly noEnvelopeHeader: string
  /** The header with the text of a refusal without a body. */
  readonly messageHeader: string
  /** The query or form field that names a language. */
  readonly languageField: string
}

export const PRODUCT_WORD = /^[a-z][a-z0-9]{0,30}$/

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

/** The name of a header in lower case; scenarios write `x-service-...` for every product word. */
export const productHeader = ({ word }: Product, name: string): string => name.toLowerCase().replace(/^x-service-/, `x-${word}-`)

/** Replaces `service` in field names and label keys with the product word. */
export function renameKeys(value: unknown, word: string): unknown {
  if (word === 'service') return value
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, word))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [renameKey(key, word), renameKeys(inner, word)]))
}

/** Replaces `service` in one field name or label key with the product word. */
export function renameKey(key: string, word: string): string {
  if (key === 'service_url') return `${word}_url`
  return key.startsWith('_SERVICE_') || key.startsWith('SERVICE_') ? key.replaceAll('SERVICE_', `${word.toUpperCase()}_`) : key
}
