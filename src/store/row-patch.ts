/**
 * What changed in a row, so that a change is stored at the size of what it changed and not of the whole row.
 *
 * @module
 */
import type { Id } from './state.ts'

type Fields = Readonly<Record<string, unknown>>

/** A row that was there before: its new fields, what was appended to its lists, and the fields it lost. */
export interface RowPatch {
  readonly id: Id
  readonly set?: Fields
  readonly add?: Readonly<Record<string, readonly unknown[]>>
  readonly unset?: readonly string[]
}

/** What makes `after` of `before`. Values are compared by identity: rows are never changed in place. */
export function rowPatch(before: object, after: object & { readonly id: Id }): RowPatch {
  const [old, now] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))]
  const set: Record<string, unknown> = {}
  const add: Record<string, readonly unknown[]> = {}
  for (const [field, value] of now) {
    const was = old.get(field)
    if (value === was || value === undefined) continue
    const appended = appendedTo(was, value)
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

/** What was appended to a list; undefined where it is not the same list with more at its end. */
function appendedTo(before: unknown, after: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined
  if (before.length === 0 || after.length <= before.length) return undefined
  return before.every((value, index) => value === after[index]) ? after.slice(before.length) : undefined
}

/** The row that a patch makes. */
export function patched(before: object, { set, add, unset }: RowPatch): object {
  const row = new Map<string, unknown>(Object.entries({ ...before, ...set }))
  for (const [field, values] of Object.entries(add ?? {})) {
    const list = row.get(field)
    row.set(field, [...(Array.isArray(list) ? list : []), ...values])
  }
  for (const field of unset ?? []) row.delete(field)
  return Object.fromEntries(row)
}
