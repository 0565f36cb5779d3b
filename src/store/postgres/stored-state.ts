/**
 * The stored form of states: the differences from a template that many sandboxes share.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { ChangedState } from '../apply-changes.ts'
import {
  byCollection,
  COLLECTION_NAMES,
  type CollectionName,
  emptyRows,
  type Id,
  type RowLists,
  type WorldState,
} from '../state.ts'
import { type Change, StorageError } from '../storage.ts'

/** A state in stored form. */
export interface EncodedState {
  /** The hash of the template; null when the text contains all rows. */
  readonly template: string | null
  readonly text: string
}

/** A state whose rows are stored in parts, for a large one. */
export interface PartedState {
  readonly template: string | null
  /** The template that must be stored before. */
  readonly needs: Template | undefined
  /** The rows as JSON texts, made one by one. */
  readonly parts: Iterable<string>
  /** What is stored in place of the whole state. */
  head(key: PartsKey): string
}

/** Refers to the parts of a state in the table `understay.states`. */
export interface PartsKey {
  /** The epoch in which they were written: a replica that has lost the sandbox overwrites none of its successor. */
  readonly epoch: string
  /** Which of the states of that epoch. */
  readonly state: number
  readonly count: number
}

/** The initial rows of sandboxes. */
export interface Template {
  readonly hash: string
  /** All rows as JSON. */
  readonly text: string
  readonly rows: RowLists
}

interface RowPosition {
  readonly row: object
  readonly index: number
}

type RowPositions = Readonly<Record<CollectionName, ReadonlyMap<Id, RowPosition>>>

/** Maximum number of templates in memory; each is as large as a complete state. */
const MAX_TEMPLATES = 8

/** Least characters of a part: they are made and stored in a few milliseconds. */
const PART_CHARACTERS = 256 * 1024

type WithoutRows = Pick<WorldState, 'seed' | 'clock' | 'counters' | 'progress'>

/** A state as its differences from a template. */
interface Difference extends WithoutRows {
  readonly rows: Change
}

/** A state whose differences are in parts. The key is first, see {@link partsKeyOf}. */
interface Head extends WithoutRows {
  readonly parts: PartsKey
}

const HEAD_START = '{"parts":'

/** The key of the parts of a stored state; undefined when it contains all of its rows. */
export function partsKeyOf(text: string): PartsKey | undefined {
  if (!text.startsWith(HEAD_START)) return undefined
  const { parts }: Head = JSON.parse(text)
  return parts
}

/** The templates in memory. */
export class Templates {
  readonly #known = new Map<string, Template>()
  readonly #positions = new WeakMap<Template, RowPositions>()
  #latest: Template | undefined

