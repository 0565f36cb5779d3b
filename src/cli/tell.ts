/** Writes a line for people to standard error, which names the program. */
export const tell = (text: string): void => void process.stderr.write(`understay: ${text}\n`)
