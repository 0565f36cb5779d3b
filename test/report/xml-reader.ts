/**
 * Reads XML strictly: what is not well-formed is an error. Knows the part of XML that reports use.
 *
 * @module
 */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  /** All text inside, that of its children too. */
  readonly text: string
}

const PROLOG = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/
const OPEN = /^<([A-Za-z][\w-]*)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>/
const CLOSE = /^<\/([A-Za-z][\w-]*)\s*>/
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u

/** @throws Error saying where a document is not well-formed */
export function readXml(document: string): Element {
  if (NOT_XML.test(document)) throw new Error('a character that XML cannot hold')
  const prolog = PROLOG.exec(document)
  if (!prolog) throw new Error('no prolog')
  const { element, rest } = readElement(document.slice(prolog[0].length))
  if (rest.trim() !== '') throw new Error(`something behind the root: ${rest.slice(0, 40)}`)
  return element
}

function readElement(source: string): { readonly element: Element; readonly rest: string } {
  const open = OPEN.exec(source)
  if (!open) throw new Error(`no element: ${source.slice(0, 40)}`)
  const [whole, name = '', written = '', empty] = open
  const attributes = readAttributes(written)
  let rest = source.slice(whole.length)
  if (empty) return { element: { name, attributes, children: [], text: '' }, rest }
  const children: Element[] = []
  let text = ''
  for (;;) {
    const next = rest.indexOf('<')
    if (next < 0) throw new Error(`${name} is never closed`)
    text += unescaped(rest.slice(0, next))
    rest = rest.slice(next)
    const close = CLOSE.exec(rest)
    if (close) {
      if (close[1] !== name) throw new Error(`${name} is closed by ${close[1]}`)
      return { element: { name, attributes, children, text }, rest: rest.slice(close[0].length) }
    }
    const child = readElement(rest)
    children.push(child.element)
    text += child.element.text
    rest = child.rest
  }
}

function readAttributes(written: string): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', value = ''] of written.matchAll(/([\w-]+)="([^"]*)"/g)) {
    if (Object.hasOwn(attributes, name)) throw new Error(`${name} is there twice`)
    // a parser makes blanks of these, unless they are escaped
    attributes[name] = unescaped(value.replace(/[\t\n\r]/g, ' '))
  }
  return attributes
}

function unescaped(text: string): string {
  return text.replace(/&(#(\d+)|\w+)?;?/g, (written, name?: string, number?: string) => {
    const value = number === undefined ? ENTITIES[name ?? ''] : String.fromCodePoint(Number(number))
    if (value === undefined || !written.endsWith(';')) throw new Error(`no entity: ${written}`)
    return value
  })
}
