/**
 * Which test reaches which mutant, measured by running each test file once without a mutant. What was measured is kept as long as
 * neither the test file nor the code under test changes.
 *
 * @module
 */
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOf, sourceFiles } from './sample.mjs'

/** Milliseconds that one test file may take. */
const LIMIT = 300_000

/**
 * @typedef {object} Reach of one test file
 * @property {string} file
 * @property {string} key of the state of the code that was measured
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

/** A hash of all that a test file uses: the code under test and what the tests share. */
function codeKey(sample) {
  const shared = readdirSync('test', { recursive: true })
    .map((file) => join('test', file))
    .filter((file) => /(?<!\.test)\.(ts|mjs|json|yaml)$/.test(file))
    .sort()
  const names = sample.map(({ name }) => name).sort()
  return hashOf([...sourceFiles(['src']), ...shared].map((file) => hashOf(readFileSync(file))).join() + names.join())
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
 * @param {() => boolean} isOver true when there is no time left
 * @returns {Promise<Reach[] | undefined>} undefined when the time was over before all was measured
 */
export async function measureReach(sample, tests, cache, isOver) {
  const names = new Map(sample.map(({ id, name }) => [id, name]))
  const code = codeKey(sample)
  const known = new Map(readLines(cache).map((reach) => [reach.file, reach]))
  const all = []
  for (const file of await tests.ask('list', LIMIT)) {
    const key = hashOf(code + readFileSync(file, 'utf8'))
    const before = known.get(file)
    if (before?.key === key && before.failed.length === 0) {
      all.push(before)
      continue
    }
    if (isOver()) return undefined
    const reach = { key, ...(await measure(file, tests, names)) }
    for (const line of reach.failed) process.stdout.write(`left out, fails without a mutant: ${file}: ${line}\n`)
    appendFileSync(cache, `${JSON.stringify(reach)}\n`)
    all.push(reach)
  }
  return all
}

const isNear = (testFile, sourceFile) =>
  dirname(testFile).replace(/^test\//, '') === dirname(sourceFile).replace(/^src\//, '') ||
  dirname(testFile)
    .replace(/^test\//, '')
    .startsWith(`${dirname(sourceFile).replace(/^src\//, '')}/`)

/**
 * The tests that reach a mutant: those beside the changed file first, then the quick ones.
 *
 * @param {Reach[]} reaches
 * @param {number} most milliseconds that all of them may take, as measured; the first file is taken in any case
 * @param {Record<string, string>} passed test files that did not notice the mutant before, with the keys of their reach then
 * @returns {{ files: { file: string, tests: string[] }[], passed: Record<string, string>, left: number, hits: number, ms: number }}
 *   passed: what has passed when these do; left: how many files were not taken
 */
export function testsFor({ name, file: source }, reaches, most, passed) {
  const chosen = reaches.flatMap((reach) => {
    if (passed[reach.file] === reach.key) return []
    const always = reach.always[name] ?? 0
    const hits = reach.tests.map(({ id, ms }) => ({ id, ms, hits: reach.byTest[id]?.[name] ?? 0 }))
    const used = always > 0 ? hits : hits.filter(({ hits }) => hits > 0)
    if (used.length === 0) return []
    const load = reach.ms - reach.tests.reduce((sum, { ms }) => sum + ms, 0)
    return {
      file: reach.file,
      key: reach.key,
      tests: used.map(({ id }) => id),
      ms: used.reduce((sum, { ms }) => sum + ms, Math.max(0, load)),
      hits: used.reduce((sum, { hits }) => sum + hits, always),
      near: isNear(reach.file, source),
    }
  })
  chosen.sort((a, b) => Number(b.near) - Number(a.near) || a.ms - b.ms)
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
