/** Builds a server from a configuration: fixtures, world, APIs, sockets. */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { productOf } from '../api/product.ts'
import { keysOf } from '../base/keys-of.ts'
import { createBookingPipeline } from '../booking-api/pipeline.ts'
import { type Config, requireNamedFiles, wantsTls } from '../config/config.ts'
import { fixtureFiles } from '../fixtures/source.ts'
import { nextTurn } from '../simulation/turns.ts'
import type { FileStorage } from '../store/files/file-storage.ts'
import type { Storage } from '../store/storage.ts'
import { logFailedCompaction } from '../world/compaction.ts'
import { DEFAULT_SANDBOX, type Log, type SandboxTemplate, World } from '../world/world.ts'
import { type App, type AppOptions, createApp } from './app.ts'
import type { Replica } from './replicas/replica.ts'
import { ConfiguredTemplates } from './sandbox-templates.ts'
import { isLoopback, localUrl, Sockets } from './sockets.ts'
import type { MadeCa } from './tls.ts'

/** A server without sockets. */
export interface InProcessServer {
  readonly world: World
  /** Responds to a request of this process, or one that another app forwards. */
  readonly fetch: App['fetch']
  /** Stores and closes the world. */
  close(): Promise<void>
}

export interface RunningServer extends InProcessServer {
  /** Base URL of the server and its default sandbox: `http://127.0.0.1:4010`. */
  readonly url: string
  readonly port: number
  /** What `GET health` answers, to tell this server from every other one. */
  readonly instance: string
  /** The generated CA that clients have to trust; undefined without one. */
  readonly ca: MadeCa | undefined
  /**
   * Stops accepting requests, completes those in progress, stores and closes the world.
   *
   * @param clientsGoOn true when clients may be calling: none of their connections is reset, which takes 0.1 to 1 s
   */
  close(clientsGoOn?: boolean): Promise<void>
}

const FILE_LOST = {
  removed: 'state.json was removed while the server was running; it has been written again',
  cut: 'the change log was changed by another program while the server was running; everything has been written again',
}

const NOT_NEW =
  'because the folder contains a world that was made from something else; a reset makes it from this, and --fresh starts with new worlds'

/** What the rows of a new world follow from, by setting; of files their content counts. A world that is continued stays as it is. */
function originOf({ fixtures, fixtureTexts, seed, at, freeze }: Config) {
  const hash = createHash('sha256')
  for (const name of fixtures) {
    const files = fixtureFiles(name).filter((path) => statSync(path).isFile())
    hash.update(fixtureTexts?.get(name) ?? (files.length > 0 ? files.map((path) => readFileSync(path, 'utf8')).join('\0') : name))
  }
  return { fixtures: hash.digest('hex'), seed: String(seed), at: String(at), freeze: String(freeze) }
}

/** The data folder. @throws LockedError when another process uses it */
async function openFileStorage(folder: string, config: Config, log: Log): Promise<FileStorage> {
  const { FileStorage } = await import('../store/files/file-storage.ts')
  const origin = originOf(config)
  const storage = new FileStorage(folder, {
    force: config.fsync,
    origin,
    onStored: (path, stored) => {
      const other = keysOf(origin).flatMap((name) => (stored?.[name] === origin[name] ? [] : (config.from[name] ?? [])))
      if (other.length > 0) log.warn(`${other.join(', ')}: no effect, ${NOT_NEW}`, { sandbox: basename(path) })
    },
    onFileLost: (path, what) => log.warn(FILE_LOST[what], { sandbox: basename(path) }),
    onTorn: (path) =>
      log.warn('the last change was incomplete and has been removed; it was never acknowledged', { sandbox: basename(path) }),
    onCompactionFailed: (path, error) => logFailedCompaction(log, basename(path), error),
  })
  if (!storage.survivesPauses)
    log.warn(
      `the lock of ${folder} does not cover pauses: while this process is stopped for more than 5 seconds (Ctrl-Z, docker pause), another one may take the folder; flock of util-linux covers them on Linux`,
    )
  return storage
}

