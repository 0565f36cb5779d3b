/**
 * Where the blocks of one page are executed: an empty folder, a fresh server of the built program, and the shell's variables,
 * which go on from block to block as they do for a reader who pastes one after the other.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { type Ended, endGroups, runToEnd } from './process.ts'

const PROGRAM = resolve('dist/main.js')
/** The address that pages show; on the stage it is that of the page's own server. */
const SHOWN = /(?:127\.0\.0\.1|localhost):4010(?!\d)/g
const GENERATORS = resolve('scripts/pages/generators/node_modules')
const WITHIN_MS = 60_000

export interface Stage {
  readonly folder: string
  /** Writes a file into the folder, with the address of the page's server in the place of the shown one. */
  readonly write: (file: string, text: string) => Promise<void>
  /** Runs a command in the folder; what it printed has the shown address again. */
  readonly run: (command: readonly string[]) => Promise<Ended>
  readonly close: () => Promise<void>
}

/** A stage for one page. The server starts when it is first needed. */
export function openStage(within = WITHIN_MS): Stage {
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

/** What `npm install --save-dev understay vitest msw hono` would put there, from this checkout. */
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

/** What `understay run` gives to its command. */
const addresses = (url: string): Readonly<Record<string, string>> => ({
  UNDERSTAY_URL: url,
  UNDERSTAY_BASE_URL: url,
  UNDERSTAY_API_URL: `${url}/service/api`,
  UNDERSTAY_TOKEN_URL: `${url}/service/api/oauth/token`,
  UNDERSTAY_CLIENT_ID: 'demo',
  UNDERSTAY_CLIENT_SECRET: 'demo-secret',
})

/** A file that bash reads first: it takes up the variables and the folder of the block before, and keeps those of this one. */
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

/** A server in memory on a free port. @throws Error with what it said when it does not come up */
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
