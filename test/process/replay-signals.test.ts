import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startUnderstay } from '../../src/index.ts'
import { newFolder, Program } from './program.ts'

test('a second signal ends a replay whose server does not answer', async () => {
  await using server = await startUnderstay({ listen: false })
  await server.fetch('/service/api/search/stars/4')
  const har = join(newFolder(), 'calls.har')
  writeFileSync(har, await (await server.fetch('/_understay/journal?format=har')).text())
  // it answers the control API only
  let called = (): void => undefined
  const isCalled = new Promise<void>((resolve) => (called = resolve))
  const deaf = createServer(async (request, response) => {
    const { url = '', method = 'GET' } = request
    if (!url.includes('/_understay/')) return called()
    const body = method === 'GET' ? undefined : Buffer.concat(await request.toArray())
    const answer = await server.fetch(url, { method, ...(body && { body }) })
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
  deaf.listen(0, '127.0.0.1')
  await once(deaf, 'listening')
  onTestFinished(() => {
    deaf.close()
    deaf.closeAllConnections()
  })
  const program = new Program(['replay', har, '--url', `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`])
  await isCalled
  program.child.kill('SIGINT')
  // signals that come together are one
  const again = setInterval(() => program.child.kill('SIGINT'), 200)
  onTestFinished(() => clearInterval(again))
  expect((await program.exited).signal).toBe('SIGINT')
})
