/**
 * `npm run torture:many`: 300 faults while ten clients write through three replicas that share a PostgreSQL.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'

const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose', '--maxWorkers=1', 'test/process/many-faults']
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env: { UNDERSTAY_FAULTS: '300', ...process.env } })
process.exitCode = status ?? 1
