/**
 * Connections to the database: a pool for statements, and single ones that keep their session.
 *
 * @module
 */
import { Client, type ClientBase, type ClientConfig, Pool } from 'pg'
import { DatabaseError } from './database-error.ts'

/** Milliseconds after which a connection that is not made, or a statement that is not answered, has failed. */
const CONNECT_MS = 3000
const ANSWER_MS = 4000
const POOL_SIZE = 4
const MIGRATION_MS = 60_000

/** Reaches one database. */
export interface Connections {
  /** The address without a password. */
  readonly place: string
  readonly pool: Pool
  /** A connection of its own, connected. */
  connect(): Promise<Client>
  end(): Promise<void>
}

/** @throws DatabaseError when the address is none */
export function connectionsTo(address: string): Connections {
  const config: ClientConfig = {
    connectionString: address,
    application_name: 'understay',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  }
  const pool = new Pool({ ...config, max: POOL_SIZE, onConnect: prepare })
  // a pooled connection that breaks while nobody uses it is replaced by the next statement
  pool.on('error', () => undefined)
  return {
    place: withoutPassword(address),
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

/** What is acknowledged is on disk, whatever the server's default is. A statement that nobody waits for any more ends. */
async function prepare(client: ClientBase): Promise<void> {
  await client.query(`SET synchronous_commit = on; SET statement_timeout = ${ANSWER_MS}`)
}

/** A connection for migrations, which may take longer. */
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

function withoutPassword(address: string): string {
  if (!URL.canParse(address)) throw new DatabaseError(`${address.replace(/:[^:@/]*@/, ':***@')} is no address of a database`)
  const url = new URL(address)
  url.password = ''
  url.search = ''
  return url.href
}

/**
 * Requires that a connection keeps its session from one statement to the next.
 *
 * While one connection is inside a transaction, the other one keeps its process at the server; behind a pooler in transaction
 * mode the first takes the process that the second has just used.
 *
 * @throws DatabaseError behind a pooler in transaction mode
 */
export async function requireSessions(first: Client, second: Client): Promise<void> {
  const own = await processOf(first)
  await second.query('BEGIN')
  try {
    const taken = await processOf(second)
    if (taken === own || (await processOf(first)) !== own) throw new DatabaseError(POOLED)
  } finally {
    await second.query('ROLLBACK').catch(() => undefined)
  }
}

const POOLED =
  'this address leads to a pooler in transaction mode, which gives each transaction another session; advisory locks need one that stays: name the database itself, or a pool in session mode'

async function processOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}

/** The oldest version with `idle_session_timeout`, as the server numbers it. */
const OLDEST = 140_000

/** @throws DatabaseError when the server is too old */
export async function requireVersion(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ number: string; text: string }>(
    `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS text`,
  )
  const [{ number, text } = { number: '0', text: 'of an unknown version' }] = rows
  if (Number(number) < OLDEST)
    throw new DatabaseError(
      `PostgreSQL ${text} is too old: version 14 or newer is needed, for idle_session_timeout, which frees what a lost replica owns`,
    )
}
