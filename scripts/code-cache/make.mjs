/**
 * Creates the code cache of the built program: the code that V8 compiles until the first response, so that starts do not compile it.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const KEEP = fileURLToPath(new URL('keep.cjs', import.meta.url))

/**
 * Starts the program, asks it once, and writes the cache beside the script: `SCRIPT.VERSION-ARCH.cache`, of this Node.
 *
 * @param program the main file of the program
 * @param script the file whose code is kept
 */
export async function makeCodeCache(program, script) {
  const args = ['--require', KEEP, resolve(program), 'start', '--port', '0', '--memory', '--log', 'off']
  const child = spawn(process.execPath, args, { cwd: dirname(program), env: {}, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  const { status } = await fetch(`${await addressOf(child)}/_understay/ready`)
  child.send(resolve(script))
  const [code] = await ended
  if (status !== 200 || code !== 0) throw new Error(`no code cache: /_understay/ready answered ${status}, exit code ${code}`)
}

async function addressOf(child) {
  for await (const line of child.stdout.setEncoding('utf8')) if (line.startsWith('http')) return line.trim()
  throw new Error('no code cache: the program ended before it listened')
}
