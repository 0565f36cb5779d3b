/** The version of the program; the build puts in that of the package. */
declare const UNDERSTAY_VERSION: string | undefined

export const VERSION: string = typeof UNDERSTAY_VERSION === 'string' ? UNDERSTAY_VERSION : 'source'
