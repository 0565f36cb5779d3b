/**
 * Finds the operation of a method and path.
 *
 * The first segment is case-sensitive, later literals are not; a literal wins over a parameter; one trailing slash is optional;
 * a parameter may be empty here (the caller decides whether the operation accepts that).
 */
import { getOrInsert } from '../base/get-or-insert.ts'
import { encodingProblem } from '../base/percent-encoding.ts'
import type { Match, Operation } from './operation.ts'

interface Node<O extends Operation> {
  readonly words: Map<string, Node<O>>
  value: Node<O> | undefined
  leaf: { readonly operation: O; readonly names: readonly string[] } | undefined
}

const node = <O extends Operation>(): Node<O> => ({ words: new Map(), value: undefined, leaf: undefined })

/** Expands a path with optional parts into all its variants. */
export function spellings(path: string): string[] {
  const match = /^([^[]*)\[(\/[^\]]*)\](.*)$/.exec(path)
  if (!match) return [path]
  const [, before = '', optional = '', after = ''] = match
  return [...spellings(`${before}${after}`), ...spellings(`${before}${optional}${after}`)]
}

/** The paths of an operation with and without their optional parts, as segments. */
export const patternsOf = ({ path, also = [] }: Operation): readonly (readonly string[])[] =>
  [path, ...also].flatMap(spellings).map((pattern) => pattern.split('/').slice(1))

/** Splits the path into segments and decodes each one, so that `%2F` does not split a segment. Undefined for invalid encoding. */
export function segmentsOf(path: string): string[] | undefined {
  try {
    const segments: string[] = []
    // faster than `split`: every request passes here
    for (let from = 1; from <= path.length; ) {
      const end = path.indexOf('/', from)
      const until = end === -1 ? path.length : end
      segments.push(path.slice(from, until))
      from = until + 1
    }
    return path.includes('%') ? segments.map(decodeURIComponent) : segments
  } catch {
    return undefined
  }
}

/** What is wrong with a path without segments: the segments are counted as in the paths of operations. */
export function brokenSegment(path: string): string {
  const first = path.split('/').findIndex((part) => segmentsOf(`/${part}`) === undefined)
  return encodingProblem(`segment ${first} after the base path`, path)
}

export class Matcher<O extends Operation = Operation> {
  readonly #roots = new Map<string, Node<O>>()

  /** @throws Error when two operations share a pattern */
  constructor(operations: readonly O[]) {
    for (const operation of operations) for (const pattern of patternsOf(operation)) this.#add(operation, pattern)
  }

  /** The operation for a method and segments: first without a trailing slash, then with an empty last segment. */
  find(method: string, segments: readonly string[]): Match<O> | undefined {
    const root = this.#roots.get(method)
    if (!root || segments.length === 0) return undefined
    if (segments.length > 1 && segments.at(-1) === '') {
      const cut = walk(root, segments.slice(0, -1), 0, [])
      if (cut) return cut
    }
    return walk(root, segments, 0, [])
  }

  #add(operation: O, pattern: readonly string[]): void {
    let at = getOrInsert(this.#roots, operation.method, () => node<O>())
    const names: string[] = []
    for (const [index, segment] of pattern.entries()) {
      if (segment.startsWith('{')) {
        names.push(segment.slice(1, -1))
        at = at.value ??= node()
      } else {
        const word = index === 0 ? segment : segment.toLowerCase()
        at = getOrInsert(at.words, word, () => node<O>())
      }
    }
    if (at.leaf)
      throw new Error(`${operation.id} and ${at.leaf.operation.id} share the path ${operation.method} /${pattern.join('/')}`)
    at.leaf = { operation, names }
  }
}

function walk<O extends Operation>(
  at: Node<O>,
  segments: readonly string[],
  index: number,
  values: string[],
): Match<O> | undefined {
  if (index === segments.length) {
    if (!at.leaf) return undefined
    const { operation, names } = at.leaf
    const named: Record<string, string> = {}
    for (let i = 0; i < names.length; i++) named[names[i] ?? ''] = values[i] ?? ''
    return { operation, values: named }
  }
  const segment = segments[index] ?? ''
  const word = at.words.get(index === 0 ? segment : segment.toLowerCase())
  const byWord = word && walk(word, segments, index + 1, values)
  if (byWord || !at.value) return byWord
  values.push(segment)
  const byValue = walk(at.value, segments, index + 1, values)
  values.pop()
  return byValue
}
