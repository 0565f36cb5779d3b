/**
 * One of several processes that share a database: joins, hands its sandboxes over when it stops.
 *
 * @module
 */
import { PostgresStorage } from '../../store/postgres/postgres-storage.ts'
import type { Log, World } from '../../world/world.ts'
import { PassingOn } from './passing-on.ts'

/** The others hear within two heartbeats that this replica is stopping; until then they may still pass calls on to it. */
const HEARD_MS = 2200

/** This process among the replicas. */
export class Replica {
  readonly storage: PostgresStorage
  #passingOn: PassingOn | undefined

  constructor(storage: PostgresStorage) {
    this.storage = storage
  }

  /** Passes calls on, once this replica has joined. */
  get passingOn(): PassingOn | undefined {
    return this.#passingOn
  }

  /** Becomes one of the replicas. @param address by which the others reach it @throws DatabaseError */
  async join(world: World, address: string): Promise<void> {
    this.#passingOn = new PassingOn(world, this.storage)
    await this.storage.join(address)
  }

  /** Hands all sandboxes over, where there is another replica that takes them; calls go on being answered meanwhile. */
  async handOver(world: World): Promise<void> {
    const passingOn = this.#passingOn
    await this.storage.drain()
    if (!passingOn || !this.storage.others.some(({ draining }) => !draining)) return
    const heard = new Promise((resolve) => setTimeout(resolve, HEARD_MS))
    await Promise.all(world.openSandboxes.map(({ name }) => passingOn.handBack(name)))
    await heard
  }

  /** Nothing is passed on any more. */
  end(): void {
    this.#passingOn?.end()
  }
}

/** Connects to the database. @throws DatabaseError when it cannot be used */
export async function openReplica(address: string, log: Log): Promise<Replica> {
  const storage = await PostgresStorage.connect(address, {
    onLost: (error) =>
      log.warn('no contact with the database; what this replica holds is read again before it is used', { error: String(error) }),
    onJoined: (id) => log.info('joined the replicas', { replica: id }),
  })
  return new Replica(storage)
}
