/**
 * Every endpoint of the control API, by noun.
 *
 * @module
 */
import { CLOCK } from './clock-endpoints.ts'
import { CONSOLE } from './console-endpoints.ts'
import { CONTRACT } from './contract-endpoints.ts'
import { CREDENTIALS } from './credentials-endpoints.ts'
import type { Endpoint, Noun } from './declaration.ts'
import { JOURNAL } from './journal-endpoints.ts'
import { REPORT } from './report-endpoints.ts'
import { SANDBOXES } from './sandboxes-endpoints.ts'
import { SCENARIO } from './scenario-endpoints.ts'
import { SERVER } from './server-endpoints.ts'
import { SESSIONS } from './sessions-endpoints.ts'
import { SNAPSHOTS } from './snapshots-endpoints.ts'
import { STATE } from './state-endpoints.ts'
import { VERIFY } from './verify-endpoints.ts'

export const NOUNS: readonly Noun[] = [
  SERVER,
  SANDBOXES,
  CREDENTIALS,
  CLOCK,
  STATE,
  SNAPSHOTS,
  SCENARIO,
  JOURNAL,
  VERIFY,
  REPORT,
  SESSIONS,
  CONTRACT,
  CONSOLE,
]

export const ENDPOINTS: readonly Endpoint[] = NOUNS.flatMap(({ endpoints }) => endpoints)
