import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { StorageError } from '../../src/store/storage.ts'
import { StorageGate, whenStored } from '../../src/store/storage-gate.ts'
import { memoryStorage } from './memory-storage.ts'

/** A storage operation that ends when the test says so. */
function operation() {
  let resolve: () => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<void>((done, failed) => {
    resolve = done
    reject = failed
  })
  return { promise, resolve, reject }
}

function gateOf() {
  const failures: StorageError[] = []
  const closed: string[] = []
  const storage = { ...memoryStorage(), close: () => void closed.push('closed') }
  const gate = new StorageGate(storage, (error) => failures.push(error))
  return { gate, failures, closed }
}

/** Lets everything happen that is due. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('the output gate', () => {
  test('is open when all operations have ended, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), async (order) => {
        const { gate, failures } = gateOf()
        const operations = order.map(operation)
        for (const { promise } of operations) gate.run(() => promise)
        let isOut = false
        const out = whenStored(
          { gate },
          () => (isOut = true),
          () => false,
        )
        for (const [index, which] of order.entries()) {
          await settle()
          expect([isOut, gate.pending !== undefined]).toEqual([false, true])
          operations[which]?.resolve()
          if (index === 3) await out
        }
        await settle()
        expect([isOut, gate.pending, failures]).toEqual([true, undefined, []])
      }),
    )
  })

  test('does not wait for synchronous operations', () => {
    const { gate } = gateOf()
    gate.run(() => undefined)
    expect([
      gate.pending,
      whenStored(
        { gate },
        () => 'out',
        () => 'not',
      ),
    ]).toEqual([undefined, 'out'])
    expect(
      whenStored(
        { gate: undefined },
        () => 'out',
        () => 'not',
      ),
    ).toBe('out')
  })

  test('releases an earlier result while later operations are pending', async () => {
    const { gate } = gateOf()
    const [first, second] = [operation(), operation()]
    gate.run(() => first.promise)
    const out = whenStored(
      { gate },
      () => 'out',
      () => 'not',
    )
    gate.run(() => second.promise)
    first.resolve()
    expect(await out).toBe('out')
    expect(gate.pending).toBeDefined()
    second.resolve()
    await settle()
    expect(gate.pending).toBeUndefined()
  })

  test.each([
    [new Error('no route'), 'unavailable', 'the change could not be stored: no route'],
    [new StorageError('full', 'the disk is full'), 'full', 'the disk is full'],
  ])('stays closed after a failed operation: %s', async (cause, reason, message) => {
    const { gate, failures } = gateOf()
    const [first, second] = [operation(), operation()]
    gate.run(() => first.promise)
    gate.run(() => second.promise)
    const out = whenStored<unknown>(
      { gate },
      () => 'out',
      (error) => error,
    )
    first.reject(cause)
    second.reject(new Error('later'))
    expect(await out).toMatchObject({ reason, message })
    await settle()
    expect(failures).toMatchObject([{ reason, message }])
    expect(
      whenStored<unknown>(
        { gate },
        () => 'out',
        (error) => error,
      ),
    ).toBe(failures[0])
    expect(() => gate.run(() => undefined)).toThrow(message)
  })

  test('does not compact after a failed operation', async () => {
    const { gate } = gateOf()
    gate.run(() => Promise.reject(new Error('no route')))
    await settle()
    expect(() => gate.compact(() => expect.unreachable(), 'now')).not.toThrow()
  })

  test('closes the storage when all operations have ended, successful or not', async () => {
    for (const end of ['resolve', 'reject'] as const) {
      const { gate, closed } = gateOf()
      const one = operation()
      gate.run(() => one.promise)
      const done = gate.close()
      await settle()
      expect(closed).toEqual([])
      one[end](new Error('no route'))
      await done
      expect(closed).toEqual(['closed'])
    }
    const { gate, closed } = gateOf()
    expect([gate.close(), closed]).toEqual([undefined, ['closed']])
  })
})
