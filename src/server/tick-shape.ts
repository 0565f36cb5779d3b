/**
 * Keeps an object of Node's `process.nextTick` alive, so that the engine keeps the shape of all of them.
 *
 * Node creates them from a literal with computed keys. When no such object is alive during a garbage collection, as in a server
 * that has no calls for a while, the engine forgets their shape and takes a slow path for that literal as long as the process
 * lives. A small GET then costs about a tenth more.
 * @source docs/decisions/0041
 */
import { createHook } from 'node:async_hooks'

let kept: object | undefined

/** Keeps one object; later calls do nothing. @returns the kept object; undefined where this version of Node shows none */
export function keepTickShape(): object | undefined {
  if (kept) return kept
  const hook = createHook({
    init: (_id, type, _trigger, resource) => {
      if (type === 'TickObject') kept = resource
    },
  }).enable()
  process.nextTick(() => undefined)
  hook.disable()
  return kept
}
