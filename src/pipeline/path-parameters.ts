import type { PathParameters } from '../api/operation.ts'
import { type PathParameter, PathValueError } from '../api/path-values.ts'
import { Refusal } from '../domain/refusal.ts'

/** The path parameters of an operation, by name. */
export type NamedPathParameters = readonly (readonly [name: string, parameter: PathParameter<unknown>])[]

/** Refuses empty segments, except for parameters that may be empty. @throws Refusal `segment_blank` */
export function requireFilled(params: PathParameters, values: Readonly<Record<string, string>>): void {
  for (const name in values) if (values[name] === '' && !params[name]?.blank) throw new Refusal('segment_blank', { what: name })
}

/** Parses the path parameters. @throws Refusal `values_invalid` */
export function readPathParameters(
  params: NamedPathParameters,
  values: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, parameter] of params) {
    const text = values[name]
    if (text === undefined) {
      input[name] = parameter.absent
      continue
    }
    try {
      input[name] = parameter.read(text)
    } catch (error) {
      if (!(error instanceof PathValueError)) throw error
      throw new Refusal('values_invalid', { problems: [{ field: name, message: error.message }] })
    }
  }
  return input
}
