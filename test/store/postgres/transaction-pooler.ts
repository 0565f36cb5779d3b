/**
 * A pooler in transaction mode, as PgBouncer is one: each transaction of a client gets whichever server connection is free.
 *
 * @module
 */
import { connect, createServer, type Server, type Socket } from 'node:net'

const READY = 'Z'.charCodeAt(0)
const IDLE = 'I'.charCodeAt(0)

interface ServerConnection {
  readonly socket: Socket
  client: Socket | undefined
}

/** Listens for clients of the database at a port; logins need no password. @returns the server and its port */
export async function transactionPooler(
  port: number,
  startup: Buffer,
): Promise<{ readonly server: Server; readonly port: number }> {
  const free: ServerConnection[] = []
  const answerOfStartup: Buffer[] = []

  const open = (): Promise<ServerConnection> =>
    new Promise((resolve) => {
      const connection: ServerConnection = { socket: connect(port, '127.0.0.1'), client: undefined }
      let ready = false
      let waiting = Buffer.alloc(0)
      connection.socket.write(startup)
      connection.socket.on('error', () => undefined)
      connection.socket.on('data', (data) => {
        waiting = Buffer.concat([waiting, data])
        for (let length = lengthOf(waiting); length !== undefined; length = lengthOf(waiting)) {
          const message = waiting.subarray(0, length)
          waiting = waiting.subarray(length)
          if (!ready) {
            answerOfStartup.push(message)
            if (message[0] !== READY) continue
            ready = true
            resolve(connection)
            continue
          }
          connection.client?.write(message)
          if (message[0] === READY && message[5] === IDLE) {
            connection.client = undefined
            free.push(connection)
          }
        }
      })
    })

  const first = await open()
  const greeting = Buffer.concat(answerOfStartup)
  free.push(first)
  const server = createServer((client) => {
    let greeted = false
    let own: ServerConnection | undefined
    let turn = Promise.resolve()
    client.on('error', () => undefined)
    client.on('data', (data) => {
      if (!greeted) {
        greeted = true
        client.write(greeting)
        return
      }
      turn = turn.then(async () => {
        if (own?.client !== client) own = free.pop() ?? (await open())
        own.client = client
        own.socket.write(data)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { server, port: address && typeof address === 'object' ? address.port : 0 }
}

/** The bytes of the first message; undefined while it is not complete. */
function lengthOf(bytes: Buffer): number | undefined {
  if (bytes.length < 5) return undefined
  const length = 1 + bytes.readInt32BE(1)
  return bytes.length >= length ? length : undefined
}

/** The message that opens a connection. */
export function startupMessage(user: string, database: string): Buffer {
  const values = Buffer.from(`user\0${user}\0database\0${database}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + values.length, 0)
  head.writeInt32BE(196_608, 4)
  return Buffer.concat([head, values])
}
