/** The folders of builds that were killed. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes what builds in a folder left whose processes have ended. */
export function removeLeftBuilds(folder) {
  for (const name of readdirSync(folder)) {
    const pid = /^dist\.(?:new|old)-([1-9]\d*)$/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch ({ code }) {
    return code === 'EPERM'
  }
}
