import { expect, test } from 'vitest'
import { probeCalls } from '../../src/calibration/probe-calls.ts'

/** The targets of a probe of a deployment that answers with these bodies, and with an empty list elsewhere. */
function probed(bodies: Readonly<Record<string, unknown>>): readonly string[] {
  const targets: string[] = []
  const calls = probeCalls('2026-05-02')
  for (let next = calls.next(); !next.done; ) {
    const { target } = next.value
    targets.push(target)
    next = calls.next({ data: bodies[target] ?? [], meta: { code: 200 } })
  }
  return targets
}

const listbooking = [7, 8, 9, 10].map((contract_uid) => ({ contract_uid }))

test('all reads of a property come before the next one, and its details, of three rows of a list, after its lists', () => {
  const targets = probed({ '/properties/all': { ids: [1, 12] }, '/listbooking/1': { listbooking } })
  expect(new Set(targets).size).toBe(targets.length)
  const guests = targets.filter((target) => target.endsWith('/guest'))
  expect(guests).toEqual(['/listbooking/1/7/guest', '/listbooking/1/8/guest', '/listbooking/1/9/guest'])
  const [first, last] = [targets.indexOf(guests[0] ?? ''), targets.indexOf(guests[2] ?? '')]
  expect(first).toBeGreaterThan(targets.indexOf('/webhooks/1/tariffs_updated'))
  expect(last).toBeLessThan(targets.indexOf('/listbooking/12'))
})
