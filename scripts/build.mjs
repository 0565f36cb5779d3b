/**
 * Builds what is shipped: one bundle for Node, the library and its types, the bundled worlds as JSON, the bundled scenarios, the tables of countries and regions.
 *
 * @module
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { build, transform } from 'esbuild'
import { compileFixtures } from './compile-fixtures.mjs'
import { compileLibrary } from './compile-library.mjs'
import { joinChunks } from './join-chunks.mjs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Packages whose data is shipped beside the bundle, which esbuild does not see: src/store/geo is compiled from them. */
const SHIPPED_AS_DATA = ['iso-3166']

if (process.argv.includes('--if-stale') && isFresh()) process.exit(0)
// Built beside and put in place at the end: a server that runs, or starts meanwhile, never sees half a build.
const target = `dist.new-${process.pid}`
const { metafile, outputFiles } = await build({
  entryPoints: { main: 'src/main.ts', index: 'src/index.ts' },
  outdir: target,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minifySyntax: true,
  minifyWhitespace: true,
  chunkNames: 'chunks/[name]-[hash]',
  legalComments: 'none',
  metafile: true,
  write: false,
  define: { UNDERSTAY_VERSION: JSON.stringify(version), 'import.meta.url': '__moduleUrl' },
})
mkdirSync(`${target}/chunks`, { recursive: true })
const texts = new Map(outputFiles.map(({ path, text }) => [relative('.', path), text]))
const joined = await joinChunks(texts, metafile.outputs, 'src/cli/start.ts')
for (const [path, text] of texts) writeFileSync(path, joined.stubs.get(path) ?? (await asCommonJs(text)))
writeFileSync(joined.path, await asCommonJs(joined.text))
writeFileSync(`${target}/package.json`, '{"type":"commonjs"}\n')
chmodSync(`${target}/main.js`, 0o755)
mkdirSync(`${target}/geo`, { recursive: true })
cpSync('src/store/geo', `${target}/geo`, { recursive: true })
await compileFixtures(`${target}/fixtures`)
cpSync('src/console/assets', `${target}/console`, { recursive: true })
cpSync('scenarios', `${target}/scenarios`, { recursive: true, filter: (path) => !path.endsWith('.md') })
await compileLibrary(target)
writeLicences(metafile)
putInPlace()

/** esbuild splits ES modules only, and Node 20 starts CommonJS sooner: so each chunk is turned into CommonJS afterwards. */
async function asCommonJs(text) {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    supported: { 'dynamic-import': false },
    minifySyntax: true,
    minifyWhitespace: true,
    banner: text.includes('__moduleUrl') ? "const __moduleUrl=require('node:url').pathToFileURL(__filename).href;" : '',
  })
  return code
}

function putInPlace() {
  const old = `dist.old-${process.pid}`
  if (existsSync('dist')) renameSync('dist', old)
  renameSync(target, 'dist')
  rmSync(old, { recursive: true, force: true })
}

/** The licences of everything that went into the bundle, and of the data beside it. */
function writeLicences({ inputs }) {
  const bundled = Object.keys(inputs).flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
  const names = new Set([...bundled, ...SHIPPED_AS_DATA])
  const parts = [...names].sort().map((name) => {
    const { version: its, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))
    return `${name} ${its} (${license})\n\n${licenceText(name)}`
  })
  writeFileSync(`${target}/THIRD-PARTY-LICENSES.txt`, parts.join(`\n${'-'.repeat(80)}\n`))
}

function licenceText(name) {
  for (const file of ['LICENSE', 'LICENSE.md', 'license', 'LICENSE.txt', 'license.md']) {
    try {
      return readFileSync(`node_modules/${name}/${file}`, 'utf8')
    } catch {}
  }
  throw new Error(`node_modules/${name} has no licence file that this script knows: add its name to licenceText`)
}

/** True when nothing that goes into the build is newer than the build. */
function isFresh() {
  if (!existsSync('dist/THIRD-PARTY-LICENSES.txt')) return false
  const built = statSync('dist/THIRD-PARTY-LICENSES.txt').mtimeMs
  return ['src', 'fixtures', 'scenarios', 'scripts', 'package.json', 'package-lock.json'].every((path) => newest(path) < built)
}

function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}
