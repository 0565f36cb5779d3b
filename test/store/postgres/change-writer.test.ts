import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { ChangeWriter, type WritableSandbox } from '../../../src/store/postgres/change-writer.ts'
import type { StorageError } from '../../../src/store/storage.ts'

/** A database that stores what it is sent, for every epoch but `old`. */
function database(): { readonly pool: Pool; fails: boolean } {
  const state = { fails: false }
  const query = async ({ values: [ids = [], epochs = [], numbers = []] }: { values: string[][] }) => {
    await new Promise((resolve) => setImmediate(resolve))
    if (state.fails) throw new Error('the connection was lost')
    const rows = ids.map((sandbox, index) => ({ sandbox, number: numbers[index] }))
    return { rows: rows.filter((_, index) => epochs[index] !== 'old') }
  }
  return Object.assign(state, { pool: { query } as unknown as Pool })
}

function sandbox(id: string, epoch = '1'): WritableSandbox {
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

const flushesOf = ({ flushes }: ChangeWriter): number | undefined =>
  flushes.metric().samples.find(({ suffix }) => suffix === '_count')?.value

test('every change and state that is stored counts, and so does every one that is not, tried or not', async () => {
  const { pool } = database()
  const writer = new ChangeWriter(pool)
  const own = sandbox('1')
  await Promise.all([writer.append(own, 1, '{}'), writer.append(own, 2, '{}')])
  await writer.run(own, async () => true)
  expect([writer.stored, writer.rejected, flushesOf(writer)]).toEqual([3, 0, 2])
  // it stores nothing of the sandbox
  await writer.run(own, async () => true, false)
  expect([writer.stored, writer.rejected, flushesOf(writer)]).toEqual([3, 0, 2])
  const superseded = sandbox('2', 'old')
  const results = await Promise.allSettled([
    writer.append(superseded, 1, '{}'),
    writer.run(superseded, async () => true),
    // in a later batch
    writer.append(superseded, 2, '{}'),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect([writer.stored, writer.rejected]).toEqual([3, 3])
  await expect(writer.append(superseded, 3, '{}')).rejects.toThrow('taken this sandbox over')
  await expect(writer.run(superseded, async () => true, false)).rejects.toThrow('taken this sandbox over')
  expect([writer.stored, writer.rejected]).toEqual([3, 4])
})

test('a lost connection counts for every change of the batch, and for a statement of its own', async () => {
  const base = database()
  const writer = new ChangeWriter(base.pool)
  base.fails = true
  const [one, other] = [sandbox('1'), sandbox('2')]
  await Promise.allSettled([writer.append(one, 1, '{}'), writer.append(one, 2, '{}'), writer.append(other, 1, '{}')])
  await expect(writer.run(sandbox('3'), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect([writer.stored, writer.rejected, flushesOf(writer)]).toEqual([0, 4, 0])
})
