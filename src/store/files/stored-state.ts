/** Reads the state of a sandbox from its files: the complete state, and the changes in its log. */
import { ChangedState } from '../apply-changes.ts'
import { referenceProblem } from '../references.ts'
import { readLog } from './change-log.ts'
import type { Disk } from './disk.ts'
import { LOG_OF_0_1_0, type SandboxFolder, STATE_FILE } from './sandbox-folder.ts'
import { generationOf, type StateFile, StateFileError } from './state-file.ts'

/**
 * Applies the log of a state file.
 *
 * @param names the names in the folder
 * @throws StateFileError naming the file and the first wrong field
 */
export function readStoredState(disk: Disk, folder: SandboxFolder, names: readonly string[], file: StateFile) {
  const log = logOf(file, names)
  if (log !== undefined && !names.includes(log))
    throw new StateFileError(
      `${folder.file(log)} is missing: ${STATE_FILE} names it as its change log, and changes in it are lost`,
    )
  const changed = new ChangedState(file)
  const read = log === undefined ? undefined : readLog(disk, folder.file(log), file.line, (change) => changed.apply(change))
  const { state } = changed
  const problem = referenceProblem(state.collections)
  if (problem) throw new StateFileError(`${folder.file(STATE_FILE)} is damaged: ${problem}`)
  return {
    state,
    line: read?.line ?? file.line,
    generation: generationOf(log ?? ''),
    bytes: read?.bytes ?? 0,
    torn: read?.torn ?? false,
    // changes can be added to the log: the state names it (one of 0.1.0 does not), and its last line is whole
    continues: file.log !== undefined && !read?.unterminated,
  }
}

function logOf({ version, log }: StateFile, names: readonly string[]): string | undefined {
  if (version !== 1) return log
  return names.includes(LOG_OF_0_1_0) ? LOG_OF_0_1_0 : undefined
}
