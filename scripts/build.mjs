/**
 * Builds what is shipped: one bundle for Node, the library and its types, the bundled worlds as JSON, the bundled scenarios, the tables of countries and regions.
 *
 *   npm run build
 *   npm run build -- --source-maps FOLDER   and the source maps of the bundle, which are not shipped
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
import { dirname, extname, join, relative, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, transform } from 'esbuild'
import { bundleEditor } from './bundle-editor.mjs'
import { describeBundledPackages } from './bundled-packages.mjs'
import { makeCodeCache } from './code-cache/make.mjs'
import { compileFixtures } from './compile-fixtures.mjs'
import { compileLibrary } from './compile-library.mjs'
import { fakerParts } from './faker-parts.mjs'
import { joinChunks } from './join-chunks.mjs'
import { removeLeftBuilds } from './left-builds.mjs'
import { llmsIndex } from './llms.mjs'

/** The replacement of `import.meta.url` in CommonJS. */
const MODULE_URL = "const __moduleUrl=require('node:url').pathToFileURL(__filename).href;"
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

if (process.argv.includes('--if-stale') && isFresh()) process.exit(0)
process.stderr.write('Building dist/ from the source: about 15 seconds, once after each change ...\n')
// Built in another folder and moved at the end, so that a running server never sees an incomplete build.
const target = `dist.new-${process.pid}`
removeLeftBuilds('.')
const mapsFolder = process.argv.includes('--source-maps') ? process.argv[process.argv.indexOf('--source-maps') + 1] : undefined
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
  alias: { 'node:http2': './scripts/no-http2.mjs' },
  ...(mapsFolder && { sourcemap: 'external', sourcesContent: false }),
  define: { UNDERSTAY_VERSION: JSON.stringify(version), 'import.meta.url': '__moduleUrl' },
  plugins: [fakerParts],
})
mkdirSync(`${target}/chunks`, { recursive: true })
const made = new Map(outputFiles.map(({ path, text }) => [relative('.', path), text]))
const scripts = [...made].filter(([path]) => path.endsWith('.js'))
const texts = new Map(scripts.map(([path, text]) => [path, withMap(text, made.get(`${path}.map`))]))
const joined = await joinChunks(texts, metafile.outputs, 'src/cli/start/start.ts')
for (const [path, text] of texts) {
  const stub = joined.stubs.get(path)
  if (stub) writeFileSync(path, stub)
  else await writeAsCommonJs(path, text)
}
// esbuild escapes other characters, except in regular expressions. One of them doubles the memory of the whole text.
const notAscii = /[\u0080-\uffff]/.exec(joined.code)
if (notAscii)
  throw new Error(`the code of the start has the character ${notAscii[0]} in a regular expression: write it as an escape`)
await writeAsCommonJs(joined.codePath, joined.code)
cpSync('scripts/code-cache/load.cjs', joined.path)
writeFileSync(`${target}/package.json`, '{"type":"commonjs"}\n')
chmodSync(`${target}/main.js`, 0o755)
mkdirSync(`${target}/geo`, { recursive: true })
cpSync('src/fixtures/geo', `${target}/geo`, { recursive: true })
await compileFixtures(`${target}/fixtures`)
mkdirSync(`${target}/console`, { recursive: true })
for (const name of readdirSync('src/console/assets')) {
  const source = readFileSync(`src/console/assets/${name}`, 'utf8')
  const { code } = await transform(source, { loader: extname(name).slice(1), minifyWhitespace: true })
  writeFileSync(`${target}/console/${name}`, code)
}
const editorInputs = await copyLibraries(`${target}/console`)
await writeReferencePages()
// Decisions are for those who change the program, and pictures are large.
cpSync('docs', `${target}/docs`, { recursive: true, filter: (path) => !/docs\/(?:pictures|decisions)/.test(path) })
cpSync('README.md', `${target}/docs/start.md`)
cpSync('CHANGELOG.md', `${target}/docs/changelog.md`)
writeFileSync(
  `${target}/llms.txt`,
  llmsIndex('.', (path) => (path === 'README.md' ? 'docs/start.md' : path)),
)
cpSync('scenarios', `${target}/scenarios`, { recursive: true, filter: (path) => !path.endsWith('.md') })
for (const [from, to] of [
  ['scenarios/schema.json', 'scenarios/schema.json'],
  ['fixtures/schema.json', 'fixtures/schema.json'],
  ['packaging/config.schema.json', 'config.schema.json'],
])
  writeFileSync(`${target}/${to}`, JSON.stringify(JSON.parse(readFileSync(from, 'utf8'))))
