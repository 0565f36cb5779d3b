/** Where the control API is served, under the server's root and under each sandbox's. */
export const CONTROL_PATH = '/_understay'
