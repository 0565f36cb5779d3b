/**
 * Compiles the source once for all tests, to modules that Node loads itself: those of vitest run slower, and each worker waits for them.
 *
 * @module
 */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Plugin } from 'vitest/config'

const SOURCE = resolve('src')
const TESTS = resolve('test')
const WORKER = `${SOURCE}/fixtures/worker.ts`
/** The place at which a bundle has its worker. */
const WORKER_PLACE = '"./worker.js"'

/** The folder is in the temporary folder of the tests. */
const compiledFolder = (): string => join(tmpdir(), 'compiled-source')
const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}/`)

/** Files beside the source are found as from there. */
const atItsPlace = (code: string, path: string): string =>
  code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))

/** Compiles all files. The worker thread is one file, or each thread would load its modules. */
export async function setup(): Promise<void> {
  const outdir = compiledFolder()
  // Each project of a run sets up; the first one serves all.
  if (existsSync(outdir)) return
  mkdirSync(outdir)
  symlinkSync(resolve('node_modules'), join(outdir, 'node_modules'))
  writeFileSync(join(outdir, 'package.json'), '{"type":"module"}')
  const worker = join(outdir, 'worker.cjs')
  const common = { platform: 'node', target: 'node20.19' } as const
  const define = { 'import.meta.url': JSON.stringify(pathToFileURL(WORKER).href) }
  const entryPoints = [`${SOURCE}/**/*.ts`, `${SOURCE}/**/*.json`]
  const [{ outputFiles }] = await Promise.all([
    build({
      ...common,
      entryPoints,
      outbase: SOURCE,
      outdir,
      format: 'esm',
      sourcemap: 'inline',
      sourcesContent: false,
      write: false,
      loader: { '.json': 'copy' },
    }),
    build({ ...common, entryPoints: [WORKER], outfile: worker, format: 'cjs', bundle: true, define }),
  ])
  if (!outputFiles.some(({ text }) => text.includes(WORKER_PLACE))) throw new Error(`no file of the source has ${WORKER_PLACE}`)
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true })
    const code = text
      .replaceAll(/(\bfrom |\bimport |\bimport\()"(\.[^"\n]+)\.ts"/g, '$1"$2.js"')
      .replace(WORKER_PLACE, JSON.stringify(pathToFileURL(worker).href))
    writeFileSync(path, atItsPlace(code, join(SOURCE, relative(outdir, path).replace(/\.js$/, '.ts'))))
  }
}

/** Only modules of vitest can be replaced. */
const replacesModules = (path: string): boolean => /\bvi\.(?:m|doM)ock\(/.test(readFileSync(path, 'utf8'))

/** Lets Node load what tests import of the source, except for tests that replace a module of it. Vitest watches its own modules only. */
export function compiledSource(): Plugin {
  let isWatching = false
  return {
    name: 'compiled-source',
    enforce: 'pre',
    config: () => ({ test: { server: { deps: { external: [/\/compiled-source\//] } } } }),
    configureVitest({ vitest }) {
      isWatching = vitest.config.watch
    },
    resolveId(name, importer) {
      if (isWatching || importer === undefined || !isBelow(importer, TESTS) || !/^\..*\.ts$/.test(name)) return undefined
      const path = resolve(dirname(importer), name)
      if (!isBelow(path, SOURCE) || replacesModules(importer)) return undefined
      return join(compiledFolder(), relative(SOURCE, path).replace(/\.ts$/, '.js'))
    },
  }
}