const worker = await build({
  entryPoints: { worker: 'src/fixtures/worker.ts' },
  outdir: target,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  minify: true,
  legalComments: 'none',
  metafile: true,
  define: { 'import.meta.url': '__moduleUrl' },
  banner: { js: MODULE_URL },
  // only needed for a `generate` block, which a frozen state does not have
  external: ['../simulation/people.ts'],
})
await compileLibrary(target, metafile.outputs[`${target}/index.js`].exports)
describeBundledPackages({ ...metafile.inputs, ...worker.metafile.inputs, ...editorInputs }, target)
putInPlace()
// The cache contains the path of the script for stack traces, so it is made at the final path.
await makeCodeCache('dist/main.js', joined.codePath.replace(target, 'dist'))

/** Writes the pages that follow from the code into docs/, where they are read like the others; they are not in git. */
async function writeReferencePages() {
  const file = resolve(`${target}/reference-pages.mjs`)
  const options = { bundle: true, format: 'esm', platform: 'node', target: 'node20', packages: 'external' }
  await build({ entryPoints: ['scripts/reference-pages.ts'], outfile: file, ...options })
  const { referencePages } = await import(file)
  for (const [page, text] of Object.entries(referencePages()))
    if (!existsSync(`docs/${page}`) || readFileSync(`docs/${page}`, 'utf8') !== text) writeFileSync(`docs/${page}`, text)
  rmSync(file)
}

/** Converts each chunk to CommonJS: esbuild splits only ES modules, and Node 20 loads CommonJS faster. */
async function writeAsCommonJs(path, text) {
  const { code, map } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    supported: { 'dynamic-import': false },
    minify: true,
    banner: text.includes('__moduleUrl') ? MODULE_URL : '',
    ...(mapsFolder && { sourcemap: 'external', sourcesContent: false, sourcefile: path }),
  })
  writeFileSync(path, code)
  if (!mapsFolder) return
  const place = join(mapsFolder, `${relative(target, path)}.map`)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, map)
}

/** The text with an inline source map, which esbuild reads in the next step. */
function withMap(text, map) {
  if (map === undefined) return text
  return `${text}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(map).toString('base64')}`
}

/**
 * The files that pages load and that are not in src/console/assets, under the names in src/console/assets.ts.
 *
 * @returns the source files of the bundled editor
 */
async function copyLibraries(folder) {
  const inputs = await bundleEditor(`${folder}/codemirror.js`)
  writeFileSync(`${folder}/codemirror.js.gz`, gzipSync(readFileSync(`${folder}/codemirror.js`), { level: 9 }))
  rmSync(`${folder}/codemirror.js`)
  writeFileSync(`${folder}/scenario-schema.json.gz`, gzipSync(readFileSync('scenarios/schema.json'), { level: 9 }))
  const { code } = await transform(readFileSync('node_modules/idiomorph/dist/idiomorph.esm.js', 'utf8'), { minify: true })
  writeFileSync(`${folder}/idiomorph.js`, code)
  for (const [from, to] of [
    ['swagger-ui-bundle.js', 'swagger-ui.js.gz'],
    ['swagger-ui.css', 'swagger-ui.css.gz'],
  ])
    writeFileSync(`${folder}/${to}`, gzipSync(readFileSync(`node_modules/swagger-ui-dist/${from}`), { level: 9 }))
  return inputs
}

function putInPlace() {
  const old = `dist.old-${process.pid}`
  if (existsSync('dist')) renameSync('dist', old)
  renameSync(target, 'dist')
  rmSync(old, { recursive: true, force: true })
}

/** True when nothing has changed since the build, and the Node of this process made its code cache. */
function isFresh() {
  if (!existsSync('dist/sbom.cdx.json')) return false
  if (!existsSync('dist/chunks')) return false
  if (!readdirSync('dist/chunks').some((name) => name.endsWith(`${process.version}-${process.arch}.cache`))) return false
  const built = statSync('dist/sbom.cdx.json').mtimeMs
  return [
    'src',
    'docs',
    'README.md',
    'CHANGELOG.md',
    'fixtures',
    'packaging/config.schema.json',
    'scenarios',
    'scripts',
    'package.json',
    'package-lock.json',
  ].every((path) => newest(path) < built)
}

function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}
