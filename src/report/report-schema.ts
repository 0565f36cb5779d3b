/** The parts of a report that are made here: faults, events and calls. Their types follow from the schemas. */
import type { Static } from 'typebox'
import type { DeepReadonly } from '../api/operation.ts'
import { Count, InstantText, OneOf, OrNull, Text, Type } from '../api/schema.ts'

export const Entries = Type.Array(Type.Integer({ minimum: 1 }), { description: 'Ids of entries of the journal' })

export const ReportedFaultSchema = Type.Object({
  id: Text,
  about: OrNull(Text),
  what: Type.String({ description: 'The effect, the affected calls, and the time' }),
  state: OneOf(['happened', 'unused', 'blocked']),
  happened: Count,
  matched: Type.Integer({ description: 'Calls that matched', minimum: 0 }),
  byChance: Type.Boolean({ description: 'True for a fault with a probability, which need not happen' }),
  blockedReason: OrNull(Type.String({ description: 'Why it could not happen' })),
  unjudgedReason: OrNull(Type.String({ description: 'Why it happened, and does not show yet how the client copes with it' })),
})

export type ReportedFault = DeepReadonly<Static<typeof ReportedFaultSchema>>

export const ReportedEventSchema = Type.Object({
  id: Text,
  what: Text,
  at: InstantText,
  state: OneOf(['waiting', 'happened', 'blocked']),
  blockedReason: OrNull(Text),
  required: Type.Boolean({ description: 'True when the run fails if the event cannot happen' }),
})
export type ReportedEvent = DeepReadonly<Static<typeof ReportedEventSchema>>

const Operation = OrNull(Type.String({ description: 'Null for addresses without an operation' }))

export const NamedCallSchema = Type.Object({
  id: Type.Integer({ description: 'Its entry of the journal', minimum: 1 }),
  at: InstantText,
  method: Text,
  target: Type.String({ description: 'Path below the interface, and query; secrets masked' }),
  operation: Operation,
  status: Type.Integer({ description: '0 where the connection was closed without a response' }),
  refusal: OrNull(Type.String({ description: 'The text of the refusal' })),
  fault: Type.Array(Text, { description: 'The faults of the scenario that were applied' }),
  request: Type.String({ description: 'The beginning of the form; secrets masked' }),
  response: Type.String({ description: 'The beginning of the response' }),
})

/** A call that a finding or an expectation names. */
export type NamedCall = DeepReadonly<Static<typeof NamedCallSchema>>

const Answers = Type.Record(Type.String(), Count, { description: 'The number of calls by status; `none` is no response' })

export const CallsSchema = Type.Object({
  total: Type.Integer({ description: 'Calls in the journal', minimum: 0 }),
  dropped: Type.Integer({ description: 'Calls that the journal has dropped', minimum: 0 }),
  cleared: Type.Integer({ description: 'Calls before the journal was last cleared, as a reset does', minimum: 0 }),
  lost: Type.Integer({ description: 'Calls that a replica had answered and not stored when it was lost', minimum: 0 }),
  outside: Type.Object(
    {
      count: Count,
      first: OrNull(Type.String({ description: 'Method and path' })),
      path: Type.String({ description: 'The path of the interface' }),
    },
    { description: 'Calls outside the interface of the service: answered with 404, not journalled' },
  ),
  answers: Answers,
  operations: Type.Array(Type.Object({ operation: Operation, calls: Count, answers: Answers })),
  refusals: Type.Array(Type.Object({ operation: Operation, code: Text, text: Type.String(), calls: Count, entries: Entries })),
  warnings: Type.Array(Type.Object({ operation: Operation, text: Text, calls: Count, entries: Entries })),
  unread: Type.Array(
    Type.Object(
      { operation: Operation, field: Type.String(), calls: Count, entries: Entries },
      { description: 'Fields that the server did not read' },
    ),
  ),
})
export type Calls = DeepReadonly<Static<typeof CallsSchema>>
