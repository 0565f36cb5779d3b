/**
 * The responses of the control API that the console reads.
 *
 * @module
 */
import type { readCalendar } from '../control-contract/calendar.ts'
import type { readCollection } from '../control-contract/collections.ts'
import type { listCredentials } from '../control-contract/credentials.ts'
import type { listOperations } from '../control-contract/documents.ts'
import type { readEntry, readJournal } from '../control-contract/journal.ts'
import type { ResponseOf } from '../control-contract/operation.ts'
import type { readReport } from '../control-contract/report.ts'
import type { listSandboxes } from '../control-contract/sandboxes.ts'
import type { listFaults, listScenarios } from '../control-contract/scenario.ts'
import type { listEndpoints } from '../control-contract/server.ts'
import type { listSessions, priceSession } from '../control-contract/sessions.ts'
import type { compareSnapshot, listSnapshots } from '../control-contract/snapshots.ts'
import type { readTraffic } from '../control-contract/traffic.ts'
import type { listDeliveries, listWebhooks } from '../control-contract/webhooks.ts'

type EntryInFull = ResponseOf<typeof readEntry>
/** A row before and after a call. */
export type RowChange = EntryInFull['changes'][number]
/** A journal entry, complete or as in lists. */
export type JournalEntry = Omit<EntryInFull, 'requestHeaders' | 'changes'> &
  Partial<Pick<EntryInFull, 'requestHeaders' | 'changes'>>
export type JournalPage = Omit<Extract<ResponseOf<typeof readJournal>, { readonly kept: number }>, 'entries'> & {
  readonly entries: readonly JournalEntry[]
}
export type SandboxListed = ResponseOf<typeof listSandboxes>[number]
/** The sandbox and how it was set up. */
export type SandboxInfo = ResponseOf<typeof listEndpoints>
/** A booking session and its state. */
export type SessionShown = ResponseOf<typeof listSessions>[number]
/** The price of a session, line by line. */
export type SessionPrice = ResponseOf<typeof priceSession>
/** One kind of traffic and its counts. */
export type TrafficShown = ResponseOf<typeof readTraffic>['traffic'][number]
/** An operation of the interface. */
export type OperationShown = ResponseOf<typeof listOperations>[number]
/** A fault of the scenario, or one that was armed at run time. */
export type FaultShown = ResponseOf<typeof listFaults>[number]
export type BundledScenario = ResponseOf<typeof listScenarios>[number]
export type ClientShown = ResponseOf<typeof listCredentials>[number]
/** A snapshot; a damaged one has only a name and a problem. */
export type SnapshotShown = ResponseOf<typeof listSnapshots>[number]
/** The differences from a snapshot, by collection. */
export type SnapshotDiff = ResponseOf<typeof compareSnapshot>
export type HookShown = ResponseOf<typeof listWebhooks>[number]
export type DeliveriesPage = Extract<ResponseOf<typeof listDeliveries>, { readonly kept: number }>
/** A delivery of a webhook. */
export type DeliveryShown = DeliveriesPage['deliveries'][number]
/** Some rows of a collection. */
export type CollectionPage = ResponseOf<typeof readCollection>
/** The rooms of a property with their stays. */
export type CalendarData = ResponseOf<typeof readCalendar>
/** The report of the sandbox. */
export type Report = ResponseOf<typeof readReport>
