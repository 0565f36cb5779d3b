import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { NAMES, settingOf } from '../../src/config/settings.ts'
import { readConfig } from '../support/start-config.ts'
import { inFolder, messageOf } from './message-of.ts'

const ALL = NAMES.map((name) => settingOf(name).key).join(', ')

describe('a settings file', () => {
  test.each<[text: string, said: string]>([
    [
      'prot: 1\nseed: x\nport: high\n',
      'c.yaml:1:1 prot: unknown setting; did you mean "port"?\nc.yaml:2:7 seed: "x" is not a whole number from 0 to 9007199254740991\nc.yaml:3:7 port: "high" is not a whole number from 0 to 65535',
    ],
    [
      'choices:\n  refusal_status: namd\n  refusal_stats: named\n',
      'c.yaml:2:19 choices.refusal_status: "namd" is not an answer to refusal_status; it takes meaning, named or always_400; did you mean "named"?\nc.yaml:3:18 choices.refusal_stats: there is no choice "refusal_stats"; did you mean "refusal_status"?',
    ],
    ['choices: [refusal_status]\n', 'c.yaml:1:11 choices[0]: "refusal_status" is not ID=ANSWER, such as refusal_status=named'],
    [
      'webhook: localhost:4099\n',
      'c.yaml:1:10 webhook: "localhost:4099" is not an http or https address such as http://127.0.0.1:8080; did you mean "http://localhost:4099"?',
    ],
    [
      'webhook:\n  - http://127.0.0.1:1\n  - localhost:4099\n',
      'c.yaml:3:5 webhook[1]: "localhost:4099" is not an http or https address such as http://127.0.0.1:8080; did you mean "http://localhost:4099"?',
    ],
    ['profile: documentd\n', 'c.yaml:1:10 profile: "documentd" is not documented or current; did you mean "documented"?'],
    ['control: opn\n', 'c.yaml:1:10 control: "opn" is not loopback or open; did you mean "open"?'],
    ['log: prety\n', 'c.yaml:1:6 log: "prety" is not auto, pretty, json or off; did you mean "pretty"?'],
    ['tls_cert: [a, b]\n', 'c.yaml:1:11 tls_cert: expected one value, got a list'],
    ['host:\n', 'c.yaml:1:6 host: is empty: give it a value, or remove the line'],
    ['port: { a: 1 }\n', 'c.yaml:1:7 port: expected a plain value'],
    ['port: 1\nport: 2\n', 'c.yaml:2:1: not valid YAML: Map keys must be unique, but "port" is repeated'],
    ['<!doctype html>\n<p>port: 1</p>\n', 'c.yaml:1:1: is HTML or XML, not YAML: name a file of YAML or JSON'],
    [
      'port: [1\n',
      'c.yaml:2:1: not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
    ['- port\n', `c.yaml:1:1: expected settings, one on each line: ${ALL}`],
    ['zebra: 1\n', `c.yaml:1:1 zebra: unknown setting; there are ${ALL}`],
  ])('%j', async (text, message) => {
    const found = await inFolder(async (folder) => {
      const file = join(folder, 'c.yaml')
      writeFileSync(file, text)
      return (await messageOf(() => readConfig(['--config', file], {}))).replaceAll(`${folder}/`, '')
    })
    expect(found).toBe(message)
  })

  test('that is empty has no settings', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'c.yaml')
      writeFileSync(file, '# nothing yet\n')
      expect((await readConfig(['--config', file], {})).port).toBe(4010)
    })
  })
})

describe('the environment', () => {
  test.each<[env: Readonly<Record<string, string>>, said: string]>([
    [{ UNDERSTAY_PROFILE: 'curent' }, 'UNDERSTAY_PROFILE: "curent" is not documented or current; did you mean "current"?'],
    [
      { UNDERSTAY_SCENRIO: 'x', UNDERSTAY_PRFILE: 'y' },
      'UNDERSTAY_SCENRIO: there is no such setting; did you mean UNDERSTAY_SCENARIO?\nUNDERSTAY_PRFILE: there is no such setting; did you mean UNDERSTAY_PROFILE?',
    ],
    [{ UNDERSTAY_MEMORY: 'yes' }, 'UNDERSTAY_MEMORY: "yes" is not true or false'],
    [
      { PORT: 'x', UNDERSTAY_SEED: 'y' },
      'PORT: "x" is not a whole number from 0 to 65535\nUNDERSTAY_SEED: "y" is not a whole number from 0 to 9007199254740991',
    ],
    [
      { UNDERSTAY_CHOICE: 'refusal_stats=named,token_lifetime=hours' },
      'UNDERSTAY_CHOICE: there is no choice "refusal_stats"; did you mean "refusal_status"?\nUNDERSTAY_CHOICE: "hours" is not an answer to token_lifetime; it takes hour or year; did you mean "hour"?',
    ],
    [
      { UNDERSTAY_WEBHOOK: 'localhost:1' },
      'UNDERSTAY_WEBHOOK: "localhost:1" is not an http or https address such as http://127.0.0.1:8080; did you mean "http://localhost:1"?',
    ],
  ])('%j', async (env, message) => {
    expect(await messageOf(() => readConfig([], env))).toBe(message)
  })
})
