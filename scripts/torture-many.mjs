/**
 * Ten clients write through three replicas that share a PostgreSQL, while replicas are killed and stopped, connections are cut and
 * the database restarts or falls silent.
 *
 *   npm run torture:many                 300 faults
 *   npm run torture:many -- 100 3        100 faults, in the order of seed 3
 *
 * @module
 */
import { spawnSync } from 'node:child_process'

const [faults = '300', seed = '1'] = process.argv.slice(2)
if (![faults, seed].every((text) => /^[1-9]\d*$/.test(text))) {
  process.stderr.write('torture:many takes two whole numbers above 0: how many faults, and the seed of their order\n')
  process.exit(2)
}
const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=verbose', '--maxWorkers=1', 'test/process/many/faults']
const env = { ...process.env, UNDERSTAY_FAULTS: faults, UNDERSTAY_SEED_OF_FAULTS: seed }
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env })
process.exitCode = status ?? 1
