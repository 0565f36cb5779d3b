/** Operations on the journal of requests and on the events of the world. */

import { text as pathText } from '../api/path-values.ts'
import { Count, InstantText, OneOf, Type } from '../api/schema.ts'
import { JournalEntrySchema } from '../journal/entry.ts'
import { Subject } from './operation.ts'
import { Row, Since } from './parts.ts'

export const JOURNAL = new Subject('journal', 'Requests with their responses, and events')

const ENTRY_EXAMPLE = {
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

export const severalValues = (description: string) =>
  Type.Optional(Type.String({ description: `${description}; commas between alternatives` }))

const FILTERS = {
  operation: severalValues('Ids of operations'),
  client: severalValues('Ids of clients'),
  session: Type.Optional(Type.String({ description: 'The name of a booking session' })),
  status: severalValues('Statuses such as 404, or classes such as 4xx'),
  method: severalValues('Methods'),
  property: severalValues('Property uids'),
  fault: severalValues('Scenarios such as outage, faults of them such as outage/2, or any'),
  refused: Type.Optional(Type.Boolean({ description: 'true or false: whether the call was refused, regardless of the status' })),
  changed: Type.Optional(Type.String({ description: 'a row that the call changed, such as bookings/12', pattern: '^\\w+/.+$' })),
  text: Type.Optional(
    Type.String({
      description:
        'words in the address, form, refusal, hint, response or correlation id, in any case; in address and form also without escapes',
    }),
  ),
}
/** Earlier names of filters, and their names now. */
const RENAMED_FILTERS = { touched: 'changed' }
const FILTER_EXAMPLE = {
  operation: 'listBookings,listProperties',
  client: 'demo',
  session: 'visit-1',
  status: '2xx,401',
  method: 'GET',
  property: '1,2',
  fault: 'outage/2',
  refused: true,
  changed: 'bookings/12',
  text: 'blackbookings',
}

const {
  requestHeaders: _sent,
  responseHeaders: _received,
  request: _form,
  response: _body,
  ...SUMMARY
} = JournalEntrySchema.properties
/** A journal entry without headers and bodies. */
const EntrySummary = Type.Object(SUMMARY)

export const Har = Type.Object({ log: Type.Object({ version: Type.Literal('1.2') }, { additionalProperties: true }) })

export const readJournal = JOURNAL.operation({
  id: 'readJournal',
  method: 'get',
  path: '/journal',
  knownAs: { library: 'journal()', tool: 'list_calls' },
  summary: 'The requests of the service, oldest first',
  description: 'Calls to the control API are not journalled. With `since` the first ones after it, without it the latest.',
  query: {
    ...FILTERS,
    since: Type.Optional(Since),
    limit: Type.Optional(Type.Integer({ description: 'a number from 1: entries at most', minimum: 1, maximum: 9_999_999 })),
    summary: Type.Optional(
      Type.Boolean({ description: 'true or false: entries without headers and bodies, for lists; JSON only' }),
    ),
    format: Type.Optional(OneOf(['json', 'ndjson', 'har'], 'json, ndjson, or har for the tools of a browser')),
  },
  renamed: RENAMED_FILTERS,
  answer: {
    means: 'The entries',
    schema: Type.Union([
      Type.Object({
        dropped: Type.Integer({ description: 'Entries that were dropped because the journal was full', minimum: 0 }),
        lost: Type.Integer({ description: 'Entries that a replica had not stored when it was lost', minimum: 0 }),
        kept: Type.Integer({ description: 'Entries in the journal', minimum: 0 }),
        matching: Type.Integer({ description: 'Entries in the journal that match the filters', minimum: 0 }),
        entries: Type.Array(Type.Union([JournalEntrySchema, EntrySummary])),
      }),
      Har,
    ]),
    example: { dropped: 0, lost: 0, kept: 1, matching: 1, entries: [ENTRY_EXAMPLE] },
    also: { 'application/x-ndjson': `${JSON.stringify(ENTRY_EXAMPLE)}\n` },
  },
  example: { query: { ...FILTER_EXAMPLE, since: 2, limit: 100, summary: false, format: 'json' } },
})

const RowOrNull = Type.Union([Row, Type.Null()])
const EntryInFull = Type.Object({
  ...JournalEntrySchema.properties,
  changes: Type.Array(
    Type.Object({
      collection: Type.String(),
      id: Type.Union([Type.Integer(), Type.String()]),
      before: { ...RowOrNull, description: 'The row before the request; null for an added row' },
      after: { ...RowOrNull, description: 'The row after the request; null for a removed row' },
    }),
    { description: 'The changed rows, with masked secrets' },
  ),
})
const ROW_CHANGE = {
  collection: 'notes',
  id: 4,
  before: null,
  after: { id: 4, bookingId: 9, propertyId: 1, text: 'late arrival', at: 0 },
}

export const readEntry = JOURNAL.operation({
  id: 'readEntry',
  method: 'get',
  path: '/journal/entries/{id}',
  summary: 'One request in full',
  params: { id: pathText('The id of the entry') },
  answer: { means: 'The entry', schema: EntryInFull, example: { ...ENTRY_EXAMPLE, id: 1, changes: [ROW_CHANGE] } },
  refusals: { 404: 'The journal contains no entry with this id, or the sandbox does not exist' },
  example: { path: { id: '1' } },
})

export const clearJournal = JOURNAL.operation({
  id: 'clearJournal',
  method: 'delete',
  path: '/journal',
  summary: 'Clear the journal; ids continue',
  answer: {
    means: 'The number of removed entries',
    schema: Type.Object({ cleared: Count }),
    example: { cleared: 12 },
  },
})

export const streamJournal = JOURNAL.operation({
  id: 'streamJournal',
  method: 'get',
  path: '/journal/stream',
  summary: 'New entries as server-sent events',
  query: { ...FILTERS, since: Type.Optional(Since) },
  renamed: RENAMED_FILTERS,
  headers: {
    'Last-Event-ID': Type.Optional(Type.Integer({ description: 'the id of the entry after which the line was cut', minimum: 0 })),
  },
  answer: {
    means: 'An event for each entry, and comments that keep the connection open; the stream ends with the sandbox',
    type: 'text/event-stream',
    schema: Type.String(),
    example: `: the journal from entry 3 on\nretry: 1000\n\ndata: ${JSON.stringify(ENTRY_EXAMPLE)}\nid: 3\n\n`,
  },
  example: { query: { ...FILTER_EXAMPLE, since: 2 }, headers: { 'Last-Event-ID': 2 } },
})

export const EventShown = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  at: InstantText,
  task: Type.String({ description: 'The name of the event in the service' }),
  data: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()])),
})

export const listEvents = JOURNAL.operation({
  id: 'listEvents',
  method: 'get',
  path: '/events',
  summary: 'The events of the world, under the names of the service',
  query: { since: Type.Optional(Since) },
  answer: {
    means: 'The events, oldest first',
    schema: Type.Array(EventShown),
    example: [{ id: 3, at: '2026-03-01T09:00:00.000Z', task: 'guest_checkedin', data: { property_uid: 1, contract_uid: 7 } }],
  },
  example: { query: { since: 2 } },
})
