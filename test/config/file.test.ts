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
  const read = { fixtures: ['baseline', file], scenario: file, scenarios: [day], controlTokens: file, tlsCert: file, tlsKey: 'k' }
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
  expect(await scenarioOf('living-week')).toBe('living-week')
  expect(await scenarioOf('./A.YAML, living-week, ./b day.yml,gone.yaml')).toBe(`${one}, living-week, ${other},gone.yaml`)
  expect(await scenarioOf('[A.YAML, living-week]')).toBe(`${one},living-week`)
})
