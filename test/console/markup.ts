/**
 * Reads the markup of a page as a browser would, where it is well formed; anything else is refused.
 *
 * @module
 */

/** An element of a page. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (Element | string)[]
}

const VOID = new Set(['meta', 'link', 'input', 'br'])
/** Texts may stand in it that a browser reads otherwise than this does. */
const RAW = new Set(['script', 'style', 'template', 'iframe'])

/** The element `html` of a page. @throws Error at the first thing that is not well formed */
export function readPage(page: string): Element {
  const start = '<!doctype html>'
  if (!page.startsWith(start)) throw new Error('the page has no doctype')
  const reader = new Reader(page.slice(start.length))
  const [root, ...others] = reader.children('').filter((child) => typeof child !== 'string')
  if (!root || others.length > 0) throw new Error('the page has not one root')
  return root
}

class Reader {
  #left: string

  constructor(page: string) {
    this.#left = page
  }

  /** Everything up to the end of the element of this name. */
  children(of: string): (Element | string)[] {
    const found: (Element | string)[] = []
    for (;;) {
      found.push(textOf(this.#take('<')))
      if (this.#left === '') {
        if (of !== '') throw new Error(`<${of}> is never closed`)
        return found
      }
      this.#left = this.#left.slice(1)
      if (!this.#left.startsWith('/')) found.push(this.#element())
      else {
        const end = this.#take('>').slice(1)
        this.#left = this.#left.slice(1)
        if (end !== of) throw new Error(`</${end}> closes <${of}>`)
        return found
      }
    }
  }

  #element(): Element {
    const tag = /^[a-z][a-z0-9]*/.exec(this.#left)?.[0]
    if (tag === undefined) throw new Error(`"<${this.#left.slice(0, 20)}" is no tag`)
    this.#left = this.#left.slice(tag.length)
    const attributes: Record<string, string> = {}
    for (let match = ATTRIBUTE.exec(this.#left); match; match = ATTRIBUTE.exec(this.#left)) {
      const [whole, name = '', value = ''] = match
      if (name in attributes) throw new Error(`<${tag}> has ${name} twice`)
      attributes[name] = textOf(value)
      this.#left = this.#left.slice(whole.length)
    }
    if (!this.#left.startsWith('>')) throw new Error(`<${tag} goes on as "${this.#left.slice(0, 20)}"`)
    this.#left = this.#left.slice(1)
    const children = VOID.has(tag) ? [] : this.children(tag)
    if (RAW.has(tag) && children.join('') !== '') throw new Error(`<${tag}> holds something`)
    return { name: tag, attributes, children }
  }

  #take(until: string): string {
    const at = this.#left.indexOf(until)
    const taken = at < 0 ? this.#left : this.#left.slice(0, at)
    this.#left = this.#left.slice(taken.length)
    return taken
  }
}

const ATTRIBUTE = /^\s+([a-z][a-zA-Z-]*)(?:="([^"<>]*)")?/

/** Text with its references resolved; whatever else could be markup is refused. */
function textOf(markup: string): string {
  if (/[<>]/.test(markup)) throw new Error(`"${markup.slice(0, 40)}" is not escaped`)
  if (/&(?!#\d+;|amp;|lt;|gt;|quot;)/.test(markup)) throw new Error(`"${markup.slice(0, 40)}" has a bare ampersand`)
  return markup.replace(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? (NAMED[name] ?? '') : String.fromCodePoint(Number(code)),
  )
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** All elements below one, and itself. */
export function everyElement(of: Element): readonly Element[] {
  return [of, ...of.children.flatMap((child) => (typeof child === 'string' ? [] : everyElement(child)))]
}

/** The text of an element, blanks folded. */
export function textIn(of: Element): string {
  const text = (part: Element | string): string => (typeof part === 'string' ? part : part.children.map(text).join(' '))
  return text(of).replace(/\s+/g, ' ').trim()
}

/** The element with an id. @throws Error where there is none, or several */
export function byId(page: Element, id: string): Element {
  const found = everyElement(page).filter(({ attributes }) => attributes['id'] === id)
  if (!found[0] || found.length > 1) throw new Error(`there are ${found.length} elements with the id ${id}`)
  return found[0]
}
