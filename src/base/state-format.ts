/** The `format` of every state, in a file or as it is exported. */
export const STATE_FORMAT = 'understay state'
/** The `version` of an exported state. */
export const STATE_VERSION = 1
