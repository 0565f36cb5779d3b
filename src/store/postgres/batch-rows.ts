import type { StorageError } from '../storage.ts'
import type { StateRow } from './state-rows.ts'

export interface WritableSandbox {
  /** The id of its row. */
  readonly id: string
  readonly epoch: string
  /** The reason nothing of it is stored now; undefined while it may be. */
  readonly problem: StorageError | undefined
  /** Stops storing the sandbox. @returns the error that did so first */
  breakOff(error: StorageError): StorageError
}

export interface Append {
  readonly of: WritableSandbox
  readonly rows: readonly StateRow[]
  /** True when the change is stored together with the one before it, or not at all. */
  readonly belongs: boolean
  readonly resolve: () => void
  readonly reject: (error: StorageError) => void
}

type BatchRow = StateRow & { readonly of: WritableSandbox }

/** The rows of a batch, each once, as the last change of it leaves it: one statement cannot write a row twice. */
export function rowsOfBatch(batch: readonly Append[]): readonly BatchRow[] {
  const rows = new Map<string, BatchRow>()
  for (const { of, rows: written } of batch)
    for (const { key, value, position } of written) {
      const name = `${of.id} ${of.epoch} ${key}`
      rows.set(name, { of, key, value, position: Math.max(position, rows.get(name)?.position ?? 0) })
    }
  return [...rows.values()]
}
