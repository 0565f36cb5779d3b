/** All sandboxes: search, sort, create, remove; and the list inside the switcher. */

import { html } from 'hono/html'
import { parseInstant } from '../base/instant.ts'
import { listSandboxes } from '../control-contract/sandboxes.ts'
import { listEndpoints } from '../control-contract/server.ts'
import { sandboxItem } from './header.ts'
import { pathsOf, type SandboxLink } from './links.ts'
import { CURRENT, dateTime, emptyState, type Html, offsetIn, pageLinks } from './markup.ts'
import type { PageContext, TabContent } from './page.ts'
import { verdictBadge } from './report-parts.ts'

const WITH_VERDICTS = { query: { verdicts: true } }
const VERDICTS = ['failed', 'inconclusive', 'passed', 'no calls']
const SORTS = {
  name: { label: 'Name', order: 'ascending', value: ({ name }: SandboxLink) => name },
  verdict: { label: 'Verdict', order: 'ascending', value: ({ verdict }: SandboxLink) => VERDICTS.indexOf(verdict ?? 'no calls') },
  calls: { label: 'Calls', order: 'descending', value: ({ calls }: SandboxLink) => -(calls ?? -1) },
  called: { label: 'Last call', order: 'descending', value: ({ called_at: at }: SandboxLink) => -(parseInstant(at ?? '') ?? 0) },
  changed: { label: 'Changed rows', order: 'descending', value: ({ changed_rows: rows }: SandboxLink) => -(rows ?? -1) },
} as const
type Sort = keyof typeof SORTS

/** Numbers by value, also inside names: s2 before s10. */
const compared = (a: number | string, b: number | string): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true })

const isSort = (text: string): text is Sort => Object.hasOwn(SORTS, text)

const PER_PAGE = 100

export async function sandboxesTab({ control, base, query }: PageContext): Promise<TabContent> {
  const search = query.get('search') ?? ''
  const asked = query.get('sort') ?? ''
  const sort = isSort(asked) ? asked : 'name'
  // verdicts of all take longest
  const isByVerdict = sort === 'verdict'
  const [listed, about] = await Promise.all([
    control.call(listSandboxes, isByVerdict ? WITH_VERDICTS : {}),
    control.call(listEndpoints),
  ])
  const all = pathsOf(listed)
  const { value, order } = SORTS[sort]
  const matching = all
    .filter(({ name }) => name.includes(search.toLowerCase()))
    .sort((a, b) => compared(value(a), value(b)) || compared(a.name, b.name))
  const offset = Math.min(offsetIn(query), Math.max(0, matching.length - 1))
  const shown = matching.slice(offset, offset + PER_PAGE)
  const address = (to: Sort, first = 0): string =>
    `${base}/console/sandboxes?${new URLSearchParams({ ...(search && { search }), sort: to, ...(first > 0 && { offset: String(first) }) })}`
  const head = (name: Sort): Html =>
    html`<th scope="col"${sort === name && html` aria-sort="${order}"`}><a href="${address(name)}">${SORTS[name].label}</a></th>`
  return {
    title: 'Sandboxes',
    ...(!isByVerdict && { parts: { sandboxes: 'true', names: shown.map(({ name }) => name).join() } }),
    body: html`<div class="page-head"><h2>Sandboxes</h2>
<form method="get" action="${base}/console/sandboxes" role="search" class="filter"><label class="visually-hidden" for="search">Search the sandboxes</label><input type="search" id="search" name="search" value="${search}" placeholder="Name" autocomplete="off"><input type="hidden" name="sort" value="${sort}"></form>
<p>${matching.length === all.length ? all.length : `${matching.length} of ${all.length}`}</p>
<form class="actions script-only" data-call="POST sandboxes"><label for="sandbox-name">New</label><input id="sandbox-name" name="name" size="12" placeholder="next free name" pattern="[a-z0-9][a-z0-9\\-]*" title="Lower-case letters, digits and hyphens" autocomplete="off"><button>Create</button></form></div>
${matching.length === 0 && emptyState('No sandbox has such a name.', 'A sandbox is created by its first call, or by the button above.')}
<div class="scroll" tabindex="0" role="region" aria-label="Sandboxes"><table><thead><tr>${head('name')}${head('verdict')}${head('calls')}${head('called')}${head('changed')}<th scope="col">base_url</th><th scope="col"><span class="visually-hidden">Actions</span></th></tr></thead>
<tbody>${shown.map((sandbox) => row(sandbox, about.sandbox))}</tbody></table></div>
${pageLinks(offset, PER_PAGE, matching.length, (first) => address(sort, first))}`,
  }
}

function row(sandbox: SandboxLink, here: string): Html {
  const { name, console, url, calls, called_at: called, changed_rows: changed } = sandbox
  return html`<tr id="row-of-${name}"><th scope="row"><a href="${console}"${name === here && CURRENT}>${name}</a></th>
<td>${verdictBadge(sandbox)}</td><td class="number">${calls ?? ''}</td>
<td>${called && html`<time datetime="${called}">${dateTime(called)}</time>`}</td><td class="number">${changed ?? ''}</td><td><code>${url}</code></td>
<td>${name !== here && html`<form class="script-only inline" data-call="DELETE sandboxes" data-confirm="Remove the sandbox ${name} with everything in it?"><input type="hidden" name="name" value="${name}"><button class="small" aria-label="Remove ${name}">Remove</button></form>`}</td></tr>`
}

const MAX_IN_MENU = 12

/** The most interesting sandboxes for the switcher: this one, then those that fail. */
export async function sandboxListTab({ control }: PageContext): Promise<TabContent> {
  const [listed, about] = await Promise.all([control.call(listSandboxes, WITH_VERDICTS), control.call(listEndpoints)])
  const others = pathsOf(listed).filter(({ name }) => name !== about.sandbox)
  const here = pathsOf(listed).filter(({ name }) => name === about.sandbox)
  const rest = others.sort(
    (a, b) =>
      SORTS.verdict.value(a) - SORTS.verdict.value(b) || SORTS.calls.value(a) - SORTS.calls.value(b) || compared(a.name, b.name),
  )
  return {
    title: 'Sandboxes',
    body: html`<div id="fragment"><ul class="plain">${[...here, ...rest].slice(0, MAX_IN_MENU).map((sandbox) => sandboxItem(sandbox, about.sandbox))}</ul></div>`,
  }
}
