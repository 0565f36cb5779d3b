/** The path of the control API, below the root of the server and of each sandbox. */
export const CONTROL_PATH = '/_understay'
