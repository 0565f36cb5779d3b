/** The problem of a name in HTTP Basic, where the first colon ends it. @source RFC 7617 section 2 */
export const basicNameProblem = (name: string): string | undefined =>
  name.includes(':') ? 'must not contain a colon, which ends the name in HTTP Basic' : undefined
