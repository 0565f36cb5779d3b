/**
 * Starts the shipped program for tests, on a free port.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { onTestFailed } from 'vitest'
import { requireBuild } from '../support/built.ts'
import { endWithFile } from '../support/end-of-file.ts'
import { whenInContact } from './when-in-contact.ts'

export const PROGRAM = 'dist/main.js'

const PIPES_MS = 2000

/** A folder of its own for each use. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'understay-'))

/** A test that fails or takes too long must not leave its server behind: what it started is killed at once; in a hook there is no test. */
function killWhenTestFails(child: ChildProcess): void {
  try {
    onTestFailed(() => void child.kill('SIGKILL'))
  } catch {
    // it ends with the file
  }
}

/** A program under way. */
export class Program {
  readonly child: ChildProcess
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  out = ''
  err = ''

  /** @param entrance what its command line begins with, to run it in namespaces of its own */
  constructor(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    folder = '.',
    entrance: readonly string[] = [],
  ) {
    requireBuild()
    const [command = '', ...rest] = [...entrance, process.execPath, resolve(PROGRAM), ...args]
    this.child = spawn(command, rest, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child.once(
      'exit',
      endWithFile(() => void this.child.kill('SIGKILL')),
    )
    killWhenTestFails(this.child)
    this.child.stdout?.on('data', (chunk) => (this.out += chunk))
    this.child.stderr?.on('data', (chunk) => (this.err += chunk))
    this.exited = new Promise((resolve) =>
      this.child.once('exit', (code, signal) => {
        const done = (): void => resolve({ code, signal })
        // What it printed last may arrive after its exit. A process that it left behind may hold the pipes open.
        this.child.once('close', done)
        setTimeout(done, PIPES_MS).unref()
      }),
    )
  }

  /** The address it listens on. */
  listening(): Promise<string> {
    return this.printed(/"url":"([^"]+)"/)
  }

  /** The first group of a pattern, once it was printed. */
  printed(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(this.out)?.[1]
        if (found) resolve(found)
      }
      this.child.stdout?.on('data', look)
      this.exited.then(() => reject(new Error(`it stopped: ${this.err}`)))
      look()
    })
  }

  async stop(
    signal: NodeJS.Signals = 'SIGTERM',
  ): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }> {
    this.child.kill(signal)
    return this.exited
  }
}

/** Runs the program until it exits. */
export async function runProgram(args: readonly string[], env: Readonly<Record<string, string>> = {}, folder = '.') {
  const program = new Program(args, env, folder)
  const { code } = await program.exited
  return { code, out: program.out, err: program.err }
}

/** What the program says on standard error beside how far it is, which it tells when a run takes longer than ten seconds. */
export const withoutProgress = (err: string): string =>
  err.replace(/^(?:\d+ of \d+ scenarios? ended(?:; playing .*)?|\d+ of \d+ requests sent, \d+ responses? differs?)\n/gm, '')

/** Starts a server with the built program. */
export async function startProgram(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const program = new Program(['start', '--port', '0', ...args], env)
  const url = await program.listening()
  return { program, url, api: `${url}/service/api` }
}

/** A token of the demo client. */
export async function demoToken(api: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo',
    client_secret: 'demo-secret',
    scope: 'properties_get properties_set favourites_get favourites_set',
  })
  const response = await whenInContact(() => fetch(`${api}/oauth/token`, { method: 'POST', body }))
  return ((await response.json()) as { access_token: string }).access_token
}
