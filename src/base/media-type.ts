/** Content types, as headers and recordings have them. */

export const URLENCODED = 'application/x-www-form-urlencoded'

/** A content type without its parameters, in lower case. */
export const mediaType = (contentType: string): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** True for a form, also where something else than a semicolon follows the type. */
export const isUrlencoded = (contentType: string): boolean => contentType.toLowerCase().startsWith(URLENCODED)
