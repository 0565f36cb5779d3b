/**
 * A database of the tests that records the statements of a change writer.
 *
 * @module
 */
import type { Pool } from 'pg'
import { expect } from 'vitest'
import type { WritableSandbox } from '../../../src/store/postgres/change-writer.ts'
import type { StateRow } from '../../../src/store/postgres/state-rows.ts'
import type { StorageError } from '../../../src/store/storage.ts'

/** The row of a change. */
export const change = (number: number, text = ''): readonly StateRow[] => [
  { key: `notes ${number}`, value: JSON.stringify({ number, text }), position: number },
]

/** A database that stores what it is sent, for every epoch but `old`. */
export function database() {
  const state = {
    fails: false,
    /** The numbers of the changes of each statement. */
    batches: [] as (readonly number[])[],
    rows: [] as Record<'sandbox' | 'key' | 'value' | 'position', string | undefined>[],
  }
  const query = async ({ values }: { values: (string | Buffer)[] }) => {
    const [, ids = [], epochs = [], positions = []] = values.slice(0, 4).map((array) => array.toString().slice(1, -1).split(','))
    const [keys = [], texts = []] = values.slice(4).map((lines) => lines.toString().split('\n'))
    expect([epochs, positions, keys, texts].map(({ length }) => length)).toEqual(Array(4).fill(ids.length))
    await new Promise((resolve) => setImmediate(resolve))
    state.batches.push(texts.map((text) => Number(/^\{"number":(\d+)/.exec(text)?.[1])))
    state.rows.push(...ids.map((id, at) => ({ sandbox: id, key: keys[at], value: texts[at], position: positions[at] })))
    if (state.fails) throw new Error('the connection was lost')
    return { rows: ids.map((id, index) => ({ id, epoch: epochs[index] === 'old' ? 'newer' : epochs[index] })) }
  }
  return Object.assign(state, { pool: { query } as unknown as Pool })
}

/** @param lostContact why it cannot be stored now */
export function sandbox(id: string, epoch = '1', lostContact = (): StorageError | undefined => undefined): WritableSandbox {
  let broken: StorageError | undefined
  return {
    id,
    epoch,
    get problem() {
      return broken ?? lostContact()
    },
    breakOff: (error) => (broken ??= error),
  }
}
