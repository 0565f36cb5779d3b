/**
 * `npm run bench` runs every benchmark, `npm run bench -- NAME...` some of them.
 * Exit code: 0 done, 1 a benchmark failed, 2 wrong usage, 3 a goal missed (only with `--check`).
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { availability } from './benchmarks/availability.mjs'
import { calendar } from './benchmarks/calendar.mjs'
import { fsync } from './benchmarks/fsync.mjs'
import { get } from './benchmarks/get.mjs'
import { growth } from './benchmarks/growth.mjs'
import { install } from './benchmarks/install.mjs'
import { list } from './benchmarks/list.mjs'
import { many } from './benchmarks/many.mjs'
import { memory } from './benchmarks/memory.mjs'
import { peers } from './benchmarks/peers.mjs'
import { sandboxes } from './benchmarks/sandboxes.mjs'
import { scheduler } from './benchmarks/scheduler.mjs'
import { session } from './benchmarks/session.mjs'
import { start } from './benchmarks/start.mjs'
import { streams } from './benchmarks/streams.mjs'
import { traffic } from './benchmarks/traffic.mjs'
import { write } from './benchmarks/write.mjs'
import { killAll } from './harness/child.mjs'
import { BenchmarkError, RequirementError } from './harness/errors.mjs'
import { misses, resultLines, verdict } from './harness/report.mjs'
import { removeScratch } from './harness/temporary-folders.mjs'

const BENCHMARKS = {
  get,
  list,
  write,
  fsync,
  growth,
  start,
  memory,
  many,
  sandboxes,
  install,
  availability,
  session,
  scheduler,
  streams,
  traffic,
  calendar,
  peers,
}
/** Time limits in seconds; the others have {@link LIMIT}. */
const LIMITS = { many: 400, peers: 300, traffic: 240, growth: 180, streams: 180 }
const LIMIT = 120
/** A round of each, for a run that only shows that everything still works. */
const QUICK = { rounds: 1, seconds: 0.2, connections: 4, quick: true }

const usage = () =>
  [
    'npm run bench [-- [NAME...] [--rounds N] [--seconds S] [--connections N] [--check] [--json FILE] [--quick]]',
    '',
    ...Object.entries(BENCHMARKS).map(([name, { about }]) => `  ${name.padEnd(13)} ${about}`),
    '',
  ].join('\n')

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '15' },
        seconds: { type: 'string', default: '0.5' },
        connections: { type: 'string', default: '16' },
        check: { type: 'boolean', default: false },
        quick: { type: 'boolean', default: false },
        json: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
    const unknown = positionals.filter((name) => !Object.hasOwn(BENCHMARKS, name))
    if (unknown.length > 0) throw new Error(`there is no benchmark called ${unknown.join(', ')}`)
    const [rounds, seconds, connections] = [values.rounds, values.seconds, values.connections].map(Number)
    if (!(rounds >= 1 && seconds > 0 && connections >= 1))
      throw new Error('--rounds, --seconds and --connections take numbers above 0')
    return { ...values, names: positionals, settings: values.quick ? QUICK : { rounds, seconds, connections } }
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage()}`)
    process.exit(2)
  }
}

/** Ends all processes and removes all files, however the run ends. */
process.once('exit', () => {
  killAll()
  removeScratch()
})

/** The results of a benchmark. @throws BenchmarkError after its limit; its processes are ended then */
async function withinLimit(name, results) {
  const seconds = LIMITS[name] ?? LIMIT
  let timer
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new BenchmarkError(`exceeded its limit of ${seconds} s`)), seconds * 1000)
  })
  results.catch(() => {})
  try {
    return await Promise.race([results, limit])
  } finally {
    clearTimeout(timer)
  }
}

async function runOne(name, settings) {
  const { about, run } = BENCHMARKS[name]
  process.stdout.write(`${name}: ${about}\n`)
  const started = performance.now()
  try {
    const results = await withinLimit(name, run(settings))
    if (!settings.quick) for (const result of results) process.stdout.write(`${resultLines(result).join('\n')}\n`)
    return { name, results: results.map((result) => ({ ...result, verdict: verdict(result) })) }
  } catch (error) {
    if (error instanceof RequirementError) {
      process.stdout.write(`  skipped: ${error.message}\n`)
      return { name, skipped: error.message, results: [] }
    }
    const message = error instanceof BenchmarkError ? error.message : error.stack
    process.stdout.write(`  FAILED: ${message.replaceAll('\n', '\n    ')}\n`)
    return { name, failed: message, results: [] }
  } finally {
    killAll()
    process.stdout.write(`  (${((performance.now() - started) / 1000).toFixed(0)} s)\n\n`)
  }
}

const { names, settings, check, json, help } = readArguments()
if (help) {
  process.stdout.write(usage())
  process.exit(0)
}
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
]) {
  process.once(signal, () => process.exit(code))
}
process.stdout.write(`node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, ${process.platform}\n\n`)
const done = []
for (const name of names.length > 0 ? names : Object.keys(BENCHMARKS)) done.push(await runOne(name, settings))

const missed = done.flatMap(({ name, results }) =>
  results.filter(misses).map((result) => `${name}: ${result.what}: ${verdict(result)}`),
)
const met = done.flatMap(({ results }) => results).filter((result) => result.goal && !misses(result)).length
if (!settings.quick)
  process.stdout.write(`${met} goals met, ${missed.length} missed${missed.length > 0 ? `\n  ${missed.join('\n  ')}` : ''}\n`)
for (const { name, skipped } of done) if (skipped) process.stdout.write(`skipped ${name}: ${skipped}\n`)
const failed = done.filter((one) => one.failed)
if (failed.length > 0) process.stdout.write(`failed: ${failed.map(({ name }) => name).join(', ')}\n`)
if (json) writeFileSync(json, `${JSON.stringify({ node: process.version, settings, benchmarks: done }, undefined, 2)}\n`)
process.exit(failed.length > 0 ? 1 : check && !settings.quick && missed.length > 0 ? 3 : 0)
