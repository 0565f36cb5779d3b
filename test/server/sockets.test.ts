import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Sockets } from '../../src/server/sockets.ts'

/** Posts on a connection of its own. @returns the status, or the code of the error */
function post(port: number): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', method: 'POST', agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', () => resolve('incomplete'))
    })
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sent.end('{}')
  })
}

describe('a server that stops under load', () => {
  const startSockets = async () => {
    const state = { draining: false }
    const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
      if (state.draining) outgoing.shouldKeepAlive = false
      incoming.resume().once('end', () => outgoing.end('done'))
    }
    const sockets = new Sockets(answer, undefined)
    onTestFinished(() => sockets.close())
    const port = await sockets.listen({ host: '127.0.0.1', port: 0 })
    return { state, sockets, port }
  }

  test('answers or refuses each of the calls on new connections, and resets none', async () => {
    for (let round = 0; round < 10; round++) {
      const { state, sockets, port } = await startSockets()
      const outcomes: (number | string)[] = []
      const client = async (): Promise<void> => {
        do outcomes.push(await post(port))
        while (outcomes.at(-1) !== 'ECONNREFUSED')
      }
      const clients = Array.from({ length: 8 }, client)
      while (outcomes.length < 50) await new Promise((resolve) => setImmediate(resolve))
      state.draining = true
      await sockets.stopListening()
      await sockets.close()
      await Promise.all(clients)
      expect(new Set(outcomes)).toEqual(new Set([200, 'ECONNREFUSED']))
    }
  })

  test('keeps idle connections longer than load balancers and pools of clients do', async () => {
    const { port } = await startSockets()
    const answered = await fetch(`http://127.0.0.1:${port}/`)
    await answered.text()
    expect([answered.headers.get('connection'), answered.headers.get('keep-alive')]).toEqual(['keep-alive', 'timeout=75'])
  })
})
