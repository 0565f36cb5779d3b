/** Receives signals that end a program. */
import { constants } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
export type Interrupt = (typeof SIGNALS)[number]

/** The exit code of a program that was ended by a signal, as in shells. */
export const codeOfSignal = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]

/** Collects signals from its creation on, so that none is lost during startup. */
export class Interrupts {
  readonly #listeners = new Set<(signal: Interrupt) => void>()
  #first: Interrupt | undefined
  readonly #hear = (signal: Interrupt): void => {
    this.#first ??= signal
    for (const listener of this.#listeners) listener(signal)
  }

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#hear)
  }

  get firstSignal(): Interrupt | undefined {
    return this.#first
  }

  /** The first received signal, after a full turn of the event loop, so that a signal sent while it was blocked is seen. */
  async pendingSignal(): Promise<Interrupt | undefined> {
    await nextTurn()
    await nextTurn()
    return this.#first
  }

  /** Passes every signal to a listener, including one already received. @returns a function that stops it */
  passTo(listener: (signal: Interrupt) => void): () => void {
    this.#listeners.add(listener)
    if (this.#first !== undefined) listener(this.#first)
    return () => void this.#listeners.delete(listener)
  }

  /** Restores the default behaviour of signals. */
  end(): void {
    for (const signal of SIGNALS) process.off(signal, this.#hear)
  }
}
