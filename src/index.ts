/**
 * The library: a server inside the process that tests it.
 *
 * @module
 */
import type { Understay, UnderstayOptions } from './library/face.ts'
import type { Server } from './library/in-process.ts'
import { configOf } from './library/options.ts'
import { ServerHandle } from './library/server-handle.ts'
import { openLog } from './log.ts'
import { type Inside, ListenError, start, startInside } from './start.ts'

export type {
  ClockRun,
  ClockSetting,
  Credentials,
  JournalEntry,
  PointInTime,
  Since,
  TokenOptions,
  Understay,
  UnderstayClock,
  UnderstayEvent,
  UnderstayOptions,
  UnderstayReport,
  UnderstaySandbox,
  UnderstayWorld,
  VerifyOptions,
} from './library/face.ts'
export type { OperationId } from './library/operation-id.ts'
export type {
  ArmedFault,
  CallSelector,
  Cause,
  EdgeTrouble,
  EventOptions,
  ExpectationOptions,
  ExpectationOutcome,
  FaultOptions,
  ScenarioOptions,
  Span,
  UnderstayFaults,
  Wanted,
} from './library/scenario-face.ts'
export { VerifyError } from './library/verify-error.ts'

/** The address of a server without a socket: a name that nothing on a network can have. */
const NO_ADDRESS = 'http://understay.invalid'

/**
 * Starts a server in this process: by default in memory, on a free port of 127.0.0.1 and ::1, without a log.
 * Servers of one process know nothing of each other.
 *
 * @returns a server that listens, unless `listen` is false
 * @throws Error naming the option that is unknown or wrong, the port that is in use, or what is wrong in the fixtures
 */
export async function startUnderstay(options: UnderstayOptions = {}): Promise<Understay> {
  const { config, listen } = configOf(options)
  const log = openLog(config.log, config.logLevel)
  const running: Inside & { readonly url?: string } = await (listen
    ? start(config, log).catch(throwWithOptions)
    : startInside(config, log))
  let closed = false
  const server: Server = {
    world: running.world,
    url: running.url ?? NO_ADDRESS,
    controlToken: config.controlToken,
    answer: async (request) => {
      if (closed) throw new Error('this server has been closed')
      return running.fetch(request)
    },
  }
  return new ServerHandle(server, async () => {
    closed = true
    await running.close()
    log.flush()
  })
}

/** The same refusal to listen, in the words of the library. */
function throwWithOptions(error: unknown): never {
  if (!(error instanceof ListenError)) throw error
  const inUse = error.problem.includes('in use')
  throw new ListenError(error.problem, inUse ? 'take another with the option port, or leave it out for a free one' : undefined)
}
