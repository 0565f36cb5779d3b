/** Decides where a request is answered: at this replica, or at the one that owns its sandbox, with one hop at most. */

import type { IncomingMessage } from 'node:http'
import type { ApiResponse } from '../../api/response.ts'
import { setWithin } from '../../base/set-within.ts'
import { CONTROL_PATH } from '../../control-contract/control-path.ts'
import { steadyNow } from '../../simulation/clock.ts'
import { clearInterval, setInterval } from '../../simulation/machine-time.ts'
import { PacedCalls } from '../../simulation/paced-calls.ts'
import type { Membership } from '../../store/postgres/membership.ts'
import { OwnedElsewhereError, type Sandbox, StorageError, type World } from '../../world/world.ts'
import type { NodeRequest } from '../node-request.ts'
import type { ServerRequest } from '../request.ts'
import { checkResponse } from './address-check.ts'
import { Forwarder, unansweredReason } from './forwarder.ts'
import { forwardedClient, type RemoteClient } from './replica-headers.ts'
import { SandboxUsage } from './sandbox-usage.ts'

/** The replicas that share a storage, as this one sees them. */
export type Replicas = Pick<Membership, 'replica' | 'secret' | 'others' | 'draining' | 'starting' | 'problem' | 'ownerOf'>

/** Limit of the search for the owner of a sandbox that is moving, and the pause between two attempts. */
const SEARCH_MS = 3000
const SEARCH_PAUSE_MS = 25
const CLEAN_UP_MS = 250
/** Maximum number of owners that are kept. */
const MAX_OWNERS = 10_000
/** A sandbox is released without waiting longer for its calls. */
const MAX_CALL_WAIT_MS = 2000
const CALL_PAUSE_MS = 5
const NO_BODY = new Uint8Array()
const OWNER_LOST =
  'the replica that owns this sandbox was lost during this call; whether it happened is not known. Look before you repeat it'
const GIVEN_UP =
  'this replica is stopping, and the one that owns this sandbox has not answered; whether the call happened is not known. Look before you repeat it'
/** Paths of the control API that every replica answers for itself. */
const OWN_CONTROL_PATHS: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics'])

/**
 * `here`: this replica has to answer. `forwarded`: the response is written or being written. `elsewhere`: a request that another
 * replica has forwarded has to go on to a third one. `problem`: no replica can answer.
 */
export type RouteResult = 'here' | 'forwarded' | 'elsewhere' | { readonly problem: string }

export class SandboxRouter {
  readonly #world: World
  readonly #replicas: Replicas
  readonly forwarder: Forwarder
  readonly usage: SandboxUsage
  /** The addresses of the replicas that own sandboxes, as last seen; about others the database is asked. */
  readonly #owners = new Map<string, string>()
  readonly #releasing = new Set<string>()
  readonly #cleanUpTimer: NodeJS.Timeout
  /** Requests that were refused because no owner could be asked. */
  readonly refused = new PacedCalls()
  #givenUp = false

  constructor(world: World, replicas: Replicas) {
    this.#world = world
    this.#replicas = replicas
    this.forwarder = new Forwarder(replicas.secret)
    this.usage = new SandboxUsage(world)
    this.#cleanUpTimer = setInterval(() => this.#cleanUp(), CLEAN_UP_MS)
    this.#cleanUpTimer.unref()
  }

