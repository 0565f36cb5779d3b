import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startUnderstay } from '../../src/index.ts'
import { newFolder } from './program.ts'

interface Outcome {
  readonly code: number | null
  readonly text: string
}

/** Runs a Node program from the project's folder, to its end. */
const run = (...args: readonly string[]): Promise<Outcome> => runWith({}, ...args)

function runWith(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Outcome> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const text: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => text.push(part))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, text: text.join('') }))
  })
}

test('the channel manager example completes its day against a new server', async () => {
  const { code, text } = await run('examples/run.mjs', 'channel-sync')
  expect(text).toContain(' 0 of them failed')
  expect(text).toMatch(/Tariff save method not valid for this property/)
  expect(text).toMatch(/stays with its guest: refused with 204: Room already booked this date/)
  expect(text).toContain('tokens used so far: 1\n')
  expect(code).toBe(0)
})

test('the booking site example books a hotel and a yacht, and the manager finds both', async () => {
  const { code, text } = await run('examples/run.mjs', 'booking-site')
  expect(text).toContain(' 0 of them failed')
  expect(text).toMatch(/tax +20 % of/)
  expect(text).toMatch(/children +nothing for children: the rate is flat/)
  expect(text.match(/✓ +a second click waits for the first one and books nothing/g)).toHaveLength(2)
  expect(text.match(/number \d{8}: Arrival Pending/g)).toHaveLength(2)
  expect(code).toBe(0)
})

test('eight Vitest workers close the same room for the same night, each in its own sandbox', async () => {
  const { code, text } = await run('examples/run.mjs', 'vitest')
  expect(text).toMatch(/Test Files.*9 passed/)
  expect(text).toMatch(/Tests.*15 passed/)
  expect(code).toBe(0)
})

test('the tests of the example client pass', async () => {
  const { code, text } = await run('--test', 'examples/channel-sync/client/client.test.mjs')
  expect(text).toMatch(/fail 0/)
  expect(code).toBe(0)
})

test('the client of the recipe repeats a lost write although the room is closed for a later night', async () => {
  const [, client = ''] = /```js run file=close-outs\.mjs\n(.*?)```/s.exec(readFileSync('docs/recipes/bad-days.md', 'utf8')) ?? []
  const file = join(newFolder(), 'close-outs.mjs')
  writeFileSync(file, client)
  const later = { black_bookings: [{ id: 950, property: 1, room: 1, from: '2031-05-09' }] }
  await using server = await startUnderstay({ fixtures: ['baseline', later] })
  await server.faults.arm({ on: { operation: 'createBlackBooking' }, network: { cut: 'before' } })
  const { code, text } = await runWith({ UNDERSTAY_BASE_URL: server.baseUrl }, file)
  expect([code, text]).toEqual([0, expect.stringContaining('property 1: room 1 is closed\n')])
  await server.verify({ operation: 'createBlackBooking', property: 1, status: 200 })
})

test('an unknown example is refused by name', async () => {
  const { code, text } = await run('examples/run.mjs', 'no-such-example')
  expect(text).toMatch(/No such example: no-such-example/)
  expect(code).not.toBe(0)
})
