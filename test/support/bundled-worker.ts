/**
 * Bundles the worker thread of the source once for all tests. Without it each thread compiles its modules when it is loaded.
 *
 * @module
 */
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'vitest/config'

const SOURCE = resolve('src/fixtures/worker.ts')
/** The place at which a bundle has its worker. */
const PLACE = "'./worker.js'"

let bundle: Promise<string> | undefined

/** @returns the address of the bundle */
async function bundled(): Promise<string> {
  const outfile = join(tmpdir(), `worker-${process.pid}.cjs`)
  // files beside the source are found as from there
  const define = { 'import.meta.url': JSON.stringify(pathToFileURL(SOURCE).href) }
  await build({ entryPoints: [SOURCE], outfile, bundle: true, platform: 'node', format: 'cjs', define })
  return pathToFileURL(outfile).href
}

/** A plugin for tests. */
export const bundledWorker = (): Plugin => ({
  name: 'bundled-worker',
  enforce: 'pre',
  async transform(code, id) {
    if (!id.endsWith('/src/fixtures/in-worker.ts')) return undefined
    if (!code.includes(PLACE)) throw new Error(`${id} has no ${PLACE}`)
    return code.replace(PLACE, JSON.stringify(await (bundle ??= bundled())))
  },
})
