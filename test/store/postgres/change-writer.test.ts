import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ChangeWriter } from '../../../src/store/postgres/change-writer.ts'
import { GONE } from '../../../src/store/postgres/state-rows.ts'
import { StorageError } from '../../../src/store/storage.ts'
import { change, database, sandbox } from './recorded-database.ts'

const flushesOf = ({ flushes }: ChangeWriter): number | undefined =>
  flushes.metric().samples.find(({ suffix }) => suffix === '_count')?.value

test('every change and state that is stored counts, and so does every one that is not, tried or not', async () => {
  const { pool } = database()
  const writer = new ChangeWriter(pool)
  const own = sandbox('1')
  await Promise.all([writer.append(own, change(1)), writer.append(own, change(2))])
  await writer.run(own, async () => ({ rowCount: 1 }))
  expect([writer.stored, writer.rejected, flushesOf(writer)]).toEqual([3, 0, 2])
  // it stores nothing of the sandbox
  await writer.run(own, async () => undefined, false)
  expect([writer.stored, writer.rejected, flushesOf(writer)]).toEqual([3, 0, 2])
  const superseded = sandbox('2', 'old')
  const results = await Promise.allSettled([
    writer.append(superseded, change(1)),
    writer.run(superseded, async () => ({ rowCount: 1 })),
    // in a later batch
    writer.append(superseded, change(2)),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect([writer.stored, writer.rejected]).toEqual([3, 3])
  await expect(writer.append(superseded, change(3))).rejects.toThrow('taken this sandbox over')
  await expect(writer.run(superseded, async () => undefined, false)).rejects.toThrow('taken this sandbox over')
  expect([writer.stored, writer.rejected]).toEqual([3, 4])
})

test('a lost connection counts for every change of the batch, and for a statement of its own', async () => {
  const base = database()
  const writer = new ChangeWriter(base.pool)
  base.fails = true
  const [one, other] = [sandbox('1'), sandbox('2')]
  const [first] = await Promise.allSettled([
    writer.append(one, change(1)),
    writer.append(one, change(2)),
    writer.append(other, change(1)),
  ])
  expect(String(first.status === 'rejected' && first.reason)).toMatch(/connection was lost; whether .* happened is not known\./)
  await expect(writer.run(sandbox('3'), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect([writer.stored, writer.rejected, flushesOf(writer)]).toEqual([0, 4, 0])
})

describe('changes are written together', () => {
  /** Appends so many changes at once. @returns how many each statement stored */
  async function sizes(count: number, text: string, belongs: (index: number) => boolean, of = [sandbox('1')]) {
    const { pool, batches } = database()
    const writer = new ChangeWriter(pool)
    const own = (index: number) => of[index % of.length] ?? sandbox('0')
    await Promise.all(Array.from({ length: count }, (_, index) => writer.append(own(index), change(index, text), belongs(index))))
    expect(writer.stored).toBe(count)
    expect(batches.flatMap((numbers) => numbers.toSorted((a, b) => a - b))).toEqual(
      Array.from({ length: count }, (_, index) => index),
    )
    return batches.map((numbers) => numbers.length)
  }
  const MIB = 'x'.repeat(1024 * 1024)

  test('a thousand at most', async () => {
    expect(await sizes(1000, '', () => false)).toEqual([1000])
    expect(await sizes(2001, '', () => false)).toEqual([1000, 1000, 1])
  })

  test('four million characters at most, unless a single change has more', async () => {
    expect(await sizes(9, MIB, () => false)).toEqual([4, 4, 1])
    expect(await sizes(2, MIB.repeat(5), () => false)).toEqual([1, 1])
  })

  test('more of them where a change belongs to the one before it', async () => {
    expect(await sizes(1003, '', (index) => index >= 999 && index < 1002)).toEqual([1002, 1])
    expect(await sizes(6, MIB, (index) => index > 0)).toEqual([6])
  })

  test('not with the change of another sandbox', async () => {
    expect(await sizes(1002, '', () => true, [sandbox('1'), sandbox('2')])).toEqual([1000, 2])
  })

  test('each row once, as the last of them leaves it; one that is stored again after its removal has its new place', async () => {
    const { pool, rows } = database()
    const writer = new ChangeWriter(pool)
    const [own, other] = [sandbox('1'), sandbox('2')]
    const row = (key: string, value: string, position: number) => [{ key, value, position }]
    await Promise.all([
      writer.append(own, row('a', '1', 7)),
      writer.append(other, row('a', '2', 1)),
      writer.append(own, row('a', '3', 0)),
      writer.append(own, row('b', GONE, 0)),
      writer.append(own, row('b', '4', 8)),
      writer.append(own, row('c', '5', 9)),
      writer.append(own, row('c', GONE, 0)),
    ])
    expect(rows).toEqual([
      { sandbox: '1', key: 'a', value: '3', position: '7' },
      { sandbox: '2', key: 'a', value: '2', position: '1' },
      { sandbox: '1', key: 'b', value: '4', position: '8' },
      { sandbox: '1', key: 'c', value: GONE, position: '9' },
    ])
    expect(writer.stored).toBe(7)
  })

  test('those of one turn; a statement of its own comes in its turn', async () => {
    const { pool, batches } = database()
    const writer = new ChangeWriter(pool)
    const own = sandbox('1')
    const order: string[] = []
    await Promise.all([
      writer.append(own, change(1)).then(() => order.push('1')),
      writer.run(own, async () => ({ rowCount: order.push('alone') - 1 })).then(() => order.push('ran')),
      writer.append(own, change(2)).then(() => order.push('2')),
    ])
    expect(order).toEqual(['1', 'alone', 'ran', '2'])
    expect(batches).toEqual([[1], [2]])
  })

  test('but not after the sandbox has been given up', async () => {
    const { pool, batches } = database()
    const writer = new ChangeWriter(pool)
    const [own, other] = [sandbox('1', 'old'), sandbox('2')]
    const first = writer.append(own, change(1))
    await expect(first).rejects.toThrow('taken this sandbox over')
    await expect(writer.append(own, change(2))).rejects.toThrow('taken this sandbox over')
    await writer.append(other, change(1))
    expect(batches).toEqual([[1], [1]])
  })

  test('those of the clients of the last batch, as soon as they are all there', async () => {
    // the pause never ends by itself
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { pool, batches } = database()
    const writer = new ChangeWriter(pool)
    const own = sandbox('1')
    /** A client that sends its next change some turns after each answer. */
    async function client(numbers: readonly number[], turns: number): Promise<void> {
      for (const number of numbers) {
        await writer.append(own, change(number))
        for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      }
    }
    await Promise.all([client([1, 3, 5], 1), client([2, 4, 6], 2)])
    expect(batches.map((numbers) => numbers.toSorted())).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ])
  })
})

test('without contact, what waits behind a statement is not tried: it would wait for a connection as long again', async () => {
  const base = database()
  const writer = new ChangeWriter(base.pool)
  base.fails = true
  const contact = new StorageError('unavailable', 'no contact')
  let isLost = false
  const other = sandbox('2', '1', () => (isLost ? contact : undefined))
  const first = writer.append(sandbox('1'), change(1))
  await new Promise((resolve) => setImmediate(resolve))
  isLost = true
  const results = await Promise.allSettled([first, writer.append(other, change(2))])
  expect(results.map((result) => result.status === 'rejected' && result.reason.message)).toEqual([
    expect.stringMatching(/^the database failed: the connection was lost; whether .* is not known/),
    'no contact',
  ])
  expect(base.batches).toEqual([[1]])
  isLost = false
  await expect(writer.append(other, change(3))).rejects.toThrow('no contact')
})