  /** Sets the initial rows of new sandboxes. */
  begin(rows: RowLists): void {
    if (this.#latest?.rows !== rows) this.#latest = this.#add(templateOf(JSON.stringify(rows), rows))
  }

  get(hash: string): Template | undefined {
    return this.#known.get(hash)
  }

  /** @throws StorageError when the text does not match its hash */
  read(hash: string, text: string): Template {
    const template = templateOf(text, JSON.parse(text))
    if (template.hash !== hash)
      throw new StorageError('damaged', `the template ${hash} in the table understay.templates is damaged`)
    const known = this.#add(template)
    this.#latest ??= known
    return known
  }

  /** The stored form of a state, and its template. */
  encode({ collections, ...rest }: WorldState): EncodedState & { readonly needs: Template | undefined } {
    const { rows, needs } = this.#difference(collections)
    const { seed, clock, counters, progress } = rest
    const text = JSON.stringify({ seed, clock, counters, rows, progress } satisfies Difference)
    return { template: needs?.hash ?? null, text, needs }
  }

  /** As {@link encode}, in parts: the rows must not change until they are made. */
  encodeInParts({ seed, clock, counters, collections, progress }: WorldState): PartedState {
    const { rows, needs } = this.#difference(collections)
    return {
      template: needs?.hash ?? null,
      needs,
      parts: inParts(rows),
      head: (parts) => JSON.stringify({ parts, seed, clock, counters, progress } satisfies Head),
    }
  }

  /** The change from a template to these rows, or from nothing where there is none that fits. */
  #difference(collections: RowLists): { readonly rows: Change; readonly needs: Template | undefined } {
    const template = this.#latest
    const rows = template && difference(this.#positionsOf(template), collections)
    return rows ? { rows, needs: template } : { rows: { put: collections }, needs: undefined }
  }

  /**
   * The state of a stored form.
   *
   * @param template its template; undefined without one
   * @param parts its parts, where it was stored in parts
   * @throws StorageError when the differences cannot be applied
   */
  decode(text: string, template: Template | undefined, parts?: readonly string[]): ChangedState {
    const { rows, ...rest }: WithoutRows & { readonly rows?: Change } = JSON.parse(text)
    const collections = template ? withAllCollections(template.rows) : emptyRows()
    const state = new ChangedState({ ...rest, collections })
    const table = parts ? 'states' : 'sandboxes'
    for (const change of rows ? [rows] : jsonOfAll(parts ?? [])) {
      const problem = state.apply(change)
      if (problem) throw new StorageError('damaged', `a state in the table understay.${table} is damaged: ${problem}`)
    }
    return state
  }

  #add(template: Template): Template {
    const known = this.#known.get(template.hash)
    if (known) return known
    for (const hash of this.#known.keys()) {
      if (this.#known.size < MAX_TEMPLATES) break
      if (hash !== this.#latest?.hash) this.#known.delete(hash)
    }
    this.#known.set(template.hash, template)
    return template
  }

  #positionsOf(template: Template): RowPositions {
    const known = this.#positions.get(template)
    if (known) return known
    const positions = byCollection<RowPositions>(
      (name) => new Map((template.rows[name] ?? []).map((row, index) => [row.id, { row, index }])),
    )
    this.#positions.set(template, positions)
    return positions
  }
}

/** Templates of earlier versions lack collections. */
const withAllCollections = (rows: RowLists): RowLists => ({ ...emptyRows(), ...rows })

const templateOf = (text: string, rows: RowLists): Template => ({
  hash: createHash('sha256').update(text).digest('hex'),
  text,
  rows,
})

/** The change from the rows of a template to these rows; undefined when a change cannot express their order. */
function difference(template: RowPositions, rows: RowLists): Change | undefined {
  const put: Partial<Record<CollectionName, object[]>> = {}
  const removed: Partial<Record<CollectionName, Id[]>> = {}
  for (const name of COLLECTION_NAMES) {
    const positions = template[name]
    const kept = new Set<Id>()
    let last = -1
    for (const row of rows[name]) {
      const place = positions.get(row.id)
      const index = place?.index ?? Number.POSITIVE_INFINITY
      if (index < last) return undefined
      last = index
      if (place) kept.add(row.id)
      if (!place || !isSame(place.row, row)) (put[name] ??= []).push(row)
    }
    if (kept.size < positions.size) removed[name] = [...positions.keys()].filter((id) => !kept.has(id))
  }
  return { put: put as NonNullable<Change['put']>, removed }
}

function* jsonOfAll(texts: readonly string[]): Generator<Change> {
  for (const text of texts) yield JSON.parse(text)
}

/** A change as several that follow one another. */
function* inParts({ put = {}, removed = {} }: Change): Generator<string> {
  if (Object.keys(removed).length > 0) yield JSON.stringify({ removed } satisfies Change)
  for (const name of COLLECTION_NAMES) {
    let text = ''
    const part = (): string => `{"put":{"${name}":[${text}]}}`
    for (const row of put[name] ?? []) {
      text += `${text === '' ? '' : ','}${JSON.stringify(row)}`
      if (text.length < PART_CHARACTERS) continue
      yield part()
      text = ''
    }
    if (text !== '') yield part()
  }
}

const isSame = (one: object, other: object): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)
