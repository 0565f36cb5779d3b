/**
 * The few headers of a request that the journal keeps.
 *
 * @module
 */
/** Whatever has headers, by name in lower case. */
interface HeaderSource {
  header(name: string): string | undefined
}

/** By their names in lower case. */
export type KeptHeaders = Readonly<Record<string, string | undefined>>

const BEARER = 'Bearer [masked]'
const MAX_VALUE = 500

const cut = (value: string | undefined): string | undefined =>
  value !== undefined && value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)} ...` : value

/**
 * What says who asked, how, and for what. Of the credentials only the scheme.
 *
 * @param noEnvelope the name of the header that asks for the bare value
 */
export function keptHeaders(request: HeaderSource, noEnvelope: string): KeptHeaders {
  const kept: Record<string, string | undefined> = {
    accept: cut(request.header('accept')),
    'user-agent': cut(request.header('user-agent')),
    'content-type': cut(request.header('content-type')),
    authorization: scheme(request.header('authorization')),
  }
  const override = request.header('x-http-method-override')
  if (override !== undefined) kept['x-http-method-override'] = cut(override)
  const bare = request.header(noEnvelope)
  if (bare !== undefined) kept[noEnvelope] = cut(bare)
  return kept
}

/** `Basic Zm9v` is `Basic [masked]`; what has no scheme is masked whole. */
function scheme(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  if (authorization.startsWith('Bearer ')) return BEARER
  const word = /^([A-Za-z]{1,20})\s/.exec(authorization)?.[1]
  return word ? `${word} [masked]` : '[masked]'
}

/** Characters of what is kept. */
export function headersLength(kept: KeptHeaders): number {
  let length = 0
  for (const name in kept) length += kept[name]?.length ?? 0
  return length
}
