import { text as pathText } from '../api/path-values.ts'
import { Count, Id, InstantText, OneOf, OrNull, Text, Type } from '../api/schema.ts'
import { Har, severalValues } from './journal.ts'
import { Subject } from './operation.ts'
import { Since } from './parts.ts'

export const WEBHOOKS = new Subject('webhooks', 'Webhooks and their deliveries')

const Auth = OneOf(['none', 'basic', 'oauth'], 'The authentication of deliveries')
const Manager = Type.Union([Id, OneOf(['all'])], {
  description: 'The manager whose events are sent, or `all`',
})

export const HookShown = Type.Object({
  id: Id,
  url: { ...Text, description: 'Without credentials; values of the query are masked' },
  auth: Auth,
  username: Type.String({ description: 'The user name of `basic`, the client id of `oauth`' }),
  manager: Manager,
  enabled: Type.Boolean(),
})
const HOOK = { id: 1, url: 'http://127.0.0.1:8080/hook', auth: 'none', username: '', manager: 'all', enabled: true }

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'dropped'] as const
const WithHook = { ...Id, description: 'The id of the hook' }

export const DeliveryShown = Type.Object({
  id: Id,
  hook: WithHook,
  url: Text,
  task: { ...Text, description: 'The name of the event' },
  property: OrNull(Id),
  at: { ...InstantText, description: 'When it happened, by the clock of the sandbox' },
  state: OneOf(DELIVERY_STATES),
  status: OrNull({ ...Count, description: 'The status of the receiver; the rest of its response is not kept' }),
  ms: OrNull({ ...Count, description: 'The response time in milliseconds' }),
  error: OrNull({ ...Text, description: 'Why there was no answer, or why it was dropped' }),
  fault: OrNull({ ...Text, description: 'The fault that affected it' }),
  repeats: OrNull({ ...Id, description: 'The delivery that it repeats' }),
  attempt: { ...Id, description: 'Counted from 1 among those that repeat the same one' },
  raised_by: OrNull(
    Type.Object(
      {
        kind: OneOf(['call', 'event', 'fault', 'traffic']),
        id: { ...Text, description: 'Of the journal entry, event or fault; of traffic `<id>/<act>`' },
      },
      { description: 'The cause of the event; null for the control API' },
    ),
  ),
  details: OrNull(
    Type.Object(
      { operation: Text, path: { ...Text, description: 'The path below the base of the interface' } },
      { description: 'The operation that reads the subject of the event; null when there is none' },
    ),
  ),
  request: OrNull(
    Type.Object(
      { method: Text, headers: Type.Record(Type.String(), Type.String(), { description: 'Credentials are masked' }) },
      { description: 'The sent request; null before that' },
    ),
  ),
  body: { ...Text, description: 'The body of the request' },
})
const DELIVERY = {
  id: 2,
  hook: 1,
  url: 'http://127.0.0.1:8080/hook',
  task: 'guest_checkedin',
  property: 1,
  at: '2026-03-01T09:00:00.000Z',
  state: 'delivered',
  status: 200,
  ms: 3,
  error: null,
  fault: null,
  repeats: null,
  attempt: 1,
  raised_by: { kind: 'call', id: '3' },
  details: { operation: 'getNotifiedBooking', path: '/webhooks/1/guest_checkedin/1' },
  request: {
    method: 'POST',
    headers: { Host: '127.0.0.1:8080', Accept: '*/*', 'Content-Type': 'application/json', 'Content-Length': '83' },
  },
  body: '{"data":{"contract_uid":1,"property_uid":1,"task":"guest_checkedin","manager_id":2}}',
}

const FILTER = {
  id: Type.Optional(Type.Integer({ description: 'The id of a delivery', minimum: 1 })),
  hook: Type.Optional(Type.Integer({ description: 'The id of a hook', minimum: 1 })),
  task: Type.Optional(Type.String({ description: 'The name of an event' })),
  state: Type.Optional(OneOf(DELIVERY_STATES, 'The result of a delivery')),
  property: Type.Optional(Type.Integer({ description: 'The id of a property', minimum: 1 })),
  status: severalValues('Statuses of the answers such as 404, or classes such as 5xx'),
  fault: severalValues('Scenarios such as webhook-lost, faults of them such as webhook-lost/webhook, or any'),
  text: Type.Optional(
    Type.String({
      description:
        'Words in the address, body, error or name of the event, in any case; in address and body also without escapes',
    }),
  ),
}
const FILTER_EXAMPLE = {
  id: 2,
  hook: 1,
  task: 'booking_added',
  state: 'failed',
  property: 1,
  status: '404,5xx',
  fault: 'webhook-late/webhook',
  text: 'booking',
}

