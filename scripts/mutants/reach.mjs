/**
 * Which test reaches which mutant, measured by running each test file once without a mutant, and kept for all samples. A mutant
 * that was not there when a test file was measured counts as reached by all of its tests, where the file imports the mutated code.
 *
 * @module
 */
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { codeHash, filesUsedBy } from './code-of.mjs'
import { hashOf } from './sample.mjs'

/** Milliseconds that one test file may take. */
const LIMIT = 300_000
/** Stands for how often a mutant is reached where that was not measured. */
const UNKNOWN = 1_000

/**
 * @typedef {object} Reach of one test file
 * @property {string} file
 * @property {string} own of the code below `test` that was measured, and the data
 * @property {string} key of all code that was measured
 * @property {string[]} mutants that were there
 * @property {number} ms of the whole file
 * @property {{ id: string, name: string, ms: number }[]} tests that pass without a mutant
 * @property {string[]} failed the names of those that do not; they are left out
 * @property {Record<string, number>} always how often each mutant was reached outside of single tests: by loading, or by what they share
 * @property {Record<string, Record<string, number>>} byTest how often each test reached each mutant
 */

export const readLines = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : []

/** A hash of the data in files that tests read. */
function dataHash() {
  const files = readdirSync('test', { recursive: true }).map((file) => join('test', file))
  const data = files.filter((file) => /\.(json|yaml)$/.test(file)).sort()
  return hashOf(data.map((file) => hashOf(readFileSync(file))).join())
}

/** What decides what a test file reaches: the code below `test` that it runs with the data, and all of its code. */
function keysOf(file, data) {
  const used = filesUsedBy(file)
  const hash = (files) => hashOf([data, ...files.map(codeHash)].join())
  return { own: hash(used.filter((one) => one.startsWith('test/'))), key: hash(used) }
}

function named(counts, names) {
  return Object.fromEntries(Object.entries(counts).flatMap(([id, count]) => (names.has(id) ? [[names.get(id), count]] : [])))
}

async function measure(file, tests, names) {
  const started = performance.now()
  const { tests: results, errors, reached } = await tests.ask({ files: [{ file }] }, LIMIT)
  const passed = results.filter(({ state }) => state === 'passed')
  const failed = results.filter(({ state }) => state === 'failed').map(({ name, error }) => `${name}: ${error}`)
  return {
    file,
    ms: Math.round(performance.now() - started),
    tests: errors.length > 0 ? [] : passed.map(({ id, name, ms }) => ({ id, name, ms: Math.round(ms) })),
    failed: [...failed, ...errors],
    always: named(reached?.static ?? {}, names),
    byTest: Object.fromEntries(Object.entries(reached?.perTest ?? {}).map(([id, counts]) => [id, named(counts, names)])),
  }
}

/**
 * @param {import('./sample.mjs').Mutant[]} sample
 * @param {import('./test-process.mjs').TestProcess} tests
 * @param {string} cache where it is kept
 * @param {{ isOver: () => boolean, keepsOld: boolean }} options whether there is no time left; whether what was measured of a test
 *   file counts as long as that is the same, although the code it tests has changed
 * @returns {Promise<Reach[] | undefined>} undefined when the time was over before all was measured
 */
export async function measureReach(sample, tests, cache, { isOver, keepsOld }) {
  const names = new Map(sample.map(({ id, name }) => [id, name]))
  const data = dataHash()
  const known = new Map(readLines(cache).map((reach) => [reach.file, reach]))
  const mutated = new Set(sample.map((mutant) => mutant.file))
  const all = []
  for (const file of await tests.ask('list', LIMIT)) {
    if (!filesUsedBy(file).some((one) => mutated.has(one))) continue
    const keys = keysOf(file, data)
    const before = known.get(file)
    const isKept = before?.failed.length === 0 && (before.key === keys.key || (keepsOld && before.own === keys.own))
    if (isKept) {
      all.push({ ...before, ...keys })
      continue
    }
    if (isOver()) return undefined
    const mutants = sample.flatMap((mutant) => (filesUsedBy(file).includes(mutant.file) ? [mutant.name] : []))
    const reach = { ...keys, mutants, ...(await measure(file, tests, names)) }
    for (const line of reach.failed) process.stdout.write(`left out, fails without a mutant: ${file}: ${line}\n`)
    appendFileSync(cache, `${JSON.stringify(reach)}\n`)
    all.push(reach)
  }
  return all
}

/** How often each test reaches a mutant, and all of them together outside of themselves. */
function hitsOf({ file, tests, mutants, always, byTest }, { name, file: source }) {
  if (mutants.includes(name)) return { outside: always[name] ?? 0, of: ({ id }) => byTest[id]?.[name] ?? 0 }
  return { outside: tests.length > 0 && filesUsedBy(file).includes(source) ? UNKNOWN : 0, of: () => 0 }
}

/** 0 for the test that has the name of the changed file, 1 for those beside it, 2 for others. */
const distance = (testFile, sourceFile) =>
  basename(testFile, '.test.ts') === basename(sourceFile, '.ts') ? 0 : isNear(testFile, sourceFile) ? 1 : 2

/** True for a test in the folder of the source, or in one above or below it. */
function isNear(testFile, sourceFile) {
  const [test, source] = [dirname(testFile).replace(/^test\//, ''), dirname(sourceFile).replace(/^src\//, '')]
  return `${test}/`.startsWith(`${source}/`) || `${source}/`.startsWith(`${test}/`)
}

/**
 * The tests that reach a mutant: that of the changed file first, those beside it, then the quick ones.
 *
 * @param {Reach[]} reaches
 * @param {number} most milliseconds that all of them may take, as measured; the first file is taken in any case
 * @param {Record<string, string>} passed test files that did not notice the mutant before, with the keys of their reach then
 * @returns {{ files: { file: string, tests: string[] }[], passed: Record<string, string>, left: number, hits: number, ms: number }}
 *   passed: what has passed when these do; left: how many files were not taken
 */
export function testsFor(mutant, reaches, most, passed) {
  const chosen = reaches.flatMap((reach) => {
    if (passed[reach.file] === reach.key) return []
    const { outside: always, of } = hitsOf(reach, mutant)
    const hits = reach.tests.map((one) => ({ id: one.id, ms: one.ms, hits: of(one) }))
    const used = always > 0 ? hits : hits.filter(({ hits }) => hits > 0)
    if (used.length === 0) return []
    const load = reach.ms - reach.tests.reduce((sum, { ms }) => sum + ms, 0)
    return {
      file: reach.file,
      key: reach.key,
      tests: used.map(({ id }) => id),
      ms: used.reduce((sum, { ms }) => sum + ms, Math.max(0, load)),
      hits: used.reduce((sum, { hits }) => sum + hits, always),
      distance: distance(reach.file, mutant.file),
    }
  })
  chosen.sort((a, b) => a.distance - b.distance || a.ms - b.ms)
  let ms = 0
  const used = chosen.filter((one, index) => {
    ms += one.ms
    return index === 0 || ms <= most
  })
  return {
    files: used.map(({ file, tests }) => ({ file, tests })),
    passed: { ...passed, ...Object.fromEntries(used.map(({ file, key }) => [file, key])) },
    left: chosen.length - used.length,
    hits: used.reduce((sum, { hits }) => sum + hits, 0),
    ms: used.reduce((sum, one) => sum + one.ms, 0),
  }
}
