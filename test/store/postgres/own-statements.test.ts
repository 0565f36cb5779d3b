import fc from 'fast-check'
import type { Pool } from 'pg'
import { describe, expect, test } from 'vitest'
import { ChangeWriter, type WritableSandbox } from '../../../src/store/postgres/change-writer.ts'
import { change, database, sandbox } from './recorded-database.ts'

describe('a statement of its own', () => {
  /** A statement that ends when it is told to. */
  function statement(writer: ChangeWriter, of: WritableSandbox) {
    let end: (isNewest: boolean) => void = () => undefined
    const state = { runs: false }
    const run = () =>
      new Promise<{ readonly rowCount: number }>((resolve) => {
        state.runs = true
        end = (isNewest) => resolve({ rowCount: isNewest ? 1 : 0 })
      })
    const done = writer.run(of, run)
    done.catch(() => undefined)
    return Object.assign(state, { done, end: (isNewest = true) => end(isNewest) })
  }
  const turns = async () => await new Promise((resolve) => setTimeout(resolve, 15))

  test('holds up what its sandbox does later, and no other sandbox', async () => {
    const { pool, batches } = database()
    const writer = new ChangeWriter(pool)
    const [own, other] = [sandbox('1'), sandbox('2')]
    const long = statement(writer, own)
    let isStored = false
    const later = writer.append(own, change(1)).then(() => {
      isStored = true
    })
    await writer.append(other, change(11))
    await writer.append(other, change(12))
    await turns()
    expect([long.runs, isStored, batches]).toEqual([true, false, [[11], [12]]])
    long.end()
    await later
    expect(batches).toEqual([[11], [12], [1]])
  })

  test('runs beside one other; the third waits for one of them', async () => {
    const { pool } = database()
    const writer = new ChangeWriter(pool)
    const three = ['1', '2', '3'].map((id) => statement(writer, sandbox(id)))
    await turns()
    expect(three.map(({ runs }) => runs)).toEqual([true, true, false])
    three[1]?.end()
    await three[1]?.done
    await turns()
    expect(three.map(({ runs }) => runs)).toEqual([true, true, true])
    for (const { end } of three) end()
    await Promise.all(three.map(({ done }) => done))
    expect(writer.stored).toBe(3)
  })

  test('that is superseded takes what waits behind it along', async () => {
    const { pool, batches } = database()
    const writer = new ChangeWriter(pool)
    const own = sandbox('1')
    const long = statement(writer, own)
    const results = Promise.allSettled([writer.append(own, change(1)), statement(writer, own).done])
    await turns()
    long.end(false)
    expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect([batches, writer.rejected]).toEqual([[], 3])
  })

  test('is in the order of its sandbox, for any order of calls', async () => {
    const STEPS = fc.array(fc.record({ of: fc.integer({ min: 0, max: 3 }), does: fc.constantFrom('append', 'run', 'pause') }), {
      minLength: 1,
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(STEPS, async (steps) => {
        const order = new Map<string, number[]>()
        const note = (id: string, number: number) => order.set(id, [...(order.get(id) ?? []), number])
        const base = database()
        const pool = {
          query: async (given: { values: (string | Buffer)[] }) => {
            const before = base.rows.length
            const result = await base.pool.query(given as never)
            const ids = String(given.values[1]).slice(1, -1).split(',')
            for (const [index, { position }] of base.rows.slice(before).entries()) note(ids[index] ?? '', Number(position))
            return result
          },
        } as unknown as Pool
        const writer = new ChangeWriter(pool)
        const sandboxes = ['0', '1', '2', '3'].map((id) => sandbox(id))
        const done: Promise<void>[] = []
        const expected = new Map<string, number[]>()
        for (const [number, { of, does }] of steps.entries()) {
          const own = sandboxes[of]
          if (!own || does === 'pause') {
            await new Promise((resolve) => setImmediate(resolve))
            continue
          }
          expected.set(own.id, [...(expected.get(own.id) ?? []), number])
          const run = async () => {
            await new Promise((resolve) => setImmediate(resolve))
            note(own.id, number)
            return { rowCount: 1 }
          }
          done.push(does === 'append' ? writer.append(own, change(number)) : writer.run(own, run))
        }
        await Promise.all(done)
        expect(order).toEqual(expected)
        expect(writer.stored).toBe(done.length)
      }),
      { numRuns: 60 },
    )
  })
})
