/**
 * Passes requests on to the replica that owns their sandbox, one hop at most.
 *
 * @module
 */
import { Agent, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'
import { CONTROL_PATH } from '../../control-api/control-path.ts'
import { steadyNow } from '../../simulation/clock.ts'
import type { StorageError } from '../../store/storage.ts'
import { OwnedElsewhereError, type Sandbox, type World } from '../../world/world.ts'
import type { IncomingRequest } from '../listener.ts'
import { UNKNOWN_ADDRESS } from '../request-target.ts'
import { KnownOwners } from './known-owners.ts'

/** Another replica, as the storage knows it. */
export interface OtherReplica {
  readonly address: string
  readonly draining: boolean
}

/** What passing on needs of the storage that the replicas share. */
export interface Replicas {
  /** What replicas show one another. */
  readonly secret: string
  readonly others: readonly OtherReplica[]
  /** True once this replica takes no sandboxes any more. */
  readonly draining: boolean
  /** Why this replica may answer nothing now. */
  readonly problem: StorageError | undefined
  /** The address of the replica that the database names as the owner of a sandbox, alive or not. @throws StorageError */
  ownerOf(sandbox: string): Promise<string | undefined>
}

/** Shows that a request comes from another replica. */
const REPLICA_HEADER = 'x-understay-replica'
/** The address and port of the client that the other replica was called by. */
const CLIENT_HEADER = 'x-understay-client'
/** How a replica answers another one: that it does not own the sandbox, or that the connection to the client is to be cut. */
const ANSWER_HEADER = 'x-understay-answer'
const TO_REPLICA = 421

const HOP_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'proxy-connection',
  'upgrade',
  'expect',
])
/** How long the owner of a sandbox is looked for that changes hands meanwhile, and the pause between. */
const SEARCH_MS = 3000
const SEARCH_PAUSE_MS = 25
const LOOK_MS = 250
/** A call that takes longer does not keep its sandbox from being given back. */
const LONGEST_CALL_MS = 2000
const CALL_PAUSE_MS = 5
const REFUSED_LOG_MS = 1000
const LOST =
  'the replica that owns this sandbox was lost during this call; whether it happened is not known. Look before you repeat it'
const CONTROL_OF_SERVER: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics'])

/** What became of a request. */
export type Passed = 'here' | 'passed' | { readonly problem: string }

/** A request that may belong elsewhere. */
export interface Addressed {
  /** The sandbox it is for. */
  readonly sandbox: string
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** True where it comes from another replica. */
  readonly isPassedOn: boolean
  /** Reads the whole body, which can be read again where the request is answered here. @throws Refusal `body_too_large`, `body_broken` */
  readonly takeBody: () => Promise<Uint8Array>
}

/** The client behind a request that another replica has passed on. */
export interface RemoteClient {
  readonly address: string | undefined
  readonly port: number | undefined
}

/** A sandbox's owner did not answer to the end. */
class OwnerLostError extends Error {}
/** Nothing of the request has reached the owner. */
class NotReachedError extends Error {}

