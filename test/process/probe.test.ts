import { existsSync, mkdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { startUnderstay, type Understay } from '../../src/index.ts'
import { newFolder, Program, runProgram } from './program.ts'
import { runShared } from './shared-process.ts'

const open: { close: () => unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

/** A deployment that notes what is not a read, and answers as Understay does, or with a status after some calls; 0 cuts the answer. */
async function deployment(after = Number.POSITIVE_INFINITY, status = 429) {
  const understay: Understay = await startUnderstay({ listen: false })
  const forbidden: string[] = []
  let calls = 0
  const answer = async (incoming: IncomingMessage): Promise<Response> => {
    const { method = '', url = '' } = incoming
    const isToken = method === 'POST' && url === '/service/api/oauth/token'
    if (!isToken && (method !== 'GET' || url.includes('initialise') || url.includes('?'))) forbidden.push(`${method} ${url}`)
    if (++calls > after) return status === 0 ? Response.error() : new Response('no more', { status })
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
    const body = chunks.length > 0 ? { body: new Uint8Array(Buffer.concat(chunks)) } : {}
    return understay.fetch(new Request(`http://deployment.test${url}`, { method, headers, ...body }))
  }
  const server = createServer((incoming, outgoing) => {
    void answer(incoming).then(async (response) => {
      if (response.status === 0) {
        outgoing.writeHead(200, { 'content-length': 100 }).write('cut')
        return void setTimeout(() => outgoing.destroy(), 50)
      }
      outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(Buffer.from(await response.arrayBuffer()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => server.close() }, understay)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, forbidden, calls: () => calls }
}

const SECRET = { UNDERSTAY_PROBE_SECRET: 'demo-secret' }

test('a probe sends reads only, keeps its limit, masks, and gives calibrate what it needs', async () => {
  const { url, forbidden, calls } = await deployment()
  const folder = newFolder()
  const file = join(folder, 'probe.har')
  const args = ['--upstream', url, '--client', 'demo', '--rate', '1000', '--calls', '120', '--output', file]
  const { code, err } = await runShared(['probe', ...args], SECRET)
  expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('120 calls') })
  expect(forbidden).toEqual([])
  expect(calls()).toBe(120)
  const text = readFileSync(file, 'utf8')
  expect(text).not.toContain('demo-secret')
  const targets = [...text.matchAll(/"url": "([^"]+)"/g)].map(([, one]) => one)
  expect(targets.some((one) => /\/listbooking\/\d+\/\d+\/guest$/.test(one ?? ''))).toBe(true)
  expect(statSync(join(folder, 'understay-mask.key')).mode & 0o777).toBe(0o600)

  const twin = join(folder, 'twin')
  const { out } = await runProgram(['calibrate', file, '--out', twin])
  const [, equal] = /^(\d+) of 120 calls answered equally/m.exec(out) ?? []
  expect(Number(equal), out).toBeGreaterThan(112)
  expect(readFileSync(join(twin, 'world.yaml'), 'utf8')).toMatch(/^users:\n(?: +.*\n)*? +properties:$/m)
})

test.each([429, 503])('a probe stops at %i, and writes what it has', async (status) => {
  const { url, calls } = await deployment(6, status)
  const file = join(newFolder(), 'probe.har')
  const args = ['--upstream', url, '--client', 'demo', '--rate', '1000', '--output', file]
  const { code, err } = await runShared(['probe', ...args], SECRET)
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining(`was answered ${status}`) })
  expect(calls()).toBe(7)
  expect(JSON.parse(readFileSync(file, 'utf8')).log.entries).toHaveLength(7)
})

test('a probe stops at an answer that breaks off, and writes what it has', async () => {
  const { url } = await deployment(6, 0)
  const file = join(newFolder(), 'probe.har')
  const args = ['--upstream', url, '--client', 'demo', '--rate', '1000', '--output', file]
  const { code, err } = await runShared(['probe', ...args], SECRET)
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('stopped: GET') })
  expect(JSON.parse(readFileSync(file, 'utf8')).log.entries).toHaveLength(6)
})

test('a probe without an answer says why, and leaves an earlier file as it was', async () => {
  const file = join(newFolder(), 'probe.har')
  writeFileSync(file, 'an earlier recording')
  const args = ['--upstream', 'http://127.0.0.1:9', '--client', 'demo', '--output', file]
  const { code, err } = await runShared(['probe', ...args], SECRET)
  expect(code).toBe(1)
  expect(err).toMatch(/^understay: stopped: POST .*\nunderstay: no call was answered; nothing was written to .*probe\.har\n$/)
  expect(readFileSync(file, 'utf8')).toBe('an earlier recording')
})

