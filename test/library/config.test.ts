import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../src/adapters/hono.ts'
import { calibrate } from '../../src/calibration/calibrate.ts'
import { evidenceOf } from '../../src/calibration/evidence.ts'
import { CONFIG_NAME, calibrationFiles } from '../../src/calibration/files.ts'
import { resolveConfig } from '../../src/config/config.ts'
import { startUnderstay } from '../../src/index.ts'
import { deploymentRequests, randomChoices, randomWorld, recordDeployment } from '../calibration/deployment.ts'

/** The folder that `understay calibrate` would write for the first calls of a deployment. */
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'understay-twin-'))
  const run = deploymentRequests()[0]?.slice(0, 20) ?? []
  const found = await calibrate(await recordDeployment({ choices: randomChoices(7), data: await randomWorld(7) }, [run]), {
    config: resolveConfig({}),
    keepSecrets: false,
  })
  const files = calibrationFiles(found, evidenceOf(found, ['run.har']), 'service')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
})

const TOKEN = {
  method: 'POST',
  body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'full', client_secret: 'full-secret' }),
}

test('an app takes the world and the choices of a calibration, whatever the working directory', async () => {
  const { app, close } = await createApp({ config: join(folder, CONFIG_NAME) })
  onTestFinished(close)
  const answer = await app.request('/service/api/oauth/token', TOKEN)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toHaveProperty('access_token')
})

test('a missing folder of scenarios is named by its option, or its place in the file', async () => {
  await expect(startUnderstay({ scenarios: 'gone' })).rejects.toThrow(/^scenarios: there is no folder gone$/)
  const file = join(folder, 'gone.yaml')
  writeFileSync(file, 'seed: 1\nscenarios: gone\n')
  await expect(startUnderstay({ config: file })).rejects.toThrow(`${file}:2:1 scenarios: there is no folder gone`)
})

test.each([
  ['fixtures: [baseline, ./lost.yaml]', ':2:22 fixtures[1]: there is no file or folder ./lost.yaml'],
  [
    'fixtures:\n  - ./lost\n  - lost.yml',
    ':3:5 fixtures[0]: there is no file or folder ./lost\n$FILE:4:5 fixtures[1]: there is no file or folder lost.yml',
  ],
  ['scenario: "living-week, ./lost.yaml"', ':2:11 scenario: there is no file or folder ./lost.yaml'],
  [
    'tls_cert: ./lost.pem\ntls_key: lost.key',
    ':2:11 tls_cert: there is no file or folder ./lost.pem\n$FILE:3:10 tls_key: there is no file or folder lost.key',
  ],
  ['control_tokens: teams.yaml', ':2:17 control_tokens: there is no file or folder teams.yaml'],
])('a missing file is named by its place: %s', async (text, said) => {
  const file = join(folder, 'gone-files.yaml')
  writeFileSync(file, `seed: 1\n${text}\n`)
  await expect(startUnderstay({ config: file })).rejects.toThrow(`${file}${said.replace('$FILE', file)}`)
})

test('a file that an option names instead, and a bundled world or scenario, is not missing', async () => {
  const file = join(folder, 'gone-files.yaml')
  writeFileSync(file, 'fixtures: ./lost.yaml\nscenario: living-week\n')
  await using understay = await startUnderstay({ config: file, fixtures: 'baseline', listen: false })
  expect((await understay.fetch('/_understay/clock')).status).toBe(200)
})

test('a server takes it too; options that are given win', async () => {
  await using understay = await startUnderstay({ config: join(folder, CONFIG_NAME), at: '2030-01-02T03:04:05Z', freeze: true })
  expect(await (await fetch(`${understay.url}/_understay/clock`)).text()).toContain('2030-01-02')
  expect((await fetch(`${understay.url}/service/api/oauth/token`, TOKEN)).status).toBe(200)
})

test('an unknown key is an error with file, line and field', async () => {
  const file = join(folder, 'wrong.yaml')
  writeFileSync(file, 'profile: current\nfreez: true\n')
  await expect(startUnderstay({ config: file })).rejects.toThrow(/wrong\.yaml:2.*freez: unknown setting.*freeze/s)
  await expect(createApp({ config: join(folder, 'none.yaml') })).rejects.toThrow(/none\.yaml/)
})