/** Knows which replica owns what, and passes requests on. */
export class PassingOn {
  readonly #world: World
  readonly #replicas: Replicas
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512 })
  readonly #owners = new KnownOwners()
  /** How requests under way are given up, by the address they were passed on to. */
  readonly #underWay = new Map<string, Set<() => void>>()
  /** Calls under way here, by sandbox. */
  readonly #calls = new Map<string, number>()
  /** Responses under way here, streams included, by sandbox. */
  readonly #responses = new Map<string, number>()
  /** When each sandbox was used last. */
  readonly #used = new Map<string, number>()
  /** Sandboxes that are being given back. */
  readonly #leaving = new Set<string>()
  readonly #looking: NodeJS.Timeout
  /** Requests that their owner has answered so far. */
  passed = 0
  /** Requests refused so far because no owner could be asked. */
  refused = 0
  #saidRefused = { at: -Infinity, refused: 0 }

  constructor(world: World, replicas: Replicas) {
    this.#world = world
    this.#replicas = replicas
    this.#looking = setInterval(() => this.#look(), LOOK_MS)
    this.#looking.unref()
  }

  /** The client of a request that comes from another replica; undefined for any other request. */
  clientOf({ headers }: IncomingMessage): RemoteClient | undefined {
    if (headers[REPLICA_HEADER] !== this.#replicas.secret) return undefined
    const [port, ...address] = String(headers[CLIENT_HEADER] ?? '').split(' ')
    return { address: address.join(' ') || undefined, port: Number(port) || undefined }
  }

  /** True for a sandbox that is in use here: nothing has to be asked. */
  isHere(name: string): boolean {
    const sandbox = this.#world.opened(name)
    return sandbox !== undefined && isUsable(sandbox) && !this.#leaving.has(name)
  }

  /** Passes a request on where its sandbox is owned elsewhere. @throws Refusal where its body cannot be taken */
  async route(request: Addressed): Promise<Passed> {
    const { sandbox: name, outgoing } = request
    let body: Uint8Array | undefined
    const began = steadyNow()
    for (let first = true; first || steadyNow() - began < SEARCH_MS; first = false) {
      if (!first) await this.#world.pauses.wait(SEARCH_PAUSE_MS)
      const { problem } = this.#replicas
      if (problem) return { problem: problem.message }
      // another replica thinks the sandbox is here: what is remembered of its owner may be as old
      if (request.isPassedOn) this.#owners.delete(name)
      const place = await this.#placeOf(name)
      if (typeof place !== 'string') return { problem: place.message }
      if (place === 'here') return 'here'
      if (request.isPassedOn) {
        answerReplica(outgoing, 'elsewhere')
        return 'passed'
      }
      // whole, because it is sent again where the sandbox has changed hands
      body ??= await request.takeBody()
      const lost = await this.#try(place, body, request)
      if (lost === 'answered') return 'passed'
      if (lost !== undefined && !isSafe(request.incoming)) return { problem: LOST }
      this.#owners.delete(name, place)
    }
    return { problem: `the sandbox ${name} is changing hands; try again in a moment` }
  }

  /** Counts a call that is refused because no owner can be asked, and logs it: a line a second at most. */
  refuse(sandbox: string, problem: string): void {
    this.refused++
    const { at, refused } = this.#saidRefused
    const now = steadyNow()
    if (now - at < REFUSED_LOG_MS) return
    this.#saidRefused = { at: now, refused: this.refused }
    this.#world.log.warn('refused', { sandbox, calls: this.refused - refused, reason: problem })
  }

  /** Counts a call that is answered here. @returns ends that */
  begin(name: string, outgoing: ServerResponse): () => void {
    const end = counted(this.#responses, name)
    outgoing.once('close', () => {
      // a refused call may name anything
      if (this.#world.opened(name)) this.#used.set(name, steadyNow())
      end()
    })
    return counted(this.#calls, name)
  }

  /** Milliseconds since a sandbox was used; undefined where no call has used it here. */
  unusedFor(name: string): number | undefined {
    if (this.#responses.has(name)) return 0
    const used = this.#used.get(name)
    return used === undefined ? undefined : steadyNow() - used
  }

  /** Gives a sandbox back once the calls under way in it are answered; later ones wait, or go to another replica. */
  async handBack(name: string): Promise<void> {
    this.#leaving.add(name)
    try {
      for (let waited = 0; this.#calls.has(name) && waited < LONGEST_CALL_MS; waited += CALL_PAUSE_MS)
        await this.#world.pauses.wait(CALL_PAUSE_MS)
      await this.#world.handBack(name)
      this.#used.delete(name)
    } finally {
      this.#leaving.delete(name)
    }
  }

  end(): void {
    clearInterval(this.#looking)
    this.#agent.destroy()
  }

  /** `here`, the address of the owner, or why that cannot be told. */
  async #placeOf(name: string): Promise<string | StorageError> {
    if (this.isHere(name)) return 'here'
    const known = this.#owners.get(name)
    const { others, draining } = this.#replicas
    if (known !== undefined && others.some(({ address }) => address === known)) return known
    if (draining && others.some((other) => !other.draining)) return await this.#placeElsewhere(name)
    try {
      await this.#world.openSandbox(name)
      this.#used.set(name, steadyNow())
      return 'here'
    } catch (error) {
      if (error instanceof OwnedElsewhereError) {
        this.#owners.set(name, error.address)
        return error.address
      }
      // what else is wrong with it is told where it is answered
      return isStorageError(error) ? error : 'here'
    }
  }

  /** Where a replica that is stopping passes calls on to: the owner, else another one that takes the sandbox. */
  async #placeElsewhere(name: string): Promise<string | StorageError> {
    const { others } = this.#replicas
    try {
      const owner = await this.#replicas.ownerOf(name)
      const alive = others.find(({ address }) => address === owner) ?? others.find((other) => !other.draining)
      if (owner === alive?.address && owner !== undefined) this.#owners.set(name, owner)
      return alive?.address ?? 'here'
    } catch (error) {
      if (isStorageError(error)) return error
      throw error
    }
  }

  /** @returns undefined where nothing has happened, an error where that is not known */
  async #try(address: string, body: Uint8Array, request: Addressed): Promise<'answered' | OwnerLostError | undefined> {
    try {
      return (await this.#passOn(address, body, request)) ? 'answered' : undefined
    } catch (error) {
      if (error instanceof OwnerLostError) return error
      if (error instanceof NotReachedError) return undefined
      throw error
    }
  }

  /** @returns false where the other replica does not own the sandbox either */
  #passOn(address: string, body: Uint8Array, { incoming, outgoing }: Addressed): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(address)
      const headers = [
        ...endToEnd(incoming.rawHeaders),
        ...[REPLICA_HEADER, this.#replicas.secret],
        ...[CLIENT_HEADER, `${incoming.socket.remotePort ?? ''} ${incoming.socket.remoteAddress ?? UNKNOWN_ADDRESS}`],
      ]
      if (body.length > 0 && incoming.headers['content-length'] === undefined) headers.push('Content-Length', String(body.length))
      const { method = 'GET', url: path = '/' } = incoming
      const host = hostname.replace(/^\[|\]$/g, '')
      const asked = openRequest({ agent: this.#agent, host, port: port || 80, method, path, headers, setHost: false })
      const giveUp = (): void => void asked.destroy(new OwnerLostError())
      const underWay = this.#underWayAt(address)
      underWay.add(giveUp)
      const clientGone = (): void => void (outgoing.writableFinished || asked.destroy())
      outgoing.once('close', clientGone)
      const over = (): void => {
        underWay.delete(giveUp)
        outgoing.off('close', clientGone)
      }
      let reached = false
      asked.once('socket', (socket) => {
        if (!socket.connecting) reached = true
        else socket.once('connect', () => (reached = true))
      })
      asked.once('error', (error) => {
        over()
        if (outgoing.destroyed) resolve(true)
        else if (outgoing.headersSent) resolve(cut(outgoing))
        else reject(reached ? new OwnerLostError(error.message) : new NotReachedError(error.message))
      })
      asked.once('response', (answer) => {
        const said = answer.headers[ANSWER_HEADER]
        if (answer.statusCode === TO_REPLICA && said !== undefined) {
          answer.resume()
          over()
          resolve(said === 'cut' ? cut(outgoing) : false)
          return
        }
        this.passed++
        outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.rawHeaders))
        outgoing.flushHeaders()
        answer.once('error', () => cut(outgoing))
        answer.once('close', () => {
          over()
          resolve(answer.complete || cut(outgoing))
        })
        answer.pipe(outgoing)
      })
      asked.end(body)
    })
  }

  #underWayAt(address: string): Set<() => void> {
    const known = this.#underWay.get(address)
    if (known) return known
    const made = new Set<() => void>()
    this.#underWay.set(address, made)
    return made
  }

  /** Forgets what is gone. Without contact with the database nobody knows what is. */
  #look(): void {
    if (this.#replicas.problem) return
    const alive = new Set(this.#replicas.others.map(({ address }) => address))
    this.#owners.keepOnly(alive)
    for (const name of this.#used.keys()) if (!this.#world.opened(name)) this.#used.delete(name)
    this.#giveUpOnLost(alive)
  }

  /** A replica that is stopped keeps its connections: what was passed on to it is given up once the database has given it up. */
  #giveUpOnLost(alive: ReadonlySet<string>): void {
    for (const [address, underWay] of this.#underWay) {
      if (alive.has(address)) continue
      this.#underWay.delete(address)
      for (const giveUp of underWay) giveUp()
    }
  }
}

/** Adds one to a count by name. @returns takes it away again */
function counted(counts: Map<string, number>, name: string): () => void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
  return () => {
    const left = (counts.get(name) ?? 1) - 1
    if (left > 0) counts.set(name, left)
    else counts.delete(name)
  }
}

/** Answers another replica, not its client. */
export function answerReplica(outgoing: ServerResponse, what: 'elsewhere' | 'cut'): void {
  outgoing.writeHead(TO_REPLICA, { [ANSWER_HEADER]: what }).end()
}

/** The sandbox a request is to be answered at; undefined where any replica can answer. */
export function sandboxConcerned({ path, sandbox, method, query }: IncomingRequest): string | undefined {
  if (!path.startsWith(`${CONTROL_PATH}/`)) return sandbox
  const own = path.slice(CONTROL_PATH.length)
  if (CONTROL_OF_SERVER.has(own)) return undefined
  if (own !== '/sandboxes') return sandbox
  return method === 'DELETE' ? (new URLSearchParams(query).get('name') ?? undefined) : undefined
}

const isUsable = ({ gate, retired }: Sandbox): boolean => !retired && !gate?.failed

const isSafe = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

const isStorageError = (error: unknown): error is StorageError =>
  error instanceof Error && (error.name === 'StorageError' || error.name === 'OwnedElsewhereError')

/** Closes the connection to the client. */
function cut(outgoing: ServerResponse): true {
  outgoing.destroy()
  return true
}

/** Names and values in turn, without those of one connection, and without those that only replicas may send. */
function endToEnd(raw: readonly string[]): string[] {
  const kept: string[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]]
    const lower = name.toLowerCase()
    if (!HOP_HEADERS.has(lower) && lower !== REPLICA_HEADER && lower !== CLIENT_HEADER) kept.push(name, value)
  }
  return kept
}
