/** The rows that recorded responses show, before they are a world. */
import type { Day } from '../base/day.ts'
import { getOrInsert } from '../base/get-or-insert.ts'
import type { JsonMap } from '../base/json-map.ts'
import type { Call } from './recording.ts'
import { callText, defined, idOf } from './values.ts'

export type RowId = number | string
export type Row = Record<string, unknown>

/** A night of a tariff, as a booking session shows it. */
interface SeenNight {
  readonly property: number | undefined
  readonly type: number | undefined
  readonly title: string | undefined
  readonly night: JsonMap
  readonly call: Call
}

/**
 * Rows by list and id. The first reading of a field wins; what a recorded call wrote before is not what was there at first.
 * Readers keep what is no row of a world in lists of other names: `sessions` with property, arrival and departure; `contacts`,
 * the guests that lists show for bookings; `timeline`, what timelines alone show of bookings; `taxes`, the rate of a property and its call.
 */
export class Draft {
  readonly #rows = new Map<string, Map<RowId, Row>>()
  /** The call that each row was first read from. */
  readonly readBy = new Map<string, number>()
  /** Rows that recorded calls made, and the calls. */
  readonly made = new Map<string, Call>()
  /** The fields that recorded calls wrote; `*` is every field. */
  readonly #written = new Map<string, ReadonlySet<string>>()
  /** The latest value of each field in a recording, and its call. */
  readonly #latest = new Map<string, { readonly value: string; readonly call: number }>()
  readonly #writes = new Map<string, number>()
  /** Changes between two calls that no recorded call made. */
  readonly others: string[] = []
  readonly prices: SeenNight[] = []
  /** The lowest id of a new row of each list. */
  readonly nextIds = new Map<string, number>()
  /** The earliest day from which the black bookings of a property were listed. */
  readonly blackFrom = new Map<number | undefined, Day>()
  /** The lists that were read whole, and the highest id in each. */
  readonly #listed = new Map<string, number>()
  /** The fields of rows that no call showed, by key of the row. */
  readonly assumed = new Map<string, readonly string[]>()

  /** The key of a row: `bookings 12`. */
  static key = (list: string, id: RowId): string => `${list} ${id}`

  /** The rows of a list, by id; to be changed. */
  rows(list: string): Map<RowId, Row> {
    return getOrInsert(this.#rows, list, () => new Map())
  }

  all = (list: string): readonly Row[] => [...this.rows(list).values()]

  /** Sets the fields that a row lacks, and notes that they are assumed. */
  assume(list: string, id: RowId, fields: JsonMap): Row {
    const row = getOrInsert(this.rows(list), id, () => ({ id }))
    const missing = Object.entries(defined(fields)).filter(([name]) => row[name] === undefined)
    for (const [name, value] of missing) row[name] = value
    const key = Draft.key(list, id)
    if (missing.length > 0) this.assumed.set(key, [...(this.assumed.get(key) ?? []), ...missing.map(([name]) => name)])
    return row
  }

  nextId = (list: string): number => Math.max(0, ...[...this.rows(list).keys()].map((id) => idOf(id) ?? 0)) + 1

  /** An id for a row that is assumed: the lowest one that no row has, or was given to by a recorded call. */
  freeId(list: string): number {
    let id = 1
    while (this.rows(list).has(id) || this.made.has(Draft.key(list, id))) id++
    return id
  }

  newRoom = (fields: JsonMap): Row => this.assume('rooms', this.freeId('rooms'), fields)

  read(list: string, id: RowId | undefined, fields: JsonMap, call: Call): void {
    if (id === undefined) return
    const key = Draft.key(list, id)
    if (this.made.has(key)) return
    const row = getOrInsert(this.rows(list), id, () => ({ id }))
    if (!this.readBy.has(key)) this.readBy.set(key, call.number)
    const written = this.#written.get(key)
    for (const [name, value] of Object.entries(defined(fields))) {
      const text = JSON.stringify(value)
      // Recordings may each begin with the same world.
      const field = `${call.file} ${key} ${name}`
      const last = this.#latest.get(field)
      // No recorded call wrote to the list between the two readings.
      if (last && last.value !== text && (this.#writes.get(list) ?? 0) < last.call)
        this.others.push(`${key}: ${name} changed by others between ${callText(last.call)} and ${callText(call.number)}`)
      this.#latest.set(field, { value: text, call: call.number })
      if (!Object.hasOwn(row, name) && !written?.has(name) && !written?.has('*')) row[name] = value
    }
  }

  wrote(list: string, id: RowId | undefined, fields: readonly string[], call: Call): void {
    this.#writes.set(list, call.number)
    if (id === undefined) return
    const key = Draft.key(list, id)
    this.#written.set(key, new Set([...(this.#written.get(key) ?? []), ...fields]))
  }

  /** Notes that a call, which may be an earlier one, made a row. A row that was read before was there already. */
  makes(list: string, id: RowId | undefined, call: Call): void {
    this.#writes.set(list, Math.max(call.number, this.#writes.get(list) ?? 0))
    if (id === undefined || this.rows(list).has(id)) return
    const key = Draft.key(list, id)
    this.made.set(key, this.made.get(key) ?? call)
    if (typeof id === 'number') this.nextIds.set(list, Math.min(id, this.nextIds.get(list) ?? id))
  }

  /** Notes a row of a property: others made it when an earlier whole list had lower ids only, since lists leave out some rows. */
  appears(list: string, id: RowId | undefined, property: string, call: Call): void {
    if (Number(id) > (this.#listed.get(`${list} ${property}`) ?? Number.POSITIVE_INFINITY)) this.makes(list, id, call)
  }

  /** Removes rows that are newer than one that a call made: ids ascend. */
  removeNewer(): void {
    for (const [list, first] of this.nextIds)
      for (const id of this.rows(list).keys()) if (typeof id === 'number' && id >= first) this.rows(list).delete(id)
  }

  /** Notes that the whole list of a property was read. */
  listed(list: string, property: string): void {
    const ids = this.all(list).map((row) => (String(row['property']) === property ? Number(row['id']) : 0))
    this.#listed.set(`${list} ${property}`, Math.max(0, ...ids))
  }
}
