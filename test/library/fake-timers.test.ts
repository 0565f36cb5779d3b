import { mock } from 'node:test'
import { setTimeout as realPause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { startUnderstay } from '../../src/index.ts'
import { FOUND_MACHINE, setMachine } from '../../src/simulation/machine-time.ts'

beforeEach(() => setMachine(FOUND_MACHINE))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  setMachine(globalThis)
})

/** Enables `mock.timers` without the warning that they are experimental. */
function enableMockTimers(options: Parameters<typeof mock.timers.enable>[0]): void {
  vi.spyOn(process, 'emitWarning').mockReturnValue()
  mock.timers.enable(options)
  onTestFinished(() => mock.timers.reset())
}

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

it('works while mock.timers of node:test are enabled', async () => {
  enableMockTimers({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'] })
  const understay = await startUnderstay()
  await expect(understay.verify({ operation: 'listProperties' }, { timeoutMs: 20 })).rejects.toThrow('listProperties')
  expect(understay.clock.now()).toBeGreaterThan(0)
  await understay.close()
})

it.each(['setTimeout', 'setInterval', 'setImmediate'] as const)('refuses to load after mock.timers, with %s', async (name) => {
  enableMockTimers({ apis: [name] })
  const again = `../../src/simulation/machine-time.ts?${name}`
  await expect(import(again)).rejects.toThrow('enable mock.timers of node:test after understay is imported')
})

it.each([
  ['by-fake-timers', () => vi.useFakeTimers({ now: 0 })],
  ['by-a-mock', () => vi.spyOn(Date, 'now').mockReturnValue(0)],
])('keeps real time where it is loaded while the time is faked: %s', async (how, fake) => {
  const before = Date.now()
  fake()
  const again = `../../src/simulation/machine-time.ts?${how}`
  const { realNow, steadyNow }: typeof import('../../src/simulation/machine-time.ts') = await import(again)
  const steady = steadyNow()
  await realPause(20)
  expect(realNow()).toBeGreaterThanOrEqual(before + 19)
  expect(steadyNow()).toBeGreaterThan(steady)
  vi.restoreAllMocks()
})
