/** The parts of a request that decide. */
interface PageRequest {
  readonly method: string
  /** Path below the control API, with the leading slash. */
  readonly path: string
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
}

/**
 * True for the address of a page or of an asset. The address of the control API itself is a page for clients that prefer
 * `text/html` to JSON, as browsers do.
 */
export function isConsolePath({ path, method, headers }: PageRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (path === '' || path === '/') return prefersHtml(headers['accept'] ?? '')
  return /^\/(?:console|docs)(?:\/|$)/.test(path)
}

function prefersHtml(accept: string): boolean {
  const weights = new Map<string, number>()
  for (const part of accept.toLowerCase().split(',')) {
    const [type = '', ...params] = part.split(';').map((word) => word.trim())
    const weight = params.find((param) => param.startsWith('q='))?.slice(2)
    weights.set(type, weight === undefined ? 1 : Number(weight) || 0)
  }
  const page = weights.get('text/html') ?? 0
  return page > 0 && page >= (weights.get('application/json') ?? 0)
}
