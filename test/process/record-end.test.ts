import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { newFolder, PROGRAM, runProgram } from './program.ts'
import { runShared } from './shared-process.ts'

const open: { close: () => unknown }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

async function deployment(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => server.close() })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json: RequestListener = (_, outgoing) => outgoing.setHeader('content-type', 'application/json').end('{}')
const FETCH = 'await fetch(process.env.UNDERSTAY_API_URL + "/a")'
const CALL = [process.execPath, '--input-type=module', '-e', FETCH]
const entriesOf = (file: string): readonly object[] => JSON.parse(readFileSync(file, 'utf8')).log.entries

describe('the key of the masking', () => {
  test.each([
    ['others can read', 'x'.repeat(40), 0o644, /others can read it: chmod 600/],
    ['is too short', 'short', 0o600, /expected a key of at least 32 characters/],
  ])('that %s is refused before the command runs', async (_, key, mode, problem) => {
    const folder = newFolder()
    writeFileSync(join(folder, 'understay-mask.key'), key)
    chmodSync(join(folder, 'understay-mask.key'), mode)
    const args = ['--upstream', await deployment(json), '--', process.execPath, '-e', 'fs.writeFileSync("ran", "")']
    expect(await runShared(['record', ...args], {}, folder)).toMatchObject({ code: 2, err: expect.stringMatching(problem) })
    expect(readdirSync(folder)).toEqual(['understay-mask.key'])
  })

  test('in a folder that does not exist is refused before a probe asks', async () => {
    let calls = 0
    const upstream = await deployment((_, outgoing) => {
      calls++
      outgoing.end()
    })
    const args = ['--upstream', upstream, '--client', 'demo', '--mask-key', 'none/k']
    const { code } = await runShared(['probe', ...args], { UNDERSTAY_PROBE_SECRET: 'demo-secret' }, newFolder())
    expect([code, calls]).toEqual([1, 0])
  })
})

describe('a new key of the masking', () => {
  const recorded = async (...command: readonly string[]) => {
    const folder = newFolder()
    const { code } = await runShared(['record', '--upstream', await deployment(json), '--', ...command], {}, folder)
    return { code, files: readdirSync(folder).sort() }
  }

  test('is kept beside a recording', async () => {
    expect(await recorded(...CALL)).toEqual({ code: 0, files: ['recording.har', 'understay-mask.key'] })
  })

  test.each(['true', 'no-such-command'])('is not left where nothing was recorded: %s', async (command) => {
    expect((await recorded(command)).files).toEqual([])
  })

  test('is that of a recording which ended meanwhile', async () => {
    const key = 'k'.repeat(40)
    const during = `fs.writeFileSync('understay-mask.key', '${key}', { mode: 0o600 })`
    const folder = newFolder()
    const words = ['--', process.execPath, '--input-type=module', '-e', `import fs from 'node:fs'; ${FETCH}; ${during}`]
    const { code } = await runShared(['record', '--upstream', await deployment(json), ...words], {}, folder)
    expect([code, readFileSync(join(folder, 'understay-mask.key'), 'utf8')]).toEqual([0, key])
  })
})

test('a recording without a call leaves the earlier one as it is', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'recording.har'), 'earlier')
  const { err } = await runShared(['record', '--upstream', await deployment(json), '--', 'true'], {}, folder)
  expect(err).toContain('nothing was written to recording.har')
  expect(readFileSync(join(folder, 'recording.har'), 'utf8')).toBe('earlier')
})

test('a call whose response is under way when the command ends is recorded', async () => {
  const file = join(newFolder(), 'run.har')
  const upstream = await deployment((_, outgoing) => void setTimeout(() => outgoing.end('late'), 1000))
  const client = 'fetch(process.env.UNDERSTAY_API_URL); setTimeout(() => process.exit(0), 300)'
  const { err } = await runShared(['record', '--upstream', upstream, '--output', file, '--', process.execPath, '-e', client])
  expect(err).toContain('1 call without a response yet: waiting up to 5 s')
  expect(entriesOf(file)).toMatchObject([{ _understay: { aborted: true } }])
})

