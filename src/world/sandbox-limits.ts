/** Limits of sandboxes: names, their number on a server and in a team, and the memory of their journals. */

import { noTeam } from '../auth/teams.ts'
import { andThen, isPromise, type MaybePromise } from '../base/maybe-promise.ts'
import { SANDBOX_NAME } from '../base/sandbox-name.ts'
import type { WorldOptions } from './options.ts'
import { DEFAULT_SANDBOX } from './sandbox-contents.ts'
import { SandboxError } from './sandbox-error.ts'

export const MAX_SANDBOXES = 1000
/** Memory limits of all journals together and of one journal, in bytes. */
const MAX_BYTES_OF_ALL_JOURNALS = 64 * 1024 * 1024
const MAX_BYTES_OF_JOURNAL = 2 * 1024 * 1024
/** Bytes per entry when the setting `journal` is above its default. */
const ENTRY_BYTES = 2 * 1024
/** The number of replicas among which the rest of a team's limit is divided: each opens as many sandboxes as its share at once. */
const REPLICAS = 10

/** The sandboxes that count against the limits, by name. */
interface CountedSandboxes {
  readonly open: ReadonlyMap<string, { readonly journal: { readonly bytes: number } }>
  /** Being opened, in the order in which that began. */
  readonly opening: ReadonlyMap<string, Promise<unknown>>
}

type LimitOptions = Pick<WorldOptions, 'maxSandboxes' | 'journal' | 'teams' | 'storage'>

export class SandboxLimits {
  readonly #max: number
  readonly #options: LimitOptions
  readonly #sandboxes: CountedSandboxes

  constructor(options: LimitOptions, sandboxes: CountedSandboxes) {
    this.#max = options.maxSandboxes ?? MAX_SANDBOXES
    this.#options = options
    this.#sandboxes = sandboxes
  }

  /** True while another sandbox may be opened. */
  get hasRoom(): boolean {
    return this.#sandboxes.open.size + this.#sandboxes.opening.size < this.#max
  }

  /**
   * The current memory limit of a journal, in bytes. An equal share of the memory is its own; beyond that it uses what others leave.
   *
   * @param own its present bytes
   */
  journalBytes(own: number): number {
    const one = Math.max(MAX_BYTES_OF_JOURNAL, this.#options.journal * ENTRY_BYTES)
    const all = Math.max(MAX_BYTES_OF_ALL_JOURNALS, one)
    const share = Math.min(one, Math.floor(all / Math.max(1, this.#sandboxes.open.size)))
    if (own <= share) return share
    let left = all
    for (const { journal } of this.#sandboxes.open.values()) left -= journal.bytes
    return Math.min(one, Math.max(share, own + left))
  }

  /** @throws SandboxError when the name is invalid, or there are too many sandboxes for a new one */
  requireRoomFor(name: string): void {
    if (!SANDBOX_NAME.test(name))
      throw new SandboxError(
        404,
        `invalid sandbox name "${name}": lower-case letters, digits and hyphens, at most 63, such as w1`,
      )
    const { open, opening } = this.#sandboxes
    const { storage } = this.#options
    const stored = storage?.remote ? [] : (storage?.list() ?? [])
    const waiting = isPromise(stored) ? [] : stored.filter((one) => !open.has(one))
    const inUse = open.size + opening.size
    const tooMany = inUse + waiting.length - this.#max + 1
    // the first is that which a start opens, in a folder that may be full
    if (waiting.includes(name) || inUse === 0 || tooMany < 1) return
    throw new SandboxError(
      409,
      storage?.remote
        ? `this replica has ${this.#max} sandboxes in memory already; try again when some are idle, or raise --max-sandboxes`
        : `there are ${inUse + waiting.length} sandboxes already; remove ${tooMany === 1 ? 'one' : tooMany} with DELETE /_understay/sandboxes?name=NAME, or raise --max-sandboxes`,
    )
  }

  /** @throws SandboxError when no team has sandboxes of this name, or its team has as many as it may */
  requireTeam(name: string): MaybePromise<void> {
    const { teams, storage } = this.#options
    if (!teams) return undefined
    const team = teams.of(name)
    if (!team && name !== DEFAULT_SANDBOX) throw new SandboxError(404, noTeam(name))
    const most = team?.limits.sandboxes
    if (!team || most === undefined) return undefined
    return andThen(storage?.list(team.prefixes) ?? [], (stored): MaybePromise<void> => {
      const { open, opening } = this.#sandboxes
      const own = [...new Set([...stored, ...open.keys()])].filter((one) => team.has(one))
      if (own.includes(name)) return undefined
      if (own.length >= most)
        throw new SandboxError(
          409,
          `the team ${team.label} has ${own.length} sandboxes, and may have ${most}; remove one with DELETE /_understay/sandboxes?name=NAME`,
        )
      const begun = [...opening].slice(0, Math.max(0, [...opening.keys()].indexOf(name)))
      const others = begun.filter(([one]) => team.has(one) && !own.includes(one))
      const atOnce = Math.floor((most - own.length - 1) / REPLICAS)
      const before = others.slice(0, Math.max(0, others.length - atOnce))
      if (before.length === 0) return undefined
      return Promise.allSettled(before.map(([, opened]) => opened)).then(() => this.requireTeam(name))
    })
  }
}
