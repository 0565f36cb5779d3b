/** The library: a server inside the process that tests it. */

import { ClosedError, type Server } from './library/in-process.ts'
import { appConfigOf, configOf } from './library/options.ts'
import { throwWithOptions } from './library/start-error.ts'
import type { Understay, UnderstayOptions } from './library/types.ts'
import { ServerHandle } from './library/world-handle.ts'
import { openLog } from './server/log.ts'
import { type InProcessServer, type RunningServer, start, startInProcess } from './server/start.ts'

export type {
  ArmedFault,
  CallSelector,
  Cause,
  ChannelSale,
  DeliveryFilter,
  DeliveryTotals,
  EdgeTrouble,
  EventOptions,
  ExpectationOptions,
  ExpectationOutcome,
  FaultOptions,
  FixtureRows,
  FollowUpAct,
  HookNumbers,
  InvariantChecks,
  JournalEntry,
  NetworkFault,
  OperationId,
  PointInTime,
  ReportedTraffic,
  ScenarioOptions,
  SnapshotInfo,
  Span,
  StateChanges,
  TrafficAct,
  TrafficDelays,
  TrafficOptions,
  TrafficSource,
  TriggeredEvent,
  TriggerOptions,
  UnderstayEvent,
  UnderstayReport,
  UnderstayTraffic,
  Wanted,
  WebhookDelivery,
  WebhookOptions,
  WebhookShown,
} from './library/schema-types.ts'
export { settingVariable } from './library/setting-variable.ts'
export type {
  ClockRun,
  ClockSetting,
  Credentials,
  DeliveryNumbers,
  ReceivedEvent,
  ReceiverOptions,
  Since,
  TokenOptions,
  Understay,
  UnderstayClock,
  UnderstayFaults,
  UnderstayOptions,
  UnderstaySandbox,
  UnderstaySnapshots,
  UnderstayWebhooks,
  UnderstayWorld,
  VerifyOptions,
  WebhookReceiver,
} from './library/types.ts'
export { VerifyError } from './library/verify-error.ts'

/** The address of a server without a socket: a name that nothing on a network can have. */
const NO_ADDRESS = 'http://understay.invalid'

/**
 * Starts a server in this process: by default in memory, on a free port of 127.0.0.1 and ::1, without a log.
 * Servers of one process know nothing of each other.
 *
 * @returns a server that listens, unless `listen` is false
 * @throws Error naming the option that is unknown or wrong, the port that is in use, or what is wrong in the fixtures
 *
 * @example
 * const server = await startUnderstay({ scenario: 'rate-limited' })
 * const token = await server.token()
 * await server.close()
 */
export async function startUnderstay(options: UnderstayOptions = {}): Promise<Understay> {
  const { config, listen } = await configOf(options).catch(throwWithOptions)
  const log = openLog(config.log, config.logLevel)
  const starting: Promise<InProcessServer & Partial<Pick<RunningServer, 'url' | 'ca'>>> = listen
    ? start(config, log)
    : startInProcess(config, log)
  const running = await starting.catch(throwWithOptions)
  let closed = false
  const requireOpen = (): void => {
    if (closed) throw new ClosedError()
  }
  const server: Server = {
    isOpen: () => !closed,
    requireOpen,
    world: running.world,
    url: running.url ?? NO_ADDRESS,
    controlToken: config.controlToken,
    client: config.client,
    caFile: running.ca?.file,
    receivers: new Set(),
    answer: async (request, remoteAddress) => {
      requireOpen()
      return running.fetch(request, remoteAddress === undefined ? {} : { remoteAddress })
    },
  }
  const handle = new ServerHandle(server, async () => {
    closed = true
    await running.close()
    await Promise.all([...server.receivers].map((receiver) => receiver.close()))
    log.flush()
  })
  try {
    if (config.client !== undefined) handle.credentialsOf(config.client)
    return handle
  } catch (error) {
    await handle.close()
    throw new Error(`client: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * A server as an app of Hono. `understay/hono` has the same with the types of Hono.
 *
 * @example
 * const { app, close } = await createApp()
 * const answer = await app.request('/service/api/properties/all')
 * await close()
 */
export interface UnderstayApp {
  /** A Hono app: `app.route('/mock', understay.app)` mounts it, and addresses in responses keep the path. */
  readonly app: {
    readonly fetch: (request: Request) => Response | Promise<Response>
    readonly request: (path: string, init?: RequestInit) => Response | Promise<Response>
  }
  /** Writes the remaining lines. A property, so that linters let it be taken from the object. */
  readonly close: () => Promise<void>
}

/**
 * Makes a whole server as a Hono app, to be mounted in another app or served on another runtime. The control API needs a
 * `controlToken`, or `control: 'open'`, except for clients of this machine that Hono's Node adapter names.
 *
 * @param options those of {@link startUnderstay} without a socket
 * @throws Error naming the option that is unknown or wrong, or what is wrong in the fixtures
 *
 * @example
 * const mock = await createApp({ controlToken: 'a-long-secret' })
 * await mock.close()
 */
export async function createApp(
  options: Omit<UnderstayOptions, 'listen' | 'port' | 'host' | 'client'> = {},
): Promise<UnderstayApp> {
  const config = await appConfigOf(options).catch(throwWithOptions)
  const log = openLog(config.log, config.logLevel)
  const { appOf } = await import('./library/app.ts')
  const inside = await startInProcess(config, log).catch(throwWithOptions)
  let closed: Promise<void> | undefined
  const close = async (): Promise<void> => {
    await inside.close()
    log.flush()
  }
  return { app: appOf(inside, () => closed !== undefined), close: () => (closed ??= close()) }
}
