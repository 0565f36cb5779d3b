import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { helpText } from '../../src/cli/help.ts'
import { VERB_SETTINGS } from '../../src/cli/verb-flags.ts'
import { VERB_NAMES } from '../../src/cli/verbs.ts'
import type { Config } from '../../src/config/config.ts'
import type { Name } from '../../src/config/setting-table.ts'
import { NAMES, settingOf } from '../../src/config/settings.ts'
import { configOf } from '../../src/library/options.ts'
import { readConfig } from '../support/start-config.ts'

/** A text for each setting that is not its default. */
const SAMPLES: Readonly<Record<Exclude<Name, 'memory'>, string>> = {
  port: '5001',
  host: '127.0.0.2',
  product: 'acme',
  profile: 'current',
  choices: 'check_in_order=strict',
  fixtures: './mine.yaml',
  client: 'mine',
  scenario: 'rate-limited',
  scenarios: './scenarios',
  data: 'elsewhere',
  store: 'postgres://understay@127.0.0.1/understay',
  advertise: 'http://10.0.0.5:4010',
  fresh: 'true',
  fsync: 'true',
  seed: '7',
  at: '2026-03-01T09:00:00Z',
  freeze: 'true',
  tokenLifetime: '60',
  latency: '25',
  journal: '5',
  control: 'open',
  controlToken: 'secret',
  controlTokens: 'teams.yaml',
  controlHosts: 'stay.example',
  maxState: '5',
  idle: '30s',
  maxSandboxes: '7',
  webhook: 'http://127.0.0.1:9/hook',
  webhookHosts: 'ci.test',
  tls: 'true',
  tlsCert: 'cert.pem',
  tlsKey: 'key.pem',
  publicUrl: 'https://stay.test',
  log: 'json',
  logLevel: 'warn',
  watch: 'true',
}

/** What the library takes where that is not the text. */
const OPTIONS: Readonly<Partial<Record<Name, unknown>>> = {
  port: 5001,
  seed: 7,
  tokenLifetime: 60,
  latency: 25,
  journal: 5,
  maxState: 5,
  idle: 30_000,
  maxSandboxes: 7,
  fresh: true,
  fsync: true,
  freeze: true,
  tls: true,
  choices: { check_in_order: 'strict' },
}

function configFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'understay-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'c.yaml')
  writeFileSync(path, text)
  return path
}

const names = NAMES.filter((name) => name !== 'memory')

describe('a setting declared once', () => {
  test.each(names)('%s has the same value by flag, variable, file and library option', async (name) => {
    const { flag, key, variable, value, library, fallback } = settingOf(name)
    const sample = SAMPLES[name]
    const read = (config: Config): unknown => config[name]
    const byFlag = read(await readConfig(value ? [`--${flag}`, sample] : [`--${flag}`], {}))
    expect(byFlag).not.toEqual(fallback)
    expect(read(await readConfig([], { [variable]: sample }))).toEqual(byFlag)
    expect(read(await readConfig(['--config', configFile(`${key}: ${sample}\n`)], {}))).toEqual(byFlag)
    if (library) expect(read((await configOf({ control: 'open', [name]: OPTIONS[name] ?? sample })).config)).toEqual(byFlag)
  })

  test.each(NAMES)('%s is in the help with its default', (name) => {
    const { flag, default: fallback, help } = settingOf(name)
    const line = helpText()
      .split('\n')
      .find((text) => text.startsWith(`  --${flag} `))
    expect(line).toContain(`${help} [${fallback}]`)
  })

  test.each(VERB_NAMES)('the help of %s says what its exit codes mean', (verb) => {
    expect(helpText(verb)).toMatch(/Exit code: /)
  })

  test.each(['run', 'certify', 'mcp'] as const)('the help of %s lists no setting that it refuses', (verb) => {
    const refused = VERB_SETTINGS[verb]?.without ?? {}
    expect(Object.keys(refused)).toContain('data')
    const listed = helpText(verb).split('\n')
    for (const name of NAMES.filter((one) => one in refused))
      expect(listed.filter((line) => line.startsWith(`  --${settingOf(name).flag} `))).toEqual([])
    expect(listed.some((line) => line.startsWith('  --fixtures '))).toBe(true)
  })

  test('every setting with the name of a file or folder to read is declared as one', () => {
    // a scenario is mostly the name of a bundled one, and the folder of data is written
    const named = NAMES.filter(
      (name) => /FILE|FOLDER/.test(settingOf(name).value ?? '') && name !== 'scenario' && name !== 'data',
    )
    expect(NAMES.filter((name) => settingOf(name).type.readsFiles)).toEqual(named)
  })

  test('a misspelt key of a file is refused with file, line, column and the most similar key', async () => {
    const path = configFile('seed: 1\ntoken-lifetime: 5\n')
    await expect(readConfig(['--config', path], {})).rejects.toThrow(
      `${path}:2:1 token-lifetime: unknown setting; did you mean "token_lifetime"?`,
    )
  })
})
