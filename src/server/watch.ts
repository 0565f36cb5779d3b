/**
 * Watches files: says when some of them are no longer what they were.
 *
 * @module
 */
import { statSync } from 'node:fs'

/** Looking is cheap, and unlike notices of the system it works across containers, networks and every way editors save. */
const LOOK_MS = 200

export interface Watching {
  /** The files to watch, asked for at every look: folders gain and lose files. */
  readonly files: () => readonly string[]
  /** Told which files changed, came or went, once they have stood still for a look. The next look waits for it. */
  readonly changed: (files: readonly string[]) => Promise<void>
  /** Milliseconds between looks. */
  readonly every?: number
}

type Seen = ReadonlyMap<string, string>

/** Watches until the answer is called. */
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

/** What tells one content of a file from the next, also where it is another file under the same name. */
function signOf(path: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path)
    return [ino, size, mtimeMs, ctimeMs].join()
  } catch {
    return 'gone'
  }
}

/** The files that are not the same in both; one that is gone is as one that was never there. */
function differences(one: Seen, other: Seen): readonly string[] {
  const all = [...new Set([...one.keys(), ...other.keys()])]
  return all.filter((path) => (one.get(path) ?? 'gone') !== (other.get(path) ?? 'gone'))
}
