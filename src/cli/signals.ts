/**
 * The signals that ask the program to end, kept for whoever deals with them.
 *
 * @module
 */
import { constants } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
export type Interrupt = (typeof SIGNALS)[number]

/** The exit code of a program that a signal ended, as shells tell it. */
export const codeOfSignal = (signal: NodeJS.Signals): number => 128 + constants.signals[signal]

/** Listens to signals from its making on, so that none is lost while something starts. */
export class Interrupts {
  #listener: ((signal: Interrupt) => void) | undefined
  #first: Interrupt | undefined
  readonly #hear = (signal: Interrupt): void => {
    this.#first ??= signal
    this.#listener?.(signal)
  }

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#hear)
  }

  /** The first one that came. */
  get first(): Interrupt | undefined {
    return this.#first
  }

  /** The first one that came, also while the event loop was held up: a whole turn of it lies between two such moments. */
  async heard(): Promise<Interrupt | undefined> {
    await nextTurn()
    await nextTurn()
    return this.#first
  }

  /** Passes on every signal from now on, and the one that came already. The answer ends that. */
  passTo(listener: (signal: Interrupt) => void): () => void {
    this.#listener = listener
    if (this.#first !== undefined) listener(this.#first)
    return () => {
      this.#listener = undefined
    }
  }

  /** Signals do again what they do by themselves. */
  end(): void {
    for (const signal of SIGNALS) process.off(signal, this.#hear)
  }
}
