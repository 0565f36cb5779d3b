/** Checks the options of a call, for users without types. */
import { type SchemaNode, schemaProblems } from '../base/schema-check.ts'
import { shownValue } from '../config/setting-types.ts'

/** The options. @throws Error naming the call and the option that is unknown or wrong; undefined is as good as absent */
export function requireOptions<T>(call: string, options: T, properties: Readonly<Record<string, SchemaNode>>): T {
  // Tests may run in another realm, where `Object` is another one.
  if (typeof options !== 'object' || options === null || Object.prototype.toString.call(options) !== '[object Object]')
    throw new Error(`${call}: expected an object with ${Object.keys(properties).join(', ')}, got ${shownValue(options)}`)
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  const [problem] = schemaProblems({ type: 'object', properties, additionalProperties: false }, given)
  if (problem) throw new Error(`${call}: ${[...problem.path, problem.message].join(': ')}`)
  return options
}
