/**
 * Compares a GET on Understay with the same on the bare server.
 *
 * @module
 */
import { startBare } from './bare.mjs'
import { BenchmarkError } from './errors.mjs'
import { Load, medianOf, ratios } from './load.mjs'
import { median, range, whole } from './statistics.mjs'
import { API } from './understay.mjs'

/**
 * Puts load on both servers in turn and compares them.
 *
 * @param understay a server that holds a token
 * @param paths the requested paths below the service API
 * @param once paths that Understay is asked instead, each of them once
 * @returns the rounds' ratios and the lines that explain them
 */
export async function againstBare(understay, { properties, paths, once }, settings) {
  const views = {}
  for (const path of paths) views[`${API}${path}`] = await understay.get(path)
  const bare = await startBare({ token: understay.token, scope: 'properties_get', properties, views })
  const headers = { Authorization: `Bearer ${understay.token}`, Accept: 'application/json' }
  const bytes = await sameAnswers(understay, bare, `${API}${paths[0]}`, headers)
  const requests = Object.keys(views).map((path) => ({ path }))
  const rotated = { id: 'understay', kind: 'rotate', requests, headers }
  const unread = once && { id: 'once', kind: 'once', requests: once.map((path) => ({ path: `${API}${path}` })), headers }
  const contenders = [
    { name: 'understay', pid: understay.pid, port: understay.port, load: unread ?? rotated, warm: rotated },
    { name: 'bare', pid: bare.pid, port: bare.port, load: { id: 'bare', kind: 'rotate', requests, headers } },
  ]
  const load = new Load()
  const rounds = await load.interleave(contenders, settings)
  load.close()
  const share = ratios(rounds.understay, rounds.bare)
  return {
    share: median(share.perSecond),
    cpuShare: share.cpu && median(share.cpu),
    bytes,
    details: explain(rounds, share, bytes),
  }
}

/** Checks that both return the same data. @returns the length of the body in bytes */
async function sameAnswers(understay, bare, path, headers) {
  const [ours, theirs] = await Promise.all(
    [understay.port, bare.port].map(async (port) => (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text()),
  )
  const [a, b] = [ours, theirs].map((text) => JSON.stringify(JSON.parse(text).data))
  if (a !== b) throw new BenchmarkError(`the bare server does not answer what Understay answers to ${path}`)
  return Buffer.byteLength(ours)
}

function explain(rounds, share, bytes) {
  const busy = (name) => medianOf(rounds[name], 'busy')
  const lines = [
    `answers of ${whole(bytes)} bytes; ${whole(medianOf(rounds.understay, 'perSecond'))} a second against ${whole(medianOf(rounds.bare, 'perSecond'))}; rounds ${range(share.perSecond)}`,
  ]
  if (share.cpu) {
    const cost = (name) => `${medianOf(rounds[name], 'cpuMicros').toFixed(1)} µs`
    lines.push(
      `by processor time ${median(share.cpu).toFixed(2)} (${cost('understay')} a request against ${cost('bare')}); busy: understay ${percent(busy('understay'))}, bare ${percent(busy('bare'))}, load ${percent(medianOf(rounds.bare, 'loadBusy'))}`,
    )
  }
  return lines
}

const percent = (part) => `${(100 * part).toFixed(0)} %`
