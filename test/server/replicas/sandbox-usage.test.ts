import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { ApiResponse } from '../../../src/api/response.ts'
import { SandboxUsage } from '../../../src/server/replicas/sandbox-usage.ts'
import { TestWorld } from '../../support/test-world.ts'

const TEXT: ApiResponse = { status: 200, headers: {}, body: '{}' }
async function* parts() {
  yield '{}'
}
const STREAM: ApiResponse = { status: 200, headers: {}, body: parts() }

function usage() {
  const { world } = new TestWorld()
  world.sandbox('w1')
  const outgoing = Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse
  return { usage: new SandboxUsage(world), outgoing }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a call that is answered at once is a use, and not in progress afterwards', () => {
  const { usage: own, outgoing } = usage()
  expect(own.idleMs('w1')).toBeUndefined()
  own.count('w1', TEXT, outgoing)
  expect([own.hasCalls('w1'), outgoing.listenerCount('close')]).toEqual([false, 0])
  expect(own.idleMs('w1')).toBeGreaterThanOrEqual(0)
})

test('a call is in progress until its response is there, also where that fails', async () => {
  const { usage: own, outgoing } = usage()
  let answer = (_: ApiResponse): void => undefined
  const later = new Promise<ApiResponse>((resolve) => (answer = resolve))
  const failing = Promise.reject(new Error('no'))
  failing.catch(() => undefined)
  own.count('w1', later, outgoing)
  own.count('w1', failing, outgoing)
  await settled()
  expect([own.hasCalls('w1'), own.idleMs('w1')]).toEqual([true, 0])
  answer(TEXT)
  await settled()
  expect(own.hasCalls('w1')).toBe(false)
})

test('a stream is a use until it ends, and no call in progress', () => {
  const { usage: own, outgoing } = usage()
  own.count('w1', STREAM, outgoing)
  expect([own.hasCalls('w1'), own.idleMs('w1')]).toEqual([false, 0])
  own.forget('w1')
  expect(own.idleMs('w1')).toBe(0)
  outgoing.emit('close')
  own.forget('w1')
  expect(own.idleMs('w1')).toBeUndefined()
})

test('a refused call that names no sandbox is not remembered', () => {
  const { usage: own, outgoing } = usage()
  own.count('nobody', TEXT, outgoing)
  expect(own.idleMs('nobody')).toBeUndefined()
})
