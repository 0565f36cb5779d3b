/**
 * `npm run fuzz`: almost valid inputs, for a minute, with another seed each time. FUZZ_SEED repeats a run.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'

const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose', 'test/fuzz'], {
  stdio: 'inherit',
  env: { FUZZ_SECONDS: '60', ...process.env },
})
process.exitCode = status ?? 1
