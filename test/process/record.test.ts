import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder, runProgram, startProgram } from './program.ts'
import { runShared } from './shared-process.ts'

const CLIENT = `
const { UNDERSTAY_TOKEN_URL, UNDERSTAY_API_URL } = process.env
const form = { grant_type: 'client_credentials', client_id: 'demo', client_secret: 'demo-secret', scope: 'properties_get properties_set' }
const { access_token } = await (await fetch(UNDERSTAY_TOKEN_URL, { method: 'POST', body: new URLSearchParams(form) })).json()
const headers = { authorization: 'Bearer ' + access_token }
await fetch(UNDERSTAY_API_URL + '/properties/all', { headers })
await fetch(UNDERSTAY_API_URL + '/blackbookings/1/1/2031-05-02', { method: 'POST', headers })
process.exit(7)
`

test('a recording exits with the code of the command, and replays without a difference', async () => {
  const { program, url } = await startProgram(['--memory'])
  const folder = newFolder()
  const file = join(folder, 'run.har')
  writeFileSync(join(folder, 'client.mjs'), CLIENT)
  const recorded = await runProgram([
    'record',
    '--upstream',
    url,
    '--output',
    file,
    '--',
    process.execPath,
    join(folder, 'client.mjs'),
  ])
  await program.stop()
  expect(recorded).toMatchObject({ code: 7, err: expect.stringContaining(`3 calls to ${url} recorded in ${file}`) })
  expect(readFileSync(file, 'utf8')).not.toContain('demo-secret')
  const replayed = await runShared(['replay', file])
  expect(replayed, replayed.err).toMatchObject({ code: 0, out: expect.stringContaining('3 exchanges, 3 same') })
})

/** Logs in once for each call, with the secret in the address of the second. */
const CARELESS = `
const { UNDERSTAY_TOKEN_URL, UNDERSTAY_API_URL } = process.env
const form = { grant_type: 'client_credentials', client_id: 'demo', client_secret: 'demo-secret', scope: 'properties_get' }
for (const query of ['', '?client_secret=demo-secret']) {
  const { access_token } = await (await fetch(UNDERSTAY_TOKEN_URL + query, { method: 'POST', body: new URLSearchParams(form) })).json()
  await fetch(UNDERSTAY_API_URL + '/properties/all', { headers: { authorization: 'Bearer ' + access_token } })
}
`

test('a recording into a file that cannot be written is refused in one line before the command runs', async () => {
  const [file, marker] = [join(newFolder(), 'none', 'x.har'), join(newFolder(), 'ran')]
  const { code, err } = await runShared(['record', '--upstream', 'http://127.0.0.1:1', '--output', file, '--', 'touch', marker])
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^understay: --output: ENOENT: .*\n$/) })
  expect(existsSync(marker)).toBe(false)
})

test.each(['record', 'probe'])('the recording of %s is a file, and not standard output', async (verb) => {
  const args = [
    '--upstream',
    'http://127.0.0.1:1',
    '--output',
    '-',
    ...(verb === 'record' ? ['--', 'true'] : ['--client', 'demo']),
  ]
  expect(await runShared([verb, ...args], { UNDERSTAY_PROBE_SECRET: 'demo-secret' })).toMatchObject({
    code: 2,
    err: 'understay: --output: a recording is written to a file; name one, such as run.har\n',
  })
})

test('--kind is refused with a command, whose recording is not judged', async () => {
  const { code, err } = await runShared(['record', '--upstream', 'http://127.0.0.1:1', '--kind', 'channel-manager', '--', 'true'])
  expect(code).toBe(2)
  expect(err).toContain(
    '--kind is for the report at the end, which a recorded command does not get: understay grade recording.har',
  )
})

test('a recording of a real deployment can be graded', async () => {
  const { program, url } = await startProgram(['--memory'])
  const folder = newFolder()
  const recordings = new Map<string, string>()
  for (const [name, code] of Object.entries({ CLIENT, CARELESS })) {
    recordings.set(name, join(folder, `${name}.har`))
    writeFileSync(join(folder, `${name}.mjs`), code)
    const args = ['--upstream', url, '--output', join(folder, `${name}.har`), '--', process.execPath, join(folder, `${name}.mjs`)]
    await runShared(['record', ...args])
  }
  await program.stop()
  const grade = (name: string) => runShared(['grade', recordings.get(name) ?? '', '--kind', 'channel-manager', '--format', 'md'])
  const careful = await grade('CLIENT')
  expect(careful, careful.err).toMatchObject({ code: 0, out: expect.stringContaining('✅ | `auth/secret-in-url`') })
  const careless = await grade('CARELESS')
  expect(careless, careless.err).toMatchObject({ code: 3, out: expect.stringContaining('❌ | `auth/secret-in-url`') })
  expect(careless.out).not.toContain('demo-secret')
})

