/** Characters that XML cannot contain, even escaped. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

const escaped = (text: string, which: RegExp): string =>
  text.replace(FORBIDDEN, '\u{FFFD}').replace(which, (character) => ENTITIES[character] ?? character)

/** Text between tags. */
export const xmlText = (text: string): string => escaped(text, /[&<>\r]/g)

/** An element; its content is XML. Undefined attributes are omitted. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  inside: readonly string[] = [],
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(String(value), /[&<>"\t\n\r]/g)}"`],
  )
  const open = `<${name}${written.join('')}`
  return inside.length === 0 ? `${open}/>` : `${open}>${inside.join('')}</${name}>`
}
