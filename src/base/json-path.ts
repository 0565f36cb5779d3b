/** Paths in JSON values: their notation, and patterns of paths. */
import type { Path } from './file-error.ts'

const UNQUOTED_KEY = /^[\w-]+$/

/** `data.bookings[3].note`; keys that are not words are in brackets and quotes. */
export function pathText(path: Path): string {
  const parts = path.map((part, index) => {
    if (typeof part === 'number') return `[${part}]`
    if (!UNQUOTED_KEY.test(part)) return `[${JSON.stringify(part)}]`
    return index === 0 ? part : `.${part}`
  })
  return parts.join('') || 'body'
}

/** A part of a pattern: a key, an index, or any. */
export type PatternPart = string | number | typeof ANY
const ANY = Symbol('anything')

const PART = /^(?:\.?([\w-]+|\*)|\[(\d*|\*)\]|\[("(?:[^"\\]|\\.)*")\])/

/** Reads `data.bookings[].note`: `[]` is any item, `*` any key or item; undefined when invalid. */
export function readPattern(text: string): readonly PatternPart[] | undefined {
  const wanted: PatternPart[] = []
  for (let rest = text.replace(/^\$\.?/, ''); rest !== ''; ) {
    const match = PART.exec(rest)
    if (!match || (wanted.length > 0 && !/^[.[]/.test(rest))) return undefined
    const [whole, word, position, quoted] = match
    wanted.push(patternPart(word, position, quoted))
    rest = rest.slice(whole.length)
  }
  return wanted.length > 0 ? wanted : undefined
}

function patternPart(word: string | undefined, position: string | undefined, quoted: string | undefined): PatternPart {
  if (quoted !== undefined) return String(JSON.parse(quoted))
  if (word !== undefined) return word === '*' ? ANY : word
  return position === '' || position === '*' ? ANY : Number(position)
}

/** Paths whose differences are ignored, including everything below them. */
export class Ignored {
  readonly #patterns: readonly { readonly text: string; readonly wanted: readonly PatternPart[] }[]
  readonly #used = new Set<string>()

  /** @throws RangeError with the invalid pattern */
  constructor(texts: readonly string[]) {
    this.#patterns = texts.map((text) => {
      const wanted = readPattern(text)
      if (!wanted) throw new RangeError(`"${text}" is not a path such as data.bookings[].note`)
      return { text, wanted }
    })
  }

  /** True when a path is ignored. */
  covers(path: Path): boolean {
    return this.#has(({ wanted }) => wanted.every((part, index) => matchesPart(part, path[index])))
  }

  /** True when a name is ignored that is no field: `*` does not stand for it. */
  names(name: string): boolean {
    return this.#has(({ wanted }) => wanted.length === 1 && wanted[0] === name)
  }

  #has(matches: (pattern: { readonly wanted: readonly PatternPart[] }) => boolean): boolean {
    const found = this.#patterns.find(matches)
    if (found) this.#used.add(found.text)
    return found !== undefined
  }

  /** Patterns that matched no path. */
  unused(): readonly string[] {
    return this.#patterns.map(({ text }) => text).filter((text) => !this.#used.has(text))
  }
}

const matchesPart = (wanted: PatternPart, part: string | number | undefined): boolean =>
  part !== undefined && (wanted === ANY || wanted === part || String(wanted) === part)

/** Puts a value at every place that a pattern matches; a last key that a map lacks is added. @returns the number of places */
export function putAt(target: unknown, [part = ANY, ...rest]: readonly PatternPart[], value: unknown): number {
  if (typeof target !== 'object' || target === null) return 0
  const known = Object.keys(target).filter((key) => matchesPart(part, key))
  const keys = known.length === 0 && rest.length === 0 && part !== ANY && !Array.isArray(target) ? [String(part)] : known
  if (rest.length > 0) return keys.reduce((sum, key) => sum + putAt(Reflect.get(target, key), rest, value), 0)
  const property = { value, enumerable: true, writable: true, configurable: true }
  for (const key of keys) Object.defineProperty(target, key, property)
  return keys.length
}
