/**
 * What differs between two states: rows that came, went or changed, and which of their fields.
 *
 * @module
 */
import { MASK } from '../base/mask.ts'
import { maskedId, maskedRow } from './masked-state.ts'
import { isObject } from './row-shapes.ts'
import { COLLECTION_NAMES, type CollectionName, type Id, type RowLists } from './state.ts'

/** A field that changed; fields of maps are named `settings.depositValue`. A side without the field is null. */
export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

export interface RowChange {
  readonly id: Id
  readonly fields: readonly FieldChange[]
}

/** What happened to the rows of one collection. */
export interface CollectionDiff {
  readonly added: readonly unknown[]
  readonly removed: readonly unknown[]
  readonly changed: readonly RowChange[]
}

/** The collections in which anything differs; secrets masked. */
export type StateDiff = Readonly<Partial<Record<CollectionName, CollectionDiff>>>

/** What has to happen to the rows of `from` to make them those of `to`. */
export function stateDiff(from: RowLists, to: RowLists): StateDiff {
  const diff: Partial<Record<CollectionName, CollectionDiff>> = {}
  for (const name of COLLECTION_NAMES) {
    const found = collectionDiff(name, from[name], to[name])
    if (found.added.length + found.removed.length + found.changed.length > 0) diff[name] = found
  }
  return diff
}

type Identified = { readonly id: Id }

function collectionDiff(name: CollectionName, from: readonly Identified[], to: readonly Identified[]): CollectionDiff {
  const before = new Map(from.map((row) => [row.id, row]))
  const after = new Set(to.map(({ id }) => id))
  const added: unknown[] = []
  const changed: RowChange[] = []
  for (const row of to) {
    const old = before.get(row.id)
    if (old === undefined) added.push(maskedRow(name, row))
    else if (old !== row) {
      const fields = fieldChanges(old, row).map((change) => shownChange(name, change))
      if (fields.length > 0) changed.push({ id: maskedId(name, row.id), fields })
    }
  }
  const removed = from.filter(({ id }) => !after.has(id)).map((row) => maskedRow(name, row))
  return { added, removed, changed }
}

function shownChange(name: CollectionName, { field, from, to }: FieldChange): FieldChange {
  if (name !== 'clients' || field !== 'secret') return { field, from, to }
  return { field, from: MASK, to: '[masked, another one]' }
}

function fieldChanges(from: object, to: object, path = ''): FieldChange[] {
  const [old, now] = [new Map(Object.entries(from)), new Map(Object.entries(to))]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [before, after] = [old.get(key) ?? null, now.get(key) ?? null]
    if (before === after) return []
    const field = path + key
    if (isObject(before) && isObject(after)) return fieldChanges(before, after, `${field}.`)
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, from: before, to: after }]
  })
}
