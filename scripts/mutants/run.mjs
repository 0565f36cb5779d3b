/**
 * `npm run mutants`: changes the code in one place after the other, and counts how often the tests notice. A seeded sample of 400
 * changes; MUTANTS and MUTANTS_SEED take others, and arguments other files: `npm run mutants -- src/domain/tariff`.
 *
 * @module
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { Stryker } from '@stryker-mutator/core'
import { lineOf, sampleOf } from './sample.mjs'

const FOLDERS = ['src/domain', 'src/store', 'src/scenario', 'src/conformance']
const CAUGHT = new Set(['Killed', 'Timeout'])
const COUNTED = new Set(['Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError'])
const REPORT = 'node_modules/.cache/mutants'
/** The share that has to be noticed, in percent. */
const GOAL = 90

const args = process.argv.slice(2)
const patterns = (args.length > 0 ? args : FOLDERS).map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`))
const stryker = new Stryker({
  mutate: patterns,
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutants/sample.mjs'],
  checkers: ['sample'],
  coverageAnalysis: 'perTest',
  // what a module computes once, when it is loaded, would need a run of all tests for each change
  ignoreStatic: true,
  concurrency: Number(process.env.MUTANTS_JOBS ?? 1),
  timeoutMS: 15_000,
  dryRunTimeoutMinutes: 30,
  tsconfigFile: 'none.json',
  tempDirName: `${REPORT}/tree`,
  ignorePatterns: ['dist*', 'site', 'bench', 'compat'],
  reporters: ['lines'],
  logLevel: process.env.MUTANTS_LOG ?? 'warn',
  allowEmpty: true,
})
const all = await stryker.runMutationTest()
const sample = sampleOf(all.filter(({ status }) => COUNTED.has(status)))
const missed = sample.filter(({ status }) => !CAUGHT.has(status))
const lines = missed.map(lineOf)
const score = sample.length === 0 ? 0 : (100 * (sample.length - missed.length)) / sample.length
const summary = `${sample.length - missed.length} of ${sample.length} mutants noticed: ${score.toFixed(1)} % (goal ${GOAL} %)`
mkdirSync(REPORT, { recursive: true })
writeFileSync(`${REPORT}/missed.txt`, `${[...lines.sort(), summary].join('\n')}\n`)
process.stdout.write(`${[...lines, summary].join('\n')}\n`)
process.exitCode = score >= GOAL ? 0 : 3
