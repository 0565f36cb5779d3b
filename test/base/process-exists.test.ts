import { expect, onTestFinished, test, vi } from 'vitest'
import { processExists } from '../../src/base/process-exists.ts'

test.each([
  ['EPERM', true],
  ['ESRCH', false],
])('whether there is a process whose signal is answered %s: %s', (code, expected) => {
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(code), { code })
  })
  onTestFinished(() => kill.mockRestore())
  expect(processExists(1)).toBe(expected)
})
