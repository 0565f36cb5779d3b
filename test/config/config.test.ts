import { describe, expect, test } from 'vitest'
import { readVerbConfig } from '../../src/config/config.ts'
import { NAMES, settingOf } from '../../src/config/settings.ts'
import { configFile, readConfig } from '../support/start-config.ts'

describe('the configuration', () => {
  test('has valid defaults', async () => {
    expect(await readConfig([], {})).toMatchObject({
      port: 4010,
      host: undefined,
      product: 'service',
      profile: 'documented',
      fixtures: ['baseline'],
      scenario: [],
      watch: false,
      data: 'data',
      seed: 1,
      tokenLifetime: undefined,
    })
  })

  test('takes flags before the environment, and the environment before the file', async () => {
    const path = configFile(
      'port: 5003\nseed: 3\nproduct: filed\nfixtures: [baseline, ./mine.yaml]\nchoices: { check_in_order: strict }\n',
    )
    const env = { UNDERSTAY_PORT: '5002', UNDERSTAY_SEED: '2', PORT: '5001' }
    const config = await readConfig(['--port', '5000', '--config', path], env)
    expect(config).toMatchObject({
      port: 5000,
      seed: 2,
      product: 'filed',
      fixtures: ['baseline', './mine.yaml'],
      choices: { check_in_order: 'strict' },
    })
    for (const own of [undefined, '']) expect((await readConfig([], { UNDERSTAY_PORT: own, PORT: '5001' })).port).toBe(5001)
    expect((await readConfig([], env)).port).toBe(5002)
  })

  test.each([
    [['--prot', '1'], /there is no flag --prot; did you mean --port\? understay --help lists the flags/],
    [['--port', 'x'], /--port: "x" is not a whole number from 0 to 65535/],
    [['--port', '70000'], /--port: "70000" is not a whole number/],
    [['--profile', 'old'], /--profile: "old" is not documented or current/],
    [['--choice', 'a=b'], /--choice: there is no choice "a"/],
    [['--choice', 'today'], /--choice: "today" is not ID=ANSWER/],
    [['--choice', 'today=never'], /--choice: "never" is not an answer to today; it takes utc or property/],
    [['--at', 'noon'], /--at: "noon" is not an instant/],
    [['--at', '2026-02-30'], /--at: there is no day 2026-02-30/],
    [['--product', 'Ab C'], /--product: "Ab C" is not a word/],
    [['--memory', '--data', 'x'], /--memory and --data cannot be combined/],
    [['--memory', '--fsync'], /--memory and --fsync cannot be combined/],
    [['--store', 'mysql://x/y'], /--store: "mysql:\/\/x\/y" is not an address such as postgres:/],
    [['--store', 'postgres://x/y', '--data', 'd'], /--store and --data cannot be combined/],
    [['--store', 'postgres://x/y', '--fsync'], /--fsync applies to files only; --store commits each change/],
    [['--store', 'postgres://x/y', '--memory'], /--memory and --store cannot be combined/],
    [['--store', 'postgres://x/y', '--fresh'], /--fresh is refused with --store: other replicas may use what is stored/],
    [['--store', 'postgres://x/y', '--watch'], /--watch is refused with --store/],
    [['--store', 'postgres://x/y', '--tls'], /HTTPS is refused with --store/],
    [
      ['--advertise', 'https://x'],
      /--advertise: "https:\/\/x" is not an address such as http:.*: replicas call each other over plain HTTP$/,
    ],
    [['--advertise', 'http://x/path'], /--advertise: "http:\/\/x\/path" is not .* without user or path/],
    [['--advertise', 'http://ann:secret@x'], /--advertise: .* without user or path/],
    [['--advertise', 'http://x?a=b'], /--advertise: .* without user or path/],
    [['--public-url', 'https://x/mock?a=1'], /--public-url: "https:.*" is not an http .*, without query and fragment$/],
    [['--public-url', 'https://x/#top'], /--public-url: .*, without query and fragment$/],
    [['--public-url', 'here'], /--public-url: "here" is not an http or https address/],
    [['--token-lifetime', '0'], /--token-lifetime: "0" is not a whole number/],
    [['extra'], /extra/],
    [['--config', '/none.yaml'], /--config: there is no file/],
    [['--config', '/'], /^--config: \/: it is a folder: name a file$/],
    [['--config='], /--config: is empty/],
    [
      ['--control-token', ' a '],
      /^--control-token: is no value of an HTTP header: use visible ASCII characters, with blanks only between them$/,
    ],
    [['--control-token', 'schlüssel'], /^--control-token: is no value of an HTTP header/],
    [['--control-token', 'a\nb'], /^--control-token: is no value of an HTTP header/],
    [['--control-token='], /^--control-token: is empty: give it a value, or leave it out$/],
    [['--host', ' '], /--host: is empty/],
    [['--fixtures', ''], /--fixtures: is empty/],
    [['--webhook-hosts=a', '--webhook-hosts='], /--webhook-hosts: is empty/],
    [['--webhook-hosts', 'http://a.example/hook'], /--webhook-hosts: "http:\/\/a\.example\/hook" is not one host such as/],
    [['--control-hosts', 'a.example, b.example'], /--control-hosts: "a\.example, b\.example" is not one host such as/],
  ])('refuses %j with a message', async (args, message) => {
    await expect(readConfig(args, {})).rejects.toThrow(message)
  })

  test.each([
    ['UNDERSTAY_MEMROY', 'UNDERSTAY_MEMORY'],
    ['UNDERSTAY_PROFIL', 'UNDERSTAY_PROFILE'],
    ['UNDERSTAY_TSL', 'UNDERSTAY_TLS'],
    ['UNDERSTAY_LGO', 'UNDERSTAY_LOG'],
    ['UNDERSTAY_TOKEN_LIFE_TIME', 'UNDERSTAY_TOKEN_LIFETIME'],
  ])('refuses %s and suggests %s', async (variable, near) => {
    const wrong = readConfig([], { UNDERSTAY_VERSION: '1', [variable]: '1' })
    await expect(wrong).rejects.toThrow(`${variable}: there is no such setting; did you mean ${near}?`)
  })

  test.each(['UNDERSTAY_REPORT', 'UNDERSTAY_FILE', 'UNDERSTAY_VERSION'])('ignores %s, which is near no setting', async (name) => {
    expect((await readConfig([], { [name]: '1' })).ignored).toEqual([name])
  })

  test('takes a list with a comma too many', async () => {
    expect((await readConfig([], { UNDERSTAY_FIXTURES: 'baseline,,mine.yaml,' })).fixtures).toEqual(['baseline', 'mine.yaml'])
    expect((await readConfig([], { UNDERSTAY_FIXTURES: ' , ' })).fixtures).toEqual(['baseline'])
  })

  test('ignores variables of other programs with the same prefix, and reports them', async () => {
    const ofJob = { UNDERSTAY_VERSION: '0.1.0', UNDERSTAY_IMAGE: 'registry.example/understay', UNDERSTAY_SEED: '5' }
    expect(await readConfig([], ofJob)).toMatchObject({ seed: 5, ignored: ['UNDERSTAY_VERSION', 'UNDERSTAY_IMAGE'] })
    expect(await readConfig([], { UNDERSTAY_SEED: '5', OTHER: '1' })).toMatchObject({ ignored: [] })
  })

  test('ignores variables of clusters and of commands without a report', async () => {
    const cluster = {
      UNDERSTAY_PORT: 'tcp://10.0.0.1:4010',
      UNDERSTAY_PORT_4010_TCP: 'x',
      UNDERSTAY_SERVICE_HOST: 'x',
      UNDERSTAY_BASE_URL: 'x',
    }
    expect(await readConfig([], cluster)).toMatchObject({ port: 4010, ignored: [] })
  })

  test.each(NAMES.map((name) => settingOf(name).variable))('ignores an empty %s, and refuses one of blanks', async (variable) => {
    await expect(readConfig([], { [variable]: '' })).resolves.toBeDefined()
    await expect(readConfig([], { [variable]: ' ' })).rejects.toThrow(variable)
  })

  test('takes the scenario like any setting, except the one that run reports to its command', async () => {
    const env = { UNDERSTAY_SCENARIO: 'rate-limited' }
    expect((await readConfig([], env)).scenario).toEqual(['rate-limited'])
    expect((await readConfig(['--scenario', './mine.yaml'], env)).scenario).toEqual(['./mine.yaml'])
    expect((await readConfig(['--scenario', 'a, b', '--seed', '1', '--scenario=c'], env)).scenario).toEqual(['a', 'b', 'c'])
    const inRun = {
      ...env,
      UNDERSTAY_URL: 'x',
      UNDERSTAY_BASE_URL: 'x',
      UNDERSTAY_API_URL: 'x',
      UNDERSTAY_TOKEN_URL: 'x',
      UNDERSTAY_CLIENT_ID: 'x',
      UNDERSTAY_CLIENT_SECRET: 'x',
    }
    expect((await readConfig([], inRun)).scenario).toEqual([])
    expect((await readConfig(['--scenario', 'slow-service'], inRun)).scenario).toEqual(['slow-service'])
  })

  test.each([
    ['prot: 1\n', /c\.yaml:1:1 prot: unknown setting; did you mean "port"\?/],
    ['seed: 1\n\uFEFFport: 1\n', /c\.yaml:2:1 \\ufeffport: unknown setting; did you mean "port"\?/],
    ['zebra: 1\n', /c\.yaml:1:1 zebra: unknown setting; there are port, host/],
    ['seed: 1\nport: high\n', /c\.yaml:2:7 port: "high" is not a whole number/],
    ['port: [1\n', /c\.yaml:\d+:\d+: /],
    ['- port\n', /expected settings, one on each line/],
    ['control_token: ""\n', /c\.yaml:1:16 control_token: is empty: give it a value/],
    ['port: { a: 1 }\n', /c\.yaml:1:7 port: expected a plain value/],
    ['fixtures: []\n', /c\.yaml:1:11 fixtures: is empty: name at least one, or remove the line/],
    ['scenario: []\n', /c\.yaml:1:11 scenario: is empty: name at least one, or remove the line/],
    ['<<: { port: 5 }\n', /c\.yaml:1:1 <<: unknown setting/],
  ])('refuses a file with %j, with line and column', async (text, message) => {
    await expect(readConfig(['--config', configFile(text)], {})).rejects.toThrow(message)
  })
})

