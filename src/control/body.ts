/**
 * Reads JSON bodies and queries of the control API.
 *
 * @module
 */
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'

/** What is wrong with a call of the control API. */
export const badRequest = (message: string): HTTPException => new HTTPException(400, { message })

/**
 * The body as an object of known fields; an empty body is an empty object.
 *
 * @throws HTTPException 400 naming what is wrong
 */
export async function readFields(c: Context, known: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const text = await c.req.text()
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw badRequest(`the body is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest(`expected an object with ${known.join(', ')}`)
  const unknown = Object.keys(value).find((field) => !known.includes(field))
  if (unknown !== undefined)
    throw badRequest(
      `unknown field "${unknown}"; ${known.length > 0 ? `there are ${known.join(', ')}` : 'nothing is taken here'}`,
    )
  return value as Readonly<Record<string, unknown>>
}

/**
 * The query as known names, each at most once.
 *
 * @throws HTTPException 400 naming what there is
 */
export function readQuery<const N extends string>(c: Context, known: readonly N[]): { readonly [K in N]?: string } {
  const sent = c.req.queries()
  for (const [name, values] of Object.entries(sent)) {
    if (!known.some((candidate) => candidate === name))
      throw badRequest(`unknown query "${name}"; ${known.length > 0 ? `there are ${known.join(', ')}` : 'nothing is taken here'}`)
    if (values.length > 1) throw badRequest(`${name}: is there ${values.length} times; once is enough`)
  }
  const single: { [K in N]?: string } = {}
  for (const name of known) {
    const value = sent[name]?.[0]
    if (value !== undefined) single[name] = value
  }
  return single
}
