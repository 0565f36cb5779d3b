/**
 * Watches files for changes by polling.
 *
 * @module
 */
import { statSync } from 'node:fs'

/**
 * Polling interval in milliseconds. Unlike file system events, polling works in containers, on network drives and with every
 * editor.
 */
const LOOK_MS = 200

export interface Watching {
  /** Returns the files to watch; called at every poll, because folders gain and lose files. */
  readonly files: () => readonly string[]
  /** Called with the changed, added and removed files, once they are unchanged for one interval. The next poll waits for it. */
  readonly changed: (files: readonly string[]) => Promise<void>
  /** Polling interval in milliseconds. */
  readonly every?: number
}

type Seen = ReadonlyMap<string, string>

/** Starts to watch. @returns a function that stops it */
export function watchFiles({ files, changed, every = LOOK_MS }: Watching): () => void {
  let told = look(files)
  let before = told
  let timer: NodeJS.Timeout | undefined
  let ended = false
  const again = (): void => {
    if (!ended) timer = setTimeout(() => void turn(), every)
  }
  const turn = async (): Promise<void> => {
    const now = look(files)
    const isStill = differences(before, now).length === 0
    before = now
    const different = isStill ? differences(told, now) : []
    if (different.length > 0) {
      told = now
      await changed(different)
    }
    again()
  }
  again()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}

function look(files: () => readonly string[]): Seen {
  return new Map(files().map((path) => [path, signOf(path)]))
}

/** A fingerprint of a file: it differs after a write and after a replacement. */
function signOf(path: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path)
    return [ino, size, mtimeMs, ctimeMs].join()
  } catch {
    return 'gone'
  }
}

/** The files whose fingerprints differ; a missing file equals one that never existed. */
function differences(one: Seen, other: Seen): readonly string[] {
  const all = [...new Set([...one.keys(), ...other.keys()])]
  return all.filter((path) => (one.get(path) ?? 'gone') !== (other.get(path) ?? 'gone'))
}
