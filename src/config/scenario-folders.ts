/** The folders of `--scenarios`, for those who use them. */
import { existsSync, statSync } from 'node:fs'
import { UsageError } from './usage-error.ts'

/** @throws UsageError for a folder that does not exist */
export function requireScenarioFolders(folders: readonly string[]): void {
  const missing = folders.find((folder) => !existsSync(folder) || !statSync(folder).isDirectory())
  if (missing !== undefined)
    throw new UsageError(`--scenarios: there is no folder ${missing}; a scenario is named by --scenario, or --only of certify`)
}
