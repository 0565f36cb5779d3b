/**
 * The library as it is shipped: ES modules over the bundle, and the declarations of what its users see.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'

const FACES = ['index.d.ts', 'library/vitest.d.ts']

/** Writes `index.mjs`, `vitest.mjs` and `types/` beside the bundle, of which `index.js` is the library. */
export async function compileLibrary(target) {
  writeFileSync(`${target}/index.mjs`, "import library from './index.js'\nexport const { startUnderstay } = library\n")
  await build({
    entryPoints: { vitest: 'src/library/vitest.ts' },
    outdir: target,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['vitest'],
    plugins: [{ name: 'the library itself', setup: leaveLibrary }],
  })
  compileTypes(`${target}/types`)
}

/** Vitest comes as an ES module only, so its fixtures are one, and take the library as its users do. */
function leaveLibrary(bundle) {
  bundle.onResolve({ filter: /\/index\.ts$/ }, () => ({ path: './index.mjs', external: true }))
}

/** Declares what the faces show, and nothing of what is behind them. */
function compileTypes(target) {
  const all = mkdtempSync(join(tmpdir(), 'understay-types-'))
  const compiler = ['node_modules/typescript/bin/tsc', '-p', 'scripts/types.tsconfig.json', '--outDir', all]
  execFileSync(process.execPath, compiler, { stdio: 'inherit' })
  const waiting = FACES.map((face) => join(all, face))
  const seen = new Set(waiting)
  for (const file of waiting) {
    const text = readFileSync(file, 'utf8').replace(/(from|import\() ?'(\.[^']+)\.ts'/g, (_, word, path) => {
      const next = join(dirname(file), `${path}.d.ts`)
      if (!seen.has(next)) waiting.push(next)
      seen.add(next)
      return `${word}${word === 'from' ? ' ' : ''}'${path}.js'`
    })
    const place = join(target, relative(all, file))
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, text)
  }
  // The bundle beside is CommonJS; what is declared here are ES modules.
  writeFileSync(`${target}/package.json`, '{"type":"module"}\n')
  rmSync(all, { recursive: true })
}
