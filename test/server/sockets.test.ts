import { execFile } from 'node:child_process'
import { Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Sockets } from '../../src/server/sockets.ts'
import type { Log } from '../../src/world/world.ts'

const SCRIPT = fileURLToPath(new URL('stop-under-load.ts', import.meta.url))

describe('the sockets of a server', () => {
  test('answer or refuse each of the calls on new connections when they stop under load, and reset none', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', SCRIPT])
    const rounds: readonly (readonly (number | string)[])[] = JSON.parse(stdout)
    expect(rounds).toEqual(Array.from({ length: 10 }, () => [200, 'ECONNREFUSED']))
  })

  test('keep idle connections longer than load balancers and pools of clients do', async () => {
    const sockets = new Sockets((_incoming, outgoing) => void outgoing.end('done'), undefined, console)
    onTestFinished(() => sockets.close())
    const port = await sockets.listen({ host: '127.0.0.1', port: 0 })
    const answered = await fetch(`http://127.0.0.1:${port}/`)
    await answered.text()
    expect([answered.headers.get('connection'), answered.headers.get('keep-alive')]).toEqual(['keep-alive', 'timeout=75'])
  })

  test('go on after connections that could not be accepted, and are closed all the same', async () => {
    const listening = vi.spyOn(Server.prototype, 'listen')
    const error = vi.fn<Log['error']>()
    const sockets = new Sockets((_incoming, outgoing) => void outgoing.end('done'), undefined, { error })
    const port = await sockets.listen({ host: '127.0.0.1', port: 0 })
    const [server] = listening.mock.contexts
    listening.mockRestore()
    if (!(server instanceof Server)) throw new Error('no server listens')
    for (const code of ['ENFILE', 'ENOBUFS']) server.emit('error', Object.assign(new Error(`accept ${code}`), { code }))
    expect(error.mock.calls).toEqual([['connections could not be accepted', { connections: 1, error: 'accept ENFILE' }]])
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('done')
    await sockets.close()
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
  })
})
