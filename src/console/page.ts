/** The frame of every page: header, tabs, style sheet, script and security headers. */
import { html, raw } from 'hono/html'
import { type ControlClient, ControlError } from '../control-contract/client.ts'
import { readClock } from '../control-contract/clock.ts'
import { listSandboxes } from '../control-contract/sandboxes.ts'
import { readScenario } from '../control-contract/scenario.ts'
import { listEndpoints } from '../control-contract/server.ts'
import type { Report } from './control-responses.ts'
import { header } from './header.ts'
import { pathsOf, type SandboxLink } from './links.ts'
import { emptyState, type Html } from './markup.ts'
import { brokenCount, callCount } from './report-parts.ts'

/** The tabs: path and title. */
const TABS = [
  ['', 'Calls'],
  ['console/calendar', 'Calendar'],
  ['console/sessions', 'Sessions'],
  ['console/scenario', 'Scenario'],
  ['console/rules', 'Rules'],
  ['console/webhooks', 'Webhooks'],
  ['console/data', 'Data'],
  ['docs/', 'Docs'],
] as const
export type TabPath = (typeof TABS)[number][0]

export interface PageContext {
  readonly control: ControlClient
  /** Path of the control API of this sandbox: `/@w1/_understay`. Every link begins with it. */
  readonly base: string
  /** Path below the base. */
  readonly path: string
  readonly query: URLSearchParams
}

export interface TabContent {
  readonly title: string
  readonly body: Html
  /** Additional style sheets and scripts. */
  readonly styles?: readonly string[]
  readonly scripts?: readonly string[]
  readonly status?: 200 | 400 | 404
  /** Where the page needs it; the others fetch what they show of it later. */
  readonly report?: Report
  /** What they fetch beside the parts of every page: the name of a call or list. */
  readonly parts?: Readonly<Record<string, string>>
}

/** Allows only resources of this server, so that injected markup cannot load or run anything. */
const SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22%3E%3Crect width=%2216%22 height=%2216%22 rx=%223%22 fill=%22%230b6e6e%22/%3E%3Cpath d=%22M4 4v5a4 4 0 0 0 8 0V4%22 fill=%22none%22 stroke=%22%23fff%22 stroke-width=%222%22/%3E%3C/svg%3E'

export async function tabPage(context: PageContext, active: TabPath, made: Promise<TabContent>): Promise<Response> {
  const content = await made.catch((error: unknown) => refusedParameters(context, error))
  const { control, base } = context
  const [{ sandbox }, clock, { scenario }, listed] = await Promise.all([
    control.call(listEndpoints),
    control.call(readClock),
    control.call(readScenario),
    control.call(listSandboxes),
  ])
  const sandboxes = pathsOf(listed)
  const { title, body, styles, scripts, status = 200, report, parts } = content
  const partsAddress = `${base}/console/report-parts?${new URLSearchParams(parts)}`
  return pageResponse(status, base, {
    title: `${title} · ${sandbox} · Understay`,
    styles,
    scripts,
    body: html`<body data-base="${base}" data-sandbox="${sandbox}" data-tab="${active}"${!report && html` data-parts="${partsAddress}"`}>
<a class="skip" href="#main">Skip to the content</a>
${header({ base, sandbox, sandboxes, clock, scenario, report })}
<nav class="tabs" aria-label="Sections">${TABS.map((tab) => tabLink(base, tab, active, report))}<span id="stream" class="script-only badge plain" role="status" data-keep>connecting</span></nav>
<div id="said" role="status" aria-live="polite" data-keep></div>
<main id="main" tabindex="-1">${body}</main>
<dialog id="confirm" data-keep aria-labelledby="confirm-text"><form method="dialog"><p id="confirm-text"></p><p class="actions"><button value="no">Cancel</button><button value="yes" class="danger">Continue</button></p></form></dialog>
</body>`,
  })
}

function tabLink(base: string, [path, name]: (typeof TABS)[number], active: TabPath, report: Report | undefined): Html {
  const count = name === 'Calls' ? callCount(report) : name === 'Rules' && brokenCount(report)
  return html`<a href="${base}/${path}"${path === active && html` aria-current="page"`}>${name} ${count}</a>`
}

