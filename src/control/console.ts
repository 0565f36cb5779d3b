/**
 * The console page: one sandbox at a glance, for people. Everything in it is what other endpoints answer as JSON.
 *
 * @module
 */
import { HTTPException } from 'hono/http-exception'
import type { ConsoleFacts, ConsolePlace, JournalShown } from '../console/facts.ts'
import type { Service } from '../http/service.ts'
import { runText } from '../sim/clock.ts'
import { VERSION } from '../version.ts'
import { DEFAULT_SANDBOX, type Sandbox, type World } from '../world.ts'
import { shownClient } from './credentials.ts'
import type { ControlApp, ControlEnv } from './index.ts'
import { filterOf, readLimit, readSince } from './journal-filter.ts'
import { reportOn } from './report.ts'
import { useOf } from './sandboxes.ts'

const ASSETS = [
  ['console.css', 'text/css; charset=utf-8'],
  ['console.js', 'text/javascript; charset=utf-8'],
] as const

/** Paths of what a page is made of; they hold nothing of a sandbox. */
export const CONSOLE_PARTS: readonly string[] = ASSETS.map(([name]) => `/${name}`)

export function controlConsole(app: ControlApp): void {
  for (const [name, type] of ASSETS)
    app.get(`/${name}`, async (c) => {
      const { consoleAsset } = await import('../console/assets.ts')
      const headers = { 'Content-Type': type, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' }
      return c.body(consoleAsset(name), 200, headers)
    })
}

/** True when a client asks for a page by name, and for nothing of an API before it; whoever takes anything gets JSON. */
export function asksForPage({ headers, method }: Request): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const weights = new Map<string, number>()
  for (const part of (headers.get('accept') ?? '').toLowerCase().split(',')) {
    const [type = '', ...params] = part.split(';').map((word) => word.trim())
    const weight = params.find((param) => param.startsWith('q='))?.slice(2)
    weights.set(type, weight === undefined ? 1 : Number(weight) || 0)
  }
  const page = weights.get('text/html') ?? 0
  return page > 0 && page >= (weights.get('application/json') ?? 0)
}

/** What is answered to a browser without the control token. */
export async function lockedConsole(root: string, origin: string): Promise<Response> {
  const { lockedPage } = await import('../console/page.ts')
  return lockedPage(`${pathOf(origin)}${root}/_understay`)
}

/** The page of a sandbox as it stands, its journal filtered by the query. */
export async function consoleOf(env: ControlEnv['Bindings'], query: URLSearchParams, service: Service): Promise<Response> {
  const { consolePage } = await import('../console/page.ts')
  return consolePage(await factsOf(env.sandbox(), env.origin, query, service))
}

async function factsOf(sandbox: Sandbox, origin: string, query: URLSearchParams, service: Service): Promise<ConsoleFacts> {
  const { bundledScenarios } = await import('../play/load.ts')
  const { name, world, choices, tokenLifetime, clock, play, store } = sandbox
  const { state } = clock
  const now = clock.now()
  return {
    version: VERSION,
    place: placeOf(world, name, origin),
    sandbox: name,
    product: world.product.word,
    choices,
    seed: store.seed,
    data: world.options.data,
    tokenLifetime,
    clock: { at: now, speed: state.speed, run: runText(state.speed) },
    sandboxes: world
      .names()
      .map((other) => ({ name: other, console: `${placeOf(world, other, origin).base}/`, ...useOf(world, other) })),
    credentials: store.db.clients.all().map((client) => shownClient(sandbox, client)),
    report: await reportOn(sandbox, service),
    spent: new Set(play.faults(now).flatMap(({ id, spent }) => (spent ? [id] : []))),
    scenarios: bundledScenarios().map((scenario) => scenario.name),
    journal: journalOf(sandbox, query, service),
  }
}

function placeOf({ product }: World, name: string, origin: string): ConsolePlace {
  const root = name === DEFAULT_SANDBOX ? '' : `/@${name}`
  const url = `${origin}${root}`
  return { base: `${pathOf(origin)}${root}/_understay`, url, apiUrl: `${url}${product.apiPath}` }
}

/** What stands behind scheme and host: nothing, unless the server is published below a path. */
const pathOf = (origin: string): string => origin.replace(/^[a-z]+:\/\/[^/]*/i, '')

const FILTERS = ['operation', 'client', 'session', 'status', 'method', 'property', 'fault'] as const
const USUAL_LIMIT = 50

/** The entries that a query of the page asks for, newest first. What cannot be read in it is said on the page. */
function journalOf({ journal }: Sandbox, query: URLSearchParams, { operations }: Service): JournalShown {
  const kept = journal.entries()
  const { lastId, dropped } = journal
  const ids = operations.map(({ id }) => id)
  // a form without script sends what was left empty
  const filter = Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])))
  const shown = { kept: kept.length, dropped, oldest: kept[0]?.id ?? lastId + 1, lastId, filter, operations: ids }
  try {
    const matches = filterOf(filter, new Set(ids))
    const limit = Math.min(readLimit(query.get('limit') || undefined) ?? USUAL_LIMIT, 1000)
    const since = readSince(query.get('since') || undefined) ?? 0
    const matching = kept.filter(matches)
    // an id from before a restart is ahead of the ids there are: everything is new then
    const fresh = since > lastId ? matching : matching.filter(({ id }) => id > since)
    return { ...shown, entries: fresh.slice(-limit).reverse(), matching: matching.length, limit, problem: undefined }
  } catch (error) {
    if (!(error instanceof HTTPException)) throw error
    return { ...shown, entries: [], matching: 0, limit: USUAL_LIMIT, problem: error.message }
  }
}
