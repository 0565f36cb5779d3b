import { expect, test } from 'vitest'
import { startUnderstay } from '../../src/index.ts'
import { threadMs } from './longest-turn.ts'

test('sandboxes are created on first use in under five milliseconds of processor time with the bundled world', async () => {
  const understay = await startUnderstay()
  const times: number[] = []
  for (let n = 0; n < 60; n++) {
    const started = threadMs()
    const { status } = await understay.fetch(`/@fresh-${n}/service/api/site_structure/property_types`)
    times.push(threadMs() - started)
    expect(status).toBe(200)
  }
  await understay.close()
  expect(times.sort((a, b) => a - b)[30]).toBeLessThan(5)
})
