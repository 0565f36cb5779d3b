/**
 * The timers and the time of the machine, as they were when this module was loaded: tests of users fake the globals later, and the
 * server keeps working. No other module uses the globals.
 */

/** A callback without parameters, or the `resolve` of a promise. */
type Callback = (nothing?: undefined) => void

/** What is read of the machine. */
interface Machine {
  setTimeout(callback: Callback, milliseconds: number): NodeJS.Timeout
  clearTimeout(timer: NodeJS.Timeout | undefined): void
  setInterval(callback: Callback, milliseconds: number): NodeJS.Timeout
  clearInterval(timer: NodeJS.Timeout | undefined): void
  setImmediate(callback: Callback): NodeJS.Immediate
  readonly Date: { now(): number }
  readonly performance: { now(): number }
}

/** The machine as it was found. Some runtimes refuse timers that are called on another object. */
export const FOUND_MACHINE: Machine = {
  setTimeout: globalThis.setTimeout.bind(globalThis),
  clearTimeout: globalThis.clearTimeout.bind(globalThis),
  setInterval: globalThis.setInterval.bind(globalThis),
  clearInterval: globalThis.clearInterval.bind(globalThis),
  setImmediate: globalThis.setImmediate.bind(globalThis),
  Date: { now: Date.now },
  performance: { now: performance.now.bind(performance) },
}

let machine = FOUND_MACHINE

/** Replaces the machine, in tests: with `globalThis`, fake timers steer the program. */
export function setMachine(other: Machine): void {
  machine = other
}

export const setTimeout = (callback: Callback, milliseconds: number): NodeJS.Timeout => machine.setTimeout(callback, milliseconds)
export const clearTimeout = (timer: NodeJS.Timeout | undefined): void => machine.clearTimeout(timer)
export const setInterval = (callback: Callback, milliseconds: number): NodeJS.Timeout =>
  machine.setInterval(callback, milliseconds)
export const clearInterval = (timer: NodeJS.Timeout | undefined): void => machine.clearInterval(timer)
export const setImmediate = (callback: Callback): NodeJS.Immediate => machine.setImmediate(callback)

/** The machine's time, in epoch milliseconds. */
export const realNow = (): number => machine.Date.now()
/** Milliseconds of a monotonic clock, for waits and leases. */
export const steadyNow = (): number => machine.performance.now()
