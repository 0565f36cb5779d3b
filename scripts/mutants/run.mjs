/**
 * `npm run mutants`: changes the code in one place at a time, and counts how often a test fails. A seeded sample of 400
 * changes of four folders; paths as arguments take others: `npm run mutants -- src/domain/tariff`. Results are written as they come
 * to `node_modules/.cache/mutants`, so that a run can go on later.
 *
 * @module
 */
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { stringify } from 'yaml'
import { codeHash } from './code-of.mjs'
import { listedMutants } from './equivalent.mjs'
import { INSTRUMENTED } from './instrumented-code.mjs'
import { measureReach, readLines, testsFor } from './reach.mjs'
import { allMutants, hashOf, instrumentSample, sampleOf, sourceFiles } from './sample.mjs'
import { Late, TestProcess } from './test-process.mjs'

const FOLDERS = ['src/domain', 'src/store', 'src/scenario', 'src/conformance']
const CACHE = 'node_modules/.cache/mutants'
/** The goal: percentage of killed mutants. */
const GOAL = 90
/** Milliseconds that a mutant may take in any case. */
const GRACE = 60_000

const HELP = `npm run mutants -- [PATH...] [options]
  --seed N         which mutants the sample takes (1)
  --count N        how many (400)
  --from N         how many of the sample to skip (0)
  --budget MIN     stop after so many minutes; --resume continues
  --seconds SEC    run tests of so many seconds for each mutant at most, near and quick ones first (all)
  --resume         keep the results of mutants whose file has not changed since, and what was measured of unchanged test files
  --missed         as --resume, and run those again that were not noticed
`
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '400' },
    from: { type: 'string', default: '0' },
    budget: { type: 'string', default: '1440' },
    seconds: { type: 'string', default: '3600' },
    resume: { type: 'boolean', default: false },
    missed: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  process.stdout.write(HELP)
  process.exit()
}

const number = (name) => {
  const value = Number(options[name])
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} takes a number, not "${options[name]}"`)
  return value
}
const end = performance.now() + number('budget') * 60_000
const isOver = () => performance.now() > end
const print = (line) => process.stdout.write(`${line}\n`)
const lineOf = ({ file, line, mutator, original, replacement }) => `${file}:${line} ${mutator}: ${original} -> ${replacement}`

const paths = positionals.length > 0 ? positionals : FOLDERS
mkdirSync(CACHE, { recursive: true })
const run = `${CACHE}/seed-${options.seed}-${hashOf(paths.join()).slice(0, 6)}`
const all = await allMutants(sourceFiles(paths))
const equivalent = await listedMutants()
for (const problem of equivalent.problems) print(problem)
const { sample: chosen, code } = await instrumentSample(
  sampleOf(all, { seed: options.seed, from: number('from'), count: number('count') }),
)
const sample = chosen.filter(({ name }) => !equivalent.names.has(name))
writeFileSync(`${run}.code.json`, JSON.stringify(code))

const stateOf = (file) => codeHash(file).slice(0, 16)
if (!options.resume && !options.missed) rmSync(`${run}.ndjson`, { force: true })
const results = new Map(readLines(`${run}.ndjson`).map((result) => [result.name, result]))
const isKept = (mutant) => {
  const result = results.get(mutant.name)
  if (result?.state !== stateOf(mutant.file)) return false
  return !options.missed || result.killed
}

/** @returns the result of a mutant; one that no test reaches is not run, and tests that have passed with it are not run again */
async function judge(mutant, reaches, tests) {
  const before = results.get(mutant.name)?.passed ?? {}
  const { files, passed, left, hits, ms } = testsFor(mutant, reaches, number('seconds') * 1000, before)
  const count = Object.keys(passed).length
  const missed = {
    ...{ killed: false, passed, left },
    how: count === 0 ? 'no test reaches it' : `${count} test files pass${left === 0 ? '' : `, ${left} were not run`}`,
  }
  if (files.length === 0) return missed
  // a loop that does not end is stopped by the limit on hits where it passes the mutant, else by the limit on time
  const request = { mutant: mutant.id, hitLimit: 10_000 + 100 * hits, files }
  const limit = GRACE + 5 * ms
  try {
    const { tests: ran, errors } = await tests.ask(request, limit)
    const failed = ran.find(({ state }) => state === 'failed')
    if (failed === undefined) return errors.length > 0 ? { killed: true, how: errors[0] } : missed
    if (!/timed out/i.test(failed.error ?? '')) return { killed: true, how: failed.error, by: `${failed.file}: ${failed.name}` }
    // a slow machine is no reason: without the mutant the same test has to pass now
    const again = await tests.ask({ files: [{ file: failed.file, tests: [failed.id] }] }, limit)
    const isSlow = again.tests.some(({ state }) => state === 'failed')
    return isSlow ? undefined : { killed: true, how: 'time', by: `${failed.file}: ${failed.name}` }
  } catch (error) {
    if (error instanceof Late) return { killed: true, how: 'time' }
    return { killed: true, how: error.message.split('\n')[0] }
  }
}

const tests = new TestProcess({ [INSTRUMENTED]: `${run}.code.json` })
const keepsOld = options.resume || options.missed
const reaches = await measureReach(chosen, tests, `${CACHE}/reach-${hashOf(paths.join()).slice(0, 6)}.ndjson`, {
  isOver,
  keepsOld,
})
if (reaches === undefined) {
  print('The time was over before it was measured which test reaches which mutant: continue with --resume.')
} else {
  for (const mutant of sample) {
    if (isKept(mutant)) continue
    if (isOver()) break
    const started = performance.now()
    const verdict = await judge(mutant, reaches, tests)
    if (verdict === undefined) continue
    const result = { name: mutant.name, state: stateOf(mutant.file), ...verdict, ms: Math.round(performance.now() - started) }
    results.set(mutant.name, result)
    appendFileSync(`${run}.ndjson`, `${JSON.stringify(result)}\n`)
    print(`${result.killed ? 'noticed' : 'MISSED '} ${(result.ms / 1000).toFixed(1)} s ${lineOf(mutant)} (${result.how})`)
  }
}
await tests.close()

const done = sample.filter((mutant) => results.get(mutant.name)?.state === stateOf(mutant.file))
const missed = done.filter(({ name }) => !results.get(name).killed)
const share = (part, whole) =>
  `${whole - part} of ${whole} (${whole === 0 ? '-' : ((100 * (whole - part)) / whole).toFixed(1)} %)`
for (const path of paths) {
  const below = ({ file }) => file.startsWith(path)
  print(`${path}: ${share(missed.filter(below).length, done.filter(below).length)}`)
}
print(
  `noticed: ${share(missed.length, done.length)}, goal ${GOAL} %; ${chosen.length - sample.length} more are equivalent; ${sample.length - done.length} were not run`,
)
writeFileSync(
  `${run}.missed.yaml`,
  stringify(
    missed.map(({ file, line, mutator, original, replacement, nth, name }) => ({
      ...{ file, line, mutator, original, replacement, nth },
      how: results.get(name).how,
    })),
    { lineWidth: 0 },
  ),
)
for (const problem of equivalent.problems) print(problem)
print(`those that were not noticed: ${run}.missed.yaml`)
process.exitCode = done.length > 0 && done.length - missed.length >= (GOAL / 100) * done.length ? 0 : 3
