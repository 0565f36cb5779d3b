/**
 * The timers and the time of the machine: tests of users fake the globals, before this module is loaded or later, and the server
 * keeps working. No other module uses the globals.
 */
import { performance } from 'node:perf_hooks'
import timers from 'node:timers'

// Not by their values: reading one loads the fetch of Node.
if (!('Response' in globalThis && 'TextEncoder' in globalThis))
  throw new Error("Understay needs the globals of Node, such as Response: set the testEnvironment of Jest to 'node', not 'jsdom'")

// Those of the module are replaced, too, and nothing else has the real ones.
if ([timers.setTimeout, timers.setInterval, timers.setImmediate].some(({ name }) => name.startsWith('bound #')))
  throw new Error('Understay needs the timers of Node: enable mock.timers of node:test after understay is imported, not before')

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

/** `Date.now`, or where that is faked already, the one of another context, which takes a millisecond to make. */
function foundNow(): () => number {
  const isOfMachine = Function.prototype.toString.call(Date.now) === 'function now() { [native code] }'
  return isOfMachine ? Date.now : process.getBuiltinModule('node:vm').runInNewContext('Date.now')
}

/** The machine as it was found. Its timers are those of Node: the globals of jsdom in Jest lack some and return numbers. */
export const FOUND_MACHINE: Machine = {
  setTimeout: timers.setTimeout,
  clearTimeout: timers.clearTimeout,
  setInterval: timers.setInterval,
  clearInterval: timers.clearInterval,
  setImmediate: timers.setImmediate,
  Date: { now: foundNow() },
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
