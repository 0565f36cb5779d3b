import { expect, onTestFinished, test } from 'vitest'
import { startUnderstay } from '../../src/index.ts'

/** Calls a function as JavaScript does, without types. */
const untyped = (call: unknown, options: unknown): Promise<unknown> =>
  Promise.resolve(Reflect.apply(Object(call), undefined, [options]))

async function started() {
  const understay = await startUnderstay({ listen: false })
  onTestFinished(() => understay.close())
  return understay
}

test.each<readonly [unknown, RegExp]>([
  ['2031-01-01', /^clock\.set: expected an object with at, run, got .*2031-01-01/],
  [new Date('2031-01-01'), /^clock\.set: expected an object with at, run, got/],
  [{ att: '2031-01-01' }, /^clock\.set: .*att.*"at"/],
  [{ at: true }, /^clock\.set: at: true is not an instant/],
])('clock.set(%j) is refused', async (options, message) => {
  const { clock } = await started()
  await expect(untyped(clock.set, options)).rejects.toThrow(message)
})

test('clock.advance(61) asks for a unit', async () => {
  const { clock } = await started()
  await expect(untyped(clock.advance, 61)).rejects.toThrow("clock.advance: 61 is not a span such as '90s'")
})

test('options of reads and tokens are checked', async () => {
  const understay = await started()
  const token = (options: object) => understay.token(options)
  const journal = (options: object) => understay.journal(options)
  await expect(untyped(token, { scopes: 'read' })).rejects.toThrow(/^token: scopes: expected a list, got/)
  await expect(untyped(journal, { snce: 5 })).rejects.toThrow(/^journal: .*snce.*"since"/)
  expect(await understay.journal({ since: undefined })).toEqual([])
})

test('token() says that its sandbox was removed, or its server closed', async () => {
  const understay = await started()
  const sandbox = await understay.sandbox('w1')
  await sandbox.delete()
  await expect(sandbox.token()).rejects.toThrow('the sandbox w1 has been removed')
  await understay.close()
  await expect(understay.token()).rejects.toThrow('this server has been closed')
})
