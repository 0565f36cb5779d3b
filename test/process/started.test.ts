import { expect, test } from 'vitest'
import { endAll } from '../support/end-of-file.ts'
import { Program } from './program.ts'

test('a program that is not stopped ends with the test file that started it', async () => {
  const program = new Program(['start', '--port', '0', '--memory'])
  await program.listening()
  endAll()
  expect(await program.exited).toEqual({ code: null, signal: 'SIGKILL' })
})
