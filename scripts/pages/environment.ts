/**
 * The environment in which the blocks of a page are executed: an empty folder, a new server of the built program, and shell
 * variables, which are kept from block to block.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { type Ended, endGroups, runToEnd } from './process.ts'

const PROGRAM = resolve('dist/main.js')
/** The address that pages show, which is replaced by that of the page's server. */
const SHOWN = /(?:127\.0\.0\.1|localhost):4010(?!\d)/g
const GENERATORS = resolve('scripts/pages/generators/node_modules')
const WITHIN_MS = 60_000

export interface PageEnvironment {
  readonly folder: string
  /** Writes a file into the folder, with the shown address replaced by that of the page's server. */
  readonly write: (file: string, text: string) => Promise<void>
  /** Runs a command in the folder; in its output the address is replaced by the shown one. */
  readonly run: (command: readonly string[]) => Promise<Ended>
  readonly close: () => Promise<void>
}

/** The environment of one page. The server starts on first use. */
export function openEnvironment(within = WITHIN_MS): PageEnvironment {
  const place = mkdtempSync(join(tmpdir(), 'understay-pages-'))
  const folder = join(place, 'page')
  const leaders = new Set<number>()
  const usual = surroundings(folder)
  install(folder)
  let starting: Promise<Server> | undefined
  const server = () => (starting ??= startServer(place, usual))

  return {
    folder,
    write: async (file, text) => {
      const own = text.search(SHOWN) < 0 ? text : text.replaceAll(SHOWN, new URL((await server()).url).host)
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), own)
    },
    run: async (command) => {
      const { url } = await server()
      const env = { ...usual, ...addresses(url), BASH_ENV: carryOver(place) }
      const ended = await runToEnd(command, { folder, env, outputs: place, within }, (leader) => leaders.add(leader))
      const { host } = new URL(url)
      const shown = (text: string) => text.replaceAll(host, '127.0.0.1:4010').replaceAll(`${folder}/`, '')
      return { ...ended, printed: shown(ended.printed), complained: shown(ended.complained) }
    },
    close: async () => {
      endGroups(leaders)
      await (await starting)?.stop()
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** The environment without what would configure a server, and with the page's own programs. */
function surroundings(folder: string): Readonly<Record<string, string | undefined>> {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:UNDERSTAY_|VITEST)|^PORT$/.test(name))
  const path = `${join(folder, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`
  return { ...Object.fromEntries(own), PATH: path, NO_COLOR: '1' }
}

/** Links the packages of `npm install --save-dev understay vitest msw hono` from this checkout. */
function install(folder: string): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  symlinkSync(PROGRAM, join(modules, '.bin/understay'))
  symlinkSync(resolve('.'), join(modules, 'understay'))
  for (const name of ['vitest', 'msw', 'hono']) symlinkSync(resolve('node_modules', name), join(modules, name))
  if (!existsSync(GENERATORS)) return
  for (const name of ['typescript', 'openapi-fetch']) symlinkSync(join(GENERATORS, name), join(modules, name))
  for (const name of ['tsc', 'openapi-typescript', 'openapi-ts'])
    symlinkSync(join(GENERATORS, '.bin', name), join(modules, '.bin', name))
}

/** The variables that `understay run` sets for its command. */
const addresses = (url: string): Readonly<Record<string, string>> => ({
  UNDERSTAY_URL: url,
  UNDERSTAY_BASE_URL: url,
  UNDERSTAY_API_URL: `${url}/service/api`,
  UNDERSTAY_TOKEN_URL: `${url}/service/api/oauth/token`,
  UNDERSTAY_CLIENT_ID: 'demo',
  UNDERSTAY_CLIENT_SECRET: 'demo-secret',
})

/** A startup file for bash that restores the variables and folder of the previous block, and saves those of this one. */
function carryOver(place: string): string {
  const [file, kept] = [join(place, 'carry-over.sh'), join(place, 'variables.sh')]
  const lines = [
    'unset BASH_ENV',
    `if [ -f '${kept}' ]; then . '${kept}'; cd "$PWD"; fi`,
    'set -a',
    `trap "export -p > '${kept}'" EXIT`,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

interface Server {
  readonly url: string
  readonly stop: () => Promise<unknown>
}

/** A server in memory on a free port. @throws Error with its output if it does not start */
function startServer(folder: string, env: Readonly<Record<string, string | undefined>>): Promise<Server> {
  const args = [PROGRAM, 'start', '--port', '0', '--memory', '--log', 'off']
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const atEnd = () => child.kill('SIGKILL')
  process.once('exit', atEnd)
  const gone = new Promise<void>((done) => child.once('exit', () => done())).then(() => process.off('exit', atEnd))
  const stop = () => {
    child.kill('SIGTERM')
    return gone
  }
  let said = ''
  return new Promise((done, fail) => {
    child.stderr.on('data', (chunk) => (said += chunk))
    child.stdout.on('data', (chunk) => {
      said += chunk
      const url = /^(http\S+)\n/m.exec(said)?.[1]
      if (url !== undefined) done({ url, stop })
    })
    child.once('error', fail)
    gone.then(() => fail(new Error(`the server of the page did not come up: ${said}`)))
  })
}
