/** A sandbox: an isolated world with its own state, clock, randomness, tokens, journal and snapshots. */
import { DroppedCalls } from '../conformance/dropped-calls.ts'
import { Journal } from '../journal/journal.ts'
import { type ClockTarget, realNow } from '../simulation/clock.ts'
import type { StoreSnapshot } from '../store/db.ts'
import type { Store } from '../store/store.ts'
import { Webhooks } from '../webhooks/webhooks.ts'
import { CommitPublisher } from './commit-publisher.ts'
import { conformanceFacts } from './conformance-facts.ts'
import { DueWorkRunner } from './due-work.ts'
import type { SandboxHost, SandboxTemplate } from './options.ts'
import { NO_CALLS_OUTSIDE } from './sandbox-calls.ts'
import { SandboxContents, type SandboxStart } from './sandbox-contents.ts'
import { untilDue } from './scheduler.ts'
import { StoredJournal } from './stored-journal.ts'

export class Sandbox extends SandboxContents {
  readonly webhooks = new Webhooks(this)
  /** Stores its requests for the next process that owns it. */
  readonly storedJournal: StoredJournal
  /** Its committed changes, for those that follow them. */
  readonly commits: CommitPublisher
  #retired = false
  readonly journal: Journal
  /** Requests that the journal has dropped, checked against the conformance rules before. */
  readonly droppedCalls: DroppedCalls
  /** Requests to addresses outside the interface. */
  outsideCalls = NO_CALLS_OUTSIDE
  /** When the service was last called, in real time; undefined when not since the sandbox was opened. */
  calledAt: number | undefined
  readonly #dueWork: DueWorkRunner

  constructor(world: SandboxHost, start: SandboxStart) {
    super(world, start)
    const { calls, store } = start
    this.#dueWork = new DueWorkRunner(this)
    this.droppedCalls = new DroppedCalls(() => conformanceFacts(this), realNow)
    const limits = { entries: world.options.journal, bytes: (own: number) => world.limits.journalBytes(own) }
    this.journal = new Journal(limits, (request) => this.droppedCalls.take(request))
    this.commits = new CommitPublisher(this)
    this.#follow()
    this.storedJournal = new StoredJournal(this)
    if (calls) this.storedJournal.resume(calls)
    if (store.progress.keeps) this.webhooks.resume()
    this.storeProgress()
    this.#dueWork.changed()
  }

  /** Continues with the stored state after a failure of the storage. The journal is kept, and so is the scenario where its progress is not stored. */
  resume({ store, gate, template }: SandboxStart): void {
    this.useGate(gate)
    this.#continueWithStore(store)
    if (store.progress.keeps) {
      const watchState = this.scenarioRun.watch?.state()
      this.startScenarioOf(template)
      this.scenarioRun.resumeWatch(watchState)
      this.webhooks.resume()
      this.storeProgress()
    } else this.scenarioRun.resume(this.clock.now(), (booking) => store.db.bookings.has(booking))
    this.#dueWork.retry()
  }

  #follow(): void {
    this.store.clock.onSet = () => this.#dueWork.changed()
    this.commits.publish(this.store)
  }

  #continueWithStore(store: Store): void {
    this.#dueWork.interrupt()
    this.useStore(store)
    this.#follow()
  }

  /**
   * Runs everything that is due, each event at its own time.
   *
   * @returns undefined when it is done; a promise when it takes longer than one slice. The clock stands still until then
   */
  settle(): Promise<void> | undefined {
    return this.#dueWork.settle()
  }

  /** The same, and what becomes due meanwhile. */
  async settleFully(): Promise<void> {
    for (let settled = this.settle(); settled; settled = this.settle()) await settled
  }

  /** Moves the clock and runs everything that is due in between, at its own time. Concurrent moves run one after the other. */
  moveClock(to: ClockTarget) {
    return this.#dueWork.moveClock(to)
  }

  /** Leaves everything as it is: the clock stands still, what would be due later is not done, and no delivery is sent. */
  async standStill(): Promise<void> {
    await this.#dueWork.endMove()
    await this.settleFully()
    this.clock.hold(this.clock.now())
    this.world.scheduler.remove(this)
    await this.webhooks.pause()
  }

  /** The next due time, by the clock of this sandbox; undefined when nothing will be due. */
  get nextDueAt() {
    return this.scenarioRun.nextAt
  }

  /** When something is due next, by the machine's clock: a delivery that waits is due now. */
  get dueByMachine(): number | undefined {
    const wait = this.webhooks.deliveries.hasWaiting ? 0 : untilDue(this)
    return wait === undefined ? undefined : realNow() + wait
  }

  /** True once the sandbox was removed. */
  get retired(): boolean {
    return this.#retired
  }

  retire(): void {
    this.#dueWork.interrupt()
    this.#retired = true
    this.world.scheduler.remove(this)
    this.journal.end()
    this.webhooks.end()
    this.store.end()
  }

  /** Returns to the initial state. @returns what was removed @throws an error of the storage; nothing has changed then */
  reset() {
    return this.restartFrom(this.template)
  }

  /** Restarts from another template. @throws as {@link reset} */
  restartFrom(template: SandboxTemplate) {
    return this.continueWith(template, this.world.renew(this.name, this.gate, template))
  }

  /** Continues with a new store, which was made from a template. */
  continueWith(template: SandboxTemplate, store: Store) {
    this.world.notifyEnding(this.name)
    this.webhooks.clear()
    this.droppedCalls.clear()
    const cleared = {
      tokens: this.store.db.tokens.size,
      changedRows: this.store.changedRows,
      journalEntries: this.clearJournal(true),
      clock: !this.clock.isReal,
      armedFaults: this.scenarioRun.faults.disarm(),
    }
    this.#continueWithStore(store)
    this.startScenarioOf(template)
    this.storeProgress()
    this.#dueWork.changed()
    this.outsideCalls = NO_CALLS_OUTSIDE
    return cleared
  }

  /** Restores rows, tokens, sessions, counters and clock. Journal and snapshots are kept. */
  restore(snapshot: StoreSnapshot): void {
    const { events } = this.store.db
    this.store.restore(snapshot)
    this.#dueWork.interrupt()
    this.stateReplaced()
    this.scenarioRun.rewind(this.clock.now(), this.scenarioContextAt(this.clock.now()))
    this.webhooks.rewind(events, snapshot)
    this.storeProgress()
    this.#dueWork.changed()
  }

  /** Empties the journal, and what is stored of it, also for a restart. @returns the number of entries it held */
  clearJournal(isRestart = false): number {
    const count = this.journal.clear(isRestart, this.storedJournal.takeLost())
    const { gate } = this
    if (!gate?.storage.calls || gate.failed) return count
    const before = gate.pending ?? Promise.resolve()
    gate.run(() => before.then(() => this.storedJournal.store()))
    return count
  }
}
