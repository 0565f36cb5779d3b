/**
 * Connections to the database: a pool for statements, and single connections that keep their session.
 *
 * @module
 */
import { Client, type ClientBase, type ClientConfig, Pool } from 'pg'
import { checkAddress } from './database-address.ts'
import { DatabaseError } from './database-error.ts'

/** Time-outs of connections and statements, in milliseconds. */
const CONNECT_MS = 3000
const STATEMENT_MS = 4000
const POOL_SIZE = 4
const MIGRATION_MS = 60_000

/** The connections to one database. */
export interface Connections {
  /** The address without password and parameters. */
  readonly place: string
  readonly pool: Pool
  /** Opens a connection outside the pool. */
  connect(): Promise<Client>
  end(): Promise<void>
}

/** @throws DatabaseError when the address is invalid */
export function connectionsTo(address: string): Connections {
  const place = checkAddress(address)
  const config: ClientConfig = {
    connectionString: address,
    application_name: 'understay',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
  }
  const pool = new Pool({ ...config, max: POOL_SIZE, onConnect: prepare })
  // the next statement replaces an idle connection that failed
  pool.on('error', () => undefined)
  return {
    place,
    pool,
    connect: async () => {
      const client = new Client(config)
      client.on('error', () => undefined)
      await client.connect()
      return client
    },
    end: () => pool.end(),
  }
}

/** A committed change is on the disk, independent of the server's default. The server ends statements after the time-out. */
async function prepare(client: ClientBase): Promise<void> {
  await client.query(`SET synchronous_commit = on; SET statement_timeout = ${STATEMENT_MS}`)
}

/** A connection with a longer time-out, for migrations. */
export async function connectForMigration(address: string): Promise<Client> {
  const client = new Client({
    connectionString: address,
    application_name: 'understay migration',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: MIGRATION_MS,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/**
 * Requires that a connection keeps its session from one statement to the next.
 *
 * Compares the server processes of two connections while one of them is inside a transaction: behind a pooler in transaction
 * mode they change.
 *
 * @throws DatabaseError behind a pooler in transaction mode
 */
export async function requireSessions(first: Client, second: Client): Promise<void> {
  const own = await processOf(first)
  await second.query('BEGIN')
  try {
    const taken = await processOf(second)
    if (taken === own || (await processOf(first)) !== own) throw new DatabaseError(TRANSACTION_POOLER)
  } finally {
    await second.query('ROLLBACK').catch(() => undefined)
  }
}

const TRANSACTION_POOLER =
  'this address leads to a pooler in transaction mode, which gives each transaction another session; advisory locks need one that stays: name the database itself, or a pool in session mode'

async function processOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}

/** The first version with `idle_session_timeout`, in the server's numbering. */
const OLDEST_VERSION = 140_000

/** @throws DatabaseError when the server is too old */
export async function requireVersion(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ number: string; text: string }>(
    `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS text`,
  )
  const [{ number, text } = { number: '0', text: 'of an unknown version' }] = rows
  if (Number(number) < OLDEST_VERSION)
    throw new DatabaseError(
      `PostgreSQL ${text} is too old: version 14 or newer is needed, for idle_session_timeout, which frees what a lost replica owns`,
    )
}
