/** The changed fields of a row, so that a change is stored without the rest of the row. */
import type { Id } from './state.ts'

type Fields = Readonly<Record<string, unknown>>

/** The changes of an existing row: new values, values appended to lists, and removed fields. */
export interface RowPatch {
  readonly id: Id
  readonly set?: Fields
  readonly add?: Readonly<Record<string, readonly unknown[]>>
  readonly unset?: readonly string[]
}

/** The patch from `before` to `after`. Values are compared by identity: rows are never modified in place. */
export function rowPatch(before: object, after: object & { readonly id: Id }): RowPatch {
  const [old, now] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))]
  const set: Record<string, unknown> = {}
  const add: Record<string, readonly unknown[]> = {}
  for (const [field, value] of now) {
    const was = old.get(field)
    if (value === was || value === undefined) continue
    const appended = appendedValues(was, value)
    if (appended) add[field] = appended
    else set[field] = value
  }
  const unset = [...old.keys()].filter((field) => now.get(field) === undefined)
  return {
    id: after.id,
    ...(Object.keys(set).length > 0 && { set }),
    ...(Object.keys(add).length > 0 && { add }),
    ...(unset.length > 0 && { unset }),
  }
}

/** The values appended to a list; undefined when the list changed otherwise. */
function appendedValues(before: unknown, after: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined
  if (before.length === 0 || after.length <= before.length) return undefined
  return before.every((value, index) => value === after[index]) ? after.slice(before.length) : undefined
}

export function applyPatch(before: object, { set, add, unset }: RowPatch): object {
  const row = new Map<string, unknown>(Object.entries({ ...before, ...set }))
  for (const [field, values] of Object.entries(add ?? {})) {
    const list = row.get(field)
    row.set(field, [...(Array.isArray(list) ? list : []), ...values])
  }
  for (const field of unset ?? []) row.delete(field)
  return Object.fromEntries(row)
}
