/** Reads files of any size line by line. */
import type { Disk } from './disk.ts'

const CHUNK_BYTES = 1024 * 1024
const NEWLINE = 0x0a

/** A line, and the offset of its end in the file. */
export interface FileLine {
  readonly text: string
  readonly end: number
  /** False for the last line of a file that does not end with a line break. */
  readonly complete: boolean
}

/** The lines of a file, read in chunks. */
export function* readLines(disk: Disk, path: string): Generator<FileLine> {
  const descriptor = disk.open(path, 'r')
  try {
    const chunk = new Uint8Array(CHUNK_BYTES)
    let parts: Uint8Array[] = []
    let [position, begins] = [0, 0]
    for (let count = disk.read(descriptor, chunk, 0); count > 0; count = disk.read(descriptor, chunk, position)) {
      const bytes = chunk.subarray(0, count)
      for (let from = 0; from < count; ) {
        const at = bytes.indexOf(NEWLINE, from)
        const until = at < 0 ? count : at
        parts.push(bytes.slice(from, until))
        from = until + 1
        if (at < 0) break
        begins = position + from
        yield { text: joined(parts), end: begins, complete: true }
        parts = []
      }
      position += count
    }
    if (position > begins) yield { text: joined(parts), end: position, complete: false }
  } finally {
    disk.close(descriptor)
  }
}

const joined = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString('utf8')
