/** Lets callers wait for what takes long, so that nobody's next request keeps others waiting, and bounds what waits. */
import type { Team } from '../auth/teams.ts'
import type { Hold } from '../pipeline/api-request.ts'
import type { SandboxTemplate, World } from '../world/world.ts'
import { ControlRefusal } from './control-refusal.ts'

const RETRY_AFTER_SECONDS = 5

/** Who sends a request, as far as its context says. */
interface Sender {
  readonly team?: Team | undefined
  readonly request: { readonly sandbox: string }
}

/** The work that was begun last for each sandbox or team. */
const last = new Map<string, Promise<unknown>>()

/** Runs work after the earlier one of the same sandbox or team. */
export async function inTurn<T>({ team, request }: Sender, work: () => Promise<T>): Promise<T> {
  const owner = team ? `team ${team.label}` : request.sandbox
  const before = last.get(owner)
  const result = before ? before.then(work) : work()
  const ended = result.catch(() => undefined)
  last.set(owner, ended)
  try {
    return await result
  } finally {
    if (last.get(owner) === ended) last.delete(owner)
  }
}

/** Bounds how much of what callers send is held at a time; one of any size always may be. */
export class Room {
  readonly #what: string
  readonly #most: number
  #held = 0

  /** @param most in characters or bytes */
  constructor(what: string, most: number) {
    this.#what = what
    this.#most = most
  }

  /** @throws ControlRefusal 503 when too much is held */
  hold<T>(size: number, work: () => Promise<T>): Promise<T> {
    return this.holdParts((hold) => {
      hold(size)
      return work()
    })
  }

  /** Holds what arrives in parts, each as it comes; after one that is refused, nothing of it. @param work gets what holds a part */
  async holdParts<T>(work: (hold: Hold) => Promise<T>): Promise<T> {
    let own = 0
    const add = (size: number): void => {
      own += size
      this.#held += size
    }
    try {
      return await work((size) => {
        const isFull = this.#held > own && this.#held + size > this.#most
        add(isFull ? -own : size)
        if (isFull) throw new ControlRefusal(503, `too many ${this.#what}; try again in a moment`, {}, RETRY_AFTER_SECONDS)
      })
    } finally {
      add(-own)
    }
  }
}

const scenarios = new Room('scenarios are waiting to be read', 16 * 1024 * 1024)

/** Reads a scenario. @throws ControlRefusal 503 when too much waits, and the errors of {@link SandboxTemplate} */
export const readInTurn = (text: string, { templates }: World, sender: Sender): Promise<SandboxTemplate> =>
  scenarios.hold(text.length, () => inTurn(sender, () => templates.fromUntrusted(text)))
