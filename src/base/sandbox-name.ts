/** Valid names of sandboxes: they are used in URLs and as folder names. */
export const SANDBOX_NAME = /^[a-z0-9][a-z0-9-]{0,62}$/

/** Names the sandbox, for clients that cannot put it in their base URL. */
export const SANDBOX_HEADER = 'x-understay-sandbox'
