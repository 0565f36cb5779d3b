/**
 * Streams of programs, for tests.
 *
 * @module
 */
import { Writable } from 'node:stream'

/** A stream as a terminal of that width, or as a pipe. */
export function stream(columns?: number): NodeJS.WriteStream & { written: string } {
  const made = Object.assign(new Writable(), {
    isTTY: columns !== undefined,
    columns,
    written: '',
    getColorDepth: (env: NodeJS.ProcessEnv = process.env) => (env['NO_COLOR'] === undefined ? 8 : 1),
  })
  made._write = (chunk, _, done) => {
    made.written += chunk
    done()
  }
  return made as unknown as NodeJS.WriteStream & { written: string }
}
