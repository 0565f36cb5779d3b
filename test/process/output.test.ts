import { expect, test } from 'vitest'
import { startProgram } from './program.ts'

test('a server continues when the reader of its log has gone', async () => {
  const { program, url } = await startProgram(['--memory'])
  program.child.stdout?.destroy()
  for (let call = 0; call < 20; call++) expect((await fetch(`${url}/service/api/properties/all`)).status).toBe(401)
  expect(program.err).toBe('')
  expect(await program.stop()).toEqual({ code: 0, signal: null })
})
