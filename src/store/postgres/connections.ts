/** Connections to the database: a pool for statements, and single connections that keep their session. */

import { Client, type ClientBase, type ClientConfig, Pool } from 'pg'
import { suggestion } from '../../base/spelling.ts'
import { DatabaseError, storageErrorOf } from './database-error.ts'

/** Time-outs of connections and statements, in milliseconds. */
const CONNECT_MS = 3000
const STATEMENT_MS = 4000
const POOL_SIZE = 4

export type Connections = ReturnType<typeof connectionsTo>

/** The connections to one database. @throws DatabaseError when the address is invalid */
export function connectionsTo(address: string) {
  const place = checkAddress(address)
  const config: ClientConfig = {
    connectionString: withVerifyFull(address),
    application_name: 'understay',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
    keepAlive: true,
  }
  const pool = new Pool({ ...config, max: POOL_SIZE, onConnect: (client) => prepare(client, STATEMENT_MS) })
  // the next statement replaces an idle connection that failed
  pool.on('error', () => undefined)
  return {
    /** The address without password and parameters. */
    place,
    pool,
    /** Opens a connection outside the pool. @param statementMs the time-out of its statements */
    connect: (statementMs = STATEMENT_MS) => opened(new Client({ ...config, query_timeout: statementMs }), statementMs),
  }
}

/** The rows that a query finds. @throws StorageError for errors of the database */
export async function ask<T extends object>(pool: Pool, text: string, values: readonly unknown[]): Promise<readonly T[]> {
  try {
    return (await pool.query<T>(text, [...values])).rows
  } catch (error) {
    throw storageErrorOf(error)
  }
}

/**
 * Sets what role, database or server may have set otherwise: a committed change is on the disk, statements see what others
 * have committed, and only the time-outs of this program apply.
 */
async function prepare(client: ClientBase, statementMs: number): Promise<void> {
  // in a statement of its own: a time-out that the role has would end all of them together
  await client.query(`SET statement_timeout = ${statementMs}`)
  await client.query(
    `SET synchronous_commit = on; SET default_transaction_isolation = 'read committed';
     SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET idle_session_timeout = 0;
     SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout'`,
  )
}

async function opened(client: Client, statementMs: number): Promise<Client> {
  client.on('error', () => undefined)
  await client.connect()
  try {
    await prepare(client, statementMs)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/**
 * Requires that a connection keeps its session from one statement to the next.
 *
 * Compares its server process with that of another connection, which is inside a transaction meanwhile: behind a pooler in
 * transaction mode they change.
 *
 * @throws DatabaseError behind a pooler in transaction mode
 */
export async function requireSession(session: Client, pool: Pool): Promise<void> {
  const own = await processOf(session)
  const other = await pool.connect()
  // nothing else listens to a connection that is taken from the pool: an error between two statements would end the process
  other.on('error', () => undefined)
  try {
    await other.query('BEGIN')
    const taken = await processOf(other)
    if (taken === own || (await processOf(session)) !== own) throw new DatabaseError(TRANSACTION_POOLER)
  } finally {
    // ends the connection, and with it the transaction
    other.release(true)
  }
}

const TRANSACTION_POOLER =
  'this address leads to a pooler in transaction mode, which gives each transaction another session; advisory locks need one that stays: name the database itself, or a pool in session mode'

async function processOf(client: ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}

/** The first version with `idle_session_timeout`, in the server's numbering. */
const OLDEST_VERSION = 140_000

/** @throws DatabaseError when the server is too old, or its database cannot store every character */
export async function requireServer(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ number: string; text: string; encoding: string }>(
    `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS text,
       current_setting('server_encoding') AS encoding`,
  )
  const [{ number, text, encoding } = { number: '0', text: 'of an unknown version', encoding: '' }] = rows
  if (Number(number) < OLDEST_VERSION)
    throw new DatabaseError(
      `PostgreSQL ${text} is too old: version 14 or newer is needed, for idle_session_timeout, which frees what a lost replica owns`,
    )
  if (encoding !== 'UTF8')
    throw new DatabaseError(
      `the database has the encoding ${encoding}, which cannot store every character: create one with CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0, and name it in --store`,
    )
}

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
/** Parameters that the driver reads. Time-outs are not among them: the replicas need their own. */
const PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'uselibpqcompat', 'host', 'port', 'options']

/**
 * Checks an address.
 *
 * @returns the address without password and parameters, for messages
 * @throws DatabaseError naming what is wrong: no address, an unknown parameter or `sslmode`
 */
function checkAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  // postgres://ann:12/3@host is the host `ann` with the port 12 for a URL
  if (!url || (address.includes('@') && url.username === ''))
    throw new DatabaseError(
      `${masked(address)} is not the address of a database, such as postgres://user:password@host:5432/database; special characters of a password are percent-encoded, and a port is at most 65535`,
    )
  for (const [name, value] of url.searchParams) {
    requireKnown('parameter', name, PARAMETERS)
    if (name === 'sslmode') requireKnown('sslmode', value, SSL_MODES)
  }
  url.password = ''
  url.search = ''
  return url.href
}

/** The driver takes these modes for `verify-full`, and prints a warning of several lines, unless `uselibpqcompat` is set. */
const withVerifyFull = (address: string): string =>
  address.includes('uselibpqcompat=true')
    ? address
    : address.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)\b/, '$1verify-full')

/** A password that is not percent-encoded may contain any character: all between the user and the last @ is masked. */
const masked = (address: string): string => address.replace(/^([^:]*:\/\/[^:@]*|\/\/[^:@]*):.*@/s, '$1:***@')

function requireKnown(what: string, name: string, known: readonly string[]): void {
  if (!known.includes(name))
    throw new DatabaseError(`--store: there is no ${what} "${name}"${suggestion(name, known)}; there are ${known.join(', ')}`)
}
