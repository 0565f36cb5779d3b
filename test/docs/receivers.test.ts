/**
 * The receivers of docs/webhooks.md, each as a program that a world delivers to, with every kind of credentials.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readBlocks } from '../../scripts/pages/block.ts'
import { isHere } from '../../scripts/pages/process.ts'
import { PROGRAMS } from '../../scripts/pages/program.ts'
import { startUnderstay, type Understay, type UnderstaySandbox } from '../../src/index.ts'
import { freePort } from '../support/free-port.ts'

const BLOCKS = readBlocks('docs/webhooks.md', readFileSync('docs/webhooks.md', 'utf8'))
const USER = 'hotel'
const PASSWORD = 'köln & "s3cret"'
const LANGUAGES = {
  ts: (file: string) => [process.execPath, file],
  python: (file: string) => ['python3', file],
  php: (file: string, port: number) => ['php', '-S', `127.0.0.1:${port}`, file],
} as const
type Language = keyof typeof LANGUAGES
const PROGRAM = { ts: 'node', python: 'python3', php: 'php' } as const

let folder: string
let understay: Understay
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'understay-receivers-'))
  understay = await startUnderstay({ listen: false })
})
afterAll(async () => {
  await understay.close()
  rmSync(folder, { recursive: true })
})

let running: ChildProcess | undefined
afterEach(async () => {
  const ended = running
  running = undefined
  if (!ended || ended.exitCode !== null) return
  await new Promise((resolve) => {
    ended.once('exit', resolve)
    ended.kill('SIGKILL')
  })
})

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** Starts the receiver of the page in one language. @returns its address, and what it has printed so far */
async function start(language: Language, credentials: Readonly<Record<string, string>>) {
  const code = BLOCKS.filter((block) => block.language === language && block.code.includes('HOOK_USER'))
  expect(code).toHaveLength(1)
  const program = PROGRAMS[language]
  const text = code[0]?.code ?? ''
  const file = join(folder, `hook.${program?.extension ?? ''}`)
  writeFileSync(file, program?.prepare ? await program.prepare(text) : text)
  const port = await freePort()
  const [command = '', ...args] = LANGUAGES[language](file, port)
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, PORT: String(port), ...credentials } })
  running = child
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  await expect.poll(() => listens(port)).toBe(true)
  return { url: `http://127.0.0.1:${port}/hook.php`, printed: () => printed }
}

/** A guest books, and everything that tells of it has been delivered, or has failed. */
async function guestBooks(world: UnderstaySandbox): Promise<void> {
  await world.clock.advance('2m')
  await expect.poll(async () => (await world.webhooks.deliveries({ state: 'waiting' })).length).toBe(0)
}

const worldFor = async (name: string, choices: Readonly<Record<string, string>> = {}): Promise<UnderstaySandbox> => {
  const world = await understay.sandbox(name)
  await world.play({ name: 'a-guest', choices, events: [{ at: '+1m', do: 'guest_books', with: { property: 1 } }] })
  return world
}

const SECRETS = { HOOK_USER: USER, HOOK_PASSWORD: PASSWORD }

describe.each(Object.keys(LANGUAGES) as Language[])('the receiver in %s', (language) => {
  const here = isHere(PROGRAM[language], '--version')

  test.runIf(here).each([
    ['none', {}],
    ['basic', SECRETS],
    ['oauth', SECRETS],
  ] as const)('takes events of a hook with %s', async (auth, credentials) => {
    const world = await worldFor(`${language}-${auth}`)
    const { url, printed } = await start(language, credentials)
    await world.webhooks.add({ url, auth, ...(auth !== 'none' && { username: USER, password: PASSWORD }) })
    await guestBooks(world)
    const deliveries = await world.webhooks.deliveries()
    expect(deliveries.length).toBeGreaterThan(3)
    for (const { task, state, status } of deliveries)
      expect({ task, state, status }).toEqual({ task, state: 'delivered', status: 204 })
    await expect.poll(printed).toMatch(/booking_added 1 [1-9]\d*\n/)
    await expect.poll(printed).toContain('invoice_created 1 0')
    await expect.poll(printed, { message: 'an event that names no property' }).toContain('user_created 0 0')
  })

  test.runIf(here).each(['none', 'basic', 'oauth'] as const)(
    'refuses a hook with %s that does not know the password',
    async (auth) => {
      const world = await worldFor(`${language}-${auth}-wrong`)
      const { url, printed } = await start(language, SECRETS)
      await world.webhooks.add({ url, auth, ...(auth !== 'none' && { username: USER, password: 'wrong' }) })
      await guestBooks(world)
      const deliveries = await world.webhooks.deliveries()
      expect(deliveries.length).toBeGreaterThan(3)
      for (const { state, status, error } of deliveries) {
        expect(state).toBe('failed')
        if (auth === 'oauth') expect(error).toContain('no access_token (status 401)')
        else expect(status).toBe(401)
      }
      expect(printed()).not.toContain('booking_added')
    },
  )

  test.runIf(here)('accepts a hook with oauth that sends no event, as recorded', async () => {
    const world = await worldFor(`${language}-recorded`, { webhook_oauth: 'recorded' })
    const { url, printed } = await start(language, SECRETS)
    await world.webhooks.add({ url, auth: 'oauth', username: USER, password: PASSWORD })
    await guestBooks(world)
    const deliveries = await world.webhooks.deliveries()
    expect(deliveries.length).toBeGreaterThan(3)
    for (const { state, status } of deliveries) expect([state, status]).toEqual(['delivered', 204])
    expect(printed()).not.toContain('booking_added')
  })
})
