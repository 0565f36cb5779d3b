import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { finished, newFolder, startProgram } from './program.ts'

const CLIENT = `
const { UNDERSTAY_TOKEN_URL, UNDERSTAY_API_URL } = process.env
const form = { grant_type: 'client_credentials', client_id: 'demo', client_secret: 'demo-secret', scope: 'properties_get properties_set' }
const { access_token } = await (await fetch(UNDERSTAY_TOKEN_URL, { method: 'POST', body: new URLSearchParams(form) })).json()
const headers = { authorization: 'Bearer ' + access_token }
await fetch(UNDERSTAY_API_URL + '/properties/all', { headers })
await fetch(UNDERSTAY_API_URL + '/blackbookings/1/1/2031-05-02', { method: 'POST', headers })
process.exit(7)
`

test('a recording ends with the exit code of the command, and is replayed without a difference', async () => {
  const { program, url } = await startProgram(['--memory'])
  const folder = newFolder()
  const file = join(folder, 'run.har')
  writeFileSync(join(folder, 'client.mjs'), CLIENT)
  const recorded = await finished([
    'record',
    '--upstream',
    url,
    '--output',
    file,
    '--',
    process.execPath,
    join(folder, 'client.mjs'),
  ])
  await program.stop()
  expect(recorded).toMatchObject({ code: 7, err: expect.stringContaining(`3 calls to ${url} recorded in ${file}`) })
  expect(readFileSync(file, 'utf8')).not.toContain('demo-secret')
  const replayed = await finished(['replay', file])
  expect(replayed, replayed.err).toMatchObject({ code: 0, out: expect.stringContaining('3 exchanges, 3 same') })
})

test.each([
  [['--', 'true'], /needs the deployment to record: --upstream https:\/\/bookings.example/],
  [['--upstream', 'bookings', '--', 'true'], /"bookings" is not an http or https address/],
  [['--upstream', 'https://me:secret@bookings.example', '--', 'true'], /leave credentials out/],
  [['--upstream', 'https://bookings.example?a=1', '--', 'true'], /an address has no query here/],
  [['--upstream', 'https://bookings.example'], /needs a command behind two dashes/],
])('record %j says what is missing', async (args, problem) => {
  expect(await finished(['record', ...args])).toMatchObject({ code: 2, err: expect.stringMatching(problem) })
})
