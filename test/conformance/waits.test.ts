import { expect, test } from 'vitest'
import { isLongEnough, mayAskToWait, requestedWait } from '../../src/conformance/waits.ts'
import { exchangesOf } from './exchanges-of.ts'

test.each<readonly [headers: Readonly<Record<string, string>> | undefined, wait: number | undefined]>([
  [{ 'Retry-After': '10' }, 10_000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '' }, undefined],
  [{ 'retry-after': '10 s' }, undefined],
  [{ 'retry-after': 'in 10' }, undefined],
  [{ 'retry-after': '-1' }, undefined],
  [{ 'retry-after': '1.5' }, undefined],
  [{ 'retry-after': 'Fri, 31 Dec 1999 23:59:59 GMT' }, undefined],
  [{ 'retry-after': 'Sun, 17 Mar 2030 17:46:50 GMT' }, 9_895],
  [{ 'retry-after': 'Sun, 17 Mar 2030 17:46:50 GMT', date: 'Sun, 17 Mar 2030 17:46:46 GMT' }, 4_000],
  [{ 'retry-after': 'Sun, 17 Mar 2030 17:46:50 GMT', date: 'Sun, 17 Mar 2030 17:46:51 GMT' }, undefined],
  [{ 'retry-after': 'Sun, 17 Xyz 2030 17:46:50 GMT' }, undefined],
  [{}, undefined],
  [undefined, undefined],
])('the wait that %j asks for', (responseHeaders, wait) => {
  expect(exchangesOf([{ responseHeaders }]).map(requestedWait)).toEqual([wait])
})

test('a date asks for no wait that a client with the machine or the sandbox as its clock would not make', () => {
  const responseHeaders = { 'Retry-After': 'Sun, 17 Mar 2030 17:46:50 GMT' }
  const [call] = exchangesOf([{ responseHeaders }])
  if (!call) throw new Error('no call')
  expect([requestedWait({ ...call, real: call.at + 60_000 }), mayAskToWait({ ...call, real: call.at + 60_000 })]).toEqual([
    undefined,
    true,
  ])
})

test('a wait is long enough when it is too short by at most a twentieth and 50 ms', () => {
  expect([899, 900, 1000, 5000].map((wait) => isLongEnough(wait, 1000))).toEqual([false, true, true, true])
  expect([9449, 9450].map((wait) => isLongEnough(wait, 10_000))).toEqual([false, true])
  expect(isLongEnough(0, 0)).toBe(true)
})
