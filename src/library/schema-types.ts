/**
 * The public types that follow from schemas and tables. scripts/library-types.ts writes them out at build, because a published
 * type must need no package.
 */
import type { Static, TSchema } from 'typebox'
import type { DeepReadonly } from '../api/operation.ts'
import type { Choices } from '../booking-contract/choices/choices.ts'
import type { OPERATIONS } from '../booking-contract/index.ts'
import type { Name, SettingValues } from '../config/setting-table.ts'
import type { EventShown } from '../control-contract/journal.ts'
import type { BodyOf, QueryOf } from '../control-contract/operation.ts'
import type {
  ReportedDeliveries,
  ReportedHook,
  ReportedTraffic as ReportedTrafficSchema,
  ReportShown,
} from '../control-contract/report.ts'
import type { FaultShown, TriggeredShown } from '../control-contract/scenario.ts'
import type { SnapshotChanges, SnapshotShown } from '../control-contract/snapshots.ts'
import type { Act, Sale, Source, TrafficShown } from '../control-contract/traffic.ts'
import type { createWebhook, DeliveryShown, HookShown, listDeliveries } from '../control-contract/webhooks.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import type { Fixture } from '../fixtures/fixture-schema.ts'
import type { JournalEntrySchema } from '../journal/entry.ts'
import type { EventFields } from '../scenario/events/event-schema.ts'
import type { ExpectationSchema } from '../scenario/expectations/expectation-schema.ts'
import type { OutcomeShown } from '../scenario/expectations/outcome-schema.ts'
import type { FaultSchema, NetworkFaultSchema } from '../scenario/faults/fault-schema.ts'
import type { CauseName } from '../scenario/names.ts'
import type { EventSchema, ScenarioSchema } from '../scenario/scenario-schema.ts'
import type { Condition, SelectorSchema } from '../scenario/selectors/selector-schema.ts'
import type { FollowUpSchema, TrafficSchema } from '../scenario/traffic/traffic-schema.ts'
import type { Span as SpanSchema } from '../scenario/vocabulary.ts'

/** The value that a schema describes. @template Stricter types of fields that a schema cannot express */
type Shown<S extends TSchema, Stricter = unknown> = WithStricter<DeepReadonly<Static<S>>, Stricter>
type WithStricter<T, Stricter> = { [K in keyof T]: K extends keyof Stricter ? Stricter[K] : T[K] }

/** The optional fields may be undefined, too. */
type OrUndefined<T> = { [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] }

/** The id of an operation of the service interface, such as `listBookings`. */
export type OperationId = (typeof OPERATIONS)[number]['id']
interface SelectedOperation {
  readonly operation?: OperationId | readonly OperationId[]
}

/** A point in time: ISO 8601 with a zone (`2026-03-01T09:00:00Z`), a day (its 00:00 UTC), epoch milliseconds, or a Date. */
export type PointInTime = string | number | { toISOString(): string }
type SettingValue<N extends Name> = N extends 'at'
  ? PointInTime
  : SettingValues[N] extends readonly string[] | undefined
    ? string | readonly string[]
    : SettingValues[N]
/** The settings that the library takes. */
export type SettingOptions = { readonly [N in Exclude<Name, 'scenario'>]?: SettingValue<N> | undefined }

interface JournalNames {
  readonly operation?: OperationId
  readonly refusalCode?: RefusalCode
}
/** A request and its response. Secrets and tokens are masked. */
export type JournalEntry = Shown<typeof JournalEntrySchema, JournalNames>
/** What happened in the world, under the event names of the service. */
export type UnderstayEvent = Shown<typeof EventShown>
/** The state of an armed fault. */
export type ArmedFault = Shown<typeof FaultShown>
/** How a client kept up with traffic. */
export type TrafficDelays = Shown<typeof OutcomeShown.properties.delays>
/** How often an invariant was checked and was broken. */
export type InvariantChecks = Shown<typeof OutcomeShown.properties.checks>
/** The result of an expectation. */
export type ExpectationOutcome = Shown<typeof OutcomeShown>
/** A kind of traffic with its counts. */
export type TrafficSource = Shown<typeof Source>
/** One act of traffic. */
export type TrafficAct = Shown<typeof Act>
/** A room that another channel has sold: the client has to close its nights. */
export type ChannelSale = Shown<typeof Sale>
/** The traffic of the scenario: see docs/traffic.md. */
export type UnderstayTraffic = Shown<typeof TrafficShown>
/** A webhook of a sandbox, without its password. */
export type WebhookShown = Shown<typeof HookShown>
/** One delivery of an event to a webhook. */
export type WebhookDelivery = Shown<typeof DeliveryShown>
/** Numbers of deliveries to one webhook. */
export type HookNumbers = Shown<typeof ReportedHook>
/** Numbers of deliveries, in total and by webhook. */
export type DeliveryTotals = Shown<typeof ReportedDeliveries>
/** One kind of traffic in a report. */
export type ReportedTraffic = Shown<typeof ReportedTrafficSchema>
/** The report of a sandbox, as `understay run` writes it. */
export type UnderstayReport = Shown<typeof ReportShown>