describe('the configuration of a verb with its own flags', () => {
  const own = [{ flag: 'report', value: 'FOLDER', default: 'none', help: 'where to' }]
  const verb = { verb: 'run', own, instead: { port: '0', log: 'off' }, without: { data: 'it keeps nothing' } } as const

  test('contains the values of its flags and the settings', async () => {
    const read = await readVerbConfig(['--report', 'out', '--seed', '3'], {}, verb)
    expect(read.own['report']).toEqual(['out'])
    expect(read.config.seed).toBe(3)
  })

  test('reads some settings from flags only, not from environment and file', async () => {
    const env = { PORT: '5000', UNDERSTAY_PORT: '5001', UNDERSTAY_LOG: 'json', UNDERSTAY_SEED: '4', UNDERSTAY_DATA: 'elsewhere' }
    expect((await readVerbConfig([], env, verb)).config).toMatchObject({ port: 0, log: 'off', seed: 4, data: 'data' })
    expect((await readVerbConfig(['--port', '5002', '--log', 'pretty'], env, verb)).config).toMatchObject({
      port: 5002,
      log: 'pretty',
    })
  })

  test('that reads some settings only takes no notice of the others', async () => {
    const env = { UNDERSTAY_STORE: 'postgres://x/y', UNDERSTAY_FSYNC: 'true', UNDERSTAY_PORT: 'high', UNDERSTAY_SEED: '4' }
    const { config } = await readVerbConfig([], env, { verb: 'grade', only: ['seed'] })
    expect(config).toMatchObject({ seed: 4, store: undefined, fsync: false })
  })

  test.each([
    [['--data', 'x'], 'understay run has no flag --data: it keeps nothing'],
    [['--reprot', 'x'], 'there is no flag --reprot; did you mean --report? understay run --help lists the flags'],
    [['--report'], '--report needs a value: --report=FOLDER; understay run --help lists the flags'],
  ])('refuses %j with a message', async (args, message) => {
    await expect(readVerbConfig(args, {}, verb)).rejects.toThrow(message)
  })
})
