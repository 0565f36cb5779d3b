import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ARMED_FAULT_PREFIX } from '../../src/scenario/faults/armed-faults.ts'
import { Progress } from '../../src/store/progress.ts'
import type { SandboxTemplate } from '../../src/world/options.ts'
import { readStoredScenario } from '../../src/world/stored-scenario.ts'

const OWN: SandboxTemplate = {
  makeRows: () => expect.unreachable(),
  choices: expect.anything(),
  tokenLifetime: 3600,
  scenario: undefined,
  clock: { at: undefined, speed: 0 },
  seed: 1,
}

// in a process of its own: in this one other tests have loaded it
test('what carries faults out is loaded for a sandbox that has armed ones, and not before', async () => {
  const script = `
    import { loadedEffects } from './src/scenario/loaded-effects.ts'
    import { Progress } from './src/store/progress.ts'
    import { readStoredScenario } from './src/world/stored-scenario.ts'
    const isLoaded = () => { try { return loadedEffects() !== undefined } catch (error) { return error.message } }
    const shown = []
    for (const stored of [{}, { '${ARMED_FAULT_PREFIX}1': { on: { operation: 'listBookings' }, token: 'expired' } }]) {
      await readStoredScenario(new Progress(true, stored), {}, undefined)
      shown.push(isLoaded())
    }
    console.log(JSON.stringify(shown))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script])
  expect(JSON.parse(stdout)).toEqual([expect.stringContaining('no effects'), true])
})

test('an armed fault of another version is refused, not taken for one that happens', async () => {
  const progress = new Progress(true, { [`${ARMED_FAULT_PREFIX}1`]: { on: { operation: 'listBookings' }, tokenn: 'revoked' } })
  await expect(readStoredScenario(progress, OWN, undefined)).rejects.toThrow('unknown key "tokenn"; did you mean "token"?')
})
