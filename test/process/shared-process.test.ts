import { expect, test } from 'vitest'
import { runShared } from './shared-process.ts'

test('many starts that are refused print what each prints, and no warning of listeners that are left', async () => {
  const messages = new Set<string>()
  for (let run = 0; run < 12; run++) messages.add((await runShared(['start', '--memory', '--client', 'nobody'])).err)
  expect([...messages]).toEqual([expect.stringMatching(/^understay: client: .*\n$/)])
})
