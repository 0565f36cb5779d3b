import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readVerb } from '../../src/cli/verb-flags.ts'
import { newFolder } from '../process/program.ts'

test('calibrate reads product, seed and token lifetime of the deployment, also from the environment', async () => {
  vi.stubEnv('UNDERSTAY_TOKEN_LIFETIME', '60')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { config } = await readVerb('calibrate', ['--product', 'stay', '--seed', '5', 'run.har'], [])
  expect(config).toMatchObject({ tokenLifetime: 60, product: 'stay', seed: 5 })
})

describe.each(['run', 'certify', 'mcp'] as const)('%s', (verb) => {
  test('has its own defaults of latency and journal, which environment and file overrule', async () => {
    expect((await readVerb(verb, [])).config).toMatchObject({ latency: 10, journal: 20_000 })
    const file = join(newFolder(), 'c.yaml')
    writeFileSync(file, 'journal: 50000\nport: 4010\n')
    vi.stubEnv('UNDERSTAY_LATENCY', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect((await readVerb(verb, ['--config', file])).config).toMatchObject({ latency: 0, journal: 50_000, port: 0 })
    vi.stubEnv('UNDERSTAY_LATENCY', '5ms')
    await expect(readVerb(verb, [])).rejects.toThrow(/^UNDERSTAY_LATENCY: "5ms" is not a/)
  })
})
