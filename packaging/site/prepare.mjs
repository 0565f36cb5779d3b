/**
 * Copies the documents into `.pages/` as VitePress reads them: README files become index pages, and links that leave the documents
 * lead to the repository. A link to a file that does not exist is an error here; one to a page that does not exist, in VitePress.
 *
 * @module
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startUnderstay } from '../../dist/index.mjs'
import { llmsFull, llmsIndex } from '../../scripts/llms.mjs'

const SITE = fileURLToPath(new URL('.', import.meta.url))
const ROOT = join(SITE, '../..')
const PAGES = join(SITE, '.pages')
const SWAGGER = join(SITE, 'node_modules/swagger-ui-dist')
const { repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const SOURCE = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/main`

/** Pages beside docs/. */
const OTHERS = { 'README.md': 'index.md', 'CHANGELOG.md': 'changelog.md', '.github/SECURITY.md': 'security.md' }

const documents = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => posix.join('docs', path.replaceAll('\\', '/')))
const places = new Map([...documents.map((path) => [path, placeOf(path)]), ...Object.entries(OTHERS)])

rmSync(PAGES, { recursive: true, force: true })
cpSync(join(SITE, '.vitepress'), join(PAGES, '.vitepress'), { recursive: true })
for (const [path, place] of places) {
  if (!existsSync(join(ROOT, path))) continue
  mkdirSync(dirname(join(PAGES, place)), { recursive: true })
  writeFileSync(join(PAGES, place), pageOf(path, readFileSync(join(ROOT, path), 'utf8')))
}
cpSync(join(ROOT, 'docs/pictures'), join(PAGES, 'pictures'), { recursive: true })
await writeViewer()
const base = process.env.SITE_BASE ?? '/'
writeFileSync(
  join(PAGES, 'public/llms.txt'),
  llmsIndex(ROOT, (path) => `${base}${places.get(path).replace(/(?:index)?\.md$/, (end) => (end === '.md' ? '.html' : ''))}`),
)
writeFileSync(join(PAGES, 'public/llms-full.txt'), llmsFull(ROOT))

/** Where a document goes. */
function placeOf(path) {
  if (path === 'docs/README.md') return 'documents.md'
  return path.replace(/^docs\//, '').replace(/README\.md$/, 'index.md')
}

/** A page with links for its new place, and the plain names of languages behind its fences. */
function pageOf(path, text) {
  let fence
  const lines = text.split('\n').map((line) => {
    const mark = /^\s*(`{3,}|~{3,})(\w*)/.exec(line)
    if (mark && (fence === undefined || line.trim() === fence)) {
      fence = fence === undefined ? mark[1] : undefined
      return fence === undefined ? line : line.slice(0, mark[0].length)
    }
    return fence === undefined ? linksOf(path, line) : line
  })
  return lines.join('\n')
}

function linksOf(path, line) {
  return line.replace(/(`[^`]*`)|\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)/g, (whole, code, target, anchor = '') =>
    code === undefined ? `](${addressOf(path, target)}${anchor})` : whole,
  )
}

function addressOf(path, target) {
  const file = posix.join(posix.dirname(path), target)
  const here = places.get(path)
  const place = places.get(file) ?? places.get(posix.join(file, 'README.md'))
  if (place) return `./${posix.relative(posix.dirname(here), place)}`.replace('./..', '..')
  if (!existsSync(join(ROOT, file))) throw new Error(`${path}: ${target} does not exist`)
  if (file.startsWith('docs/pictures/')) return `./${posix.relative(posix.dirname(here), file.replace(/^docs\//, ''))}`
  return `${SOURCE}/${file}`
}

/** Both OpenAPI documents, and a viewer for each. */
async function writeViewer() {
  const open = join(PAGES, 'public/openapi')
  mkdirSync(open, { recursive: true })
  for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE']) cpSync(join(SWAGGER, file), join(open, file))
  const understay = await startUnderstay({ listen: false })
  for (const [name, document] of [
    ['service', 'openapi.json'],
    ['control', 'control-openapi.json'],
  ]) {
    const answer = await understay.fetch(`/_understay/${document}`)
    if (!answer.ok) throw new Error(`/_understay/${document}: HTTP ${answer.status}`)
    writeFileSync(join(open, `${name}.json`), await answer.text())
    writeFileSync(join(open, `${name}.html`), viewerOf(name))
  }
  await understay.close()
  writeFileSync(
    join(PAGES, 'openapi.md'),
    `# OpenAPI\n\n- <a href="./openapi/service.html" target="_self">The service interface</a> ([document](./openapi/service.json){target="_self"})\n- <a href="./openapi/control.html" target="_self">The control API</a> ([document](./openapi/control.json){target="_self"})\n`,
  )
}

function viewerOf(name) {
  return `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Understay: OpenAPI</title><link rel="stylesheet" href="swagger-ui.css"></head>
  <body>
    <div id="viewer"></div>
    <script src="swagger-ui-bundle.js"></script>
    <script>SwaggerUIBundle({ url: '${name}.json', dom_id: '#viewer', docExpansion: 'list', supportedSubmitMethods: [] })</script>
  </body>
</html>
`
}

console.log(`${places.size} pages in ${relative(ROOT, PAGES)}`)
