import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endAll } from '../support/end-of-file.ts'
import { hintsFile, hintsOfProcesses } from '../support/hints-file.ts'
import { deadAddressesOfTests } from '../support/hints-of-tests.ts'
import { Program, runProgram, startProgram } from './program.ts'

test('a program that is not stopped ends with the test file that started it', async () => {
  const program = new Program(['start', '--port', '0', '--memory'])
  await program.listening()
  endAll()
  expect(await program.exited).toEqual({ code: null, signal: 'SIGKILL' })
})

test('the hints of a server that another verb starts are noted, too', async () => {
  const call = `fetch(process.env.UNDERSTAY_API_URL + '/propertis/all')`
  await runProgram(['run', '--', process.execPath, '-e', call])
  expect(hintsOfProcesses()).toEqual(['nearest is listProperties GET /properties/all: "propertis" should be "properties"'])
})

test('the hints of a program are held against the operations at the end of the file', async () => {
  const { url, program } = await startProgram(['--memory'])
  await fetch(`${url}/service/api/propertis/all`)
  await fetch(`${url}/service/api/propertis/all`)
  await program.stop()
  expect(hintsOfProcesses()).toEqual(['nearest is listProperties GET /properties/all: "propertis" should be "properties"'])
  writeFileSync(hintsFile(), 'next: GET /service/api/nowhere/1\n')
  expect(await deadAddressesOfTests()).toEqual(['GET /nowhere/1'])
})
