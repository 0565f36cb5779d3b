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

/** A state as its differences from a template. */
interface Difference extends Pick<WorldState, 'seed' | 'clock' | 'counters' | 'progress'> {
  readonly rows: Change
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
  encode({ seed, clock, counters, collections, progress }: WorldState): EncodedState & { readonly needs: Template | undefined } {
    const template = this.#latest
    const changed = template && difference(this.#positionsOf(template), collections)
    const rows = changed ?? { put: collections }
    const text = JSON.stringify({ seed, clock, counters, rows, progress } satisfies Difference)
    return { template: changed ? template.hash : null, text, needs: changed ? template : undefined }
  }

  /**
   * The state of a stored form.
   *
   * @param template its template; undefined without one
   * @throws StorageError when the differences cannot be applied
   */
  decode(text: string, template: Template | undefined): ChangedState {
    const { rows, ...rest }: Difference = JSON.parse(text)
    const collections = template ? withAllCollections(template.rows) : emptyRows()
    const state = new ChangedState({ ...rest, collections })
    const problem = state.apply(rows)
    if (problem) throw new StorageError('damaged', `a state in the table understay.sandboxes is damaged: ${problem}`)
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

const isSame = (one: object, other: object): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)
