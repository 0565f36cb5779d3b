/**
 * A database of the tests that records the statements of a change writer.
 *
 * @module
 */
import type { Pool } from 'pg'
import { expect } from 'vitest'
import type { WritableSandbox } from '../../../src/store/postgres/change-rows.ts'
import type { StorageError } from '../../../src/store/storage.ts'

/** A change, as text. */
export const change = (number: number, text = ''): string => JSON.stringify({ number, text })

/** A database that stores what it is sent, for every epoch but `old`. */
export function database() {
  const state = {
    fails: false,
    /** The numbers of the changes of each statement. */
    batches: [] as (readonly number[])[],
    /** Those of each row. */
    rows: [] as (readonly number[])[],
  }
  const query = async ({ values }: { values: (string | Buffer)[] }) => {
    const [, ids = [], epochs = [], numbers = []] = values.slice(0, -1).map((array) => array.toString().slice(1, -1).split(','))
    const lines = values.at(-1)?.toString().split('\n') ?? []
    const rows = lines.map((line) => (JSON.parse(line) as { number: number }[]).map(({ number }) => number))
    expect(numbers.map(Number)).toEqual(rows.map((changes) => changes.at(-1)))
    await new Promise((resolve) => setImmediate(resolve))
    state.batches.push(rows.flat())
    state.rows.push(...rows)
    if (state.fails) throw new Error('the connection was lost')
    return { rows: ids.map((id, index) => ({ id, epoch: epochs[index] === 'old' ? 'newer' : epochs[index] })) }
  }
  return Object.assign(state, { pool: { query } as unknown as Pool })
}

export function sandbox(id: string, epoch = '1'): WritableSandbox {
  let broken: StorageError | undefined
  return {
    id,
    epoch,
    get broken() {
      return broken
    },
    breakOff: (error) => {
      broken ??= error
    },
  }
}
