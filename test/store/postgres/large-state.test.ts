/**
 * Large states: they are compacted in parts while changes go on, and are complete whatever happens meanwhile.
 */
import { Client, Pool } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { BookingNote } from '../../../src/domain/booking/bookings.ts'
import { PostgresStorage } from '../../../src/store/postgres/postgres-storage.ts'
import { SandboxRows } from '../../../src/store/postgres/sandbox-rows.ts'
import { emptyRows, type WorldState } from '../../../src/store/state.ts'
import { NO_POSTGRES, run, startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { replica } from './replica.ts'

const LONG = 'x'.repeat(40_000)
const note = (id: number, text = LONG): BookingNote => ({ id, bookingId: 1, propertyId: 1, text: `${id} ${text}`, at: 0 })
const stateOf = (notes: readonly BookingNote[]): WorldState => ({
  seed: 1,
  clock: { at: 0, real: 0, speed: 1 },
  counters: {},
  collections: { ...emptyRows(), notes },
})

/** A sandbox of a replica, with the notes it must have. */
class Owned {
  readonly storage: SandboxRows
  readonly notes = new Map<number, BookingNote>()
  readonly #replica: PostgresStorage

  constructor(storage: SandboxRows, from: PostgresStorage) {
    this.storage = storage
    this.#replica = from
  }

  async put(...ids: readonly number[]): Promise<void> {
    await Promise.all(
      ids.map((id) => {
        const put = { notes: [note(id)] }
        this.notes.set(id, note(id))
        return this.storage.append({ put })
      }),
    )
  }

  async remove(id: number): Promise<void> {
    this.notes.delete(id)
    await this.storage.append({ removed: { notes: [id] } })
  }

  async replace(...notes: readonly BookingNote[]): Promise<void> {
    this.notes.clear()
    for (const one of notes) this.notes.set(one.id, one)
    await this.storage.replace(stateOf(notes))
  }

  /** Begins to compact. */
  compact(when: 'worth' | 'now' = 'worth'): Promise<void> | undefined {
    const { compacting } = this.storage
    void this.storage.compact(() => stateOf([...this.notes.values()]), when)
    return this.storage.compacting === compacting ? undefined : this.storage.compacting
  }

  /** What another process reads. */
  async reopened(): Promise<readonly BookingNote[] | undefined> {
    await this.storage.close()
    const { state, storage } = await this.#replica.open('w1')
    await storage.close()
    return state?.collections.notes
  }
}

const TO_30 = Array.from({ length: 30 }, (_, index) => index + 1)

if (NO_POSTGRES) test.skip(NO_POSTGRES, () => undefined)
describe.skipIf(NO_POSTGRES !== undefined)('a large state', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())
  afterEach(() => void vi.restoreAllMocks())

  /** A sandbox with 30 changes of 40,000 characters after an empty state. */
  async function grown(failed: unknown[] = []) {
    const database = await postgres.database()
    const owner = await PostgresStorage.connect(database, { onNotCompacted: (sandbox, error) => failed.push([sandbox, error]) })
    onTestFinished(() => owner.close())
    await owner.join('http://127.0.0.1:1')
    const { storage } = await owner.open('w1')
    if (!(storage instanceof SandboxRows)) throw new Error('not the rows of a sandbox')
    const sandbox = new Owned(storage, owner)
    await sandbox.replace()
    await sandbox.put(...TO_30)
    return { database, owner, sandbox }
  }

  const stored = async (database: string) => {
    const [row] = await run(
      database,
      `SELECT (SELECT count(*) FROM understay.changes) AS changes, count(*) AS parts, coalesce(max(length(rows)), 0) AS longest
       FROM understay.states`,
    )
    return { changes: Number(row?.['changes']), parts: Number(row?.['parts']), longest: Number(row?.['longest']) }
  }

  /** Keeps the parts from being stored until it is called. */
  async function parts(database: string): Promise<() => Promise<void>> {
    const holder = new Client(database)
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('BEGIN; LOCK TABLE understay.states IN SHARE MODE')
    return async () => void (await holder.query('COMMIT'))
  }

  test('is compacted in parts, which take the place of its changes and of earlier parts', async () => {
    const { database, sandbox } = await grown()
    await sandbox.compact()
    const first = await stored(database)
    expect(first).toMatchObject({ changes: 0, parts: 5 })
    expect(first.longest).toBeLessThan(400_000)
    await sandbox.remove(1)
    await sandbox.put(...TO_30.map((id) => id + 30))
    await sandbox.compact()
    expect(await stored(database)).toMatchObject({ changes: 0, parts: 9 })
    await sandbox.put(99)
    expect(await sandbox.reopened()).toEqual([...sandbox.notes.values()])
  })

  test('is stored in the background: changes of its sandbox and of others do not wait', async () => {
    const { database, owner, sandbox } = await grown()
    const other = await owner.open('w2')
    await other.storage.replace(stateOf([]))
    const goOn = await parts(database)
    const compacted = sandbox.compact()
    await sandbox.put(31, 32)
    await other.storage.append({ put: { notes: [note(1)] } }, () => stateOf([]))
    expect(sandbox.storage.compacting).toBe(compacted)
    expect(sandbox.compact(), 'one at a time').toBeUndefined()
    await goOn()
    await compacted
    expect(await stored(database)).toMatchObject({ changes: 3, parts: 5 })
    expect(await sandbox.reopened()).toEqual([...sandbox.notes.values()])
  })

  test('contains what was changed before, and what is changed in the same turn is stored after it', async () => {
    const { sandbox } = await grown()
    const short = (id: number) => {
      sandbox.notes.set(id, note(id, 'short'))
      return sandbox.storage.append({ put: { notes: [note(id, 'short')] } })
    }
    const changed = [short(41), short(42)]
    const compacted = sandbox.compact()
    changed.push(short(43), short(44))
    await Promise.all([...changed, compacted])
    expect(await sandbox.reopened()).toEqual([...sandbox.notes.values()])
  })

  test.each<readonly [about: string, work: (sandbox: Owned) => Promise<void>]>([
    ['another state is stored', (sandbox) => sandbox.replace(note(7, 'other'))],
    [
      'it is cleared',
      async (sandbox) => {
        await sandbox.storage.clear()
        await sandbox.replace()
      },
    ],
  ])('is given up when %s meanwhile', async (_, work) => {
    const { database, sandbox } = await grown()
    const goOn = await parts(database)
    const compacted = sandbox.compact()
    const worked = work(sandbox)
    await goOn()
    await Promise.all([compacted, worked])
    await sandbox.put(8)
    expect(await sandbox.reopened()).toEqual([...sandbox.notes.values()])
  })

  test('of a replica that has lost the sandbox changes nothing', async () => {
    const { database, sandbox } = await grown()
    const goOn = await parts(database)
    const compacted = sandbox.compact()
    await run(database, 'UPDATE understay.sandboxes SET epoch = epoch + 1, owner = NULL')
    await goOn()
    await compacted
    const successor = await replica(database, 2)
    const { state, storage } = await successor.open('w1')
    expect(state?.collections.notes).toEqual([...sandbox.notes.values()])
    await storage.close()
    await expect(sandbox.put(31)).rejects.toThrow('another replica has taken this sandbox over')
  })

  test('is not compacted before closing', async () => {
    const { database, sandbox } = await grown()
    expect(sandbox.compact('now')).toBeUndefined()
    expect(await sandbox.reopened()).toEqual([...sandbox.notes.values()])
    expect(await stored(database)).toMatchObject({ parts: 0 })
  })

  test('with a missing part is damaged', async () => {
    const { database, sandbox } = await grown()
    await sandbox.compact()
    await run(database, 'DELETE FROM understay.states WHERE part = 2')
    await expect(sandbox.reopened()).rejects.toThrow('it has 4 of 5 parts in the table understay.states')
  })

  /** The statements of a compaction: five parts, the switch to them, and two that remove what was before. */
  const OF_COMPACTION = /states|SET template|DELETE FROM understay\.changes/
  const STATEMENTS = [1, 2, 3, 4, 5, 6, 7, 8]

  test.each(STATEMENTS.flatMap((at) => [[at, 'before'] as const, [at, 'after'] as const]))(
    'is complete when statement %i of its compaction fails %s it ran, and is compacted later',
    async (at, when) => {
      const failed: unknown[] = []
      const { database, sandbox } = await grown(failed)
      const query = Pool.prototype.query
      let count = 0
      vi.spyOn(Pool.prototype, 'query').mockImplementation(async function (this: Pool, ...given: readonly unknown[]) {
        const ran = () => Reflect.apply(query, this, given)
        const [text] = given
        if (typeof text !== 'string' || !OF_COMPACTION.test(text) || ++count !== at) return await ran()
        if (when === 'after') await ran()
        throw new Error('the connection was lost')
      })
      await sandbox.compact()
      await sandbox.put(31)
      vi.restoreAllMocks()
      expect(failed).toEqual([['w1', expect.objectContaining({ message: 'the connection was lost' })]])
      await sandbox.put(...TO_30.map((id) => id + 40))
      await sandbox.compact()
      expect((await stored(database)).changes).toBe(0)
      expect(await sandbox.reopened()).toEqual([...sandbox.notes.values()])
    },
  )
})
