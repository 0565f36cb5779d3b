/**
 * What a sandbox may be called: a word that can stand in an address and name a folder.
 *
 * @module
 */
export const SANDBOX_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/
