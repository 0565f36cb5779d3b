/**
 * Builds the library and its adapters for `import` and for `require`, each with type declarations.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { build } from 'esbuild'

/** Code that the adapters share; not an entry of the package. */
const SHARED = ['answered.ts']

const ADAPTERS = readdirSync('src/adapters').filter((file) => file.endsWith('.ts') && !SHARED.includes(file))

const FORMATS = [
  { format: 'esm', script: '.mjs', declaration: '.d.mts', library: '../index.mjs' },
  { format: 'cjs', script: '.cjs', declaration: '.d.cts', library: '../index.js' },
]

/**
 * Writes `index.mjs`, `adapters/` and `types/` beside the bundle, of which `index.js` is the library.
 *
 * @param names what the library exports
 */
export async function compileLibrary(target, names) {
  writeFileSync(`${target}/index.mjs`, `import library from './index.js'\nexport const { ${names.join(', ')} } = library\n`)
  for (const { format, script, library } of FORMATS)
    await build({
      entryPoints: ADAPTERS.map((file) => `src/adapters/${file}`),
      outdir: `${target}/adapters`,
      outExtension: { '.js': script },
      bundle: true,
      format,
      platform: 'node',
      target: 'node20',
      packages: 'external',
      plugins: [{ name: 'the library itself', setup: (bundle) => leaveLibrary(bundle, library) }],
    })
  compileTypes(`${target}/types`)
}

/** Adapters use the library as its other users do. */
function leaveLibrary(bundle, library) {
  bundle.onResolve({ filter: /\/index\.ts$/ }, () => ({ path: library, external: true }))
}

/** Declares only the exports of the entries: once for `import`, once for `require`. */
function compileTypes(target) {
  const all = mkdtempSync(join(tmpdir(), 'understay-types-'))
  const compiler = ['node_modules/typescript/bin/tsc', '-p', 'scripts/types.tsconfig.json', '--outDir', all]
  execFileSync(process.execPath, compiler, { stdio: 'inherit' })
  // Its cache is a folder in the temporary folder, which stays.
  const env = { ...process.env, TSX_DISABLE_CACHE: '1' }
  const generated = execFileSync(process.execPath, ['--import', 'tsx', 'scripts/library-types.ts'], { encoding: 'utf8', env })
  writeFileSync(join(all, 'library/schema-types.d.ts'), generated)
  const entries = ['index.d.ts', ...ADAPTERS.map((file) => `adapters/${basename(file, '.ts')}.d.ts`)]
  for (const file of reachedFrom(entries.map((entry) => join(all, entry)))) {
    const text = readFileSync(file, 'utf8')
    const place = join(target, relative(all, file))
    mkdirSync(dirname(place), { recursive: true })
    for (const { script, declaration } of FORMATS)
      writeFileSync(place.replace(/\.d\.ts$/, declaration), text.replace(RELATIVE, `$1$2${script}'`))
  }
  // The largest file, which holds types only, is the same for both.
  writeFileSync(join(target, 'library/schema-types.d.mts'), "export type * from './schema-types.cjs'\n")
  rmSync(all, { recursive: true })
}

const RELATIVE = /((?:from |import\()')(\.[^']+)\.ts'/g

/** These declarations, and all that they import. */
function reachedFrom(entries) {
  const seen = new Set(entries)
  for (const file of seen)
    for (const [, , path] of readFileSync(file, 'utf8').matchAll(RELATIVE)) seen.add(join(dirname(file), `${path}.d.ts`))
  return seen
}
