/** `understay start`: runs a server until a signal stops it. */
import { isatty } from 'node:tty'
import { type Client, defaultClient } from '../../auth/client.ts'
import { FileError } from '../../base/file-error.ts'
import { type Instant, isoInstant } from '../../base/instant.ts'
import { formWord, shellWord } from '../../base/shell-word.ts'
import { suggestion } from '../../base/spelling.ts'
import { type Config, problemAtName, readVerbConfig } from '../../config/config.ts'
import { ignoredText } from '../../config/environment.ts'
import { UsageError } from '../../config/usage-error.ts'
import { holdsWorld } from '../../server/kept-world.ts'
import { openLog, type ProgramLog } from '../../server/log.ts'
import { isLoopback, isWildcardHost } from '../../server/sockets.ts'
import { type RunningServer, start } from '../../server/start.ts'
import { realNow } from '../../simulation/clock.ts'
import { VERSION } from '../../version.ts'
import { serverVariables } from '../command-line.ts'
import { withKindAdvice, withScenarioAdvice } from '../scenario-advice.ts'
import { DETACHED_VARIABLE, FLAGS, SERVER_FILE } from '../verb-flags.ts'
import type { StartedMessage } from './detach.ts'

/** Runs the server until a signal; resolves with the exit code. */
export async function runStart(args: readonly string[]): Promise<number> {
  const readAt = realNow()
  const { config, own, flag } = await withScenarioAdvice(() => readVerbConfig(args, process.env, { verb: '', own: FLAGS.start }))
  if (own['detach']) return (await import('./detach.ts')).startDetached(args, flag('server-file') ?? SERVER_FILE)
  const isDetached = process.send !== undefined && process.env[DETACHED_VARIABLE] === 'true'
  if (own['server-file'] && !isDetached) throw new UsageError('--server-file: is written by start --detach only; add --detach')
  requireControl(config)
  requireReplicas(config)
  const log = openLog(config.log, config.logLevel)
  const kept = !config.fresh && holdsWorld(config.data)
  if (kept && config.scenario.length > 0) throw new UsageError(scenarioOnKept(config))
  const hasTerminal = process.platform !== 'win32' && [0, 1, 2].some(isatty)
  const stopping = stopSignal()
  const started = await startFor(config, log)
  printStart(log, config, started, kept)
  const { running, client } = started
  const { url, instance } = running
  // Without the process that started it, nobody knows of this server.
  if (isDetached) {
    const variables = { ...serverVariables(running, client, config), UNDERSTAY_CONTROL_TOKEN: config.controlToken }
    process.send?.({ url, instance, variables } satisfies StartedMessage, (error: Error | null) => {
      if (error) process.kill(process.pid, 'SIGTERM')
    })
  }
  const endWatching = config.watch ? (await import('./watch-world.ts')).watchWorld(running.world, config, readAt) : undefined
  const signal = await stopping
  endWatching?.()
  log.info('stopping', { signal })
  await running.close(true)
  log.flush()
  // Node aborts at its exit when its terminal is gone, except on Windows, which cannot send this signal.
  if (signal === 'SIGHUP' && hasTerminal) process.removeAllListeners(signal).kill(process.pid, signal)
  return 0
}

const scenarioOnKept = ({ data, scenario }: Config): string =>
  `the scenario ${scenario.join(',')} needs a new world, but ${data} contains one: add --fresh to replace it, or --memory to leave it untouched`

/**
 * Requires an explicit setting for the control API of a server that is reachable from other machines. @throws UsageError
 * without one
 */
export function requireControl({ host, control, controlToken, controlTokens, from }: Config): void {
  if (isLoopback(host) || control === 'open' || (controlToken ?? controlTokens) !== undefined) return
  throw new UsageError(
    `${from.host} ${host} can be reached from other machines: protect the control API with --control-token TOKEN, or --control-tokens FILE for teams, or open it with --control open`,
  )
}

/** @throws UsageError for --advertise and --idle without --store, and when other replicas could not reach this one */
function requireReplicas({ host, store, advertise, idle }: Config): void {
  if (store !== undefined && advertise === undefined && isWildcardHost(host))
    throw new UsageError(
      `--host ${host} is a wildcard, so other replicas do not know how to reach this one: add --advertise with an address of this machine, such as http://10.0.0.5:4010`,
    )
  if (advertise !== undefined && store === undefined)
    throw new UsageError(`--advertise ${advertise}: only replicas with a shared database call each other; add --store`)
  if (advertise !== undefined && !URL.canParse(advertise))
    throw new UsageError(`--advertise ${advertise} is not an address such as http://10.0.0.5:4010: host or port is wrong`)
  if (advertise !== undefined && isWildcardHost(new URL(advertise).hostname.replace(/^\[|\]$/g, '')))
    throw new UsageError(
      `--advertise ${advertise} is a wildcard, which other replicas cannot call: give an address of this machine, such as http://10.0.0.5:4010`,
    )
  if (idle !== undefined && store === undefined)
    throw new UsageError('--idle: sandboxes leave the memory only where a database keeps them; add --store, or leave --idle out')
}

