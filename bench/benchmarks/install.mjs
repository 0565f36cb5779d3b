import { execFile } from 'node:child_process'
import { lstatSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { RequirementError } from '../harness/errors.mjs'
import { atMost } from '../harness/report.mjs'
import { scratchFolder } from '../harness/temporary-folders.mjs'
import { needProgram } from '../harness/understay.mjs'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

/** The size of an installation; measured once, because it does not vary. */
export const install = {
  about: 'size of a production install (npm pack, then npm install into an empty folder)',
  async run() {
    needProgram()
    const folder = scratchFolder()
    const tarball = await pack(folder)
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    await npm(['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', tarball], folder)
    const modules = join(folder, 'node_modules')
    const total = sizeOf(modules)
    const largest = packagesOf(modules)
      .map((name) => ({ name, size: sizeOf(join(modules, name)) }))
      .sort((a, b) => b.size - a.size)
    const parts = largest.slice(0, 6).map(({ name, size }) => `${name} ${megabytes(size).toFixed(1)}`)
    return [
      {
        what: 'production install',
        goal: atMost(5, 'MB', 1),
        value: megabytes(total),
        details: [
          `${largest.length} packages: ${parts.join(', ')}`,
          `the package itself is ${megabytes(lstatSync(tarball).size).toFixed(2)} MB packed`,
        ],
      },
    ]
  },
}

/** Packs the built package without building it again. */
async function pack(folder) {
  const { stdout } = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], ROOT)
  const [{ filename }] = Object.values(JSON.parse(stdout))
  return join(folder, filename)
}

async function npm(args, cwd) {
  try {
    return await run('npm', args, { cwd, timeout: 90_000, maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    throw new RequirementError(
      `npm ${args[0]} did not work here (does the machine reach a registry?): ${String(error.stderr ?? error.message).slice(0, 600)}`,
    )
  }
}

/** Names of the installed packages, scoped ones with their scope. */
function packagesOf(modules) {
  return readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => (name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name]))
}

/** Total size of all files below a folder in bytes; links are not followed. */
function sizeOf(path) {
  const stat = lstatSync(path)
  if (!stat.isDirectory()) return stat.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

const megabytes = (bytes) => bytes / 1_000_000
