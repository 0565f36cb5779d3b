import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../support/start-config.ts'

test('what a configuration file names to read is found beside it, else in the current folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understay-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [path, file, day] = [join(folder, 'c.yaml'), join(folder, 'f.yaml'), join(folder, 'day')]
  const named = 'scenario: ./f.yaml\nscenarios: [day]\ncontrol_tokens: f.yaml\ntls_cert: f.yaml\ntls_key: k\n'
  writeFileSync(path, `fixtures: [baseline, ./f.yaml]\n${named}`)
  writeFileSync(file, '')
  mkdirSync(day)
  const read = {
    fixtures: ['baseline', file],
    scenario: [file],
    scenarios: [day],
    controlTokens: file,
    tlsCert: file,
    tlsKey: 'k',
  }
  expect(await readConfig(['--config', path], {})).toMatchObject(read)
})

test('each of several scenarios is found beside the file, and a bundled one is no folder there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understay-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [path, one, other] = [join(folder, 'c.yaml'), join(folder, 'A.YAML'), join(folder, 'b day.yml')]
  for (const file of [one, other]) writeFileSync(file, '')
  mkdirSync(join(folder, 'living-week'))
  const scenarioOf = async (text: string) => {
    writeFileSync(path, `scenario: ${text}\n`)
    return (await readConfig(['--config', path], {})).scenario
  }
  expect(await scenarioOf('living-week')).toEqual(['living-week'])
  expect(await scenarioOf('./A.YAML, living-week, ./b day.yml,gone.yaml')).toEqual([one, 'living-week', other, 'gone.yaml'])
  expect(await scenarioOf('[A.YAML, living-week]')).toEqual([one, 'living-week'])
})

/** The path of a new configuration file. */
function configFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'understay-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'c.yaml'), text)
  return join(folder, 'c.yaml')
}

test.each(['0123456', '12345678901234567890', '1e5', '0xFF', '1.50', '-0', '"0123456"'])(
  'takes the number %s in a file as it is written, where a text is expected',
  async (written) => {
    const text = written.replaceAll('"', '')
    const file = configFile(
      `client: ${written}\ncontrol_token: &token ${written}\ncontrol_hosts: [${written}, *token]\nport: 0x50\n`,
    )
    const { client, controlToken, controlHosts, port } = await readConfig(['--config', file], {})
    expect({ client, controlToken, controlHosts, port }).toEqual({
      client: text,
      controlToken: text,
      controlHosts: [text, text],
      port: 80,
    })
  },
)

test('takes lists in a file that are empty on purpose', async () => {
  const file = configFile('webhook_hosts: []\nscenarios: []\n')
  expect(await readConfig(['--config', file], {})).toMatchObject({ webhookHosts: [], scenarios: [] })
})
