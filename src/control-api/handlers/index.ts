import { Binder, type Handler } from '../../pipeline/binder.ts'
import type { ControlContext, HandlerDependencies } from '../app.ts'
import { controlCalendar } from './calendar.ts'
import { controlChanges } from './changes.ts'
import { controlClock } from './clock.ts'
import { controlCollections } from './collections.ts'
import { controlCredentials } from './credentials.ts'
import { controlDocuments } from './documents.ts'
import { controlJournal } from './journal.ts'
import { controlMetrics } from './metrics.ts'
import { controlReport } from './report.ts'
import { controlSandboxes } from './sandboxes.ts'
import { controlScenario } from './scenario.ts'
import { controlScenarioPack } from './scenario-pack.ts'
import { controlServer } from './server.ts'
import { controlSessions } from './sessions.ts'
import { controlSnapshots } from './snapshots.ts'
import { controlState } from './state.ts'
import { controlTraffic } from './traffic.ts'
import { controlVerify } from './verify.ts'
import { controlWebhooks } from './webhooks.ts'

/** The handlers, by the id of their operation. */
export function controlHandlers(around: HandlerDependencies): ReadonlyMap<string, Handler> {
  const binder = new Binder<ControlContext>()
  const on = binder.onAsync
  controlServer(on, around)
  controlCalendar(on)
  controlChanges(on)
  controlClock(on)
  controlCollections(on)
  controlCredentials(on)
  controlDocuments(on, around)
  controlJournal(on, around)
  controlMetrics(on, around)
  controlReport(on, around)
  controlSandboxes(on, around)
  controlScenario(on, around)
  controlScenarioPack(on)
  controlSessions(on)
  controlSnapshots(on)
  controlState(on, around)
  controlTraffic(on)
  controlVerify(on)
  controlWebhooks(on, around)
  return binder.bound
}
