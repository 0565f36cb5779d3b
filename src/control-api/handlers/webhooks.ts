import { isoInstant } from '../../base/instant.ts'
import { detailRequestOf } from '../../booking-contract/webhook-details.ts'
import type { BodyOf, QueryOf } from '../../control-contract/operation.ts'
import {
  createWebhook,
  deleteWebhooks,
  listDeliveries,
  listWebhooks,
  redeliver,
  streamDeliveries,
} from '../../control-contract/webhooks.ts'
import { credentialProblems, maskedUrl, type Webhook } from '../../domain/event/webhook.ts'
import { eventStream, reply } from '../../pipeline/reply.ts'
import { VERSION } from '../../version.ts'
import type { Delivery } from '../../webhooks/delivery.ts'
import type { Sandbox } from '../../world/world.ts'
import { requiresToken } from '../access.ts'
import type { ControlRules, HandlerDependencies, OnControl } from '../app.ts'
import { badRequest, ControlRefusal } from '../control-refusal.ts'
import { faultTest, hasWords, statusTest } from './journal-filter.ts'
import { limited, recordEvents } from './record-stream.ts'

/** Each change is sent to every webhook, so many of them hold the server up. */
const MAX_WEBHOOKS = 100

export function controlWebhooks(on: OnControl, { rules }: HandlerDependencies): void {
  on(listWebhooks, (_, { sandbox }) => sandbox.store.db.webhooks.all().map(shownHook))
  on(createWebhook, ({ body }, { sandbox: { store } }) => {
    if (store.db.webhooks.size >= MAX_WEBHOOKS)
      throw new ControlRefusal(
        409,
        `there are ${MAX_WEBHOOKS} webhooks already; remove one with DELETE /_understay/webhooks?id=ID`,
      )
    const wanted = hookOf(body)
    requireTargets([wanted], rules)
    if (wanted.managerId !== 0 && !store.db.users.has(wanted.managerId))
      throw badRequest(`manager: there is no user ${wanted.managerId}`)
    const hook = store.change((db) => db.webhooks.put({ id: db.nextId('webhooks'), ...wanted }))
    return reply(shownHook(hook), { status: 201 })
  })
  on(deleteWebhooks, ({ query: { id } }, { sandbox: { store } }) => {
    const found = store.db.webhooks.all().filter((hook) => id === undefined || hook.id === id)
    if (id !== undefined && found.length === 0)
      throw new ControlRefusal(404, `there is no webhook ${id}; GET /_understay/webhooks lists them`)
    store.change((db) => {
      for (const hook of found) db.webhooks.remove(hook.id)
    })
    return { removed: found.length }
  })
  on(listDeliveries, async ({ query }, { sandbox: { webhooks, name } }) => {
    const { since, limit, format } = query
    const { removed, totals } = webhooks.deliveries
    const kept = webhooks.deliveries.list()
    const fitting = kept.filter(matching(query))
    const found = limited(fitting, since, limit)
    if (format !== 'har')
      return {
        removed,
        dropped: totals.dropped,
        waiting: kept.filter(({ state }) => state === 'waiting').length,
        kept: kept.length,
        matching: fitting.length,
        deliveries: found.map(shownDelivery),
      }
    const { harOfDeliveries } = await import('../../webhooks/har.ts')
    return reply(JSON.stringify(harOfDeliveries(found, VERSION)), {
      type: 'application/json',
      headers: { 'Content-Disposition': `attachment; filename="understay-${name}-webhooks.har"` },
    })
  })
  on(streamDeliveries, ({ query, headers }, { sandbox: { webhooks }, request }) => {
    const matches = matching(query)
    const events = recordEvents(webhooks.deliveries.ended, {
      what: 'deliveries',
      since: headers['Last-Event-ID'],
      matches: ({ delivery }) => matches(delivery),
      shown: ({ delivery }) => shownDelivery(delivery),
      signal: request.signal(),
    })
    return eventStream(events)
  })
  on(redeliver, ({ id }, { sandbox: { webhooks } }) => {
    const again = /^[1-9]\d{0,14}$/.test(id) ? webhooks.redeliver(Number(id)) : undefined
    if (!again) throw new ControlRefusal(404, `there is no delivery ${id} that can be sent again, or its hook is gone`)
    return reply(shownDelivery(again), { status: 202 })
  })
}