/** Creates the world of a configuration and opens its default sandbox. @throws TeamsError */
export async function openWorld(config: Config, log: Log, shared?: Storage, given?: SandboxTemplate): Promise<World> {
  const templates = new ConfiguredTemplates(config)
  const template = given ?? (await templates.initial())
  const { controlTokens, controlToken } = config
  const teams = controlTokens === undefined ? undefined : (await import('./teams-file.ts')).readTeams(controlTokens, controlToken)
  const files = config.data === undefined ? undefined : await openFileStorage(config.data, config, log)
  if (files && config.fresh) for (const name of files.list()) files.clear(name)
  const world = new World({
    ...template,
    templates,
    product: productOf(config.product),
    storage: shared ?? files,
    teams,
    secureTokens: !isLoopback(config.host) && config.from.seed === undefined,
    latency: config.latency,
    journal: config.journal,
    maxSandboxes: config.maxSandboxes,
    log,
  })
  // With a shared database another replica may own the default sandbox.
  if (shared) return world
  try {
    await world.openSandbox(DEFAULT_SANDBOX)
  } catch (error) {
    await world.close()
    throw error
  }
  return world
}

/**
 * Starts a server; resolves once it listens.
 *
 * @throws ListenError naming the port
 * @throws TlsError naming the file of a certificate or key that cannot be used
 */
export async function start(config: Config, log: Log): Promise<RunningServer> {
  requireNamedFiles(config)
  const tls = wantsTls(config) ? await (await import('./tls.ts')).openTls(config, log) : undefined
  const storage =
    config.store === undefined ? undefined : await (await import('./replicas/replica.ts')).openSharedStorage(config.store, log)
  const world = await openWorld(config, log, storage).catch(async (error: unknown) => {
    tls?.close()
    await storage?.close()
    throw error
  })
  const replica = storage && new (await import('./replicas/replica.ts')).Replica(storage, world)
  const instance = randomUUID()
  const state = { ready: false, draining: false, instance }
  const { fetch, listen } = createApp(appOptions(world, config, state, replica))
  const sockets = new Sockets(listen, tls, log)
  const end = (handedOver = false): Promise<void> =>
    stop(world, () => {
      replica?.router.forwarder.endStreams()
      return sockets.close(handedOver, () => replica?.router.giveUp())
    }).finally(() => {
      replica?.end()
      tls?.close()
    })
  try {
    const port = await sockets.listen(config)
    const url = localUrl(config, port)
    await replica?.join(config.advertise ?? url, config.idle)
    state.ready = true
    const close = async (clientsGoOn = false): Promise<void> => {
      state.ready = false
      state.draining = true
      const handedOver = await replica?.handOver()
      if (handedOver || clientsGoOn) await sockets.stopListening()
      await end(handedOver)
    }
    return { world, port, url, instance, ca: tls?.ca, fetch, close }
  } catch (error) {
    await end()
    throw error
  }
}

/** Starts a server without sockets. @param template replaces that of the configuration */
export async function startInProcess(config: Config, log: Log, template?: SandboxTemplate): Promise<InProcessServer> {
  requireNamedFiles(config)
  const world = await openWorld(config, log, undefined, template)
  const { fetch } = createApp(appOptions(world, config, { ready: true, draining: false, instance: randomUUID() }))
  return { world, fetch, close: () => stop(world) }
}

interface ServerPhase {
  /** True from listening until shutdown begins. */
  readonly ready: boolean
  /** True during shutdown, while requests in progress are completed. */
  readonly draining: boolean
  /** @see RunningServer.instance */
  readonly instance: string
}

const appOptions = (world: World, config: Config, phase: ServerPhase, replica?: Replica): AppOptions => ({
  world,
  booking: createBookingPipeline(),
  publicUrl: config.publicUrl,
  scheme: wantsTls(config) ? 'https' : 'http',
  control: {
    open: config.control === 'open',
    token: config.controlToken,
    teams: world.options.teams,
    hosts: config.controlHosts,
    maxStateBytes: config.maxState * 1024 * 1024,
    webhookHosts: config.webhookHosts,
    instance: phase.instance,
    ready: () => phase.ready && !world.options.storage?.isLost && replica?.storage.membership.problem === undefined,
  },
  router: replica?.router,
  phase,
})

async function stop(world: World, closeSockets?: () => Promise<void>): Promise<void> {
  // ends the streams of calls, changes and deliveries
  for (const { journal, webhooks } of world.openSandboxes) {
    journal.end()
    webhooks.deliveries.ended.end()
  }
  world.pauses.end()
  await closeSockets?.()
  // Each is answered and stored before the world closes.
  await endDelays(world)
  await world.close()
}

/** Continues delayed requests now, so that each has its entry in the journal: as given up, where its client has ended. */
export async function endDelays({ pauses }: World): Promise<void> {
  await nextTurn()
  pauses.end()
  await nextTurn()
}
