/**
 * Two replicas for tests: the owner answers by a function, the other one forwards every call to it.
 *
 * @module
 */
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { Forwarder } from '../../../src/server/replicas/forwarder.ts'
import { answersCheck } from '../../support/replica-check.ts'

const SECRET = 'the secret of the replicas'

/** Listens until the test has finished. */
async function listening(answer: RequestListener) {
  const server = createServer(answer)
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  return { server, sockets, url: `http://127.0.0.1:${port}` }
}

/** An owner, and a replica before it, which may be draining. */
export async function forwarding(answer: RequestListener, isDraining = () => false) {
  const owner = await listening((incoming, outgoing) => {
    if (!answersCheck(incoming, outgoing, SECRET)) answer(incoming, outgoing)
  })
  const forwarder = new Forwarder(SECRET)
  onTestFinished(() => forwarder.end())
  const results: string[] = []
  const { url } = await listening(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const closeIfDraining = (): void => void (isDraining() && (outgoing.shouldKeepAlive = false))
    void forwarder.forward(owner.url, body, { incoming, outgoing, closeIfDraining }).then((result) => {
      results.push(result)
      if (result !== 'answered') outgoing.writeHead(503).end(result)
    })
  })
  return { owner, url, forwarder, results }
}

/** Sends a GET. @returns the response, of which nothing is read */
export const opened = (url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false }, resolve).once('error', reject)
  })
