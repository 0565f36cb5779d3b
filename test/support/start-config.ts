/**
 * The configuration of `start`.
 *
 * @module
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Config, readVerbConfig } from '../../src/config/config.ts'
import type { Environment } from '../../src/config/environment.ts'

export const readConfig = async (args: readonly string[], env: Environment): Promise<Config> =>
  (await readVerbConfig(args, env, { verb: '' })).config

/** A configuration file, until the end of the test. */
export function configFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'understay-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'c.yaml')
  writeFileSync(path, text)
  return path
}
