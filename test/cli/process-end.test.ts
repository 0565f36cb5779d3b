import { expect, onTestFinished, test, vi } from 'vitest'
import { exists } from '../../src/cli/process-end.ts'

test.each([
  ['EPERM', true],
  ['ESRCH', false],
])('whether there is a process whose signal is answered %s: %s', (code, expected) => {
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(code), { code })
  })
  onTestFinished(() => kill.mockRestore())
  expect(exists(1)).toBe(expected)
})
