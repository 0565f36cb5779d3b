/**
 * Runs the fenced blocks of the documents, lists them, and ends with 1 when one of them fails (see docs/README.md).
 *
 *   npm run docs:run                          README.md and docs/, without the decisions
 *   npm run docs:run -- docs/recipes/php.md   only these pages
 *   npm run docs:run -- --require php,java    fails where a language cannot be run, in place of skipping its blocks
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { failuresOf, listOf, summaryOf } from './pages/list.ts'
import { type Result, runPage } from './pages/page.ts'
import { pagesOf } from './pages/pages.ts'
import { readArguments, requirementProblems } from './pages/required.ts'

/** Number of pages run in parallel; they mostly wait for servers and interpreters. */
const AT_A_TIME = 3

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const from = performance.now()
const { pages: named, required } = readArguments(process.argv.slice(2))
const problems = requirementProblems(required)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
const pages = named.length > 0 ? named : pagesOf('.')
const missing = pages.filter((page) => !existsSync(page))
if (missing.length > 0) {
  console.error(`There is no page ${missing.join(', ')}. Name files, such as docs/recipes/php.md`)
  process.exit(2)
}

// The generators of one page have a lock file of their own.
const GENERATORS = 'scripts/pages/generators'
if (pages.some((page) => page.endsWith('openapi-clients.md')) && !existsSync(`${GENERATORS}/node_modules`))
  execFileSync('npm', ['ci', '--prefix', GENERATORS, '--ignore-scripts', '--no-audit', '--no-fund'], { stdio: 'inherit' })

const found = new Map<string, readonly Result[]>()
const waiting = [...pages]
async function work(): Promise<void> {
  for (let page = waiting.shift(); page !== undefined; page = waiting.shift())
    found.set(page, await runPage(page, readFileSync(page, 'utf8')))
}
await Promise.all(Array.from({ length: AT_A_TIME }, work))

const results = pages.flatMap((page) => found.get(page) ?? [])
const failures = failuresOf(results)
console.log(listOf(results))
console.log(`\n${summaryOf(results)}; ${((performance.now() - from) / 1000).toFixed(1)} s`)
if (failures !== '') {
  console.error(`\n${failures}`)
  process.exitCode = 1
}
