/**
 * Installs the packed tarball into fresh projects and runs each with its own tools.
 *
 *   npm run compat                 every case; fails when one fails, or when results.json says otherwise
 *   npm run compat -- vitest       those whose name has the word
 *   npm run compat -- --write      and writes them into results.json, from which `npm run docs` makes the table
 *
 * @module
 */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { CASES } from './cases.mjs'

const AT_A_TIME = 2
const COMMAND_MS = 180_000
const RESULTS = 'packaging/compat/results.json'

const exec = promisify(execFile)
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const write = process.argv.includes('--write')
const cases = CASES.filter(({ what }) => words.every((word) => what.toLowerCase().includes(word.toLowerCase())))
const root = mkdtempSync(join(tmpdir(), 'understay-compat-'))
process.once('exit', () => rmSync(root, { recursive: true, force: true }))

const tarball = await pack()
const results = new Map()
const waiting = [...cases]
await Promise.all(Array.from({ length: AT_A_TIME }, work))

const rows = cases.map((one) => results.get(one))
const failed = rows.filter(({ passes }) => !passes)
if (write) record()
for (const { what, version, output } of failed) console.error(`\n── ${what} ${version}\n${output}`)
if (failed.length > 0 || !(write || isRecorded())) process.exitCode = 1

async function pack() {
  const { stdout } = await exec('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', root])
  return join(root, JSON.parse(stdout)[0].filename)
}

async function work() {
  for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
    const from = performance.now()
    const { what, version, node = process.versions.node } = one
    const output = await failureOf(one)
    const passes = output === undefined
    results.set(one, { what, version, node, passes, output })
    console.log(
      `${passes ? 'ok    ' : 'FAILED'} ${what} ${version}, Node ${node} (${((performance.now() - from) / 1000).toFixed(0)} s)`,
    )
  }
}

/** What the first command that failed printed. */
async function failureOf({ project, packages, commands, node, files = [] }) {
  const cwd = mkdtempSync(join(root, `${project}-`))
  cpSync(`packaging/compat/projects/${project}`, cwd, { recursive: true })
  for (const file of files) cpSync(file, join(cwd, file), { recursive: true })
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', tarball, ...wanted], cwd)
    const ownNode = node ? resolve(cwd, `node_modules/node-${process.platform}-${process.arch}/bin/node`) : process.execPath
    for (const command of commands) {
      const [file, ...args] = command.map((word) => (word === '{tarball}' ? tarball : word))
      await run(file === 'node' ? ownNode : resolve(cwd, file), args, cwd)
    }
  } catch (error) {
    return `${error.message}\n${error.stdout ?? ''}${error.stderr ?? ''}`
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
  return undefined
}

function run(file, args, cwd) {
  return exec(file, args, { cwd, timeout: COMMAND_MS, maxBuffer: 2 ** 24, env: environment() })
}

/** Tools behave differently when they believe that another one started them. */
function environment() {
  const { VITEST, VITEST_POOL_ID, VITEST_WORKER_ID, NODE_OPTIONS, NODE_TEST_CONTEXT, ...rest } = process.env
  return rest
}

/** Writes what was found, in the order of the cases; cases that were not run keep what is recorded. */
function record() {
  const recorded = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : []
  const all = CASES.flatMap((one) => {
    const { output, ...row } = results.get(one) ?? {}
    return results.has(one) ? [row] : recorded.filter(({ what, version }) => what === one.what && version === one.version)
  })
  writeFileSync(RESULTS, `${JSON.stringify(all, null, 2)}\n`)
}

/** True when results.json has these versions; the table in the documents is made from it. */
function isRecorded() {
  const recorded = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : []
  const names = new Set(recorded.filter(({ passes }) => passes).map(({ what, version }) => `${what} ${version}`))
  const missing = cases.filter(({ what, version }) => !names.has(`${what} ${version}`))
  if (missing.length > 0)
    console.error(
      `results.json lacks ${missing.map(({ what, version }) => `${what} ${version}`).join(', ')}: npm run compat -- --write`,
    )
  return missing.length === 0
}
