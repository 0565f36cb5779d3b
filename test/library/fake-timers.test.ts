import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startUnderstay } from '../../src/index.ts'
import { FOUND_MACHINE, setMachine } from '../../src/simulation/machine-time.ts'

beforeEach(() => setMachine(FOUND_MACHINE))
afterEach(() => {
  vi.useRealTimers()
  setMachine(globalThis)
})

it.each([{}, { listen: false }])('works while all timers of its user are fake, started with %j', async (options) => {
  vi.useFakeTimers({ now: Date.UTC(2040, 0, 1) })
  const understay = await startUnderstay(options)

  await understay.play('rate-limited')
  await understay.report()
  await expect(understay.verify({ operation: 'listProperties', count: 1 }, { timeoutMs: 50 })).rejects.toThrow('listProperties')
  const state = await understay.fetch('/_understay/state')
  const put = await understay.fetch('/_understay/state', { method: 'PUT', body: await state.text() })
  expect(put.status).toBe(200)
  await understay.clock.advance('61m')
  expect(understay.clock.now()).toBeLessThan(Date.UTC(2040, 0, 1))
  await understay.close()
})

it('works while setImmediate alone is fake', async () => {
  const understay = await startUnderstay()
  vi.useFakeTimers({ toFake: ['setImmediate'] })
  await understay.report()
  await understay.close()
})
