/**
 * States as they are stored: what differs from a template that many sandboxes share.
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

/** A state as two texts. */
export interface EncodedState {
  /** The hash of the template; null where all rows are in the text. */
  readonly template: string | null
  readonly text: string
}

/** The rows that sandboxes begin with. */
export interface Template {
  readonly hash: string
  /** Every row, as JSON. */
  readonly text: string
  readonly rows: RowLists
}

interface Placed {
  readonly row: object
  readonly index: number
}

type Places = Readonly<Record<CollectionName, ReadonlyMap<Id, Placed>>>

/** Templates kept in memory; each is as large as a world. */
const MOST_TEMPLATES = 8

/** What differs, beside the rows. */
interface Difference extends Pick<WorldState, 'seed' | 'clock' | 'counters' | 'progress'> {
  readonly rows: Change
}

/** The templates that this process knows. */
export class Templates {
  readonly #known = new Map<string, Template>()
  readonly #places = new WeakMap<Template, Places>()
  #latest: Template | undefined

  /** Rows that new sandboxes begin with, from now on. */
  begin(rows: RowLists): void {
    if (this.#latest?.rows !== rows) this.#latest = this.#add(templateOf(JSON.stringify(rows), rows))
  }

  get(hash: string): Template | undefined {
    return this.#known.get(hash)
  }

  /** @throws StorageError when the text is not what its hash says */
  read(hash: string, text: string): Template {
    const template = templateOf(text, JSON.parse(text))
    if (template.hash !== hash)
      throw new StorageError('damaged', `the template ${hash} in the table understay.templates is damaged`)
    const known = this.#add(template)
    this.#latest ??= known
    return known
  }

  /** A state as it is stored, and the template it needs. */
  encode({ seed, clock, counters, collections, progress }: WorldState): EncodedState & { readonly needs: Template | undefined } {
    const template = this.#latest
    const changed = template && difference(this.#placesOf(template), collections)
    const rows = changed ?? { put: collections }
    const text = JSON.stringify({ seed, clock, counters, rows, progress } satisfies Difference)
    return { template: changed ? template.hash : null, text, needs: changed ? template : undefined }
  }

  /**
   * The state of a stored one.
   *
   * @param template the one it names
   * @throws StorageError when they do not fit
   */
  decode(text: string, template: Template | undefined): ChangedState {
    const { rows, ...rest }: Difference = JSON.parse(text)
    const collections = template ? complete(template.rows) : emptyRows()
    const state = new ChangedState({ ...rest, collections })
    const problem = state.apply(rows)
    if (problem) throw new StorageError('damaged', `a state in the table understay.sandboxes is damaged: ${problem}`)
    return state
  }

  #add(template: Template): Template {
    const known = this.#known.get(template.hash)
    if (known) return known
    for (const hash of this.#known.keys()) {
      if (this.#known.size < MOST_TEMPLATES) break
      if (hash !== this.#latest?.hash) this.#known.delete(hash)
    }
    this.#known.set(template.hash, template)
    return template
  }

  #placesOf(template: Template): Places {
    const known = this.#places.get(template)
    if (known) return known
    const places = byCollection<Places>(
      (name) => new Map((template.rows[name] ?? []).map((row, index) => [row.id, { row, index }])),
    )
    this.#places.set(template, places)
    return places
  }
}

/** Templates of earlier versions lack collections. */
const complete = (rows: RowLists): RowLists => ({ ...emptyRows(), ...rows })

const templateOf = (text: string, rows: RowLists): Template => ({
  hash: createHash('sha256').update(text).digest('hex'),
  text,
  rows,
})

/** The change that makes rows of a template; undefined where their order cannot be told by one. */
function difference(template: Places, rows: RowLists): Change | undefined {
  const put: Partial<Record<CollectionName, object[]>> = {}
  const removed: Partial<Record<CollectionName, Id[]>> = {}
  for (const name of COLLECTION_NAMES) {
    const places = template[name]
    const kept = new Set<Id>()
    let last = -1
    for (const row of rows[name]) {
      const place = places.get(row.id)
      const index = place?.index ?? Number.POSITIVE_INFINITY
      if (index < last) return undefined
      last = index
      if (place) kept.add(row.id)
      if (!place || !isSame(place.row, row)) (put[name] ??= []).push(row)
    }
    if (kept.size < places.size) removed[name] = [...places.keys()].filter((id) => !kept.has(id))
  }
  return { put: put as NonNullable<Change['put']>, removed }
}

const isSame = (one: object, other: object): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)
