/** One of several processes that share a database: joins the others, and hands its sandboxes over when it stops. */
import { singleMetric } from '../../base/metrics.ts'
import { setTimeout } from '../../simulation/machine-time.ts'
import type { Move } from '../../store/postgres/ownership-log.ts'
import { PostgresStorage } from '../../store/postgres/postgres-storage.ts'
import type { Log, World } from '../../world/world.ts'
import { type AddressCheck, checkAddress } from './address-check.ts'
import { checkIdleSandboxes } from './idle-sandboxes.ts'
import { SandboxRouter } from './sandbox-router.ts'

/** Two heartbeats, after which the others know that this replica is stopping; until then they may forward calls to it. */
const DRAIN_NOTICE_MS = 2200
const DEFAULT_IDLE_MS = 600_000
/** How often an address is asked that does not answer. */
const MAX_CHECKS = 3

const SAME_ADDRESS =
  'another running replica has the same address: calls for its sandboxes cannot be forwarded. Start each replica with an --advertise of its own'

const OWN_ADDRESS = { 'not-reached': 'nothing answers', stranger: 'something else answers' } as const

/** This process among the replicas. */
export class Replica {
  readonly storage: PostgresStorage
  readonly router: SandboxRouter
  readonly #world: World
  #endIdleChecks: (() => void) | undefined

  constructor(storage: PostgresStorage, world: World) {
    this.storage = storage
    this.router = new SandboxRouter(world, storage.membership)
    this.#world = world
  }

  /**
   * Becomes one of the replicas.
   *
   * @param address by which the others reach it
   * @param idleMs milliseconds without use after which a sandbox is released
   * @throws DatabaseError
   */
  async join(address: string, idleMs = DEFAULT_IDLE_MS): Promise<void> {
    const world = this.#world
    const { router } = this
    world.metrics.addSource(() => [
      singleMetric(
        'understay_calls_passed_on_total',
        'counter',
        'Calls forwarded to the replica that owns their sandbox, and answered by it.',
        router.forwarder.forwarded,
      ),
      singleMetric(
        'understay_calls_refused_total',
        'counter',
        'Calls answered with 503 because no owner could be asked.',
        router.refused.total,
      ),
    ])
    await this.storage.membership.join(address)
    const same = this.storage.membership.others.find((other) => other.address === address)
    if (same) world.log.warn(SAME_ADDRESS, { address, other: same.id })
    else void this.#checkOwnAddress(world.log, address)
    this.#endIdleChecks = checkIdleSandboxes(world, this.storage, router, idleMs)
  }

  /** Warns where other replicas would not reach this one; it may still be right, where a machine cannot call itself by that address. */
  async #checkOwnAddress(log: Log, address: string): Promise<void> {
    const { membership } = this.storage
    const { secret, replica } = membership
    let found: AddressCheck = 'not-reached'
    // on a busy machine, an answer may come too late
    for (let tries = 0; found === 'not-reached' && tries < MAX_CHECKS; tries++) found = await checkAddress(address, secret)
    if (typeof found === 'object' && found.replica === membership.replica) return
    if (replica === undefined || replica !== membership.replica) return
    const what = typeof found === 'object' ? `the replica ${found.replica} answers` : OWN_ADDRESS[found]
    log.warn(
      `${what} at the address by which other replicas call this one, ${address}: calls for its sandboxes that arrive elsewhere will be answered 503. Correct --advertise`,
      { address },
    )
  }

  /** Hands all sandboxes over if another replica can take them; calls are answered meanwhile. @returns false as the only replica */
  async handOver(): Promise<boolean> {
    const world = this.#world
    const { membership } = this.storage
    world.log.info('draining', { replica: membership.replica, sandboxes: world.openSandboxes.length })
    await membership.drain().catch(() => undefined)
    if (!membership.others.some(({ draining }) => !draining)) return false
    const noticed = new Promise((resolve) => setTimeout(resolve, DRAIN_NOTICE_MS))
    await Promise.all(world.openSandboxes.map(({ name }) => this.router.release(name)))
    await noticed
    return true
  }

  /** Stops forwarding and checking. */
  end(): void {
    this.#endIdleChecks?.()
    this.router.end()
  }
}

const MOVE_MESSAGES: Readonly<Record<Move, string>> = {
  created: 'created the sandbox',
  taken: 'took the sandbox over',
  'handed-back': 'handed the sandbox back',
  fenced: 'fenced: another replica has taken the sandbox over, and no change of this one is stored',
}

/** Connects to the database. @throws DatabaseError when it cannot be used */
export async function openSharedStorage(address: string, log: Log): Promise<PostgresStorage> {
  const storage = await PostgresStorage.connect(address, {
    onLost: (error, replica) =>
      log.warn('lost: no contact with the database; what this replica holds is read again before it is used', {
        replica,
        error: String(error),
      }),
    onJoined: (replica) => {
      log.tag?.({ replica })
      log.info('joined the replicas', { replica })
    },
    onMove: (move, sandbox, epoch) =>
      log[move === 'fenced' ? 'warn' : 'info'](MOVE_MESSAGES[move], {
        replica: storage.membership.replica,
        sandbox,
        epoch: Number(epoch),
      }),
  })
  return storage
}
