/**
 * Reads a Bearer token from an Authorization header.
 * @source RFC 6750 section 2.1
 */

/** The token of an Authorization header; undefined without one. */
export const bearerToken = (authorization: string): string | undefined => /bearer\s+(\S+)/i.exec(authorization)?.[1]