  /** The client of a request that comes from another replica; undefined for any other request. */
  clientOf(incoming: IncomingMessage): RemoteClient | undefined {
    return forwardedClient(incoming, this.#replicas.secret)
  }

  /** Answers another replica that asks whether a replica answers here; undefined for any other request. */
  checkResponse({ headers }: ServerRequest): ApiResponse | undefined {
    return checkResponse(headers, this.#replicas.secret, this.#replicas.replica ?? 0)
  }

  /** True for a sandbox that is in use here, so that its owner is known. */
  isHere(name: string): boolean {
    const sandbox = this.#world.opened(name)
    return sandbox !== undefined && isUsable(sandbox) && !this.#releasing.has(name)
  }

  /**
   * Opens the sandbox of a request here, or forwards the request to its owner.
   *
   * @param maxBodyBytes the limit of a body that is forwarded
   * @throws Refusal `body_too_large`, `body_broken`
   */
  async route(name: string, request: NodeRequest, maxBodyBytes: () => Promise<number>): Promise<RouteResult> {
    let body: Uint8Array | undefined
    let began = steadyNow()
    let reason = this.#replicas.problem?.message ?? `the sandbox ${name} is changing hands; try again in a moment`
    for (let first = true; first || steadyNow() - began < SEARCH_MS; first = false) {
      if (!first) await this.#world.pauses.wait(SEARCH_PAUSE_MS)
      const { problem, starting } = this.#replicas
      // pauses of a closed world take no time
      if (problem && starting && !this.#world.closed) continue
      if (problem) return { problem: problem.message }
      const owner = await this.#ownerOf(name, request)
      if (!('address' in owner)) return owner.result
      const { address } = owner
      // The whole body, because it is sent again if the sandbox has moved.
      body ??= request.hasBody ? await request.bufferBody(await maxBodyBytes()) : NO_BODY
      const result = await this.forwarder.forward(address, body, request)
      if (result === 'answered') return 'forwarded'
      if (this.#givenUp) return { problem: GIVEN_UP }
      if (result === 'lost' && !isSafe(request)) return { problem: OWNER_LOST }
      if (this.#owners.get(name) === address) this.#owners.delete(name)
      reason = unansweredReason(result, name, address)
      // The call has waited for an owner that is gone; the search for the next one begins now.
      if (result !== 'elsewhere' && !this.#replicas.others.some((other) => other.address === address)) began = steadyNow()
    }
    return { problem: reason }
  }

  /** The replica to forward a request to, or the result where it must not be forwarded. */
  async #ownerOf(name: string, request: NodeRequest): Promise<{ readonly address: string } | { readonly result: RouteResult }> {
    // The other replica takes this one for the owner, so the cached owner may be just as old.
    if (request.client) this.#owners.delete(name)
    const place = await this.#placeOf(name)
    if (typeof place !== 'string') return { result: { problem: place.message } }
    if (place === 'here') return { result: 'here' }
    return request.client ? { result: 'elsewhere' } : { address: place }
  }

  /** Counts and logs a call that is refused because no owner can be asked. */
  refuse(sandbox: string, problem: string): void {
    this.refused.add((calls) => this.#world.log.warn('refused', { sandbox, calls, reason: problem }))
  }

  /** Releases a sandbox after the calls in progress; later calls wait, or go to another replica. */
  async release(name: string): Promise<void> {
    this.#releasing.add(name)
    try {
      for (let waited = 0; this.usage.hasCalls(name) && waited < MAX_CALL_WAIT_MS; waited += CALL_PAUSE_MS)
        await this.#world.pauses.wait(CALL_PAUSE_MS)
      await this.#world.release(name)
      this.usage.forget(name)
    } finally {
      this.#releasing.delete(name)
    }
  }

  /** Answers the calls that their owners have not answered. */
  giveUp(): void {
    this.#givenUp = true
    this.forwarder.abortAllExcept(new Set())
  }

  end(): void {
    clearInterval(this.#cleanUpTimer)
    this.forwarder.end()
  }

  /** `here`, the address of the owner, or the reason why it is unknown. */
  async #placeOf(name: string): Promise<string | StorageError> {
    if (this.isHere(name)) return 'here'
    const known = this.#owners.get(name)
    const { others, draining } = this.#replicas
    if (known !== undefined && others.some(({ address }) => address === known)) return known
    if (draining && others.some((other) => !other.draining)) return await this.#placeElsewhere(name)
    try {
      await this.#world.openSandbox(name)
      this.usage.touch(name)
      return 'here'
    } catch (error) {
      if (error instanceof OwnedElsewhereError) {
        setWithin(this.#owners, MAX_OWNERS, name, error.address)
        return error.address
      }
      // Other errors are reported by the ordinary response.
      return isUnavailable(error) ? error : 'here'
    }
  }

  /** The place of a sandbox when this replica is stopping: its owner, else another replica, which opens it. */
  async #placeElsewhere(name: string): Promise<string | StorageError> {
    const { others } = this.#replicas
    try {
      const owner = await this.#replicas.ownerOf(name)
      const alive = others.find(({ address }) => address === owner) ?? others.find((other) => !other.draining)
      if (owner === alive?.address && owner !== undefined) setWithin(this.#owners, MAX_OWNERS, name, owner)
      return alive?.address ?? 'here'
    } catch (error) {
      if (isUnavailable(error)) return error
      throw error
    }
  }

  /** Forgets owners and sandboxes that are gone. Without contact with the database no replica is known to be gone. */
  #cleanUp(): void {
    this.usage.forgetClosed()
    if (this.#replicas.problem) return
    const alive = new Set(this.#replicas.others.map(({ address }) => address))
    for (const [name, address] of this.#owners) if (!alive.has(address)) this.#owners.delete(name)
    this.forwarder.abortAllExcept(alive)
  }
}

/** The sandbox that a request is about; undefined where any replica can answer. */
export function sandboxOf({ path, sandbox, method, query }: ServerRequest): string | undefined {
  if (!path.startsWith(`${CONTROL_PATH}/`)) return sandbox
  const own = path.slice(CONTROL_PATH.length)
  if (OWN_CONTROL_PATHS.has(own)) return undefined
  if (own !== '/sandboxes') return sandbox
  return method === 'DELETE' ? (new URLSearchParams(query).get('name') ?? undefined) : undefined
}

const isUsable = ({ gate, retired }: Sandbox): boolean => !retired && !gate?.failed

const isSafe = ({ method }: NodeRequest): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** True when a request may succeed later. */
const isUnavailable = (error: unknown): error is StorageError => error instanceof StorageError && error.reason === 'unavailable'
