/**
 * Stops servers while clients call on new connections; prints what came of the calls of each server, once each.
 *
 * Runs in a process of its own. A child that another test starts holds a copy of the listening socket from its fork to its exec:
 * it accepts connections after it was closed, and they are reset.
 */
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { Sockets } from '../../src/server/sockets.ts'

const ROUNDS = 10
const CLIENTS = 8
const CALLS_BEFORE_STOP = 50

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

async function stopUnderLoad(): Promise<ReadonlySet<number | string>> {
  let draining = false
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (draining) outgoing.shouldKeepAlive = false
    incoming.resume().once('end', () => outgoing.end('done'))
  }
  const sockets = new Sockets(answer, undefined, console)
  const port = await sockets.listen({ host: '127.0.0.1', port: 0 })
  const outcomes: (number | string)[] = []
  const client = async (): Promise<void> => {
    do outcomes.push(await post(port))
    while (outcomes.at(-1) !== 'ECONNREFUSED')
  }
  const clients = Array.from({ length: CLIENTS }, client)
  while (outcomes.length < CALLS_BEFORE_STOP) await new Promise((resolve) => setImmediate(resolve))
  draining = true
  await sockets.stopListening()
  await sockets.close()
  await Promise.all(clients)
  return new Set(outcomes)
}

const rounds: (readonly (number | string)[])[] = []
while (rounds.length < ROUNDS) rounds.push([...(await stopUnderLoad())])
console.log(JSON.stringify(rounds))
