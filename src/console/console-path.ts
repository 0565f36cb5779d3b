/**
 * Which requests are for the console.
 *
 * @module
 */

/** A request, as far as it says whether it is for a page. */
interface PageRequest {
  readonly method: string
  /** Below the control API, with its slash. */
  readonly path: string
  /** @param name in lower case */
  readonly header: (name: string) => string | undefined
}

/**
 * True for an address that is a page or a part of one. The address of the control API itself is a page for whoever asks for
 * `text/html` before JSON, which browsers do.
 */
export function isConsolePath({ path, method, header }: PageRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (path === '' || path === '/') return prefersHtml(header('accept') ?? '')
  return path.startsWith('/console/') || path === '/docs' || path.startsWith('/docs/')
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