/**
 * Requires that webhooks point to allowed hosts.
 *
 * @throws ControlRefusal 400
 */
export function requireTargets(hooks: readonly Pick<Webhook, 'url'>[], rules: ControlRules): void {
  const hosts = rules.webhookHosts ?? (rules.open && !requiresToken(rules) ? [] : undefined)
  for (const { url } of hooks) {
    const problem = targetProblem(url, hosts)
    if (problem !== undefined) throw badRequest(`url: ${problem}`)
  }
}

/** Why a hook that is added at run time may not point to an address; undefined when it may. Undefined hosts allow all. */
function targetProblem(text: string, hosts: readonly string[] | undefined): string | undefined {
  if (!URL.canParse(text)) return `"${text}" is not an address such as http://127.0.0.1:8080/hook`
  const { protocol, hostname, host } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return `"${text}" is neither http nor https`
  if (hosts === undefined || hosts.includes(hostname) || hosts.includes(host)) return undefined
  if (hosts.length === 0)
    return 'this server is open to the network without a control token: it takes no hooks; start it with --control-token or --webhook-hosts'
  return `hooks may point to ${hosts.join(', ')} only, not to ${host}: see --webhook-hosts`
}

function hookOf(sent: BodyOf<typeof createWebhook>): Omit<Webhook, 'id'> {
  const { url, auth = 'none', username = '', password = '', manager = 'all', enabled = true } = sent
  for (const [field, problem] of credentialProblems({ auth, username, password })) throw badRequest(`${field}: ${problem}`)
  return { url, auth, username, password, managerId: manager === 'all' ? 0 : manager, enabled }
}

/** The test that deliveries must pass. @throws ControlRefusal 400 for an invalid status or fault */
function matching({ id, hook, task, state, property, ...words }: QueryOf<typeof streamDeliveries>): (one: Delivery) => boolean {
  const statuses = words.status?.split(',').map(statusTest)
  const faults = words.fault?.split(',').map(faultTest)
  const text = words.text?.toLowerCase()
  return (one) =>
    (id === undefined || one.id === id) &&
    (hook === undefined || one.hook === hook) &&
    (property === undefined || one.property === property) &&
    (task === undefined || one.task === task) &&
    (state === undefined || one.state === state) &&
    (statuses === undefined || statuses.some((fits) => fits(one.status ?? 0))) &&
    (faults === undefined || faults.some((fits) => one.fault !== undefined && fits(one.fault))) &&
    (text === undefined || hasWords(text, [one.url, one.body], [one.error, one.task]))
}

const shownHook = ({ id, url, auth, username, managerId, enabled }: Webhook) => ({
  id,
  url: maskedUrl(url),
  auth,
  username,
  manager: managerId === 0 ? ('all' as const) : managerId,
  enabled,
})

function shownDelivery(delivery: Delivery) {
  const { id, hook, url, task, property, at, state, status, ms, error, fault, repeats, attempt, raisedBy, request, body } =
    delivery
  return {
    id,
    hook,
    url,
    task,
    property: property ?? null,
    at: isoInstant(at),
    state,
    status: status ?? null,
    ms: ms ?? null,
    error: error ?? null,
    fault: fault ?? null,
    repeats: repeats ?? null,
    attempt,
    raised_by: raisedBy ?? null,
    details: detailRequestOf(task, membersOf(body)) ?? null,
    request: request ?? null,
    body,
  }
}

function membersOf(body: string): Readonly<Record<string, unknown>> {
  const { data }: { readonly data: Readonly<Record<string, unknown>> } = JSON.parse(body)
  return data
}

/** The webhooks that the sandbox does not have yet; existing ones have been checked before. */
export function newHooks(hooks: readonly Pick<Webhook, 'url'>[], { store }: Sandbox): readonly Pick<Webhook, 'url'>[] {
  const known = new Set(store.db.webhooks.all().flatMap(({ url }) => [url, maskedUrl(url)]))
  return hooks.filter(({ url }) => !known.has(url))
}
