/** Every operation of the control API, by subject. */

import { CALENDAR } from './calendar.ts'
import { CHANGES } from './changes.ts'
import { CLOCK } from './clock.ts'
import { COLLECTIONS } from './collections.ts'
import { CONTROL_PATH } from './control-path.ts'
import { CREDENTIALS } from './credentials.ts'
import { DOCUMENTS } from './documents.ts'
import { JOURNAL } from './journal.ts'
import { METRICS } from './metrics.ts'
import type { ControlOperation, Subject } from './operation.ts'
import { REPORT } from './report.ts'
import { SANDBOXES } from './sandboxes.ts'
import { SCENARIO } from './scenario.ts'
import { SERVER } from './server.ts'
import { SESSIONS } from './sessions.ts'
import { SNAPSHOTS } from './snapshots.ts'
import { STATE } from './state.ts'
import { TRAFFIC } from './traffic.ts'
import { VERIFY } from './verify.ts'
import { WEBHOOKS } from './webhooks.ts'

export const SUBJECTS: readonly Subject[] = [
  SERVER,
  METRICS,
  SANDBOXES,
  CREDENTIALS,
  CLOCK,
  STATE,
  COLLECTIONS,
  SNAPSHOTS,
  SCENARIO,
  TRAFFIC,
  WEBHOOKS,
  JOURNAL,
  CHANGES,
  CALENDAR,
  VERIFY,
  REPORT,
  SESSIONS,
  DOCUMENTS,
]

export const CONTROL_OPERATIONS: readonly ControlOperation[] = SUBJECTS.flatMap(({ operations }) => operations)

export const ENDPOINTS: readonly string[] = CONTROL_OPERATIONS.map(
  ({ method, path }) => `${method.toUpperCase()} ${CONTROL_PATH}${path}`,
)
