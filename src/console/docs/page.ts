/** The tab Docs: the documents with search, and the OpenAPI documents in a viewer. */
import { html } from 'hono/html'
import { countText } from '../../base/count-text.ts'
import { emptyState, type Html, type Value } from '../markup.ts'
import { notFound, type PageContext, type TabContent } from '../page.ts'
import { playButton } from '../scenario.ts'
import { type DocumentFile, documentFiles } from './files.ts'
import { renderedDocument } from './render.ts'
import { searchDocuments, wordsOf } from './search.ts'

/** The documents by subject, in the order of the list. */
const GROUPS: readonly (readonly [title: string, holds: (path: string) => boolean])[] = [
  ['Guides', (path) => !path.includes('/') && path !== 'README.md'],
  ['Recipes', (path) => path.startsWith('recipes/')],
  ['Scenarios', (path) => path.startsWith('scenarios/')],
]

/** The list of documents, or the results of a search. */
export async function docsTab({ base, query }: PageContext): Promise<TabContent> {
  const words = query.get('q') ?? ''
  return {
    title: 'Docs',
    styles: ['docs.css'],
    body: html`<div class="page-head"><h2>Documents</h2>${searchForm(base, words)}<p class="exports"><a href="${base}/docs/openapi">OpenAPI of the service</a> <a href="${base}/docs/openapi?api=control">OpenAPI of the control API</a></p></div>
${words.trim() === '' ? list(base) : results(base, words)}`,
  }
}

export async function documentPage({ base }: PageContext, path: string): Promise<TabContent> {
  const file = documentFiles().get(path.endsWith('/') ? `${path}README.md` : path)
  if (!file) return notFound(base, 'There is no such document.')
  const scenario = /^scenarios\/([a-z0-9-]+)\.md$/.exec(file.path)?.[1]
  return {
    title: file.title,
    styles: ['docs.css'],
    body: html`<div class="page-head"><a href="${base}/docs/">All documents</a>${searchForm(base, '')}${scenario !== undefined && html`<span class="buttons">${playButton(scenario)} <a href="${base}/console/scenario?show=${scenario}#editor-title">Edit a copy</a></span>`}</div>
<article class="document">${renderedDocument(file, base)}</article>`,
  }
}

const searchForm = (base: string, words: string): Html =>
  html`<form method="get" action="${base}/docs/" role="search" class="filter"><label class="visually-hidden" for="docs-search">Search the documents</label><input type="search" id="docs-search" name="q" value="${words}" placeholder="Search the documents" autocomplete="off"></form>`

/** The order of documents: the start first, the changelog last, overviews before their parts. */
const rank = ({ path }: DocumentFile): number =>
  path === 'changelog.md' ? 2 : path === 'start.md' || path.endsWith('README.md') ? 0 : 1

function list(base: string): Html {
  const files = [...documentFiles().values()].sort((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path))
  if (files.length === 0) return emptyState('The documents are missing from this installation.', 'Install the program again.')
  return html`<div class="columns">${GROUPS.map(([title, holds]) =>
    group(
      base,
      title,
      files.filter(({ path }) => holds(path)),
    ),
  )}</div>`
}

const group = (base: string, title: string, files: readonly DocumentFile[]): Html =>
  html`<section class="card" aria-labelledby="docs-${title.toLowerCase()}"><h3 id="docs-${title.toLowerCase()}">${title}</h3><ul class="plain">${files.map(({ path, title: name }) => html`<li><a href="${base}/docs/${path}">${path === 'start.md' ? 'Start' : name}</a></li>`)}</ul></section>`

/** Maximum number of results that are shown. */
const MAX_RESULTS = 40

function results(base: string, words: string): Html {
  const found = searchDocuments(words)
  if (found.length === 0)
    return emptyState(
      `Nothing found for "${words.slice(0, 60)}".`,
      html`Try fewer words, or look through <a href="${base}/docs/">all documents</a>.`,
    )
  const more = found.length > MAX_RESULTS && `; these are the best ${MAX_RESULTS}`
  return html`<p>${countText(found.length, 'section')}${more}</p>
<ol class="plain results">${found.slice(0, MAX_RESULTS).map(({ address, document, heading, excerpt }) => html`<li><a href="${base}/docs/${address}">${withMarks(heading, words)}</a> <small>${document}</small><br>${withMarks(excerpt, words)}</li>`)}</ol>`
}

function withMarks(text: string, words: string): Value {
  const sorted = wordsOf(words).toSorted((a, b) => b.length - a.length)
  const parts = text.split(new RegExp(`(${sorted.map((word) => word.replace(/[^\w\s]/g, '\\$&')).join('|')})`, 'i'))
  return parts.map((part, index) => (index % 2 === 1 ? html`<mark>${part}</mark>` : part))
}
