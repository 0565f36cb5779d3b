import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { connectionsTo, requireServer, requireSession } from '../../../src/store/postgres/connections.ts'
import { adviceFor } from '../../../src/store/postgres/database-error.ts'
import { PostgresStorage } from '../../../src/store/postgres/postgres-storage.ts'
import { NO_POSTGRES, run, startPostgres, type TestPostgres } from '../../support/postgres.ts'

/** What connecting says. */
async function toldBy(address: string): Promise<string> {
  try {
    const storage = await PostgresStorage.connect(address)
    await storage.close()
  } catch (error) {
    return String(error)
  }
  return 'connected'
}

if (NO_POSTGRES) test.skip(NO_POSTGRES, () => undefined)
describe.skipIf(NO_POSTGRES !== undefined)('an address that cannot be used is refused with advice', () => {
  let postgres: TestPostgres
  let address: string
  beforeAll(async () => {
    postgres = await startPostgres()
    address = await postgres.database()
  })
  afterAll(() => postgres?.stop())
  const changed = (change: (url: URL) => void): string => {
    const url = new URL(address)
    change(url)
    return url.href
  }

  test('another database', async () => {
    const told = await toldBy(changed((url) => void (url.pathname = '/nowhere')))
    expect(told).toMatch(/\/nowhere cannot be used: database "nowhere" does not exist; create the database first/)
  })

  test.each([
    ['?ssl_mode=require', '--store: there is no parameter "ssl_mode"; did you mean "sslmode"?; there are sslmode, '],
    ['?query_timeout=1', '--store: there is no parameter "query_timeout"; there are sslmode, '],
    ['?sslmode=verify', '--store: there is no sslmode "verify"'],
    [
      '?sslmode=verify-full&sslrootcert=/no/such/ca.pem',
      "open '/no/such/ca.pem'; correct sslrootcert, sslcert or sslkey in --store",
    ],
  ])('the parameters %s', async (parameters, message) => {
    expect(await toldBy(`${address}${parameters}`)).toContain(message)
  })

  test('another user, without the password', async () => {
    const told = await toldBy(
      changed((url) => {
        url.username = 'nobody'
        url.password = 'planted-password'
      }),
    )
    expect(told).toMatch(/role "nobody" does not exist; correct the user in --store/)
    expect(told).not.toContain('planted')
  })

  test('another port', async () => {
    expect(await toldBy(changed((url) => void (url.port = '1')))).toContain('; nothing listens there: start the database')
  })

  test('a user without the right to create the schema', async () => {
    await run(address, 'CREATE ROLE weak LOGIN')
    const told = await toldBy(changed((url) => void (url.username = 'weak')))
    expect(told).toMatch(/permission denied for database .*; the user needs the right to create the schema/)
  })

  test('a user who may read the tables of another one, and not change them', async () => {
    const database = await postgres.database()
    expect(await toldBy(database)).toBe('connected')
    await run(database, 'CREATE ROLE reader LOGIN')
    await run(database, 'GRANT USAGE ON SCHEMA understay TO reader')
    await run(database, 'GRANT SELECT ON ALL TABLES IN SCHEMA understay TO reader')
    const url = new URL(database)
    url.username = 'reader'
    const storage = PostgresStorage.connect(url.href).then(async (connected) => {
      onTestFinished(() => connected.close())
      await connected.membership.join('http://127.0.0.1:1')
    })
    await expect(storage).rejects.toThrow(/permission denied for .*; the schema understay belongs to another user/)
  })

  test('encryption that the database does not have', async () => {
    const told = await toldBy(`${address}?sslmode=verify-full`)
    expect(told).toMatch(/does not support SSL connections; turn encryption on in the database, or remove sslmode/)
    // what the driver takes for verify-full, without its warning about that
    const warned = vi.spyOn(process, 'emitWarning')
    for (const mode of ['prefer', 'require', 'verify-ca']) expect(await toldBy(`${address}?sslmode=${mode}`)).toBe(told)
    expect(warned).not.toHaveBeenCalled()
  })

  test.each([
    ['ends each connection', (socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['resets each connection', (socket: Socket) => void socket.resetAndDestroy()],
  ])('another server, which %s', async (_, onConnection) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      onConnection(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    expect(await toldBy(changed((url) => void (url.port = String(port))))).toContain(
      '; what listens there ended the connection: check that host and port in --store',
    )
  })

  test('an idle connection that breaks is replaced', async () => {
    const database = await postgres.database()
    const storage = await PostgresStorage.connect(database)
    onTestFinished(() => storage.close())
    await storage.membership.join('http://127.0.0.1:1')
    expect(await storage.list()).toEqual([])
    await run(
      database,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle' AND query NOT LIKE '%advisory%'`,
    )
    await vi.waitFor(async () => expect(await storage.list()).toEqual([]), { timeout: 60_000 })
  })

  test('a database of another encoding', async () => {
    await run(address, `CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`)
    onTestFinished(async () => void (await run(address, 'DROP DATABASE latin WITH (FORCE)')))
    expect(await toldBy(changed((url) => void (url.pathname = '/latin')))).toContain(
      "the database has the encoding LATIN1, which cannot store every character: create one with CREATE DATABASE ... ENCODING 'UTF8'",
    )
  })

  test('a full disk is named at the start, with what to do', () => {
    const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
    expect(adviceFor(full)).toContain('free space there')
  })

  test('time-outs and isolation of the role do not apply', async () => {
    const database = await postgres.database()
    const settings = {
      lock_timeout: '1ms',
      idle_in_transaction_session_timeout: '1ms',
      idle_session_timeout: '20s',
      statement_timeout: '20s',
      default_transaction_isolation: 'serializable',
    }
    await run(database, 'CREATE ROLE limited LOGIN SUPERUSER')
    for (const [name, value] of Object.entries(settings)) await run(database, `ALTER ROLE limited SET ${name} = '${value}'`)
    const url = new URL(database)
    url.username = 'limited'
    const { pool, connect } = connectionsTo(url.href)
    const own = 'SELECT name, setting FROM pg_settings WHERE name = ANY($1) ORDER BY name'
    const session = await connect()
    for (const client of [pool, session]) {
      const { rows } = await client.query<{ name: string; setting: string }>(own, [Object.keys(settings)])
      expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
        lock_timeout: '0',
        idle_in_transaction_session_timeout: '0',
        idle_session_timeout: '0',
        statement_timeout: '4000',
        default_transaction_isolation: 'read committed',
      })
    }
    await session.end()
    await pool.end()
    expect(await toldBy(url.href)).toBe('connected')
  })

  test('the right one connects', async () => {
    expect(await toldBy(address)).toBe('connected')
  })

  test('a connection that ends while it is compared with the session does not end the process', async () => {
    const database = await postgres.database()
    const { pool, connect } = connectionsTo(database)
    const session = await connect()
    onTestFinished(() => session.end())
    onTestFinished(() => pool.end())
    const ended = new Promise<void>((resolve) => pool.once('connect', (other) => void other.once('end', resolve)))
    const ask = session.query.bind(session)
    const asked = vi.spyOn(session, 'query').mockImplementationOnce((text: string) => ask(text))
    asked.mockImplementationOnce(async (text: string) => {
      await run(database, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction'`)
      await ended
      return ask(text)
    })
    await requireSession(session, pool)
    expect(asked).toHaveBeenCalledTimes(2)
  })
})

test('a wrong password is refused with advice', () => {
  const error = Object.assign(new Error('password authentication failed'), { code: '28P01' })
  expect(adviceFor(error)).toContain('correct user and password in --store')
  expect(adviceFor(new AggregateError([new Error('one'), error]))).toContain('correct user and password')
  expect(adviceFor(new Error('another'))).toBe('')
  expect(adviceFor(new Error('timeout expired'))).toContain('nothing answers there')
  expect(adviceFor(new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'))).toContain(
    'the database asks for a password',
  )
})

test.each([
  ['130014', '13.14', 'PostgreSQL 13.14 is too old: version 14 or newer is needed'],
  ['140000', '14.0', undefined],
])('server version %s', async (number, text, message) => {
  const query = async () => ({ rows: [{ number, text, encoding: 'UTF8' }] })
  const checked = requireServer({ query } as unknown as Parameters<typeof requireServer>[0])
  if (message === undefined) await expect(checked).resolves.toBeUndefined()
  else await expect(checked).rejects.toThrow(message)
})

test('an idle connection that fails ends nothing: the pool replaces it', async () => {
  const { pool, place } = connectionsTo('postgres://ann:secret@localhost:1/db')
  expect(() => pool.emit('error', new Error('terminated'))).not.toThrow()
  expect(place).toContain('localhost:1/db')
  expect(place).not.toContain('secret')
  await pool.end()
})

test.each([
  ['localhost', 'localhost is not the address of a database, such as postgres://user:password@host:5432/database'],
  ['postgres://ann@localhost:99999/db', 'a port is at most 65535'],
  ['postgres://ann:se/secret@localhost:5432/db', 'postgres://ann:***@localhost:5432/db is not the address'],
  ['postgres://ann:1/b@secret:x@localhost/db', 'postgres://ann:***@localhost/db is not the address'],
  ['postgres://ann:1?secret@localhost/db', 'postgres://ann:***@localhost/db is not the address'],
  ['//ann:secret@localhost', '//ann:***@localhost is not the address of a database'],
])('%s is refused, without its password', (address, message) => {
  expect(() => connectionsTo(address)).toThrow(message)
  expect(() => connectionsTo(address)).not.toThrow('secret')
})
