/** Watches files for changes by polling. */
import { statSync } from 'node:fs'
import { codeOf } from '../base/caught-error.ts'
import { repeat } from '../simulation/timers.ts'

/**
 * Polling interval in milliseconds. Unlike file system events, polling works in containers, on network drives and with every
 * editor.
 */
const POLL_MS = 200

export interface Watching {
  /** Returns the files to watch; called at every poll, because folders gain and lose files. */
  readonly files: () => readonly string[]
  /** Called with the changed, added and removed files, once they are unchanged for one interval. The next poll waits for it. */
  readonly changed: (files: readonly string[]) => Promise<void>
  /** When the files were read, in milliseconds since 1970: those written later count as changed. Now by default. */
  readonly readAt?: number
  /** Polling interval in milliseconds. */
  readonly every?: number
}

const MISSING_FILE = 'missing'

type Fingerprints = ReadonlyMap<string, string>

/** Starts to watch. @returns a function that stops it */
export function watchFiles({ files, changed, readAt = Infinity, every = POLL_MS }: Watching): () => void {
  let previous = fingerprintsOf(files, new Map())
  let reported: Fingerprints = new Map([...previous].filter(([path]) => !isWrittenAfter(path, readAt)))
  const poll = async (): Promise<number> => {
    const now = fingerprintsOf(files, previous)
    const isStable = differences(previous, now).length === 0
    previous = now
    const different = isStable ? differences(reported, now) : []
    if (different.length > 0) {
      reported = now
      await changed(different)
    }
    return every
  }
  return repeat(poll, every)
}

/** The fingerprints of all files; while their folder cannot be read, the previous ones. */
function fingerprintsOf(files: () => readonly string[], previous: Fingerprints): Fingerprints {
  try {
    return new Map(files().map((path) => [path, fingerprintOf(path)]))
  } catch (error) {
    if (codeOf(error) === '') throw error
    return previous
  }
}

/** A fingerprint of a file: it differs after a write and after a replacement. */
function fingerprintOf(path: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path)
    return [ino, size, mtimeMs, ctimeMs].join()
  } catch {
    return MISSING_FILE
  }
}

function isWrittenAfter(path: string, instant: number): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0) > instant
}

/** The files whose fingerprints differ; a missing file equals one that never existed. */
function differences(one: Fingerprints, other: Fingerprints): readonly string[] {
  const all = [...new Set([...one.keys(), ...other.keys()])]
  return all.filter((path) => (one.get(path) ?? MISSING_FILE) !== (other.get(path) ?? MISSING_FILE))
}
