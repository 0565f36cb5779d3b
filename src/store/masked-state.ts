/** Masks the secrets of rows in exported states, and restores them on import. */
import { groupBy } from '../base/group-by.ts'
import { MASK } from '../base/mask.ts'
import type { Field, Fields } from '../domain/collection/fields.ts'
import { byCollection, COLLECTION_NAMES, COLLECTIONS, type CollectionName, type Id, type RowLists } from './state.ts'

type AnyRow = Readonly<Record<string, unknown>> & { readonly id: Id }
type Secrets = readonly (Field & { readonly name: string; readonly mask: (value: string) => string })[]

/** The secret fields of the collections that have some. */
const SECRETS: ReadonlyMap<CollectionName, Secrets> = new Map(
  COLLECTION_NAMES.flatMap((collection): [CollectionName, Secrets][] => {
    const fields: Fields = COLLECTIONS[collection].fields
    const secrets = Object.entries(fields).flatMap(([name, { mask, ...field }]) => (mask ? [{ ...field, name, mask }] : []))
    return secrets.length > 0 ? [[collection, secrets]] : []
  }),
)

export const maskedRow = (collection: CollectionName, row: unknown): unknown => maskedList(collection, [row as AnyRow])[0]

export function maskedList(collection: CollectionName, rows: readonly AnyRow[]): readonly AnyRow[] {
  const secrets = SECRETS.get(collection)
  return secrets ? rows.map((row) => masked(row, secrets)) : rows
}

const masked = (row: AnyRow, secrets: Secrets): AnyRow => ({
  ...row,
  ...Object.fromEntries(secrets.map(({ name, mask }) => [name, mask(String(row[name]))])),
})

/** The mask of a field; undefined for one that is no secret. */
export const maskOf = (collection: CollectionName, field: string): Field['mask'] =>
  SECRETS.get(collection)?.find(({ name }) => name === field)?.mask

export const maskedId = (collection: CollectionName, id: Id): Id => maskOf(collection, 'id')?.(String(id)) ?? id

export const maskedRows = (rows: RowLists): RowLists => byCollection((name) => maskedList(name, rows[name]))

export type KnownSecretRows = Pick<RowLists, 'clients' | 'tokens' | 'webhooks'>

/** Replaces masked secrets by those of the known rows. */
export function unmaskedRows(shown: RowLists, known: KnownSecretRows) {
  /** The number of rows with a masked id and without a known row, such as tokens; they are left out. */
  let tokensLeftOut = 0
  /** The first masked secret that a row needs, without a known row. */
  let problem: string | undefined
  const lists = (['clients', 'tokens', 'webhooks'] as const).map((collection) => {
    const secrets = SECRETS.get(collection) ?? []
    const free = groupBy<AnyRow, Id>(known[collection], ({ id }) => maskedId(collection, id))
    const rows = shown[collection].flatMap((row: AnyRow, index): readonly AnyRow[] => {
      const hidden = secrets.filter(({ name }) => String(row[name]).includes(MASK))
      if (hidden.length === 0) return [row]
      const own = takeFirst(free.get(row.id), (candidate) => isSameRow(masked(candidate, secrets), row, secrets))
      if (hidden.some(({ name }) => name === 'id')) {
        if (!own) tokensLeftOut++
        return own ? [own] : []
      }
      const needed = hidden.find(({ name, ...field }) => field.default === undefined && row[name] === MASK)
      if (needed && !own)
        problem ??= `collections.${collection}[${index}].${needed.name} is masked, and there is no ${COLLECTIONS[collection].singular} "${row.id}" here to take it from`
      return [own ? { ...row, ...Object.fromEntries(hidden.map(({ name }) => [name, own[name]])) } : row]
    })
    return [collection, rows]
  })
  return { rows: { ...shown, ...Object.fromEntries(lists) }, tokensLeftOut, problem }
}

function takeFirst<T>(list: T[] = [], fits: (one: T) => boolean): T | undefined {
  const index = list.findIndex(fits)
  return index < 0 ? undefined : list.splice(index, 1)[0]
}

/** True for the same id and secrets as far as they are shown; where the id is a secret, of all other fields but those it may lack. */
function isSameRow(own: AnyRow, row: AnyRow, secrets: Secrets): boolean {
  const shown = masked(row, secrets)
  if (own.id !== shown.id) return false
  if (secrets.some(({ name }) => name === 'id'))
    return Object.keys(own).every((name) => name === 'revoked' || JSON.stringify(own[name]) === JSON.stringify(row[name]))
  return secrets.every(({ name }) => own[name] === '' || own[name] === shown[name])
}
