/** Makes the stores of sandboxes: new ones from a template, others from what is stored. */
import type { Day } from '../base/day.ts'
import { dayOfInstant, type Instant } from '../base/instant.ts'
import { type ClockState, REAL_CLOCK, realNow } from '../simulation/clock.ts'
import { type WorldBase, worldBase } from '../store/db.ts'
import { Progress } from '../store/progress.ts'
import { byCollection, type Counters, type RowLists, type WorldState } from '../store/state.ts'
import type { Storage } from '../store/storage.ts'
import type { StorageGate } from '../store/storage-gate.ts'
import { Store } from '../store/store.ts'
import type { ClockStart, SandboxTemplate } from './options.ts'

interface SeededDay {
  readonly day: Day
  readonly base: WorldBase
  readonly counters: Counters
}

export class StoreFactory {
  readonly #storage: Storage | undefined
  /** The template of new sandboxes. */
  readonly #own: () => SandboxTemplate
  /** The rows of each template. They are made once a day, because fixtures may hold relative dates. */
  readonly #seeded = new WeakMap<SandboxTemplate, SeededDay>()

  constructor(storage: Storage | undefined, own: () => SandboxTemplate) {
    this.#storage = storage
    this.#own = own
  }

  fresh(gate: StorageGate | undefined, template: SandboxTemplate): Store {
    const { seed } = template
    const { now, clock } = startTimes(template.clock)
    const { base, counters } = this.#seededDay(template, now, template === this.#own())
    // A storage without progress cannot continue a scenario after a restart, so such a sandbox is not stored.
    const isStored = this.#keepsProgress || template.scenario === undefined || template === this.#own()
    return new Store({
      seed,
      base,
      counters,
      clock,
      begun: now,
      gate: isStored ? gate : undefined,
      progress: new Progress(gate !== undefined && this.#keepsProgress),
    })
  }

  /** A store that continues from a stored state. */
  stored({ seed, clock, counters, collections, progress }: WorldState, gate: StorageGate | undefined): Store {
    const base = worldBase(collections)
    return new Store({ seed, base, counters, clock, gate, stored: true, progress: new Progress(this.#keepsProgress, progress) })
  }

  /** The rows that new sandboxes of a template begin with now. @throws what is wrong with it */
  rows(template: SandboxTemplate): RowLists {
    const { base } = this.#seededDay(template, startTimes(template.clock).now, true)
    return byCollection<RowLists>((name) => [...base[name].rows.values()])
  }

  get #keepsProgress(): boolean {
    return this.#storage?.keepsProgress ?? false
  }

  /**
   * @param now when the sandbox begins, by its clock
   * @param isForNew true for the template of new sandboxes
   */
  #seededDay(template: SandboxTemplate, now: Instant, isForNew: boolean): SeededDay {
    const day = dayOfInstant(now)
    const known = this.#seeded.get(template)
    if (known?.day === day) return known
    const { collections, counters } = template.makeRows(now)
    if (isForNew) this.#storage?.begins?.(collections)
    const seeded = { day, base: worldBase(collections), counters }
    this.#seeded.set(template, seeded)
    return seeded
  }
}

/** A clock that starts now or at the first call, at the configured time or at real time, and the time it starts at. */
function startTimes({ at, speed, waits }: ClockStart): { readonly now: Instant; readonly clock: ClockState } {
  const real = realNow()
  const now = at ?? real
  if (at === undefined && speed === 1 && !waits) return { now, clock: REAL_CLOCK }
  return { now, clock: { at: now, real, speed, ...(waits && { waits }) } }
}
