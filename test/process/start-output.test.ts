import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder, Program, startProgram } from './program.ts'

test('start prints a banner and a readable log on a terminal, with a curl command that works', async () => {
  const program = new Program(['start', '--port', '0', '--memory', '--log', 'pretty'])
  const banner = await program.printed(/^ {2}(curl .*)$/m)
  const answer = JSON.parse(execFileSync('bash', ['-c', banner], { encoding: 'utf8' }))
  expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  const line = await program.printed(/^(.*POST .*oauth\/token.*)$/m)
  expect(line).toMatch(/\d\d:\d\d:\d\d.*200.*POST {3}\/oauth\/token.*requestToken/)
  expect(program.out).not.toContain(answer.access_token)
  await program.stop()
})

test('start prints when a scenario acts for the first time', async () => {
  const pretty = new Program(['start', '--port', '0', '--memory', '--log', 'pretty', '--scenario', 'living-week'])
  const line = await pretty.printed(/^ {2}scenario {3}(.*)$/m)
  expect(line).toMatch(
    /^living-week {3}acts by itself, first at 2026-06-01T08:\d\d:\d\d\.\d{3}Z: in \d s; watch it at http:\S+\/_understay\/console\/scenario$/,
  )
  await pretty.stop()
  const { program } = await startProgram(['--memory', '--scenario', 'living-week'])
  const said = JSON.parse(program.out.split('\n')[0] ?? '')
  expect(line).toContain(`first at ${said.next}`)
  await program.stop()
  const { program: quiet } = await startProgram(['--memory', '--scenario', 'rate-limited'])
  expect(JSON.parse(quiet.out.split('\n')[0] ?? '')).not.toHaveProperty('next')
  await quiet.stop()
})

/** A client with characters that mean something to a shell, to sed and in a form. */
const ANN = { id: "Ann's [B&B] *", secret: 'a+b&c=%41', user: 1, scopes: ['properties_get'] }

test.each([
  ['as it stands', 'demo', [], {}],
  ['with a control token', 'demo', ['--control-token', 's3cret-token'], { UNDERSTAY_CONTROL_TOKEN: 's3cret-token' }],
  ['for a client with any characters', ANN.id, ['--fixtures', 'baseline', '--client', ANN.id], {}],
])('start logs without a terminal where the credentials are and a curl command that works, %s', async (_, client, flags, env) => {
  const fixture = join(newFolder(), 'own.yaml')
  writeFileSync(fixture, JSON.stringify({ clients: [ANN] }))
  const own = client === ANN.id ? ['--fixtures', fixture] : []
  const { program, url } = await startProgram(['--memory', ...flags, ...own])
  const said = JSON.parse(program.out.split('\n')[0] ?? '')
  expect(said).toMatchObject({ client, credentials: `${url}/_understay/credentials` })
  expect(JSON.stringify(said)).not.toMatch(/demo-secret|s3cret-token|a\+b/)
  const answer = execFileSync('bash', ['-c', said.try], { encoding: 'utf8', env: { ...process.env, ...env } })
  expect(JSON.parse(answer)).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  await program.stop()
})
