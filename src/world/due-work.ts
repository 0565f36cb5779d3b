/** The due work of one sandbox: the events and traffic of its scenario, run on time and by moves of its clock. */
import type { Instant } from '../base/instant.ts'
import { Limit } from '../base/limit.ts'
import type { ClockState, ClockTarget } from '../simulation/clock.ts'
import { nextTurn } from '../simulation/turns.ts'
import { type ClockMove, isDue, type Movable, moveClock, performSlice } from './clock-move.ts'
import type { SandboxContents } from './sandbox-contents.ts'
import type { Scheduled } from './scheduler.ts'

/** A sandbox with due work; `retired` once it was removed. */
type SandboxWithWork = SandboxContents & Scheduled & { readonly retired: boolean }

export class DueWorkRunner {
  readonly #sandbox: SandboxWithWork
  readonly #moves = new Limit(1)
  /** True while a move of the clock or due work pauses between slices. */
  #isBusy = false
  /** Due work that takes more than one slice. */
  #catchingUp: Promise<void> | undefined
  #interruptions = 0

  constructor(sandbox: SandboxWithWork) {
    this.#sandbox = sandbox
  }

  /** Stops a move and due work in progress: the sandbox was reset, restored or removed. */
  interrupt(): void {
    this.#interruptions++
  }

  /** Ends a move in progress at the time that it has reached. */
  async endMove(): Promise<void> {
    this.interrupt()
    await this.#moves.run(async () => undefined)
  }

  /** Schedules the sandbox again after its next due time has changed. */
  changed(): void {
    const { world, retired } = this.#sandbox
    if (retired) return
    if (this.#isBusy) world.scheduler.remove(this.#sandbox)
    else world.scheduler.update(this.#sandbox)
  }

  /** As {@link changed}; work that has failed is tried again without a pause. */
  retry(): void {
    const { world, retired } = this.#sandbox
    if (!retired && !this.#isBusy) world.scheduler.retry(this.#sandbox)
  }

  /**
   * Runs everything that is due.
   *
   * @returns a promise when it takes longer than one slice
   * @throws StorageError while nothing can be stored; what is due stays due
   */
  settle(): Promise<void> | undefined {
    if (this.#catchingUp) return this.#catchingUp
    if (this.#sandbox.nextDueAt === undefined || this.#sandbox.retired) return undefined
    const now = this.#sandbox.clock.now()
    const work = this.#movable()
    const failed = this.#sandbox.gate?.failed
    if (failed && isDue(work, now)) throw failed
    if (performSlice(work, now) === 0) return undefined
    // During a move, only what is due at the time that the move has reached.
    while (this.#isBusy && isDue(work, now)) performSlice(work, now)
    if (!isDue(work, now)) {
      this.changed()
      return undefined
    }
    this.#catchingUp = this.#catchUp(now).finally(() => {
      this.#catchingUp = undefined
    })
    return this.#catchingUp
  }

  /**
   * Runs what is due by a time, in slices. A clock that runs faster than the machine's continues from that time, so work that
   * takes longer than the clock allows slows the clock down; a slower one then shows the time that has passed.
   */
  #catchUp(now: Instant): Promise<void> {
    const { clock, store } = this.#sandbox
    const runsFast = clock.state.speed > 1
    const movable = this.#movable((state) => (runsFast ? store.setClock(state) : clock.release()))
    clock.hold(now)
    return this.#withoutTimer(async () => {
      await nextTurn()
      if (!movable.isEnded()) await moveClock(movable, { ...clock.state, at: now }, nextTurn)
    })
  }

  /** Does work with pauses, during which the scheduler leaves the sandbox alone. */
  async #withoutTimer<T>(work: () => Promise<T>): Promise<T> {
    this.#isBusy = true
    this.changed()
    try {
      return await work()
    } finally {
      this.#isBusy = false
      this.changed()
    }
  }

  /** What {@link moveClock} moves. @param reaches called with the time of each act before it */
  #movable(
    setClock: Movable['setClock'] = () => undefined,
    holdClock: Movable['holdClock'] = () => undefined,
    reaches: (at: Instant) => void = () => undefined,
  ): Movable {
    const interruptions = this.#interruptions
    const sandbox = this.#sandbox
    return {
      get nextAt() {
        return sandbox.nextDueAt
      },
      performNext: () => {
        reaches(sandbox.nextDueAt ?? 0)
        sandbox.scenarioRun.performNext((moment) => sandbox.scenarioContextAt(moment))
        sandbox.store.storeProgress()
      },
      setClock,
      holdClock,
      isEnded: () => this.#interruptions !== interruptions || sandbox.world.closed,
    }
  }

  /** Moves the clock after earlier moves and runs everything that is due in between. @throws ClockRangeError */
  moveClock(to: ClockTarget): Promise<ClockMove> {
    return this.#moves.run(() => this.#moveClock(to))
  }

  async #moveClock(to: ClockTarget): Promise<ClockMove> {
    while (this.#catchingUp) await this.#catchingUp
    const { store, scenarioRun } = this.#sandbox
    store.clock.requireMovable(to)
    let reached = store.clock.now()
    // Called before each act, so that the time of the client does not depend on where a slice ends.
    const movedTo = (at: Instant): void => {
      scenarioRun.clockMoved(reached, at)
      reached = Math.max(reached, at)
    }
    const setClock = (state: ClockState): void => {
      movedTo(state.at)
      store.setClock(state)
    }
    const holdClock = (state: ClockState): void => {
      setClock(state)
      store.clock.hold(state.at)
    }
    const movable = this.#movable(setClock, holdClock, movedTo)
    return this.#withoutTimer(() => moveClock(movable, this.#sandbox.clock.moved(to), nextTurn))
  }
}
