import { execFileSync } from 'node:child_process'

let isBuilt = false

/** Builds what is shipped, `dist/` and the pages in `docs/` that follow from the code, unless it is newer than the code. */
export function requireBuild(): void {
  if (isBuilt) return
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { stdio: ['ignore', 'ignore', 'inherit'] })
  isBuilt = true
}
