/**
 * A process that reads the stream of a journal on many connections and discards the data.
 * The first message is `{ port, path, readers }`; it responds with `{ reading: true }` once all connections are reading.
 *
 * @module
 */
import { connect } from 'node:net'

process.on('message', async ({ port, path, readers }) => {
  await Promise.all(Array.from({ length: readers }, () => reading(port, path)))
  process.send({ reading: true })
})

const reading = (port, path) =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`))
    socket.once('data', (head) => {
      if (head.toString('latin1').startsWith('HTTP/1.1 200 ')) resolve()
      else reject(new Error(`${path} answered ${head.toString('latin1').split('\r\n', 1)[0]}`))
    })
    socket.once('error', reject)
    socket.resume()
  })
