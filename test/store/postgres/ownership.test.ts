import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { BookingNote } from '../../../src/domain/booking/notes.ts'
import { LOCK_CLASS, MIGRATIONS, migrate } from '../../../src/store/postgres/database-schema.ts'
import { PostgresStorage } from '../../../src/store/postgres/postgres-storage.ts'
import { emptyRows, type WorldState } from '../../../src/store/state.ts'
import { OwnedElsewhereError, type SandboxStorage, type StorageError } from '../../../src/store/storage.ts'
import { NO_POSTGRES, run, startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'
import { replica } from './replica.ts'
import { startupMessage, transactionPooler } from './transaction-pooler.ts'

const note = (id: number): BookingNote => ({ id, bookingId: 1, propertyId: 1, text: `note ${id}`, at: 0 })
const state = (...notes: readonly BookingNote[]): WorldState => ({
  seed: 1,
  clock: { at: 0, real: 0, speed: 1 },
  counters: {},
  collections: { ...emptyRows(), notes },
})
const change = (id: number) => ({ put: { notes: [note(id)] } })
const append = async (storage: SandboxStorage, id: number): Promise<void> => await storage.append(change(id), () => state())

if (NO_POSTGRES) test.skip(NO_POSTGRES, () => undefined)
describe.skipIf(NO_POSTGRES !== undefined)('replicas that share a database', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  /** A sandbox of a new replica, and what the replica reports of its ownership. */
  async function ownedSandbox() {
    const database = await postgres.database()
    const moves: string[] = []
    const owner = await PostgresStorage.connect(database, { onMove: (move) => moves.push(move) })
    onTestFinished(() => owner.close())
    await owner.membership.join('http://127.0.0.1:1')
    const { storage } = await owner.open('w1')
    await storage.replace(state(note(1)))
    return { database, storage, moves }
  }

  const idOf = async (database: string, port: number): Promise<number> => {
    const [row] = await run(database, 'SELECT id FROM understay.replicas WHERE address LIKE $1', [`%:${port}`])
    return Number(row?.['id'])
  }
  /** Ends the connection on which a replica holds its lock, as an administrator does. */
  const cutOff = (database: string, id: number) =>
    run(
      database,
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = ${LOCK_CLASS}::oid AND objid = $1::oid`,
      [id],
    )

  test('due work is kept for a sandbox that could not be opened, and removed when nothing is due', async () => {
    const database = await postgres.database()
    const first = await replica(database, 1)
    const dueAfter = async (dueAt?: number | 'as stored') => {
      const { storage } = await first.open('w1')
      await storage.replace(state(note(1)))
      await storage.close(dueAt)
      const [row] = await run(database, 'SELECT owner, due_at FROM understay.sandboxes')
      return [row?.['owner'], row?.['due_at'] === null ? undefined : Number(row?.['due_at'])]
    }
    expect(await dueAfter(1_900_000_000_000)).toEqual([null, 1_900_000_000_000])
    expect(await dueAfter('as stored')).toEqual([null, 1_900_000_000_000])
    expect(await dueAfter()).toEqual([null, undefined])
  })

  test('a replica under which a backup is restored reads again what it holds', async () => {
    const database = await postgres.database()
    const lost: string[] = []
    const owner = await PostgresStorage.connect(database, { onLost: (error) => lost.push(String(error)) })
    onTestFinished(() => owner.close())
    await owner.membership.join('http://127.0.0.1:1')
    const { storage } = await owner.open('w1')
    await storage.replace(state(note(1)))
    // its own row is in the backup, which was taken while it ran
    await run(
      database,
      `CREATE TABLE understay.restored (LIKE understay.replicas INCLUDING ALL);
       INSERT INTO understay.restored SELECT * FROM understay.replicas;
       DROP TABLE understay.replicas;
       ALTER TABLE understay.restored RENAME TO replicas`,
    )
    await until(() => lost.length > 0)
    expect(lost).toEqual([expect.stringContaining('the tables were made anew, as by a restore of a backup')])
    expect(storage.isLost).toBe(true)
    await until(() => owner.membership.problem === undefined)
    expect((await owner.open('w1')).state?.collections.notes).toEqual([note(1)])
  })

  test('a sandbox whose owner runs and is not among the replicas is changing hands', async () => {
    const database = await postgres.database()
    const first = await replica(database, 1)
    await run(database, `INSERT INTO understay.sandboxes (name, owner, epoch) VALUES ('w1', 999, 1)`)
    const other = new Client(database)
    await other.connect()
    onTestFinished(() => other.end())
    await other.query(`SELECT pg_advisory_lock(${LOCK_CLASS}, 999)`)
    await expect(first.open('w1')).rejects.toThrow('the sandbox w1 is changing hands; try again in a moment')
  })

  test('a sandbox that another replica has taken over is fenced, and not handed back when it is closed', async () => {
    const { database, storage, moves } = await ownedSandbox()
    await run(database, 'UPDATE understay.sandboxes SET epoch = epoch + 1, owner = 999')
    await expect(append(storage, 2)).rejects.toThrow()
    await storage.close()
    expect(moves).toEqual(['created', 'fenced'])
  })

  test('a sandbox of a replica that has lost contact is not handed back when it is closed', async () => {
    const { database, storage, moves } = await ownedSandbox()
    await cutOff(database, await idOf(database, 1))
    await until(() => storage.problem !== undefined)
    await storage.close()
    expect(moves).toEqual(['created'])
  })

  test('a sandbox has one owner; the other replica gets its address', async () => {
    const database = await postgres.database()
    const [first, second] = [await replica(database, 1), await replica(database, 2)]
    const { storage } = await first.open('w1')
    const refused = second.open('w1')
    await expect(refused).rejects.toThrow(OwnedElsewhereError)
    await expect(refused).rejects.toMatchObject({ address: 'http://127.0.0.1:1', status: 503 })
    await expect(second.remove('w1')).rejects.toThrow(OwnedElsewhereError)
    await storage.replace(state(note(1)))
    await storage.close()
    const { state: taken } = await second.open('w1')
    expect(taken?.collections.notes).toEqual([note(1)])
    expect(await first.list()).toEqual(['w1'])
  })

  test('each replica has a number, and counts those that are alive', async () => {
    const database = await postgres.database()
    const alone = await PostgresStorage.connect(database)
    onTestFinished(() => alone.close())
    expect(alone.membership.replica).toBeUndefined()
    const [first, second] = [await replica(database, 1), await replica(database, 2)]
    expect([first.membership.replica, second.membership.replica]).toEqual([await idOf(database, 1), await idOf(database, 2)])
    await until(() => first.membership.others.length === 1)
    const replicas = first.metrics().find(({ name }) => name === 'understay_replicas')
    expect(replicas?.samples.map(({ value }) => value)).toEqual([2])
  })

  test('one of many concurrent openings gets a sandbox', async () => {
    const database = await postgres.database()
    const replicas = await Promise.all([1, 2, 3, 4].map((port) => replica(database, port)))
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const opened = await Promise.allSettled(replicas.map((one) => one.open(name)))
      expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const one of opened) if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(OwnedElsewhereError)
    }
  })

  test('a row is stored once, whatever happens to it, and goes with its sandbox', async () => {
    const database = await postgres.database()
    const own = await replica(database, 1)
    const { storage } = await own.open('w1')
    const { storage: other } = await own.open('w2')
    await Promise.all([storage.replace(state()), other.replace(state())])
    const ids = Array.from({ length: 40 }, (_, index) => index + 1)
    await Promise.all([...ids.map((id) => append(storage, id)), append(other, 99)])
    const changed = { notes: [{ ...note(1), text: 'changed' }] }
    for (let time = 0; time < 3; time++) await storage.append({ changed, removed: { notes: [2] } }, () => state())
    // nothing but the removal of one row
    await storage.append({ removed: { notes: [3] } }, () => state())
    const rows = () =>
      run(database, `SELECT sandbox, count(*) AS rows FROM understay.rows WHERE key LIKE 'notes %' GROUP BY sandbox ORDER BY 2`)
    const [second, first] = await rows()
    expect([second?.['rows'], first?.['rows']]).toEqual(['1', '38'])
    await storage.close()
    const { storage: reopened, state: found } = await own.open('w1')
    expect(found?.collections.notes).toEqual([...changed.notes, ...ids.slice(3).map(note)])
    await append(reopened, 41)
    await reopened.close()
    expect((await own.open('w1')).state?.collections.notes.map(({ id }) => id)).toEqual([1, ...ids.slice(3), 41])
    await own.remove('w1')
    expect(await rows()).toEqual([second])
  })

  test.each([
    ['no JSON of a note', `UPDATE understay.rows SET value = '{"id":1}' WHERE key = 'notes 2'`, /damaged: notes 2\./],
    ['of no collection', `UPDATE understay.rows SET key = 'x 2' WHERE key = 'notes 2'`, /damaged: x 2 is not of this version/],
    [
      'missing, without which there is no state',
      `DELETE FROM understay.rows WHERE key = 'head "clock"'`,
      /damaged: clock should hold/,
    ],
  ])('a row that is %s is damage', async (_, statement, message) => {
    const database = await postgres.database()
    const own = await replica(database, 1)
    const { storage } = await own.open('w1')
    await storage.replace(state())
    for (const id of [1, 2, 3]) await append(storage, id)
    await storage.close()
    await run(database, statement)
    await expect(own.open('w1')).rejects.toThrow(message)
  })

  test('a disconnected replica cannot store changes of a taken sandbox; its other sandboxes continue', async () => {
    const database = await postgres.database()
    const [first, second] = [await replica(database, 1), await replica(database, 2)]
    const { storage: lost } = await first.open('lost')
    const { storage: kept } = await first.open('kept')
    await Promise.all([lost.replace(state()), kept.replace(state())])
    // the second one thinks the first is gone, while that one knows nothing of it
    await run(database, `UPDATE understay.sandboxes SET owner = 2000000000 WHERE name = 'lost'`)
    const { storage: taken } = await second.open('lost')
    const results = await Promise.allSettled([append(lost, 1), append(kept, 2), append(lost, 3), append(taken, 4)])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
    await expect(append(lost, 5)).rejects.toThrow('another replica has taken this sandbox over')
    await expect(async () => await lost.replace(state(note(6)))).rejects.toThrow('another replica has taken this sandbox over')
    await expect(async () => await lost.snapshots.write('s', { state: state(), taken: 1 })).rejects.toThrow(
      'taken this sandbox over',
    )
    await taken.close()
    const { state: found } = await second.open('lost')
    expect(found?.collections.notes).toEqual([note(4)])
  })

  test('a takeover waits for pending changes, and later changes of the old owner are refused', async () => {
    const database = await postgres.database()
    const [first, second] = [await replica(database, 1), await replica(database, 2)]
    const { storage } = await first.open('w1')
    await storage.replace(state())
    // another session holds the row as the statement of a stopped replica does
    const holder = new Client({ connectionString: database })
    await holder.connect()
    await holder.query('BEGIN')
    const { rows } = await holder.query(`SELECT id, epoch FROM understay.sandboxes WHERE name = 'w1' FOR SHARE`)
    await run(database, 'SELECT 1')
    const freed = new Client({ connectionString: database })
    await freed.connect()
    const disowned = freed.query('UPDATE understay.sandboxes SET owner = NULL')
    await holder.query(`INSERT INTO understay.rows VALUES ($1, 'notes 7', 1, $2)`, [rows[0].id, JSON.stringify(note(7))])
    await holder.query('COMMIT')
    await disowned
    const { state: taken } = await second.open('w1')
    expect(taken?.collections.notes).toEqual([note(7)])
    await expect(append(storage, 8)).rejects.toThrow('another replica has taken this sandbox over')
    await Promise.all([holder.end(), freed.end()])
  })

  test('a replica without its lock owns nothing: its changes are refused, and it joins with a new id', async () => {
    const database = await postgres.database()
    const lost: unknown[] = []
    const joined: number[] = []
    const storage = await PostgresStorage.connect(database, {
      onLost: (error) => lost.push(error),
      onJoined: (id) => joined.push(id),
    })
    onTestFinished(() => storage.close())
    await storage.membership.join('http://127.0.0.1:1')
    const { storage: sandbox } = await storage.open('w1')
    await sandbox.replace(state(note(1)))
    expect(sandbox.problem).toBeUndefined()
    await cutOff(database, await idOf(database, 1))
    await until(() => lost.length > 0)
    expect(sandbox.problem?.status).toBe(503)
    await until(() => joined.length === 2)
    expect(sandbox.problem?.message).toContain('read again')
    const { state: again, storage: next } = await storage.open('w1')
    expect(again?.collections.notes).toEqual([note(1)])
    await append(next, 2)
    await sandbox.close()
    await append(next, 3)
    expect(joined[1]).toBeGreaterThan(joined[0] ?? 0)
  })

  test('without its tables says that they are missing, and goes on once they are back', async () => {
    const database = await postgres.database()
    const own = await replica(database, 1)
    await run(database, 'ALTER SCHEMA understay RENAME TO elsewhere')
    await until(() => own.membership.problem !== undefined)
    expect(own.membership.problem?.message).toContain('the tables of the schema understay are missing')
    await run(database, 'ALTER SCHEMA elsewhere RENAME TO understay')
    await until(() => own.membership.problem === undefined)
  })

  test.runIf(NO_POSTGRES === undefined && process.env['UNDERSTAY_TEST_POSTGRES'] === undefined)(
    'while the database is away nothing is answered or acknowledged; when it is back, what was acknowledged is there',
    async () => {
      const own = await startPostgres()
      onTestFinished(() => own.stop())
      const database = await own.database()
      const storage = await replica(database, 1)
      const { storage: sandbox } = await storage.open('w1')
      await sandbox.replace(state())
      const acknowledged: number[] = []
      const refused: StorageError[] = []
      const writing = (async () => {
        for (let id = 1; refused.length === 0; id++)
          await append(sandbox, id).then(
            () => acknowledged.push(id),
            (error: StorageError) => refused.push(error),
          )
      })()
      await until(() => acknowledged.length > 20)
      await own.crash()
      await until(() => refused.length > 0)
      const before = acknowledged.length
      await until(() => storage.membership.problem?.status === 503)
      await expect(storage.open('w2')).rejects.toThrow('no contact with the database')
      await writing
      expect(acknowledged).toHaveLength(before)
      await own.start()
      await until(() => storage.membership.problem === undefined)
      const { state: found } = await storage.open('w1')
      const ids = new Set(found?.collections.notes.map(({ id }) => id))
      expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
    },
  )

  test('a pooler in transaction mode is recognised, and refused with the reason', async () => {
    const database = new URL(await postgres.database())
    const startup = startupMessage(database.username, database.pathname.slice(1))
    const pooler = await transactionPooler(Number(database.port), startup)
    onTestFinished(() => void pooler.server.close())
    const pooled = new URL(database)
    pooled.port = String(pooler.port)
    const storage = await PostgresStorage.connect(pooled.href)
    onTestFinished(() => storage.close())
    await expect(storage.membership.join('http://127.0.0.1:1')).rejects.toThrow('a pooler in transaction mode')
  })

  test.each([
    [
      'postgres://nobody@127.0.0.1:1/none',
      /the database postgres:\/\/nobody@127\.0\.0\.1:1\/none cannot be used: .*ECONNREFUSED/,
    ],
    ['postgres://nobody:secret@127.0.0.1:1/none', /^(?!.*secret).*cannot be used/],
  ])('an unreachable address is reported without its password: %s', async (address, message) => {
    await expect(PostgresStorage.connect(address)).rejects.toThrow(message)
  })
})

describe.skipIf(NO_POSTGRES !== undefined)('the schema', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  const migrated = async (database: string, migrations: readonly string[]): Promise<void> => {
    const client = new Client({ connectionString: database })
    await client.connect()
    await migrate(client, migrations).finally(() => client.end())
  }
  const versions = (count: number): readonly string[] => [
    ...MIGRATIONS,
    ...Array.from({ length: count }, (_, index) => `ALTER TABLE understay.sandboxes ADD COLUMN later_${index} integer`),
  ]
  const versionOf = async (database: string): Promise<unknown> =>
    (await run(database, 'SELECT version FROM understay.schema_version'))[0]?.['version']

  test('is created once by concurrent starts', async () => {
    const database = await postgres.database()
    await Promise.all([1, 2, 3, 4, 5].map(() => migrated(database, MIGRATIONS)))
    expect(await versionOf(database)).toBe(MIGRATIONS.length)
    expect(await run(database, 'SELECT * FROM understay.schema_version')).toHaveLength(1)
  })

  test('is migrated to the next version, and the previous program still works', async () => {
    const database = await postgres.database()
    await migrated(database, versions(0))
    await migrated(database, versions(1))
    expect(await versionOf(database)).toBe(MIGRATIONS.length + 1)
    const before = await PostgresStorage.connect(database)
    onTestFinished(() => before.close())
    await before.membership.join('http://127.0.0.1:1')
    const { storage } = await before.open('w1')
    await storage.replace(state(note(1)))
    await storage.close()
    expect((await before.open('w1')).state?.collections.notes).toEqual([note(1)])
  })

  test('two versions apart is refused on either side, and nothing is changed', async () => {
    const database = await postgres.database()
    await migrated(database, versions(2))
    await expect(PostgresStorage.connect(database)).rejects.toThrow(
      `has schema version ${MIGRATIONS.length + 2}, and this program knows ${MIGRATIONS.length}`,
    )
    const older = await postgres.database()
    await migrated(older, versions(0))
    await expect(migrated(older, versions(2))).rejects.toThrow(`start the version with ${MIGRATIONS.length + 1} first`)
    expect(await versionOf(older)).toBe(MIGRATIONS.length)
  })

  test('a migration that fails changes nothing', async () => {
    const database = await postgres.database()
    await migrated(database, versions(0))
    await expect(migrated(database, [...versions(0), 'CREATE TABLE understay.half (id int); SELECT no_such()'])).rejects.toThrow()
    expect(await versionOf(database)).toBe(MIGRATIONS.length)
    expect(await run(database, `SELECT to_regclass('understay.half') IS NULL AS gone`)).toEqual([{ gone: true }])
  })
})