test.each([
  [['--', 'true'], /needs the deployment to record: --upstream https:\/\/bookings.example/],
  [['--upstream', 'bookings', '--', 'true'], /"bookings" is not an http or https address/],
  [['--upstream', 'https://me:secret@bookings.example', '--', 'true'], /leave credentials out/],
  [['--upstream', 'https://bookings.example?a=1', '--', 'true'], /an address has no query here/],
  [
    ['--upstream', 'https://bookings.example/service/api/', '--', 'true'],
    /is the base_url, without \/service\/api: https:\/\/bookings.example$/m,
  ],
  [['--upstream', 'https://bookings.example', '--'], /needs a command behind two dashes/],
  [['--upstream', 'https://bookings.example', '--port', 'x'], /--port: "x" is not a whole number from 0 to 65535/],
  [['--upstream', 'https://bookings.example', '--scenario', 'token-revoked'], /only faults with network or respond can happen/],
])('record %j is refused with a message, and leaves no file', async (args, problem) => {
  const folder = newFolder()
  expect(await runShared(['record', ...args], {}, folder)).toMatchObject({ code: 2, err: expect.stringMatching(problem) })
  expect(readdirSync(folder)).toEqual([])
})

test('a recording without a call asks about the client, and advises no replay', async () => {
  const args = ['record', '--upstream', 'http://127.0.0.1:1', '--output', join(newFolder(), 'x.har'), '--', 'true']
  const { code, err } = await runShared(args)
  expect(code).toBe(0)
  expect(err).toMatch(/nothing was written to \S+; does the client send its calls to http:\/\/\S+\?\n$/)
})

test('a recording of a deployment that does not answer asks about its address', async () => {
  const args = ['record', '--upstream', 'http://127.0.0.1:1', '--output', join(newFolder(), 'x.har')]
  const { err } = await runShared([...args, '--', process.execPath, '-e', 'fetch(process.env.UNDERSTAY_API_URL)'])
  expect(err).toMatch(
    /^understay: 0 calls to http:\S+ recorded; nothing was written to \S+; is its address right\?\n.*not answered by http:\S+: /m,
  )
})

test('a deployment that redirects past the recorder is told with the address', async () => {
  const away = createServer((_, outgoing) => outgoing.writeHead(301, { location: 'https://me:pw@127.0.0.1:1/x' }).end())
  await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve))
  const upstream = `http://127.0.0.1:${(away.address() as AddressInfo).port}`
  const args = ['--upstream', upstream, '--output', join(newFolder(), 'x.har')]
  const client = 'fetch(process.env.UNDERSTAY_API_URL, { redirect: "manual" })'
  const recorded = await runShared(['record', ...args, '--', process.execPath, '-e', client])
  expect(recorded.err).toContain(`${upstream} redirects to https://127.0.0.1:1, past the recorder: is that the --upstream?\n`)
  const probed = await runShared(['probe', ...args, '--client', 'demo'], { UNDERSTAY_PROBE_SECRET: 'secret' })
  expect(probed).toMatchObject({ code: 1, err: expect.stringMatching(/redirected to \S+127.0.0.1:1\/x: is that the --upstream/) })
  away.close()
})

test('record plays a fault per client and several scenarios, and says which fault never happened', async () => {
  const { program, url } = await startProgram(['--memory'])
  const folder = newFolder()
  const file = join(folder, 'run.har')
  writeFileSync(join(folder, 'client.mjs'), CLIENT)
  const faults = {
    x: '{ id: limit, on: { operation: [listProperties, createBlackBooking] }, after: 1, per: client, network: { status: 429 } }',
    y: '{ id: never, on: { operation: listProperties }, after: 1, network: { status: 503 } }',
  }
  const scenarios = Object.entries(faults).flatMap(([name, fault]) => {
    const scenario = join(folder, `${name}.yaml`)
    writeFileSync(scenario, `name: ${name}\nfaults:\n  - ${fault}\n`)
    return ['--scenario', scenario]
  })
  const client = ['--', process.execPath, join(folder, 'client.mjs')]
  const { err } = await runShared(['record', '--upstream', url, '--output', file, ...scenarios, ...client])
  await program.stop()
  expect(readFileSync(file, 'utf8').match(/"status": (200|429)/g)).toEqual(['"status": 200', '"status": 200', '"status": 429'])
  expect(err).toMatch(/fault y\/never \(.*\) never happened: 1 call matched, which is too few\n$/)
  expect(err).not.toContain('x/limit')
})

test('a port in use is named with what to do', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const output = ['--output', join(newFolder(), 'run.har')]
  const used = await runShared(['record', '--upstream', 'http://127.0.0.1:1', ...output, '--port', String(port), '--', 'true'])
  server.close()
  expect(used).toEqual({
    code: 2,
    out: '',
    err: `understay: --port: listen EADDRINUSE: address already in use 127.0.0.1:${port}; name another, or leave it out for a free one\n`,
  })
})

test.each(['record', 'probe'])('%s takes the product of the environment, as grade does', async (verb) => {
  const flags = ['--client', 'demo'].slice(verb === 'record' ? 2 : 0)
  const env = { UNDERSTAY_PRODUCT: 'acme', UNDERSTAY_PORT: '4010', UNDERSTAY_PROBE_SECRET: 'x' }
  expect(await runShared([verb, '--upstream', 'http://127.0.0.1:1/acme/api', ...flags], env)).toMatchObject({
    code: 2,
    err: 'understay: --upstream: is the base_url, without /acme/api: http://127.0.0.1:1\n',
  })
})
