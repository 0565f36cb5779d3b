/** What a data folder holds before a server starts with it. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SANDBOX_NAME } from '../base/sandbox-name.ts'

/** True for a data folder with the state of any sandbox. One that cannot be listed is refused when it is opened. */
export function holdsWorld(folder: string | undefined): boolean {
  if (folder === undefined) return false
  try {
    return readdirSync(folder).some((name) => SANDBOX_NAME.test(name) && existsSync(join(folder, name, 'state.json')))
  } catch {
    return false
  }
}