/** Resolves with the first signal; a second one exits immediately. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1))
        resolve(signal)
      })
    }
  })
}

type Started = Awaited<ReturnType<typeof startFor>>

/** @param kept true when the world is continued from the data folder */
function printStart(log: ProgramLog, config: Config, started: Started, kept: boolean): void {
  const { running, client } = started
  if (config.ignored.length > 0) log.warn(ignoredText(config.ignored))
  if (config.overruled !== undefined) log.warn(config.overruled)
  const { world, url, ca } = running
  const folder =
    config.data === undefined ? 'memory' : `${config.data}${kept ? ' (continued; --fresh starts a new world)' : ' (new)'}`
  const store = config.store === undefined ? folder : world.options.storage?.place
  const scenario = config.scenario.join(',')
  const next = scenario === '' || config.store !== undefined ? undefined : world.sandbox().nextDueAt
  const about = {
    url,
    api: `${url}${world.product.apiPath}`,
    product: config.product,
    profile: config.profile,
    ...(scenario !== '' && { scenario }),
    ...(next !== undefined && { next: isoInstant(next) }),
    store,
    seed: config.store === undefined ? world.sandbox().store.seed : world.template.seed,
    ...(ca && { ca: ca.file }),
  }
  const token = client && tokenCommand(running, client, `-d ${formWord('client_secret', client.secret)}`)
  const lines = [
    '',
    `  Understay ${VERSION}`,
    '',
    `  base_url   ${url}          the interface is at ${about.api}`,
    `  product    ${config.product}, profile ${config.profile}${choicesText(config)}`,
    ...(scenario === '' ? [] : [`  scenario   ${scenario}${nextActText(running, next)}`]),
    `  store      ${store}, seed ${about.seed}`,
    ...(client ? [`  client     ${client.id}   secret ${client.secret}   scopes ${client.scopes.join(' ')}`] : []),
    ...(ca ? [`  CA         ${ca.file}   (curl --cacert; NODE_EXTRA_CA_CERTS)`] : []),
    `  console    ${url}/_understay/`,
    `  more       ${url}/`,
    '',
    ...(token ? ['  Try it:', `  ${token}`, ''] : []),
  ]
  if (config.log === 'off') log.say(url)
  else if (log.pretty) log.say(lines.join('\n'))
  else log.info('listening', { ...about, version: VERSION, client: client?.id, ...nextSteps(config, started) })
  log.flush()
}

/** The time of the scenario's first act, and the real time until then. */
function nextActText({ world, url }: RunningServer, next: Instant | undefined): string {
  if (next === undefined) return ''
  const real = world.sandbox().dueByMachine
  const soon = real === undefined ? 'when its clock gets there' : `in ${Math.max(0, Math.ceil((real - realNow()) / 1000))} s`
  return `   acts by itself, first at ${isoInstant(next)}: ${soon}; watch it at ${url}/_understay/console/scenario`
}

/** The next steps in the log: where the credentials are, and a command that gets a token. */
function nextSteps({ controlToken, controlTokens }: Config, { running, client }: Started) {
  const credentials = `${running.url}/_understay/credentials`
  if (!client) return { credentials }
  const isLocked = (controlToken ?? controlTokens) !== undefined
  const token = isLocked ? '-H "Authorization: Bearer $UNDERSTAY_CONTROL_TOKEN" ' : ''
  // The secret is not logged, because logs are stored and shared.
  const before = `"client_id":${JSON.stringify(client.id)},"client_secret":"`.replaceAll(/[\\.*[\]^$/]/g, '\\$&')
  const secret = `$(${curlFor(running)} ${token}${credentials} | sed ${shellWord(`s/.*${before}\\([^"]*\\)".*/\\1/`)})`
  return { credentials, try: tokenCommand(running, client, `--data-urlencode "client_secret=${secret}"`) }
}

/** A command that gets a token. @param secret the words that send the secret */
const tokenCommand = (running: RunningServer, { id, scopes }: Client, secret: string): string =>
  `${curlFor(running)} ${running.url}${running.world.product.apiPath}/oauth/token -d grant_type=client_credentials -d ${formWord('client_id', id)} ${secret} -d 'scope=${scopes.join(' ')}'`

const curlFor = ({ ca }: RunningServer): string => (ca ? `curl -s --cacert ${shellWord(ca.file)}` : 'curl -s')

const choicesText = ({ choices }: Config): string => {
  const answers = Object.entries(choices).map(([id, answer]) => `${id}=${answer}`)
  return answers.length > 0 ? ` with ${answers.join(', ')}` : ''
}

/** Starts a server and finds the client whose credentials are shown. @throws UsageError when it does not exist */
export async function startFor(config: Config, log: ProgramLog): Promise<{ running: RunningServer; client: Client | undefined }> {
  const running = await withKindAdvice(config, () => start(config, log))
  try {
    const { world } = running
    const clients = config.store === undefined ? world.sandbox().store.db.clients.all() : world.rowsOfNewSandbox().clients
    return { running, client: clientToShow(clients, config.client, config.named) }
  } catch (error) {
    await running.close()
    throw error
  }
}

/** The requested client, else the default one. @throws UsageError naming the clients, FileError where a file names it */
export function clientToShow(
  clients: readonly Client[],
  asked: string | undefined,
  named: Config['named'] = [],
): Client | undefined {
  if (asked === undefined) return defaultClient(clients)
  const ids = clients.map(({ id }) => id)
  const known = ids.length > 0 ? `; there are ${ids.join(', ')}` : '; the fixtures have none'
  const found = clients.find(({ id }) => id === asked)
  if (found) return found
  const problem = `the world has no client "${asked}"${suggestion(asked, ids) || known}`
  const place = named.find(({ setting }) => setting === 'client')
  throw place ? new FileError([problemAtName(place.written, problem)]) : new UsageError(`client: ${problem}`)
}