/** A saved state of a sandbox. */
export type SnapshotInfo = Shown<typeof SnapshotShown>
/** What has changed since a snapshot, by collection; secrets are masked. */
export type StateChanges = Shown<typeof SnapshotChanges>
/** Rows as in a fixture file: lists such as `properties` and `bookings`, or `generate`. */
export type FixtureRows = Shown<typeof Fixture>

/** A URL that receives events. */
export type WebhookOptions = BodyOf<typeof createWebhook>
/** Which deliveries are listed; all by default. */
export type DeliveryFilter = OrUndefined<Omit<QueryOf<typeof listDeliveries>, 'format'>>

/** A duration such as `800ms`, `2s` or `5m`. */
export type Span = Shown<typeof SpanSchema>
/** A condition on a value: equal, present or absent, or matching a regular expression. */
export type Wanted = Shown<typeof Condition>
/** Selects calls: all given fields must match. */
export type CallSelector = OrUndefined<Shown<typeof SelectorSchema, SelectedOperation>>
/** A network fault between client and service. */
export type NetworkFault = OrUndefined<Shown<typeof NetworkFaultSchema>>
/** @deprecated The earlier name of {@link NetworkFault}. */
export type EdgeTrouble = NetworkFault
type OneOf<Fields> = {
  [K in keyof Fields]-?: Required<Pick<Fields, K>> & { readonly [Other in Exclude<keyof Fields, K>]?: undefined }
}[keyof Fields]
type AnyFault = Shown<typeof FaultSchema>
/** The cause of a fault: exactly one. */
export type Cause = OneOf<Pick<AnyFault, CauseName>>
/** A fault: the calls it affects, and what goes wrong. */
export type FaultOptions = OrUndefined<Omit<AnyFault, CauseName>> & Cause
/** An expected number of calls or rows; at least one by default. */
export type ExpectationOptions = OrUndefined<Shown<typeof ExpectationSchema, SelectedOperation>>
type InvoiceAct = 'invoice_paid' | 'invoice_pending'
type SchemaFields = Shown<typeof EventFields>
/** The fields of each act. An invoice is named by itself or by its booking. */
type ActFields = { readonly [A in keyof SchemaFields]: A extends InvoiceAct ? OneOf<SchemaFields[A]> : SchemaFields[A] }
type ActOf<Fields> = {
  [A in keyof Fields]: object extends Fields[A]
    ? { readonly do: A; readonly with?: OrUndefined<Fields[A]> | undefined }
    : { readonly do: A; readonly with: OrUndefined<Fields[A]> }
}[keyof Fields]
/** Whole numbers and days can be drawn from a range. */
type Range<K, V> =
  | (V extends number ? { readonly from: number; readonly to: number } : never)
  | (K extends 'arrival' | 'departure' ? { readonly from: string; readonly to: string } : never)
/** A value of traffic, or how it is drawn. */
type Drawn<K, V> = V | Range<K, V> | { readonly weights: Readonly<Record<string, number>> } | { readonly any: readonly V[] }
type DrawnFields<Fields> = { readonly [K in keyof Fields]: Drawn<K, Fields[K]> }
type FollowUpFields<Fields> = { readonly [K in keyof Fields]?: K extends 'booking' | 'invoice' ? undefined : Drawn<K, Fields[K]> }
type FollowUp = ActOf<{ [A in FollowUpAct]: FollowUpFields<ActFields[A]> }>
type Traffic = ActOf<{
  [A in Shown<typeof TrafficSchema.properties.do>]: DrawnFields<
    Partial<Pick<ActFields[A], 'property'>> & Omit<ActFields[A], 'property'>
  >
}>
/** An event to trigger. */
export type TriggerOptions = ActOf<ActFields>
/** An event without a call. */
export type EventOptions = Omit<Shown<typeof EventSchema>, 'do' | 'with'> & TriggerOptions
/** An event that was triggered: the rows that it changed, and the stay that it was about. */
export type TriggeredEvent = Shown<typeof TriggeredShown>
/** A later act on a booking of traffic. */
export type FollowUpAct = Shown<typeof FollowUpSchema.properties.do>
/** Generated traffic: see docs/traffic.md. */
export type TrafficOptions = Omit<Shown<typeof TrafficSchema>, 'do' | 'with' | 'then'> &
  Traffic & { readonly then?: readonly (Omit<Shown<typeof FollowUpSchema>, 'do' | 'with'> & FollowUp)[] }
type ChoiceAnswers = { readonly [Id in keyof Choices]?: Choices[Id] }
interface ScenarioLists {
  readonly choices?: ChoiceAnswers
  readonly faults?: readonly FaultOptions[]
  readonly expect?: readonly ExpectationOptions[]
  readonly events?: readonly EventOptions[]
  readonly traffic?: readonly TrafficOptions[]
}
/** A scenario, as in a scenario file. */
export type ScenarioOptions = Shown<typeof ScenarioSchema, ScenarioLists>
