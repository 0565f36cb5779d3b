/** The differences between two states: added, removed and changed rows, with their changed fields. */
import { isJsonMap } from '../base/json-map.ts'
import type { SlicedWork } from '../base/sliced-work.ts'
import type { Identified } from './base.ts'
import type { StoreSnapshot } from './db.ts'
import { maskedId, maskedRow, maskOf } from './masked-state.ts'
import { COLLECTION_NAMES, type CollectionName, type Id } from './state.ts'

/** A changed field; fields of maps are named `settings.depositValue`. Null for a missing field. */
export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

export interface RowChange {
  readonly id: Id
  readonly fields: readonly FieldChange[]
}

interface CollectionDiff {
  readonly added: readonly unknown[]
  readonly removed: readonly unknown[]
  readonly changed: readonly RowChange[]
}

/** The collections with differences; secrets are masked. */
export type StateDiff = Readonly<Partial<Record<CollectionName, CollectionDiff>>>

const ROWS_BETWEEN_YIELDS = 100

/** The differences from the rows of `from` to those of `to`, calculated in steps. */
export function* stateDiff(from: StoreSnapshot, to: StoreSnapshot): SlicedWork<StateDiff> {
  const diff: Partial<Record<CollectionName, CollectionDiff>> = {}
  for (const name of COLLECTION_NAMES) {
    const found = yield* collectionDiff(name, from.collections[name].all(), to.collections[name].all())
    if (found.added.length + found.removed.length + found.changed.length > 0) diff[name] = found
  }
  return diff
}

function* collectionDiff(
  name: CollectionName,
  from: readonly Identified[],
  to: readonly Identified[],
): SlicedWork<CollectionDiff> {
  const before = new Map(from.map((row) => [row.id, row]))
  yield
  const after = new Set(to.map(({ id }) => id))
  yield
  const added: unknown[] = []
  const changed: RowChange[] = []
  for (const [index, row] of to.entries()) {
    if (index % ROWS_BETWEEN_YIELDS === ROWS_BETWEEN_YIELDS - 1) yield
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
  const mask = maskOf(name, field)
  if (!mask) return { field, from, to }
  const [before, after] = [mask(String(from)), mask(String(to))]
  return { field, from: before, to: before === after ? '[masked, another one]' : after }
}

/** The changed fields of a row; `path` is what their names begin with. */
export function fieldChanges(from: object, to: object, path = ''): FieldChange[] {
  const [old, now] = [new Map(Object.entries(from)), new Map(Object.entries(to))]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [before, after] = [old.get(key) ?? null, now.get(key) ?? null]
    if (before === after) return []
    const field = path + key
    if (isJsonMap(before) && isJsonMap(after)) return fieldChanges(before, after, `${field}.`)
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ field, from: before, to: after }]
  })
}