/** The page without the control token: a field for it, and no information on the server. */
function lockedPage(base: string): Promise<Response> {
  return refusalPage(base, {
    status: 401,
    title: 'This server asks for its control token',
    content: html`<form id="unlock" class="actions script-only"><label for="token">Control token</label><input id="token" type="password" required autocomplete="off"><button class="primary">Open the console</button></form>
<p>It is the value of <code>--control-token</code> the server was started with, or the token of your team. This tab keeps it until it is closed, and nothing else does.</p>`,
    afterStatus: html`
<noscript><p>Without script, send it with a command: <code>curl -H 'Authorization: Bearer CONTROL_TOKEN' -H 'Accept: text/html'</code> and this address.</p></noscript>`,
  })
}

/** The page for a token of other sandboxes, with links to them. */
export function otherSandboxesPage(base: string, reason: string, sandboxes: readonly SandboxLink[]): Promise<Response> {
  return refusalPage(base, {
    status: 403,
    title: 'This sandbox is not one of your team',
    content: html`<p>${reason}.</p>
${
  sandboxes.length === 0
    ? html`<p>Your team has no sandbox yet; the first call makes one.</p>`
    : html`<ul class="plain">${sandboxes.map(({ name, console }) => html`<li><a href="${console}">${name}</a></li>`)}</ul>`
}`,
  })
}

/** The page in place of one that the control API refuses. */
export function refusedPage(base: string, status: number, reason: string): Promise<Response> {
  if (status === 401) return lockedPage(base)
  const content = html`<p>${reason}.</p><p>Reload it later, or go to <a href="${base}/">the calls</a>.</p>`
  return refusalPage(base, { status, title: 'This page cannot be shown now', content, locked: 'for now' })
}

interface RefusalPage {
  readonly status: number
  readonly title: string
  readonly content: Html
  /** Markup after the element for messages. */
  readonly afterStatus?: Html
  /** `for now` on a page that the script fetches again. */
  readonly locked?: string
}

/** A page for requests without access. */
function refusalPage(base: string, { status, title, content, afterStatus, locked = '' }: RefusalPage): Promise<Response> {
  return pageResponse(status, base, {
    title: 'Understay',
    body: html`<body data-base="${base}" data-locked="${locked}">
<main id="main" class="locked"><section aria-labelledby="locked-title">
<h1 id="locked-title">${title}</h1>
${content}
<div id="said" role="status" aria-live="polite"></div>${afterStatus ?? ''}
</section></main>
</body>`,
  })
}

/** The content for an unknown address. */
export const notFound = (base: string, what: string): TabContent => ({
  title: 'Not found',
  status: 404,
  body: emptyState(what, html`Go to <a href="${base}/">the calls</a>.`),
})

/** The content for parameters that the control API refuses. @throws any other error */
function refusedParameters({ base, path }: PageContext, error: unknown): TabContent {
  if (!(error instanceof ControlError && error.status === 400)) throw error
  const body = emptyState(error.message, html`<a href="${base}/${path}">Show the page without parameters</a>`)
  return { title: 'Wrong address', status: 400, body }
}

interface Document {
  readonly title: string
  readonly body: Html
  /** Additional style sheets and scripts. */
  readonly styles?: readonly string[] | undefined
  readonly scripts?: readonly string[] | undefined
  /** Scripts that are not modules; loaded first. */
  readonly classic?: readonly string[]
}

/** A page, which has no header and tabs but those in its body. */
export async function pageResponse(status: number, base: string, page: Document): Promise<Response> {
  const { title, body, styles = [], scripts = [], classic } = page
  const assets = `${base}/console/assets`
  const text = await html`${raw('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${raw(ICON)}">
${['console.css', ...styles].map((name) => html`<link rel="stylesheet" href="${assets}/${name}">`)}
${(classic ?? []).map((name) => html`<script defer src="${assets}/${name}"></script>`)}
${[...(classic ? [] : ['console.js']), ...scripts].map((name) => html`<script type="module" src="${assets}/${name}"></script>`)}
</head>
${body}
</html>
`
  return new Response(text.toString(), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': SECURITY_POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Cache-Control': 'no-store',
      Vary: 'Accept, Authorization',
    },
  })
}
