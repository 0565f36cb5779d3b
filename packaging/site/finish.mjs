/**
 * Checks what was built: every page has a file, search has an index, and the viewers have their documents.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DIST = fileURLToPath(new URL('dist', import.meta.url))
const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
const pages = files.filter((file) => file.endsWith('.html'))
const missing = ['index.html', 'documents.html', 'openapi.html', 'openapi/service.html', 'openapi/control.json'].filter(
  (file) => !existsSync(join(DIST, file)),
)
if (missing.length > 0) throw new Error(`the site lacks ${missing.join(', ')}`)
if (!files.some((file) => /localSearchIndex/.test(file))) throw new Error('the site lacks its search index')
if (!readFileSync(join(DIST, 'index.html'), 'utf8').includes('Understay')) throw new Error('the first page is empty')
console.log(`${pages.length} pages in packaging/site/dist`)
