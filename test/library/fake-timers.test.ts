import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { startUnderstay } from '../../src/index.ts'
import { FOUND_MACHINE, setMachine } from '../../src/simulation/machine-time.ts'

beforeEach(() => setMachine(FOUND_MACHINE))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
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

it('works where the timers of Node are no globals, as in an environment of Jest with a DOM', async () => {
  vi.stubGlobal('setImmediate', undefined)
  vi.stubGlobal('setTimeout', () => 1)
  vi.resetModules()
  const library = await import('../../src/index.ts')
  const understay = await library.startUnderstay()
  await understay.report()
  await understay.close()
})

it.each(['Response', 'TextEncoder'])('says which test environment it needs where there is no %s', async (name) => {
  const found = Object.getOwnPropertyDescriptor(globalThis, name) ?? {}
  onTestFinished(() => void Object.defineProperty(globalThis, name, found))
  Reflect.deleteProperty(globalThis, name)
  vi.resetModules()
  await expect(import('../../src/index.ts')).rejects.toThrow("set the testEnvironment of Jest to 'node'")
})
