/** The tab Webhooks: the hooks, the deliveries, and one delivery in detail. */
import { html } from 'hono/html'
import type { ControlClient } from '../../control-contract/client.ts'
import { readCollection } from '../../control-contract/collections.ts'
import { listEndpoints } from '../../control-contract/server.ts'
import { DELIVERY_STATES, listDeliveries, listWebhooks } from '../../control-contract/webhooks.ts'
import type { HookShown } from '../control-responses.ts'
import { filterProblem, type ListView } from '../filtering.ts'
import type { Html } from '../markup.ts'
import type { PageContext, TabContent } from '../page.ts'
import { deliveryDetail } from './detail.ts'
import { DELIVERIES } from './filter.ts'
import { hookList, type Manager } from './hooks.ts'
import { deliveryList } from './list.ts'

export async function webhooksTab(context: PageContext): Promise<TabContent> {
  const { control, base, query } = context
  const view = DELIVERIES.read(query)
  const [hooks, managers, found] = await Promise.all([
    control.call(listWebhooks),
    managersOf(control),
    control.call(listDeliveries, { query: { ...view.filters, limit: view.limit } }).catch(filterProblem),
  ])
  const deliveries = typeof found === 'string' ? [] : found.deliveries
  const isUsed = hooks.length > 0 || typeof found === 'string' || found.kept > 0
  const known = {
    task: [...new Set(deliveries.map(({ task }) => task))],
    hook: hooks.map(({ id }) => String(id)),
    state: DELIVERY_STATES,
    status: ['2xx', '4xx', '5xx', '404', '500'],
    fault: ['any', ...new Set(deliveries.flatMap(({ fault }) => fault ?? []))],
  }
  return {
    title: view.entry === undefined ? 'Webhooks' : `Delivery ${view.entry}`,
    body: html`<h2 class="visually-hidden">Webhooks</h2>
${hookList(base, hooks, managers)}
${isUsed && DELIVERIES.bar(base, view, known)}
${
  isUsed &&
  (await DELIVERIES.split(base, view, found, {
    list: (page) => deliveryList(base, view, page),
    detail: (entry) => detailOf(context, entry, { view, hooks, ids: deliveries.map(({ id }) => id) }),
  }))
}`,
  }
}

async function managersOf(control: ControlClient): Promise<readonly Manager[]> {
  const ofLevel = (value: string) =>
    control.call(readCollection, { path: { name: 'users' }, query: { field: 'level', value, limit: 1000 } })
  const [supers, managers] = await Promise.all([ofLevel('super'), ofLevel('manager')])
  return [...supers.found, ...managers.found].map(({ id, name, propertyIds }) => ({
    id: Number(id),
    name: String(name),
    properties: Array.isArray(propertyIds) ? propertyIds.map(Number) : [],
  }))
}

interface AroundDelivery {
  readonly view: ListView
  readonly hooks: readonly HookShown[]
  readonly ids: readonly number[]
}

async function detailOf({ control, base }: PageContext, open: number, { view, hooks, ids }: AroundDelivery): Promise<Html> {
  const [{ deliveries: all }, { api_url: apiUrl }] = await Promise.all([
    control.call(listDeliveries),
    control.call(listEndpoints),
  ])
  const delivery = all.find(({ id }) => id === open)
  if (!delivery) return DELIVERIES.gone(base, view, `Delivery #${open} is not kept any more.`)
  const origin = delivery.repeats ?? delivery.id
  return deliveryDetail({
    base,
    view,
    delivery,
    attempts: all.filter(({ id, repeats }) => id === origin || repeats === origin),
    hasHook: hooks.some(({ id }) => id === delivery.hook),
    ids,
    apiUrl,
  })
}
