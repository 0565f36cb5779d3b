/** The path and the query of a request, as sent. */

export const targetPath = (target: string): string => target.split('?', 1)[0] ?? ''

/** Empty for a target without a query. */
export const targetQuery = (target: string): string => target.slice(targetPath(target).length + 1)

/** A target whose query is changed; one without a query stays as it is. */
export const withQuery = (target: string, change: (query: string) => string): string =>
  target.includes('?') ? `${targetPath(target)}?${change(targetQuery(target))}` : target
