/**
 * Links between two replicas for tests: the owner answers by a function, the other replica forwards every call to it.
 *
 * @module
 */
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { answerCheck } from '../../../src/server/replicas/address-check.ts'
import { Forwarder } from '../../../src/server/replicas/forwarder.ts'
import type { LinkedCall } from '../../../src/server/replicas/linked-call.ts'
import { LinkedReplicas } from '../../../src/server/replicas/linked-replicas.ts'
import { until } from '../../support/until.ts'

export const SECRET = 'the secret of the replicas'

/** Listens until the test has finished. */
export async function listening(answer: RequestListener) {
  const server = createServer(answer)
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  return { server, sockets, port, url: `http://127.0.0.1:${port}` }
}

/** An owner that takes links. A call that arrives by a request of its own is answered 299. */
export async function ownerWith(answer: (call: LinkedCall) => void) {
  const owner = await listening((incoming, outgoing) => {
    if (answerCheck(incoming, outgoing, SECRET, 1)) return
    incoming.resume().once('end', () => outgoing.writeHead(299).end())
  })
  const malformed: string[] = []
  const links = new LinkedReplicas(SECRET, (why) => malformed.push(why))
  owner.server.on('connect', (incoming, socket, first) => links.accept(incoming, socket, first, answer))
  onTestFinished(() => links.destroy())
  return { ...owner, links, malformed }
}

/** A replica that forwards every call to an address. */
export async function replicaBefore(address: string) {
  const malformed: string[] = []
  const forwarder = new Forwarder(SECRET, (why, of) => malformed.push(`${of}: ${why}`))
  onTestFinished(() => forwarder.end())
  const results: string[] = []
  const { url, port } = await listening(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    void forwarder.forward(address, body, { incoming, outgoing }).then((result) => {
      results.push(result)
      if (result !== 'answered') outgoing.writeHead(503).end(result)
    })
  })
  return { url, port, forwarder, results, malformed }
}

/** An owner and a replica before it, with a link between them. The link is opened beside the first call. */
export async function linked(answer: (call: LinkedCall) => void) {
  const owner = await ownerWith((call) => {
    if (call.target === '/linked') call.respond({ status: 200, headers: {}, body: 'linked' })
    else answer(call)
  })
  const replica = await replicaBefore(owner.url)
  await untilLinked(replica.url)
  replica.results.length = 0
  return { owner, ...replica }
}

const untilLinked = (url: string): Promise<void> => until(async () => (await (await fetch(`${url}/linked`)).text()) === 'linked')

/** Sends a GET. @returns the response, of which nothing is read */
export const opened = (url: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false }, resolve).once('error', reject)
  })
