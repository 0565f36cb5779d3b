/**
 * `npm run torture`: the long form of the durability tests, about a quarter of an hour. Every file operation fails once in
 * every way; servers are killed and paused, and disks are full or read-only.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'

const FILTERS = ['test/store/files', 'test/world/output-gate', 'test/process/durability']

const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose', '--maxWorkers=1', ...FILTERS]
const { status } = spawnSync(process.execPath, args, {
  stdio: 'inherit',
  env: { ...process.env, TORTURE: '1' },
})
process.exitCode = status ?? 1