export const listWebhooks = WEBHOOKS.operation({
  id: 'listWebhooks',
  method: 'get',
  path: '/webhooks',
  knownAs: { library: 'webhooks.list()' },
  summary: 'The webhooks of the sandbox',
  answer: { means: 'The webhooks, without passwords', schema: Type.Array(HookShown), example: [HOOK] },
})

export const createWebhook = WEBHOOKS.operation({
  id: 'createWebhook',
  method: 'post',
  path: '/webhooks',
  summary: 'Add a webhook',
  description:
    'A reset removes it. A server that is open to the network accepts webhooks only with a control token or --webhook-hosts.',
  body: {
    url: Type.String({ description: 'an http or https address, such as http://127.0.0.1:8080/hook' }),
    auth: Type.Optional({ ...Auth, description: 'The authentication of deliveries; `none` by default' }),
    username: Type.Optional(Type.String({ description: 'The user name of `basic`, the client id of `oauth`' })),
    password: Type.Optional(Type.String({ description: 'The password of `basic`, the secret of `oauth`' })),
    manager: Type.Optional({ ...Manager, description: 'The manager whose events are sent; `all` by default' }),
    enabled: Type.Optional(Type.Boolean({ description: 'False to keep the webhook without deliveries' })),
  },
  answers: { 201: { means: 'The hook', schema: HookShown, example: HOOK } },
  example: { body: { url: 'http://127.0.0.1:8080/hook' } },
})

export const deleteWebhooks = WEBHOOKS.operation({
  id: 'deleteWebhooks',
  method: 'delete',
  path: '/webhooks',
  knownAs: { library: 'webhooks.remove(id)' },
  summary: 'Remove webhooks: all, or the one with the given id',
  query: { id: Type.Optional(Type.Integer({ description: 'The id of a hook', minimum: 1 })) },
  answer: { means: 'The number of removed webhooks', schema: Type.Object({ removed: Count }), example: { removed: 1 } },
  refusals: { 404: 'The webhook or the sandbox does not exist' },
  example: { query: { id: 1 } },
})

export const listDeliveries = WEBHOOKS.operation({
  id: 'listDeliveries',
  method: 'get',
  path: '/webhooks/deliveries',
  summary: 'The deliveries with the responses of the receivers',
  query: {
    since: Type.Optional(Since),
    limit: Type.Optional(
      Type.Integer({ description: 'a number from 1, deliveries at most: the first after `since`, else the latest', minimum: 1 }),
    ),
    ...FILTER,
    format: Type.Optional(OneOf(['json', 'har'], 'One document, or a file for the tools of a browser')),
  },
  answer: {
    means: 'The deliveries, oldest first; of 1,000 the oldest are removed',
    schema: Type.Union([
      Type.Object({
        removed: { ...Count, description: 'Deliveries that are no longer kept' },
        dropped: {
          ...Count,
          description: 'Dropped deliveries: too many were waiting, a fault lost them, or their webhook was removed',
        },
        waiting: { ...Count, description: 'Deliveries that wait for a response' },
        kept: { ...Count, description: 'Deliveries that are kept' },
        matching: { ...Count, description: 'Kept deliveries that match the filters' },
        deliveries: Type.Array(DeliveryShown),
      }),
      Har,
    ]),
    example: { removed: 0, dropped: 0, waiting: 0, kept: 1, matching: 1, deliveries: [DELIVERY] },
  },
  example: { query: { ...FILTER_EXAMPLE, since: 2, limit: 100, format: 'json' } },
})

export const streamDeliveries = WEBHOOKS.operation({
  id: 'streamDeliveries',
  method: 'get',
  path: '/webhooks/deliveries/stream',
  summary: 'Deliveries as they end, as server-sent events',
  query: FILTER,
  headers: {
    'Last-Event-ID': Type.Optional(Type.Integer({ description: 'the id of the event after which the line was cut', minimum: 0 })),
  },
  answer: {
    means: 'One event for each delivery that was answered, failed or was dropped: its data is the delivery as JSON',
    type: 'text/event-stream',
    schema: Type.String(),
    example: `id: 1\ndata: ${JSON.stringify(DELIVERY)}\n\n`,
  },
  example: { query: FILTER_EXAMPLE, headers: { 'Last-Event-ID': 2 } },
})

export const redeliver = WEBHOOKS.operation({
  id: 'redeliver',
  method: 'post',
  path: '/webhooks/deliveries/{id}/redeliver',
  summary: 'Send a delivery again, unchanged',
  params: { id: pathText('The id of a delivery') },
  body: {},
  answers: { 202: { means: 'The new delivery, which is waiting', schema: DeliveryShown, example: { ...DELIVERY, repeats: 1 } } },
  refusals: { 404: 'The delivery, its webhook or the sandbox does not exist' },
  example: { path: { id: '2' } },
})
