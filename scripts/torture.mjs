/**
 * `npm run torture`: the long form of the durability tests. Every operation on files fails once in every way.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'

const FILTERS = ['test/store/files', 'test/world/output-gate', 'test/process/durability']

const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...FILTERS], {
  stdio: 'inherit',
  env: { ...process.env, UNDERSTAY_TORTURE: '1' },
})
process.exitCode = status ?? 1
