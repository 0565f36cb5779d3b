/**
 * One of several processes that share a database: joins, hands its sandboxes over when it stops.
 *
 * @module
 */
import { single } from '../../base/metrics.ts'
import type { Move } from '../../store/postgres/ownership-log.ts'
import { PostgresStorage } from '../../store/postgres/postgres-storage.ts'
import type { Log, World } from '../../world/world.ts'
import { IdleSandboxes } from './idle-sandboxes.ts'
import { PassingOn } from './passing-on.ts'

/** The others hear within two heartbeats that this replica is stopping; until then they may still pass calls on to it. */
const HEARD_MS = 2200
const IDLE_MS = 600_000

/** This process among the replicas. */
export class Replica {
  readonly storage: PostgresStorage
  #passingOn: PassingOn | undefined
  #idle: IdleSandboxes | undefined

  constructor(storage: PostgresStorage) {
    this.storage = storage
  }

  /** Passes calls on, once this replica has joined. */
  get passingOn(): PassingOn | undefined {
    return this.#passingOn
  }

  /**
   * Becomes one of the replicas.
   *
   * @param address by which the others reach it
   * @param idleMs milliseconds without use after which a sandbox is handed back
   * @throws DatabaseError
   */
  async join(world: World, address: string, idleMs = IDLE_MS): Promise<void> {
    const passingOn = new PassingOn(world, this.storage)
    this.#passingOn = passingOn
    world.metrics.addSource(() => [
      single(
        'understay_calls_passed_on_total',
        'counter',
        'Calls that the replica that owns their sandbox has answered for this one.',
        passingOn.passed,
      ),
      single(
        'understay_calls_refused_total',
        'counter',
        'Calls answered with 503 because no owner could be asked.',
        passingOn.refused,
      ),
    ])
    await this.storage.join(address)
    this.#idle = new IdleSandboxes(world, this.storage, passingOn, idleMs)
  }

  /** Hands all sandboxes over, where there is another replica that takes them; calls go on being answered meanwhile. */
  async handOver(world: World): Promise<void> {
    const passingOn = this.#passingOn
    world.log.info('draining', { replica: this.storage.replica, sandboxes: world.openSandboxes.length })
    await this.storage.drain()
    if (!passingOn || !this.storage.others.some(({ draining }) => !draining)) return
    const heard = new Promise((resolve) => setTimeout(resolve, HEARD_MS))
    await Promise.all(world.openSandboxes.map(({ name }) => passingOn.handBack(name)))
    await heard
  }

  /** Nothing is passed on any more. */
  end(): void {
    this.#idle?.end()
    this.#passingOn?.end()
  }
}

/** What the log says of a sandbox whose owner changes. */
const MOVED: Readonly<Record<Move, string>> = {
  created: 'created the sandbox',
  taken: 'took the sandbox over',
  'handed-back': 'handed the sandbox back',
  fenced: 'fenced: another replica has taken the sandbox over, and no change of this one is stored',
}

/** Connects to the database. @throws DatabaseError when it cannot be used */
export async function openReplica(address: string, log: Log): Promise<Replica> {
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
    onMove: (move, { sandbox, epoch }) =>
      log[move === 'fenced' ? 'warn' : 'info'](MOVED[move], { replica: storage.replica, sandbox, epoch: Number(epoch) }),
  })
  return new Replica(storage)
}
