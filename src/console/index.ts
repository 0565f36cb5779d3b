/** The console: web pages on top of the control API. Works without JavaScript, except for buttons and live updates. */

import { getOrInsert } from '../base/get-or-insert.ts'
import { ControlClient, ControlError, errorOf, type SendControl } from '../control-contract/client.ts'
import { readClock } from '../control-contract/clock.ts'
import { readReport } from '../control-contract/report.ts'
import { listSandboxes } from '../control-contract/sandboxes.ts'
import { consoleAsset } from './assets.ts'
import { calendarTab } from './calendar.ts'
import { callsTab } from './calls/page.ts'
import { choicesTab } from './choices.ts'
import { openapiPage } from './docs/openapi.ts'
import { docsTab, documentPage } from './docs/page.ts'
import { pathsOf } from './links.ts'
import { decodedPart } from './markup.ts'
import {
  notFound,
  otherSandboxesPage,
  type PageContext,
  pageResponse,
  refusedPage,
  type TabContent,
  type TabPath,
  tabPage,
} from './page.ts'
import { reportParts } from './report-parts.ts'
import { rulesTab } from './rules.ts'
import { sandboxesTab, sandboxListTab } from './sandboxes.ts'
import { scenarioListTab, scenarioTab } from './scenario.ts'
import { sessionsTab } from './sessions.ts'
import { collectionPage } from './tables/collection.ts'
import { dataTab } from './tables/page.ts'
import { snapshotPage } from './tables/snapshot.ts'
import { webhooksTab } from './webhooks/page.ts'

interface ConsoleRequest {
  /** Path of the control API of the sandbox. */
  readonly base: string
  /** Path below the base. */
  readonly path: string
  readonly query: string
  readonly send: SendControl
}

type MakeTab = (context: PageContext) => Promise<TabContent>
type Tab = readonly [active: TabPath, make: MakeTab]

const TAB_BY_PATH: Readonly<Record<string, Tab>> = {
  '': ['', callsTab],
  console: ['', callsTab],
  'console/': ['', callsTab],
  'console/calendar': ['console/calendar', calendarTab],
  'console/sessions': ['console/sessions', sessionsTab],
  'console/scenario': ['console/scenario', scenarioTab],
  'console/scenario-list': ['console/scenario', scenarioListTab],
  'console/rules': ['console/rules', rulesTab],
  'console/webhooks': ['console/webhooks', webhooksTab],
  'console/data': ['console/data', dataTab],
  'console/choices': ['console/data', choicesTab],
  'console/sandboxes': ['console/data', sandboxesTab],
  'console/sandbox-list': ['console/data', sandboxListTab],
  docs: ['docs/', docsTab],
  'docs/': ['docs/', docsTab],
}

/** Pages whose address ends with a name. */
const TABS_WITH_NAME: readonly (readonly [
  prefix: string,
  active: TabPath,
  make: (context: PageContext, name: string) => Promise<TabContent>,
])[] = [
  ['console/data/', 'console/data', collectionPage],
  ['console/snapshots/', 'console/data', snapshotPage],
  ['docs/', 'docs/', documentPage],
]

const ASSET_PATH = 'console/assets/'

/** Answers a request for which `isConsolePath` is true. */
export async function consoleResponse({ base, path, query, send }: ConsoleRequest): Promise<Response> {
  const below = path.replace(/^\//, '')
  if (below.startsWith(ASSET_PATH)) return assetResponse(below.slice(ASSET_PATH.length))
  // The control API checks access; its refusal of this first request is the response.
  const once = sentOnce(send)
  const access = await once({ method: 'GET', path: readClock.path })
  const context = { control: new ControlClient(once), base, path: below, query: new URLSearchParams(query) }
  if (access.status === 403) return (await otherSandboxes(context, access)) ?? access
  if ([401, 429].includes(access.status)) return refusedPage(base, access.status, errorOf(await access.text(), access.status))
  if (!access.ok) return access
  try {
    return await pageAt(context)
  } catch (error) {
    if (!(error instanceof ControlError)) throw error
    return refusedPage(base, error.status, error.message)
  }
}

/** Sends a read once that several parts of a page need. */
function sentOnce(send: SendControl): SendControl {
  const answers = new Map<string, Promise<Response>>()
  return async (request) => {
    if (request.method !== 'GET') return send(request)
    return (await getOrInsert(answers, request.path, () => send(request))).clone()
  }
}

async function pageAt(context: PageContext): Promise<Response> {
  const { base, path: below } = context
  if (below === 'docs/openapi') return openapiPage(context)
  if (below === 'console/report-parts') return reportPartsPage(context)
  const [active, make]: Tab = tabAt(below) ?? ['', async () => notFound(base, `There is no page ${below.slice(0, 100)}.`)]
  return tabPage(context, active, make(context))
}

async function reportPartsPage({ control, base, query }: PageContext): Promise<Response> {
  const report = await control.call(readReport)
  const names = query.get('names') ?? undefined
  const sandboxes = query.get('sandboxes') ? await control.call(listSandboxes, { query: { verdicts: true, names } }) : []
  const body = reportParts(base, report, Number(query.get('entry')), sandboxes)
  return pageResponse(200, base, { title: 'Report', body })
}

/** A page with the sandboxes of the token, when it is not for this one; undefined when it is for none. */
async function otherSandboxes({ control, base }: PageContext, refused: Response): Promise<Response | undefined> {
  const listed = await control.call(listSandboxes).catch(() => undefined)
  return listed && otherSandboxesPage(base, errorOf(await refused.clone().text(), 403), pathsOf(listed))
}

function tabAt(path: string): Tab | undefined {
  if (Object.hasOwn(TAB_BY_PATH, path)) return TAB_BY_PATH[path]
  const named = TABS_WITH_NAME.find(([prefix]) => path.startsWith(prefix))
  if (!named) return undefined
  const [prefix, active, make] = named
  const name = decodedPart(path.slice(prefix.length))
  return name === undefined ? undefined : [active, (context) => make(context, name)]
}

function assetResponse(name: string): Response {
  const asset = consoleAsset(name)
  if (!asset) return Response.json({ error: `there is no file ${name.slice(0, 100)} of the console` }, { status: 404 })
  return new Response(asset.text, {
    headers: { 'Content-Type': asset.type, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' },
  })
}
