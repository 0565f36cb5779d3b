import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startUnderstay, type Understay } from '../../src/index.ts'
import { newFolder } from '../process/program.ts'

let understay: Understay
beforeAll(async () => {
  understay = await startUnderstay()
})
afterAll(() => understay.close())

const BASH = execFileSync('bash', ['-c', 'command -v bash'], { encoding: 'utf8' }).trim()

/** A wget as small as that of Alpine: it takes the flags that the check uses. */
const WGET = `#!/bin/sh\n[ "$*" = "-q -T 2 -O /dev/null $6" ] || exit 64\nexec "${process.execPath}" -e 'fetch(process.argv[1]).then((a) => process.exit(a.ok ? 0 : 8), () => process.exit(4))' "$6"\n`

/** A base image: a folder with the programs it has. */
function base(program: 'bash' | 'wget'): string {
  const folder = newFolder()
  mkdirSync(folder, { recursive: true })
  if (program === 'bash') symlinkSync(BASH, join(folder, 'bash'))
  else {
    writeFileSync(join(folder, 'wget'), WGET)
    chmodSync(join(folder, 'wget'), 0o755)
  }
  return folder
}

/** The exit code of the check in a container. The server is in this process, so the check must not block it. */
function check(path: string, env: Readonly<Record<string, string>>): Promise<number | null> {
  const child = spawn('/bin/sh', [resolve('packaging/docker/healthcheck.sh')], { env: { PATH: path, ...env }, stdio: 'ignore' })
  return new Promise((done) => child.once('close', done))
}

describe.each(['bash', 'wget'] as const)('the health check of an image that has %s and no Node to spare', (program) => {
  const path = base(program)

  test.each(['UNDERSTAY_PORT', 'PORT'])('passes when the server at %s is ready', async (variable) => {
    // It gives up after two seconds, and is repeated as by a container engine.
    const { port } = new URL(understay.url)
    await expect.poll(() => check(path, { [variable]: port }), { timeout: 20_000 }).toBe(0)
  })

  test('fails when nothing listens there', async () => {
    expect(await check(path, { UNDERSTAY_PORT: '1' })).not.toBe(0)
  })
})
