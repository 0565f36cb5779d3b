/**
 * Generates load in a separate process: keeps a number of connections busy for a given time, each with one request at a time.
 * Controlled by the messages of `load.mjs`.
 *
 * It uses plain sockets, because the client of `node:http` costs more per request than the measured servers and would hide the
 * difference between them.
 *
 * @module
 */
import { connect } from 'node:net'
import { ResponseReader } from './response-reader.mjs'
import { workload } from './workloads.mjs'

const workloads = new Map()

process.on('message', async ({ id, round }) => {
  try {
    process.send({ id, result: await run(round) })
  } catch (error) {
    process.send({ id, failure: error.message })
  }
})

/** One round. Responses with an unexpected status are counted, and the first is kept for the error message. */
async function run({ host, port, load, seconds, connections }) {
  const sources = workloadOf(load)
  const started = process.hrtime.bigint()
  const tally = { count: 0, wrong: 0, firstWrong: '' }
  const round = { host, port, expect: load.expect ?? 200, tally, until: started + BigInt(Math.round(seconds * 1e9)) }
  const cpuBefore = process.cpuUsage()
  await Promise.all(Array.from({ length: connections }, () => new Connection(round, sources()).done))
  const cpu = process.cpuUsage(cpuBefore)
  return { ...tally, seconds: Number(process.hrtime.bigint() - started) / 1e9, loadCpuMicros: cpu.user + cpu.system }
}

/** A workload continues where its last round stopped, so that no record is sent twice. */
function workloadOf(load) {
  let sources = workloads.get(load.id)
  if (!sources) workloads.set(load.id, (sources = workload(load)))
  return sources
}

/** One client with one request in progress; opens a new socket when the server closes the old one after a response. */
class Connection {
  #round
  #source
  #settle

  constructor(round, source) {
    this.#round = round
    this.#source = source
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    this.#open()
  }

  #open() {
    const { host, port } = this.#round
    const { reject } = this.#settle
    const socket = connect({ host, port, noDelay: true })
    const reader = new ResponseReader((...answer) => this.#answered(socket, ...answer), this.#source.readsBodies)
    socket.once('connect', () => socket.write(this.#source.request()))
    socket.on('data', (chunk) => {
      try {
        reader.read(chunk)
      } catch (error) {
        reject(error)
        socket.destroy()
      }
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the server closed a connection in the middle of a request')))
  }

  #answered(socket, status, keepsAlive, body, start) {
    const { tally, expect, until } = this.#round
    tally.count++
    if (status !== expect) {
      tally.wrong++
      tally.firstWrong ||= start.subarray(0, 600).toString('latin1')
    }
    this.#source.answered?.(body)
    if (process.hrtime.bigint() >= until && (this.#source.mayStop?.() ?? true)) {
      this.#settle.resolve()
      socket.end()
    } else if (keepsAlive) socket.write(this.#source.request())
    else {
      socket.removeAllListeners('close')
      socket.destroy()
      this.#open()
    }
  }
}
