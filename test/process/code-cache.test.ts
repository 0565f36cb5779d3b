import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { wrap } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'

const CODE = 'chunks/start-set.code.js'
const CACHE = `${CODE}.${process.version}-${process.arch}.cache`
const BUILT_VERSION: string = JSON.parse(readFileSync('package.json', 'utf8')).version

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understay-cache-'))
  cpSync('dist', folder, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The version that a start logs; the server has answered a call. */
async function startedVersion(): Promise<string> {
  const program = spawn(process.execPath, [join(folder, 'main.js'), 'start', '--port', '0', '--memory'])
  try {
    const line = await new Promise<string>((resolve, reject) => {
      program.stdout.once('data', (text: Buffer) => resolve(text.toString()))
      program.once('exit', (code) => reject(new Error(`exit code ${code}`)))
    })
    const { url, version } = JSON.parse(line)
    expect((await fetch(`${url}/_understay/ready`)).status).toBe(200)
    return version
  } finally {
    program.kill('SIGKILL')
  }
}

const isRejected = (code: string, cachedData: Buffer): boolean | undefined =>
  new Script(wrap(code), { cachedData }).cachedDataRejected

test('the code cache is accepted by the Node that created it', () => {
  const code = readFileSync(join(folder, CODE), 'utf8')
  const cache = readFileSync(join(folder, CACHE))
  expect(isRejected(code, cache)).toBe(false)
  expect(isRejected(`${code} `, cache)).toBe(true)
})

test('the program runs the code of the cache', async () => {
  // V8 compares the length of the text, so it takes this text for the one it has compiled.
  const changed = 'x'.repeat(BUILT_VERSION.length)
  const code = readFileSync(join(folder, CODE), 'utf8')
  writeFileSync(join(folder, CODE), code.replaceAll(`"${BUILT_VERSION}"`, `"${changed}"`))
  expect(await startedVersion()).toBe(BUILT_VERSION)
  rmSync(join(folder, CACHE))
  expect(await startedVersion()).toBe(changed)
})

test.each([
  ['missing', (path: string) => rmSync(path)],
  ['empty', (path: string) => truncateSync(path)],
  ['cut off', (path: string) => truncateSync(path, 1000)],
  ['something else', (path: string) => writeFileSync(path, 'x'.repeat(10_000))],
])('the program starts when the file of the cache is %s', async (_, spoil) => {
  spoil(join(folder, CACHE))
  expect(await startedVersion()).toBe(BUILT_VERSION)
})