test('calls without a response are reported with method and path, equal ones with their number', async () => {
  const upstream = await deployment((incoming, outgoing) => {
    if (!incoming.url?.endsWith('/open')) incoming.socket.destroy()
    else outgoing.on('close', () => {})
  })
  const client = `
const { UNDERSTAY_API_URL: url } = process.env
for (const path of ['/a', '/a', '/b?token=hidden-1234']) await fetch(url + path, { method: 'POST' })
fetch(url + '/open'); setTimeout(() => process.exit(0), 300)`
  const output = ['--output', join(newFolder(), 'run.har')]
  const { err } = await runShared([
    'record',
    '--upstream',
    upstream,
    ...output,
    '--',
    process.execPath,
    '--input-type=module',
    '-e',
    client,
  ])
  expect(err).toMatch(/not answered by http:\S+: POST \/service\/api\/a: .* \(2 times\)\n/)
  expect(err).toMatch(/not answered by http:\S+: POST \/service\/api\/b: .*[^)]\n/)
  expect(err).toMatch(/no response yet, and not recorded: GET \/service\/api\/open\n/)
})

describe.runIf(process.platform === 'linux')('a recording that cannot be written', () => {
  test('leaves the earlier file as it is', async () => {
    const folder = newFolder()
    const file = join(folder, 'run.har')
    writeFileSync(file, 'earlier')
    const client = `for (let call = 0; call < 20; call++) ${FETCH}`
    writeFileSync(join(folder, 'client.mjs'), client)
    const words = [
      'record',
      '--upstream',
      await deployment(json),
      '--output',
      file,
      '--',
      process.execPath,
      join(folder, 'client.mjs'),
    ]
    const shell = spawn('sh', ['-c', 'ulimit -f 4; exec "$0" "$@"', process.execPath, PROGRAM, ...words])
    const code = await new Promise((resolve) => shell.on('close', resolve))
    expect(code).toBe(1)
    expect(readFileSync(file, 'utf8')).toBe('earlier')
    expect(readdirSync(folder).sort()).toEqual(['client.mjs', 'run.har', 'understay-mask.key'])
  })

  test('is kept in the folder of temporary files', async () => {
    const [folder, temporary] = [join(newFolder(), 'gone'), newFolder()]
    mkdirSync(folder)
    const client = `import fs from 'node:fs'; ${FETCH}; fs.rmSync(${JSON.stringify(folder)}, { recursive: true })`
    const args = [
      '--upstream',
      await deployment(json),
      '--output',
      join(folder, 'run.har'),
      '--',
      process.execPath,
      '--input-type=module',
      '-e',
      client,
    ]
    const { code, err } = await runProgram(['record', ...args], { TMPDIR: temporary })
    const [, kept = ''] = /the recording is in (\S+)\n/.exec(err) ?? []
    expect(code).toBe(1)
    expect(entriesOf(kept)).toHaveLength(1)
    rmSync(kept)
  })
})

test.runIf(existsSync('/dev/stdout'))('a recording is written to a device or a link as it is, and a link stays one', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'real.har'), '')
  symlinkSync('real.har', join(folder, 'link.har'))
  const upstream = await deployment(json)
  await runShared(['record', '--upstream', upstream, '--output', 'link.har', '--', ...CALL], {}, folder)
  expect(lstatSync(join(folder, 'link.har')).isSymbolicLink()).toBe(true)
  expect(entriesOf(join(folder, 'real.har'))).toHaveLength(1)
  const words = ['record', '--upstream', upstream, '--keep-personal-data', '--output', '/dev/stdout', '--', ...CALL]
  const piped = spawn('sh', ['-c', '"$0" "$@" | cat', process.execPath, PROGRAM, ...words])
  const out = await text(piped.stdout)
  expect(JSON.parse(out).log.entries).toHaveLength(1)
})
