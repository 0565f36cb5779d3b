/** Validates invented answers, beyond their schema. */
import type { Path } from '../../base/file-error.ts'
import { readPattern } from '../../base/json-path.ts'
import { problemAt, type SchemaProblem } from '../../base/schema-check.ts'
import type { RespondFields } from './fault-schema.ts'

/** Headers that act on a whole origin or on the connection, or that are always set. */
const REFUSED_HEADER =
  /^(?:set-cookie|access-control-.*|clear-site-data|strict-transport-security|alt-svc|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|date|content-security-policy|x-content-type-options|x-understay-.*)$/i

/** Statuses without a body. */
const BODILESS: ReadonlySet<number | undefined> = new Set([204, 205, 304])

/** Everything that is wrong with an invented answer whose form is right. */
export function respondProblems(respond: RespondFields | undefined, path: Path): SchemaProblem[] {
  if (respond === undefined) return []
  const { status, headers = {}, patch } = respond
  const [body, second] = (['patch', 'json', 'text'] as const).filter((key) => Object.hasOwn(respond, key))
  if (body === undefined && status === undefined && respond.headers === undefined)
    return [{ path, message: 'says nothing: give it a status, json, text, headers or a patch' }]
  if (body !== undefined && second !== undefined)
    return [problemAt(path, second, `an answer cannot have both ${body} and ${second}`)]
  if (body !== undefined && BODILESS.has(status)) return [problemAt(path, body, `an answer with status ${status} has no body`)]
  if (patch !== undefined && respond.carried_out !== undefined)
    return [problemAt(path, 'carried_out', 'goes without a patch: a call whose answer is changed is always carried out')]
  if (patch !== undefined && Object.keys(patch).length === 0) return [problemAt(path, 'patch', 'changes nothing')]
  return [
    ...Object.keys(headers)
      .filter((name) => REFUSED_HEADER.test(name))
      .map((name) => ({ path: [...path, 'headers', name], message: 'cannot be set: it is not part of an answer alone' })),
    ...Object.keys(patch ?? {})
      .filter((text) => !readPattern(text))
      .map((text) => ({ path: [...path, 'patch', text], message: 'is not a path such as data.bookings[].note' })),
  ]
}
