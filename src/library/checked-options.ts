/** Checks the options of a call, for users without types. */
import { schemaProblems } from '../base/schema-check.ts'
import type { SchemaNode } from '../base/schema-node.ts'
import { shownValue } from '../config/setting-types.ts'

/** The options. @throws Error naming the call and the option that is unknown or wrong; undefined is as good as absent */
export function requireOptions<T>(call: string, options: T, properties: Readonly<Record<string, SchemaNode>>): T {
  const given = Object.fromEntries(
    Object.entries(requireObject(call, options, Object.keys(properties).join(', '))).filter(([, value]) => value !== undefined),
  )
  const [problem] = schemaProblems({ type: 'object', properties, additionalProperties: false }, given)
  if (problem) throw new Error(`${call}: ${[...problem.path, problem.message].join(': ')}`)
  return options
}

/** @param content what the object has in it @throws Error naming the call */
export function requireObject(call: string, value: unknown, content: string): object {
  // Tests may run in another realm, where `Object` is another one.
  if (typeof value === 'object' && value !== null && Object.prototype.toString.call(value) === '[object Object]') return value
  throw new Error(`${call}: expected an object with ${content}, got ${shownValue(value)}`)
}
