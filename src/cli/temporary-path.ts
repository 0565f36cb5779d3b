/** Names of files while they are written, or kept until others are. */
import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { orUndefined } from '../base/caught-error.ts'
import { processExists } from '../base/process-exists.ts'
import { tryQuietly } from '../store/files/disk.ts'

type Kind = 'new' | 'old'

/** The name of a file while it is written, or of the one that it replaces. */
export const temporaryPath = (path: string, kind: Kind = 'new'): string => `${path}.understay-${kind}-${process.pid}`

/** Removes what processes that were killed before they ended have left of a file. */
export function removeLeftovers(path: string, kinds: readonly Kind[] = ['new']): void {
  for (const file of orUndefined(() => readdirSync(dirname(path))) ?? []) {
    const [, begin, kind, pid] = /^(.*)\.understay-(new|old)-(\d+)$/.exec(file) ?? []
    const isLeft = begin === basename(path) && kinds.some((one) => one === kind) && !processExists(Number(pid))
    if (isLeft) tryQuietly(() => rmSync(join(dirname(path), file)))
  }
}
