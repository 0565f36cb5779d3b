/**
 * Builds what is shipped before the tests that start it.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'

export function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { stdio: 'inherit' })
}
