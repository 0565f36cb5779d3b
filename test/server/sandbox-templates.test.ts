import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfiguredTemplates } from '../../src/server/sandbox-templates.ts'
import { NOW } from '../support/small-world.ts'
import { readConfig } from '../support/start-config.ts'

test('a scenario is played with the fixtures of the configuration as their files are now, also after an error in them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understay-templates-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'own.yaml')
  const write = (surname: string): void =>
    writeFileSync(file, `guests:\n  - { id: 901, property: 1, firstname: Ann, ${surname} }\n`)
  write('surname: Early')
  const templates = new ConfiguredTemplates(await readConfig(['--fixtures', 'baseline', '--fixtures', file], {}))
  const surnameIn = async (name: string): Promise<unknown> =>
    (await templates.fromUntrusted(`name: ${name}\ntoken_lifetime: 60`))
      .makeRows(NOW)
      .collections.guests.find(({ id }) => id === 901)?.surname
  expect(await surnameIn('first')).toBe('Early')
  write('surnames: Broken')
  await expect(surnameIn('second')).rejects.toThrow('surnames')
  write('surname: Late')
  expect(await surnameIn('second')).toBe('Late')
})

test('a scenario that the server starts with may be sent by its name, also behind a comma and a blank', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understay-templates-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'mine.yaml')
  writeFileSync(file, 'name: mine\ntoken_lifetime: 60\n')
  const templates = new ConfiguredTemplates(await readConfig(['--scenario', `rate-limited, ${file}`], {}))
  expect((await templates.fromUntrusted(`name: ${file}`)).scenario?.name).toBe('mine')
})
