import { setTimeout as pause } from 'node:timers/promises'
import { BenchmarkError } from '../harness/errors.mjs'
import { Load, medianOf, ratios } from '../harness/load.mjs'
import { cpuMicros, peakMegabytes } from '../harness/process-figures.mjs'
import { atLeast, atMost } from '../harness/report.mjs'
import { median, range, whole } from '../harness/statistics.mjs'
import { API, OPEN_PATH, startUnderstay } from '../harness/understay.mjs'
import { bulkWorld, QUIET } from '../harness/world.mjs'

const WORLD = { properties: 40, roomsPerProperty: 30, guests: 500, bookings: 200 }
/** Milliseconds between two calls to the other sandbox. */
const PROBE_EVERY = 5

/** Guests who book, cancel, change their stay, check in and check out. */
const scenarioOf = (name, perDay, clock) => `name: ${name}
clock: { at: 2026-06-01T00:00:00Z, run: ${clock} }
token_lifetime: 1000000000
traffic:
  - id: guests
    do: guest_books
    rate: ${perDay}/d
    hours: { 0-7: 0.2, 18-22: 3 }
    with: { arrival: { from: today+1, to: today+120 }, nights: { from: 1, to: 7 }, adults: { weights: { 1: 2, 2: 7 } } }
    then:
      - { chance: 12%, after: [1h, 20d], do: guest_cancels }
      - { chance: 8%, after: [10m, 3d], do: guest_modifies, with: { nights: { by: 1 } } }
      - { chance: 3%, on: arrival, do: no_show, else: guest_checks_in }
      - { on: departure, do: guest_checks_out }
`

/** The cost of traffic. */
export const traffic = {
  about: 'traffic in a world of 1,200 rooms: a year of 200 bookings a day in one jump, and what calls meanwhile wait for',
  async run(settings) {
    return [...(await aYear(settings)), ...(await atHighSpeed(settings)), await besideTraffic(settings)]
  },
}

/** Moves the clock of one sandbox by a year while another one is called. */
async function aYear({ quick }) {
  const understay = await startUnderstay(['--memory', ...bulkWorld(WORLD), ...QUIET])
  await control(understay, 'PUT', '/@year/_understay/scenario', scenarioOf('year', 200, 'frozen'))
  await understay.firstAnswer()
  const started = performance.now()
  let over = false
  const jump = control(understay, 'POST', '/@year/_understay/clock/advance', { by: quick ? '3d' : '365d' }).finally(() => {
    over = true
  })
  const waits = await probe(understay, () => over)
  const { stopped } = await jump
  if (stopped) throw new BenchmarkError(`the year stopped after ${stopped.acts} acts`)
  const seconds = (performance.now() - started) / 1000
  const { traffic: all } = await control(understay, 'GET', '/@year/_understay/traffic')
  const cpu = cpuMicros(understay.pid)
  const acts = all.flatMap((one) => one.acts)
  const counts = acts.map((one) => `${one.do} ${whole(one.happened)}${one.blocked ? ` (${whole(one.blocked)} blocked)` : ''}`)
  const peak = peakMegabytes(understay.pid)
  await understay.stop()
  return [
    {
      what: 'moving the clock by a year',
      goal: atMost(30, 's', 0),
      digits: 1,
      value: seconds,
      details: [counts.join(', '), ...(cpu === undefined ? [] : [`processor time ${(cpu / 1e6).toFixed(1)} s`])],
    },
    ...(peak === undefined ? [] : [{ what: 'memory at its peak', goal: atMost(1000, 'MB', 0), value: peak }]),
    waitResult('wait of a call to another sandbox meanwhile, 99 of 100', waits),
  ]
}

/** A clock that runs faster than its traffic can be simulated. */
async function atHighSpeed({ quick }) {
  const understay = await startUnderstay(['--memory', ...bulkWorld(WORLD), ...QUIET])
  await control(understay, 'PUT', '/@fast/_understay/scenario', scenarioOf('fast', 5000, '100000x'))
  await understay.firstAnswer()
  const until = performance.now() + (quick ? 500 : 5000)
  const waits = await probe(understay, () => performance.now() > until)
  await understay.stop()
  return [waitResult('the same while another sandbox runs at 100000x', waits)]
}

/** The same call with traffic in its own sandbox, and without. */
async function besideTraffic(settings) {
  const start = async (scenario) => {
    const understay = await startUnderstay(['--memory', ...bulkWorld(WORLD), ...QUIET])
    await control(understay, 'PUT', '/_understay/scenario', scenario)
    const headers = await understay.authorize('properties_get')
    return { understay, headers }
  }
  const still = 'name: still\nclock: { at: 2026-06-01T00:00:00Z, run: 3600x }\ntoken_lifetime: 1000000000\n'
  const servers = { still: await start(still), lively: await start(scenarioOf('lively', 200, '3600x')) }
  const contenders = Object.entries(servers).map(([name, { understay, headers }]) => ({
    name,
    pid: understay.pid,
    port: understay.port,
    load: { id: name, kind: 'rotate', requests: [{ path: `${API}/properties/all` }], headers },
  }))
  const load = new Load()
  const rounds = await load.interleave(contenders, settings)
  load.close()
  await Promise.all(Object.values(servers).map(({ understay }) => understay.stop()))
  const share = ratios(rounds.lively, rounds.still)
  return {
    what: 'small GET at 3600x with 200 bookings a day, share of it without',
    goal: atLeast(0.9),
    value: median(share.perSecond),
    details: [
      `${whole(medianOf(rounds.lively, 'perSecond'))} a second against ${whole(medianOf(rounds.still, 'perSecond'))}; rounds ${range(share.perSecond)}`,
      ...(share.cpu ? [`by processor time ${median(share.cpu).toFixed(2)}`] : []),
    ],
  }
}

/** Calls the default sandbox repeatedly. @returns the time of each call in milliseconds */
async function probe({ url }, isOver) {
  const waits = []
  while (!isOver()) {
    const begun = performance.now()
    const response = await fetch(`${url}${OPEN_PATH}`)
    await response.arrayBuffer()
    if (response.status !== 200) throw new BenchmarkError(`GET ${OPEN_PATH} answered ${response.status}`)
    waits.push(performance.now() - begun)
    await pause(PROBE_EVERY)
  }
  return waits
}

function waitResult(what, waits) {
  const sorted = [...waits].sort((a, b) => a - b)
  const at = (part) => sorted[Math.ceil(part * sorted.length) - 1]
  return {
    what,
    goal: atMost(50, 'ms', 0),
    digits: 1,
    value: at(0.99),
    details: [`${whole(sorted.length)} calls; median ${at(0.5).toFixed(1)} ms, longest ${at(1).toFixed(1)} ms`],
  }
}

async function control({ url }, method, path, body) {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(`${url}${path}`, { method, body: text })
  const answer = await response.text()
  if (!response.ok) throw new BenchmarkError(`${method} ${path} answered ${response.status}: ${answer.slice(0, 500)}`)
  return JSON.parse(answer)
}
