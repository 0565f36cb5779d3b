import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { toHaveAnswered } from '../../src/adapters/answered.ts'
import { startUnderstay } from '../../src/index.ts'

const understay = await startUnderstay({ listen: false })
afterAll(() => understay.close())

const OPERATION = 'listProperties'

beforeEach(async () => {
  await understay.reset()
  await understay.fetch('/service/api/properties/all')
  await understay.fetch('/service/api/properties/all')
})

describe('toHaveAnswered', () => {
  test.each([
    ['an operation that was called', { operation: OPERATION }, true],
    ['its status and count', { operation: OPERATION, status: 401, count: 2 }, true],
    ['another status', { operation: OPERATION, status: 200 }, false],
    ['another count', { operation: OPERATION, count: 3 }, false],
    ['an operation that was not called', { operation: 'listBookings' }, false],
    ['calls that must not be, and were not', { operation: 'listBookings', never: true }, true],
  ] as const)('%s: passes %j: %s', async (_, expected, pass) => {
    expect((await toHaveAnswered(understay, expected)).pass).toBe(pass)
  })

  test('names the difference, and under .not the calls that were found', async () => {
    const failed = await toHaveAnswered(understay, { operation: OPERATION, count: 3 })
    expect(failed.message()).toMatch(/listProperties.*2/s)
    const passed = await toHaveAnswered(understay, { operation: OPERATION, count: 2 })
    expect(passed.message()).toMatch(/expected no such calls, but there were: 2 .*journal entries \d+, \d+$/)
  })

  test('waits when a timeout is given', async () => {
    const answered = toHaveAnswered(understay, { operation: 'listBookings' }, { timeoutMs: 5000 })
    await understay.fetch('/service/api/listbooking/1')
    expect((await answered).pass).toBe(true)
  })

  test('throws for an invalid expectation, also under .not', async () => {
    const wrong: object = { operation: 'listBookins' }
    await expect(toHaveAnswered(understay, wrong)).rejects.toThrow(/listBookins/)
  })

  test('throws for what cannot be told, also under .not', async () => {
    const sandbox = await understay.sandbox('interrupted')
    for (const expected of [{ operation: 'listBookings' }, { operation: 'listBookings', never: true }] as const) {
      const waits = toHaveAnswered(sandbox, expected, { timeoutMs: 60_000 })
      // More than once: the wait begins some time after the call.
      const resets = setInterval(() => void sandbox.reset(), 20)
      await expect(waits).rejects.toThrow('the sandbox interrupted was restarted while this waited')
      clearInterval(resets)
    }
    const unknown = toHaveAnswered(understay, { operation: OPERATION, fault: 'typo' })
    await expect(unknown).rejects.toThrow('fault typo was applied to no call')
  })

  test.each([undefined, { timeoutMs: 50 }])(
    'throws under .not where nobody awaits it before a reset, with %j',
    async (options) => {
      const sandbox = await understay.sandbox('hasty')
      await sandbox.fetch('/service/api/properties/all')
      for (const end of [() => sandbox.reset(), () => sandbox.delete()]) {
        const answered = toHaveAnswered(sandbox, { operation: OPERATION }, options)
        const refused = expect(answered).rejects.toThrow('the sandbox hasty was restarted while this waited: await it before')
        await Promise.all([refused, end()])
      }
    },
  )

  test('throws under .not where the call may have left the journal', async () => {
    await using short = await startUnderstay({ listen: false, journal: 1 })
    for (const path of ['properties/all', 'listbooking/1']) await short.fetch(`/service/api/${path}`)
    await expect(toHaveAnswered(short, { operation: OPERATION })).rejects.toThrow('no longer in the journal')
    expect((await toHaveAnswered(short, { operation: 'listBookings', count: 0 })).pass).toBe(false)
  })

  test.each([undefined, 'sandbox', {}])('throws for %o, which is neither a server nor a sandbox', async (value) => {
    await expect(toHaveAnswered(value, {})).rejects.toThrow(TypeError)
  })
})
