import { expect, test, vi } from 'vitest'
import { ARMED_FAULT_PREFIX } from '../../src/scenario/faults/armed-faults.ts'
import { Progress } from '../../src/store/progress.ts'
import type { SandboxTemplate } from '../../src/world/options.ts'

const OWN: SandboxTemplate = {
  makeRows: () => expect.unreachable(),
  choices: expect.anything(),
  tokenLifetime: 3600,
  scenario: undefined,
  clock: { at: undefined, speed: 0 },
  seed: 1,
}

test('what carries faults out is loaded for a sandbox that has armed ones, and not before', async () => {
  // other tests of this process have loaded it
  vi.resetModules()
  const { loadedEffects } = await import('../../src/scenario/loaded-effects.ts')
  const { readStoredScenario } = await import('../../src/world/stored-scenario.ts')
  const armed = { on: { operation: 'listBookings' }, token: 'expired' }
  expect(await readStoredScenario(new Progress(true, {}), OWN, undefined)).toBe(OWN)
  expect(loadedEffects).toThrow('no effects')
  expect(await readStoredScenario(new Progress(true, { [`${ARMED_FAULT_PREFIX}1`]: armed }), OWN, undefined)).toBe(OWN)
  expect(loadedEffects().makeCause).toBeTypeOf('function')
})
