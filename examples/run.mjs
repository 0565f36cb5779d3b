/**
 * Runs the examples, each against its own new server: `node examples/run.mjs [NAME ...]`.
 * Ends with 1 when an example failed or the server did not come up.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const SERVER = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const ADDRESS = /https?:\/\/127\.0\.0\.1:\d+/
const UP_WITHIN_MS = 20_000
const DOWN_WITHIN_MS = 5_000

/** A client of the baseline fixtures with all four scopes. */
const CREDENTIALS = { UNDERSTAY_CLIENT_ID: 'demo', UNDERSTAY_CLIENT_SECRET: 'demo-secret' }

const all = readdirSync(HERE).filter((name) => existsSync(join(HERE, name, 'main.mjs')))
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all
const unknown = wanted.filter((name) => !all.includes(name))

if (!existsSync(SERVER)) end(1, 'There is no dist/main.js yet: npm run build')
if (unknown.length > 0) end(2, `No such example: ${unknown.join(', ')}. There are: ${all.join(', ')}`)

const failed = []
for (const name of wanted) {
  console.log(`── ${name} ${'─'.repeat(Math.max(0, 90 - name.length))}`)
  if (!(await passes(name))) failed.push(name)
}
if (failed.length > 0) end(1, `\nFailed: ${failed.join(', ')}`)

async function passes(name) {
  const server = startServer()
  try {
    const baseUrl = await server.ready()
    return (await run(join(HERE, name, 'main.mjs'), { ...CREDENTIALS, UNDERSTAY_BASE_URL: baseUrl })) === 0
  } catch (error) {
    console.error(`${error.message}\n${server.said()}`)
    return false
  } finally {
    await server.stop()
  }
}

/** A server in memory on a free port; its address is read off what it prints. */
function startServer() {
  const child = spawn(process.execPath, [SERVER, 'start', '--port', '0', '--memory'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const gone = new Promise((resolve) => child.once('close', resolve))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))

  async function ready() {
    const deadline = performance.now() + UP_WITHIN_MS
    while (performance.now() < deadline && child.exitCode === null) {
      const [baseUrl] = ADDRESS.exec(said) ?? []
      const answer = baseUrl && (await fetch(`${baseUrl}/_understay/ready`).catch(() => undefined))
      if (answer?.ok) return baseUrl
      await sleep(25)
    }
    throw new Error('The server did not come up. It said:')
  }

  async function stop() {
    child.kill('SIGTERM')
    const inTime = await Promise.race([gone.then(() => true), sleep(DOWN_WITHIN_MS, false, { ref: false })])
    if (!inTime) child.kill('SIGKILL')
  }

  return { ready, stop, said: () => said }
}

function run(program, env) {
  const child = spawn(process.execPath, [program], { env: { ...process.env, ...env }, stdio: 'inherit' })
  return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
}

function end(code, message) {
  console.error(message)
  process.exit(code)
}
