/**
 * The endpoints of the journal of requests, and of the events of the world.
 *
 * @module
 */
import { Type } from '../contract/schema.ts'
import { endpoint, type Noun } from './declaration.ts'
import { InstantText, SandboxName, Since } from './declared-parts.ts'

const Texts = Type.Record(Type.String(), Type.String())
const Strings = Type.Array(Type.String())
const text = (description: string) => Type.Optional(Type.String({ description }))

/** One request and what became of it. */
const EntryShown = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  sandbox: SandboxName,
  at: InstantText,
  real: Type.Integer({ description: 'When it came in by the clock of the machine: epoch milliseconds' }),
  method: Type.String(),
  target: Type.String({ description: 'Path below the interface, and query; secrets masked' }),
  operation: text('The id of the operation'),
  path: Type.Optional(Texts),
  client: text('Whose token was sent, or who asked for one'),
  token: text('The first characters of the token'),
  property: Type.Optional(Type.Integer({ description: 'The property the call was about' })),
  session: text('The booking session that was named'),
  channel: text('The channel that was named'),
  correlation: text('What the client calls the request'),
  status: Type.Integer(),
  ms: Type.Number({ description: 'Milliseconds it took by the clock of the machine', minimum: 0 }),
  refusalCode: text('The name of the refusal'),
  refusal: text('The words of the refusal'),
  hint: text('What was probably meant'),
  warnings: Type.Optional(Strings),
  fault: Type.Optional(Type.Array(Type.String(), { description: 'What a scenario did to this call' })),
  edge: text('Trouble on the way: delay, status, cut-before, cut-after-commit, truncated, html or empty'),
  gone: Type.Optional(Type.Literal(true, { description: 'The caller had hung up before the answer was sent' })),
  lost: Type.Optional(Type.Integer({ description: 'The status of an answer that was made and then lost on the way' })),
  unread: Type.Optional(Type.Array(Type.String(), { description: 'Form fields that nothing read' })),
  touched: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.Union([Type.Integer(), Type.String()])), {
      description: 'Rows the request changed: collection to ids',
    }),
  ),
  requestHeaders: Texts,
  responseHeaders: Type.Optional(Texts),
  request: text('The form that was sent; secrets masked'),
  response: text('The text of the answer, cut where it is long'),
})

const ENTRY = {
  id: 3,
  sandbox: 'w1',
  at: '2026-03-01T09:00:00.000Z',
  real: 1_772_355_600_000,
  method: 'GET',
  target: '/properties/all',
  operation: 'listProperties',
  path: {},
  client: 'demo',
  token: 'a1b2c3',
  status: 200,
  ms: 0.4,
  requestHeaders: { authorization: 'Bearer [masked]' },
  response: '{"data":{"ids":[1,2]},"meta":{"code":200}}',
}

const alternatives = (description: string) =>
  Type.Optional(Type.String({ description: `${description}; commas between alternatives` }))

const FILTERS = {
  operation: alternatives('Ids of operations'),
  client: alternatives('Ids of clients'),
  session: Type.Optional(Type.String({ description: 'The name of a booking session' })),
  status: alternatives('Statuses such as 404, or classes such as 4xx'),
  method: alternatives('Methods'),
  property: alternatives('Property uids'),
  fault: alternatives('Scenarios such as outage, faults of them such as outage/2, or any'),
}
const FILTERED = {
  operation: 'listBookings,listProperties',
  client: 'demo',
  session: 'visit-1',
  status: '2xx,401',
  method: 'GET',
  property: '1,2',
  fault: 'outage/2',
}

const Har = Type.Object({ log: Type.Object({ version: Type.Literal('1.2') }, { additionalProperties: true }) })

export const readJournal = endpoint({
  id: 'readJournal',
  method: 'get',
  path: '/journal',
  summary: 'The requests of the service, oldest first',
  about: 'Calls of this control API are never among them. With `since` the first ones after it, without it the latest.',
  query: {
    ...FILTERS,
    since: Type.Optional(Since),
    limit: Type.Optional(Type.Integer({ description: 'How many at most', minimum: 1, maximum: 9_999_999 })),
    format: Type.Optional(
      Type.String({
        description: 'One document, a line for each entry, or a file for the tools of a browser',
        enum: ['json', 'ndjson', 'har'],
      }),
    ),
  },
  answers: {
    200: {
      means: 'The entries',
      schema: Type.Union([
        Type.Object({
          dropped: Type.Integer({ description: 'Entries that had to make room', minimum: 0 }),
          entries: Type.Array(EntryShown),
        }),
        Har,
      ]),
      example: { dropped: 0, entries: [ENTRY] },
      also: { 'application/x-ndjson': `${JSON.stringify(ENTRY)}\n` },
    },
  },
  example: { query: { ...FILTERED, since: 2, limit: 100, format: 'json' } },
})

export const clearJournal = endpoint({
  id: 'clearJournal',
  method: 'delete',
  path: '/journal',
  summary: 'Forget the requests; ids go on',
  query: {},
  answers: {
    200: {
      means: 'How many entries there were',
      schema: Type.Object({ cleared: Type.Integer({ minimum: 0 }) }),
      example: { cleared: 12 },
    },
  },
})

const streamJournal = endpoint({
  id: 'streamJournal',
  method: 'get',
  path: '/journal/stream',
  summary: 'New entries as they come, as server-sent events',
  query: { ...FILTERS, since: Type.Optional(Since) },
  headers: {
    'Last-Event-ID': Type.Optional(Type.Integer({ description: 'The entry after which the line was cut', minimum: 0 })),
  },
  answers: {
    200: {
      means: 'An event for each entry, a comment now and then; it ends with the sandbox',
      type: 'text/event-stream',
      schema: Type.String(),
      example: `: the journal from entry 3 on\nretry: 1000\n\ndata: ${JSON.stringify(ENTRY)}\nid: 3\n\n`,
    },
  },
  example: { query: { ...FILTERED, since: 2 }, headers: { 'Last-Event-ID': 2 } },
})

const EventShown = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  at: InstantText,
  task: Type.String({ description: 'What happened, under the name of the service' }),
  data: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()])),
})

export const listEvents = endpoint({
  id: 'listEvents',
  method: 'get',
  path: '/events',
  summary: 'What happened in the world, under the event names of the service',
  query: { since: Type.Optional(Since) },
  answers: {
    200: {
      means: 'The events, oldest first',
      schema: Type.Array(EventShown),
      example: [{ id: 3, at: '2026-03-01T09:00:00.000Z', task: 'guest_checkedin', data: { property_uid: 1, contract_uid: 7 } }],
    },
  },
  example: { query: { since: 2 } },
})

export const JOURNAL: Noun = {
  name: 'journal',
  about: 'What was asked, what was answered, and what happened in the world',
  endpoints: [readJournal, clearJournal, streamJournal, listEvents],
}
