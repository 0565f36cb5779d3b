import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { startNode } from '../harness/child.mjs'
import { BenchmarkError } from '../harness/errors.mjs'
import { hasProc, residentMegabytes } from '../harness/process-figures.mjs'
import { atMost } from '../harness/report.mjs'
import { median, range } from '../harness/statistics.mjs'
import { scratchFolder } from '../harness/temporary-folders.mjs'
import { API, OPEN_PATH, startUnderstay } from '../harness/understay.mjs'
import { CREDENTIALS, QUIET } from '../harness/world.mjs'

const SANDBOXES = 500
const WARM_UP = 100
const HEAP = fileURLToPath(new URL('../harness/sandbox-heap.mjs', import.meta.url))

/** The cost of a sandbox: the first call, which creates it, and its memory. */
export const sandboxes = {
  about: `the first call in each of ${SANDBOXES} new sandboxes of the baseline world, and the memory they take`,
  async run({ quick }) {
    const count = quick ? 20 : SANDBOXES
    const get = await firstCalls(['--memory'], { method: 'GET', path: OPEN_PATH }, count)
    const kept = await firstCalls(
      ['--data', scratchFolder()],
      { method: 'POST', path: `${API}/oauth/token`, body: tokenForm() },
      count,
    )
    const heap = await heapOfEach(count)
    return [
      {
        what: 'first GET in a new sandbox',
        goal: atMost(5, 'ms'),
        value: median(get.first),
        details: [...explain(get), residentLine(get)],
      },
      {
        what: 'first token in a new sandbox, its world on disk',
        unit: 'ms',
        value: median(kept.first),
        details: explain(kept),
      },
      {
        what: 'memory of a sandbox in which one GET was answered',
        goal: atMost(16, 'kB', 1),
        value: heap,
        details: [`heap after a collection, ${SANDBOXES} sandboxes, the journal of each with its one entry`],
      },
    ]
  },
}

const tokenForm = () =>
  new URLSearchParams({ grant_type: 'client_credentials', ...CREDENTIALS, scope: 'properties_get' }).toString()

function explain({ first, second }) {
  return [
    `99 of 100 within ${percentile(first, 0.99).toFixed(2)} ms, ${range(first)}; one call after the other on one connection`,
    `the same call again: ${median(second).toFixed(2)} ms, so making one costs ${(median(first) - median(second)).toFixed(2)} ms`,
  ]
}

function residentLine({ megabytes }) {
  if (megabytes === undefined) return 'resident memory: needs Linux, it reads /proc'
  const [before, after] = megabytes
  return `resident memory ${before.toFixed(1)} MB before and ${after.toFixed(1)} MB after ${SANDBOXES}`
}

/** The quantile of values at a share between 0 and 1. */
const percentile = (values, share) => [...values].sort((a, b) => a - b)[Math.ceil(share * values.length) - 1]

/** Times the first and the second call in each of many sandboxes, after a warm-up in others. */
async function firstCalls(flags, call, count) {
  const understay = await startUnderstay([...flags, ...QUIET])
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const timed = (name) => timeOf({ port: understay.port, agent, ...call, path: `/@${name}${call.path}` })
  for (let n = 0; n < Math.min(WARM_UP, count); n++) for (let again = 0; again < 3; again++) await timed(`warm-${n}`)
  const before = hasProc ? residentMegabytes(understay.pid) : undefined
  const first = []
  const second = []
  for (let n = 0; n < count; n++) {
    first.push(await timed(`w${n}`))
    second.push(await timed(`w${n}`))
  }
  const megabytes = before === undefined ? undefined : [before, residentMegabytes(understay.pid)]
  agent.destroy()
  await understay.stop()
  return { first, second, megabytes }
}

/** Milliseconds from a request to the end of its response. */
function timeOf({ body, ...options }) {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const type = body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }
    const asked = request({ host: '127.0.0.1', ...options, headers: type }, (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - started)
        else reject(new BenchmarkError(`${options.method} ${options.path} was answered with ${response.statusCode}`))
      })
    })
    asked.once('error', reject)
    asked.end(body)
  })
}

/** Kilobytes of heap of each sandbox, in a process with a callable garbage collection. */
async function heapOfEach(count) {
  const child = startNode(['--expose-gc', HEAP, String(count), OPEN_PATH])
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new BenchmarkError(`${HEAP} ended with ${code}:\n${child.printed}`)
  return Number(child.printed) / 1000
}
