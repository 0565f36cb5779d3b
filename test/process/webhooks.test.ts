/**
 * Hooks from the command line, and events that nobody calls for.
 *
 * @module
 */

import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder, startProgram } from './program.ts'

const SCENARIO = `name: busy
clock: { at: 2026-06-01T08:00:00Z, run: 3600x }
traffic:
  - { id: guests, do: guest_books, every: 30m, with: { property: 1, arrival: { from: today+20, to: today+200 }, nights: 1 } }
`

/** Opens a receiver that takes everything. */
async function receiver() {
  const tasks: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      tasks.push((JSON.parse(body) as { readonly data: { readonly task: string } }).data.task)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { tasks, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook` }
}

test('each --webhook is notified of the acts of traffic, without a call', async () => {
  const [one, other] = [await receiver(), await receiver()]
  const file = join(newFolder(), 'busy.yaml')
  writeFileSync(file, SCENARIO)
  const { program } = await startProgram(['--memory', '--scenario', file, '--webhook', one.url, '--webhook', other.url])
  for (const { tasks } of [one, other])
    await expect.poll(() => tasks.filter((task) => task === 'booking_added').length).toBeGreaterThan(2)
  // beside the start, nothing was asked of the program
  expect(program.out.split('\n').filter((line) => line.includes('"msg":"request"'))).toEqual([])
  await program.stop()
})
