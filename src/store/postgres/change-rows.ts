/**
 * The rows in which changes are stored.
 *
 * @module
 */
import type { StorageError } from '../storage.ts'

/** A sandbox, for the writer. */
export interface WritableSandbox {
  /** The id of its row. */
  readonly id: string
  readonly epoch: string
  /** The error after which nothing of it is stored any more; undefined before. */
  readonly broken: StorageError | undefined
  /** The number of the last change of a state that is being stored: later changes are not stored in a row with earlier ones. */
  readonly lastOfState?: number | undefined
  /** Stops storing the sandbox. */
  breakOff(error: StorageError): void
}

/** A call that waits for its result. */
export interface Waiting {
  readonly of: WritableSandbox
  readonly resolve: () => void
  readonly reject: (error: StorageError) => void
}

/** A change to store. */
export interface Append extends Waiting {
  readonly number: number
  readonly change: string
  /** True when the change is stored together with the one before it, or not at all. */
  readonly belongs: boolean
}

/** A row takes several changes up to this size: PostgreSQL compresses rows above 2 KB, which takes longer than to store them. */
const ROW_CHARACTERS = 1900

/** Successive changes of a sandbox. */
export interface Row {
  readonly of: WritableSandbox
  /** The number of the last change. */
  number: number
  /** JSON texts, separated by commas. */
  changes: string
}

/** The changes of each sandbox share rows: a row costs PostgreSQL more than the text in it. */
export function rowsOf(batch: readonly Append[]): readonly Row[] {
  const rows: Row[] = []
  const latest = new Map<WritableSandbox, Row>()
  for (const { of, number, change } of batch) {
    const row = latest.get(of)
    if (row && row.number !== of.lastOfState && row.changes.length + change.length < ROW_CHARACTERS) {
      row.number = number
      row.changes += `,${change}`
    } else {
      const next = { of, number, changes: change }
      latest.set(of, next)
      rows.push(next)
    }
  }
  return rows
}
