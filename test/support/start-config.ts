/**
 * The configuration of `start`.
 *
 * @module
 */
import { type Config, readVerbConfig } from '../../src/config/config.ts'
import type { Environment } from '../../src/config/environment.ts'

export const readConfig = async (args: readonly string[], env: Environment): Promise<Config> =>
  (await readVerbConfig(args, env, { verb: '' })).config
