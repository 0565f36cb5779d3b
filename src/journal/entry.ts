/** The schema of a journal entry. Every type of an entry derives from it. */
import type { Static } from 'typebox'
import type { DeepReadonly } from '../api/operation.ts'
import { Type } from '../api/schema.ts'
import type { Day } from '../base/day.ts'
import { type Instant, isoInstant } from '../base/instant.ts'
import type { RefusalCode } from '../domain/refusal.ts'

/** What a fault of a scenario did to a request or its response in transit. */
export const NETWORK_FAULT_KINDS = [
  'delay',
  'status',
  'carried-out',
  'cut-before',
  'cut-after-commit',
  'truncated',
  'html',
  'empty',
  'extra-fields',
  'invented',
  'invented-carried-out',
  'patched',
] as const
export type NetworkFaultKind = (typeof NETWORK_FAULT_KINDS)[number]
/** Those that stop a request before the service receives it. */
export const FAULTS_BEFORE_SERVICE: ReadonlySet<string | undefined> = new Set(['status', 'cut-before', 'invented'])

const DayText = Type.Unsafe<Day>({ type: 'string', format: 'date' })
const Texts = Type.Record(Type.String(), Type.String())
const text = (description: string) => Type.Optional(Type.String({ description }))
const texts = (description: string) => Type.Optional(Type.Array(Type.String(), { description }))

/** Ids of changed rows, by collection. */
export const ChangedRows = Type.Record(Type.String(), Type.Array(Type.Union([Type.Integer(), Type.String()])))

/** A request and its response, as the control API shows them. */
export const JournalEntrySchema = Type.Object({
  id: Type.Integer({
    description: 'Given when the response is sent: a reader that continues after an id misses none',
    minimum: 1,
  }),
  sandbox: Type.String({ description: 'The name of the sandbox' }),
  at: Type.String({ description: "Time of receipt by the sandbox's clock, ISO 8601", format: 'date-time' }),
  real: Type.Integer({ description: 'Real time of receipt, epoch milliseconds' }),
  method: Type.String(),
  target: Type.String({ description: 'Path below the interface, and query; secrets masked' }),
  operation: text('The id of the operation'),
  path: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'The path parameters by name, as sent' })),
  client: text('The client whose token was sent, or that requested one'),
  token: text('The first characters of the token'),
  property: Type.Optional(Type.Integer({ description: 'The property in the path or of the booking session' })),
  subject: Type.Optional(
    Type.Object(
      {
        property: Type.Optional(Type.Integer()),
        rooms: Type.Optional(Type.Array(Type.Integer())),
        nights: Type.Optional(Type.Object({ from: Type.Optional(DayText), to: Type.Optional(DayText) })),
        booking: Type.Optional(Type.Integer()),
        guest: Type.Optional(Type.String()),
      },
      {
        description: 'The subject of the request. A read without rooms covers all rooms, one without nights every night',
      },
    ),
  ),
  session: text('The booking session that the request names'),
  channel: text('The channel that the request names'),
  correlation: text('X-Request-Id or X-Correlation-Id of the request'),
  status: Type.Integer({ description: '0 where the connection was closed without a response' }),
  ms: Type.Number({ description: 'Milliseconds to the response, by the clock of the machine', minimum: 0 }),
  refusalCode: Type.Optional(
    Type.Unsafe<RefusalCode>({
      type: 'string',
      description: 'The code of the refusal. A booking session also refuses with status 200: such an entry has a text only',
    }),
  ),
  refusal: text('The text of the refusal'),
  hint: text('A suggestion what to do next'),
  warnings: texts('Warnings about the call'),
  fault: texts('The faults of the scenario that were applied: scenario/fault'),
  networkFault: Type.Optional(
    Type.Unsafe<NetworkFaultKind>({
      type: 'string',
      enum: NETWORK_FAULT_KINDS,
      description: 'The network fault that was applied to request or response',
    }),
  ),
  aborted: Type.Optional(Type.Literal(true, { description: 'The client closed the connection before the response was sent' })),
  abortedMs: Type.Optional(
    Type.Number({
      description: 'Milliseconds until it did; only of a response that a network fault or latency held back',
      minimum: 0,
    }),
  ),
  lostStatus: Type.Optional(
    Type.Integer({ description: 'The status of a response that the client did not receive; the request was carried out' }),
  ),
  unread: texts('Form fields that the operation does not read'),
  changed: Type.Optional({ ...ChangedRows, description: 'Rows the request changed: collection to ids' }),
  requestHeaders: Texts,
  responseHeaders: Type.Optional(Texts),
  request: text('The sent form; secrets masked'),
  response: text('The text of the response, at most 64 KiB of it'),
})

/** An entry as the control API shows it. */
type ShownEntry = Static<typeof JournalEntrySchema>

/** With fields that may also be undefined. */
type Readable<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> | (Record<never, never> extends Pick<T, K> ? undefined : never) }

/** An entry inside the program. */
export interface Entry extends Readable<Omit<ShownEntry, 'sandbox' | 'at'>> {
  /** When it was received, by the sandbox's clock. */
  readonly at: Instant
  /** A number that identifies the connection; undefined without one. Not part of responses. */
  readonly connection?: number | undefined
  /**
   * The turn of the event loop in which it was received; undefined without a connection. Two calls of one turn on different
   * connections were sent before either got its response. Not part of responses.
   */
  readonly turn?: number | undefined
  /** Bytes of the body of the response, of which a recording keeps texts only. Not part of responses. */
  readonly bytes?: number | undefined
}

/** An entry of which only some fields are known. */
export function entryOf(known: Partial<Entry> & Pick<Entry, 'id' | 'at' | 'method' | 'target' | 'status'>): Entry {
  return { real: known.at, ms: 0, requestHeaders: {}, ...known }
}

/** An entry as the control API shows it; JSON omits undefined fields. */
export function shownEntry(entry: Entry, sandbox: string): Readable<ShownEntry> {
  const { connection: _, turn: _turn, bytes: _bytes, at, ...shown } = entry
  return { ...shown, sandbox, at: isoInstant(at) }
}

/** An entry in lists, without headers and bodies. */
export const entrySummary = (entry: Entry, sandbox: string) => {
  const unlisted = { requestHeaders: undefined, responseHeaders: undefined, request: undefined, response: undefined }
  return { ...shownEntry(entry, sandbox), ...unlisted }
}
