/** The names of the responses of the control API that the pages show. */
import type { readCalendar } from '../control-contract/calendar.ts'
import type { readClock } from '../control-contract/clock.ts'
import type { readCollection } from '../control-contract/collections.ts'
import type { listCredentials } from '../control-contract/credentials.ts'
import type { listOperations } from '../control-contract/documents.ts'
import type { readEntry, readJournal } from '../control-contract/journal.ts'
import type { AnswerOf } from '../control-contract/operation.ts'
import type { readReport } from '../control-contract/report.ts'
import type { listSandboxes } from '../control-contract/sandboxes.ts'
import type { listFaults, listScenarios, readScenario } from '../control-contract/scenario.ts'
import type { listEndpoints } from '../control-contract/server.ts'
import type { listSessions, priceSession } from '../control-contract/sessions.ts'
import type { compareSnapshot, listSnapshots } from '../control-contract/snapshots.ts'
import type { listDeliveries, listWebhooks } from '../control-contract/webhooks.ts'

export type CallShown = AnswerOf<typeof readEntry>
export type RowChange = CallShown['changes'][number]
export type JournalPage = AnswerOf<typeof readJournal>
/** An entry as in lists, or complete. */
export type JournalEntry = JournalPage['entries'][number]
export type SandboxListed = AnswerOf<typeof listSandboxes>[number]
export type SandboxInfo = AnswerOf<typeof listEndpoints>
export type SessionShown = AnswerOf<typeof listSessions>[number]
export type SessionPrice = AnswerOf<typeof priceSession>
export type OperationShown = AnswerOf<typeof listOperations>[number]
export type ClockState = AnswerOf<typeof readClock>
export type ScenarioState = AnswerOf<typeof readScenario>
export type PlayableScenario = AnswerOf<typeof listScenarios>[number]
export type FaultShown = AnswerOf<typeof listFaults>[number]
export type ClientShown = AnswerOf<typeof listCredentials>[number]
/** A snapshot; a damaged one has only a name and a problem. */
export type SnapshotShown = AnswerOf<typeof listSnapshots>[number]
export type SnapshotDiff = AnswerOf<typeof compareSnapshot>
export type HookShown = AnswerOf<typeof listWebhooks>[number]
export type DeliveriesPage = AnswerOf<typeof listDeliveries>
export type DeliveryShown = DeliveriesPage['deliveries'][number]
export type CollectionPage = AnswerOf<typeof readCollection>
export type CalendarData = AnswerOf<typeof readCalendar>
export type Report = AnswerOf<typeof readReport>