test('a probe that no one answers leaves no empty file', async () => {
  const folder = newFolder()
  const args = ['--upstream', 'http://127.0.0.1:9', '--client', 'demo', '--output', join(folder, 'probe.har')]
  expect((await runShared(['probe', ...args], SECRET)).err).toContain('nothing was written to')
  expect(existsSync(join(folder, 'probe.har'))).toBe(false)
  symlinkSync('elsewhere.har', join(folder, 'probe.har'))
  await runShared(['probe', ...args], SECRET)
  expect(readlinkSync(join(folder, 'probe.har'))).toBe('elsewhere.har')
})

test('a probe with a wrong secret says where the secret comes from', async () => {
  const { url } = await deployment()
  const args = ['--upstream', url, '--client', 'demo', '--output', join(newFolder(), 'probe.har')]
  const { code, err } = await runShared(['probe', ...args], { UNDERSTAY_PROBE_SECRET: 'a-wrong-one' })
  expect(code).toBe(1)
  expect(err).toContain(
    'stopped: demo was given no token, but 401 (The client credentials are invalid): is UNDERSTAY_PROBE_SECRET its secret,',
  )
})

test('a probe that is interrupted writes what it has', async () => {
  const { url, calls } = await deployment()
  const file = join(newFolder(), 'probe.har')
  const probe = new Program(['probe', '--upstream', url, '--client', 'demo', '--rate', '20', '--output', file], SECRET)
  await vi.waitFor(() => expect(calls()).toBeGreaterThan(3), 10_000)
  expect(await probe.stop('SIGINT')).toMatchObject({ code: 1 })
  expect(probe.err).toContain('stopped: SIGINT')
  expect(JSON.parse(readFileSync(file, 'utf8')).log.entries.length).toBeGreaterThan(2)
})

test('a probe that is interrupted while it waits for an answer says so', async () => {
  let calls = 0
  const silent = createServer(() => void calls++)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  open.push({ close: () => silent.close().closeAllConnections() })
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const probe = new Program(['probe', '--upstream', url, '--client', 'demo', '--output', join(newFolder(), 'probe.har')], SECRET)
  await vi.waitFor(() => expect(calls).toBe(1), 10_000)
  expect(await probe.stop('SIGINT')).toMatchObject({ code: 1 })
  expect(probe.err).toContain('understay: stopped: SIGINT')
})

test('a probe needs its secret from the environment, and makes no call to print a plan', async () => {
  const folder = newFolder()
  const missing = await runShared(['probe', '--upstream', 'http://127.0.0.1:9', '--client', 'demo'], {
    UNDERSTAY_PROBE_SECRET: '',
  })
  expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('UNDERSTAY_PROBE_SECRET') })
  mkdirSync(join(folder, 'twin'))
  const wouldDecide = [
    { method: 'GET', path: '/guests/1/list', operation: 'listGuests', writes: false },
    { method: 'DELETE', path: '/guests/1/delete/3', operation: 'deleteGuest', writes: true },
  ]
  const evidence = { choices: [{ id: 'guest_echo', wouldDecide }, { id: 'done' }] }
  writeFileSync(join(folder, 'twin', 'calibration.json'), JSON.stringify(evidence))
  const { code, out } = await runShared(['probe', '--plan', join(folder, 'twin')])
  expect({ code, out }).toEqual({
    code: 0,
    out: 'read  GET /guests/1/list  (guest_echo)\nwrite DELETE /guests/1/delete/3  (guest_echo)\n',
  })
  expect(existsSync(join(folder, 'probe.har'))).toBe(false)
  const refused = await runShared(['probe', '--plan', join(folder, 'twin'), '--client', 'demo', '--rate', '5'])
  expect(refused).toMatchObject({ code: 2, err: 'understay: --plan makes no call, and takes no --client, --rate\n' })
})

test.each([
  [['--calls', '1.5'], '--calls: "1.5" is not a whole number above 0, up to 1000000'],
  [['--keep-personal-data', '--mask-key', 'my.key'], '--keep-personal-data masks nothing, and takes no --mask-key'],
])('a probe refuses %j before it asks anything', async (flags, message) => {
  const { url, calls } = await deployment()
  const refused = await runShared(['probe', '--upstream', url, '--client', 'demo', ...flags], SECRET)
  expect(refused).toMatchObject({ code: 2, err: `understay: ${message}\n` })
  expect(calls()).toBe(0)
})
