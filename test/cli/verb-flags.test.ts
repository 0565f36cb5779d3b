import { expect, onTestFinished, test, vi } from 'vitest'
import { readVerb } from '../../src/cli/verb-flags.ts'

test('calibrate reads product, seed and token lifetime of the deployment, also from the environment', async () => {
  vi.stubEnv('UNDERSTAY_TOKEN_LIFETIME', '60')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { config } = await readVerb('calibrate', ['--product', 'stay', '--seed', '5', 'run.har'], [])
  expect(config).toMatchObject({ tokenLifetime: 60, product: 'stay', seed: 5 })
})
