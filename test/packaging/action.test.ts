import { type ExecFileSyncOptionsWithStringEncoding, execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join, resolve } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { newFolder, PROGRAM } from '../process/program.ts'

/** A job on a runner: its folder, the files through which steps talk to it, and `understay` on the path. */
let job = ''
const fileOf = (name: string): string => join(job, name)
const written = (name: string): string => (existsSync(fileOf(name)) ? readFileSync(fileOf(name), 'utf8') : '')

/** Variables that earlier steps left for later ones. */
const variables = (): Readonly<Record<string, string>> =>
  Object.fromEntries([...written('env').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

interface Ended {
  readonly code: number
  readonly output: string
}

/** Runs a script of the action as a step of the job. */
function step(script: string, env: Readonly<Record<string, string>> = {}): Ended {
  const options: ExecFileSyncOptionsWithStringEncoding = {
    cwd: job,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...variables(),
      PATH: `${job}${delimiter}${process.env['PATH']}`,
      RUNNER_TEMP: job,
      GITHUB_ENV: fileOf('env'),
      GITHUB_OUTPUT: fileOf('output'),
      GITHUB_PATH: fileOf('path'),
      GITHUB_STEP_SUMMARY: fileOf('summary'),
      ...env,
    },
  }
  try {
    return { code: 0, output: execFileSync('bash', [resolve('packaging/action', script)], options) }
  } catch (error) {
    const { status, stdout, stderr } = error as { readonly status: number; readonly stdout: string; readonly stderr: string }
    return { code: status, output: stdout + stderr }
  }
}

const CLIENT = `
const { UNDERSTAY_API_URL: api, UNDERSTAY_TOKEN_URL: tokens, UNDERSTAY_CLIENT_ID: client_id, UNDERSTAY_CLIENT_SECRET: client_secret } = process.env
const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret, scope: 'properties_get' })
const { access_token } = await (await fetch(tokens, { method: 'POST', body })).json()
const answer = await fetch(api + '/properties/all', { headers: { authorization: 'Bearer ' + access_token, 'x-service-channel-name': 'a' } })
process.exit(answer.ok ? 0 : 9)
`

/** True while anything takes connections there. */
const answers = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => resolve(true)).on('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

beforeEach(() => {
  job = newFolder()
  writeFileSync(fileOf('understay'), `#!/bin/sh\nexec "${process.execPath}" "${resolve(PROGRAM)}" "$@"\n`)
  chmodSync(fileOf('understay'), 0o755)
  writeFileSync(fileOf('client.mjs'), CLIENT)
})

describe('the action with a command', () => {
  test('runs it against a server, and leaves report, JUnit, HAR, verdict and summary', () => {
    const { code, output } = step('run.sh', { UNDERSTAY_ACTION_COMMAND: 'node client.mjs', UNDERSTAY_ACTION_REPORT: 'out' })
    expect(code, output).toBe(0)
    expect(written('output')).toBe('verdict=passed\n')
    expect(written('summary')).toMatch(/^# .*passed/)
    for (const file of ['report.html', 'report.json', 'report.md', 'junit.xml', 'journal.har'])
      expect(written(`out/${file}`)).not.toBe('')
  })

  test('fails as understay run does, and says why in the summary', () => {
    const { code, output } = step('run.sh', {
      UNDERSTAY_ACTION_COMMAND: 'true',
      UNDERSTAY_ACTION_FLAGS: '--scenario token-expires-mid-sync --profile current',
    })
    expect(code).toBe(3)
    expect(output).toMatch(/::error::Understay: the client failed/)
    expect(written('output')).toBe('verdict=failed\n')
    expect(written('summary')).toMatch(/failed/)
  })

  test.each([
    [{}, 4, '::error::Understay: inconclusive'],
    [{ UNDERSTAY_ACTION_STRICT: 'false' }, 0, '::warning::Understay: inconclusive'],
  ])('tells inconclusive apart from passed: %j', (env, expected, said) => {
    const command = { UNDERSTAY_ACTION_COMMAND: 'node client.mjs', UNDERSTAY_ACTION_FLAGS: '--scenario token-revoked' }
    const { code, output } = step('run.sh', { ...command, ...env })
    expect(output).toContain(said)
    expect(code).toBe(expected)
    expect(written('output')).toBe('verdict=inconclusive\n')
    expect(written('summary')).toMatch(/^# .*inconclusive/)
  })

  test('refuses a strict that is neither true nor false, in the action for reports after the report', async () => {
    const flags = { UNDERSTAY_ACTION_COMMAND: 'true', UNDERSTAY_ACTION_STRICT: 'no' }
    const refused = '::error::the input strict is "no": write true or false\n'
    expect(step('run.sh', flags)).toMatchObject({ code: 2, output: refused })
    step('start.sh')
    expect(step('report.sh', flags)).toMatchObject({ code: 2, output: expect.stringContaining(refused) })
    expect(JSON.parse(written('understay-report/report.json'))).toHaveProperty('verdict')
    await expect.poll(() => answers(variables()['UNDERSTAY_URL'] ?? '')).toBe(false)
  })

  test('tells no verdict of an earlier step where nothing was run', () => {
    step('run.sh', { UNDERSTAY_ACTION_COMMAND: 'node client.mjs' })
    const { code, output } = step('run.sh', { UNDERSTAY_ACTION_COMMAND: 'true', UNDERSTAY_ACTION_FLAGS: '--sed 7' })
    expect(code).toBe(2)
    expect(output).not.toContain('::')
    expect(written('output')).toBe('verdict=passed\n')
  })

  test('reads flags of several lines, as of a YAML block', () => {
    const flags = '\n--scenario token-revoked\n  --profile current\n'
    expect(step('run.sh', { UNDERSTAY_ACTION_COMMAND: 'true', UNDERSTAY_ACTION_FLAGS: flags }).code).toBe(3)
    expect(written('summary')).toMatch(/Scenario `token-revoked`/)
    expect(step('start.sh', { UNDERSTAY_ACTION_FLAGS: flags }).code).toBe(0)
    expect(variables()).toHaveProperty('UNDERSTAY_SCENARIO', 'token-revoked')
    step('report.sh')
  })

  test('of several lines fails with the first that fails, also in a pipe', () => {
    for (const failing of ['false', 'false | cat'])
      expect(step('run.sh', { UNDERSTAY_ACTION_COMMAND: `${failing}\nnode client.mjs` }).code).toBe(1)
    expect(step('run.sh', { UNDERSTAY_ACTION_COMMAND: 'true\nnode client.mjs' }).code).toBe(0)
  })

  test('ends with the exit code of the command', () => {
    expect(step('run.sh', { UNDERSTAY_ACTION_COMMAND: 'exit 9' }).code).toBe(9)
  })
})

describe('the action without a command', () => {
  test('starts a server for the following steps; the report action ends it', async () => {
    const started = step('start.sh', { UNDERSTAY_ACTION_FLAGS: '--seed 7' })
    expect(started.code, started.output).toBe(0)
    const { UNDERSTAY_BASE_URL: url = '', UNDERSTAY_CLIENT_ID: client } = variables()
    expect(written('output')).toBe(`base-url=${url}\n`)
    expect(client).toBe('demo')
    execFileSync(process.execPath, [fileOf('client.mjs')], { env: { ...process.env, ...variables() } })

    const reported = step('report.sh')
    expect(reported.code, reported.output).toBe(0)
    expect(written('output')).toMatch(/^verdict=passed$/m)
    expect(written('understay-report/junit.xml')).toMatch(/<testsuite/)
    expect(JSON.parse(written('understay-report/journal.har'))).toHaveProperty('log.entries.length', 2)
    await expect.poll(() => answers(url)).toBe(false)
  })

  test.each([
    ['passes', { default: 0, w1: 'good' }],
    ['fails', { default: 1, w1: 'bad' }],
  ] as const)('%s by the sandboxes that were called: %j', async (outcome, { default: calls, w1 }) => {
    step('start.sh')
    const { UNDERSTAY_URL: url = '', ...env } = variables()
    const play = (sandbox: string, secret = env['UNDERSTAY_CLIENT_SECRET']) =>
      spawnSync(process.execPath, [fileOf('client.mjs')], {
        env: {
          ...process.env,
          ...env,
          UNDERSTAY_API_URL: `${url}${sandbox}/service/api`,
          UNDERSTAY_TOKEN_URL: `${url}${sandbox}/service/api/oauth/token`,
          UNDERSTAY_CLIENT_SECRET: secret,
        },
      })
    for (let at = 0; at < calls; at++) play('')
    for (const secret of w1 === 'good' ? [undefined] : ['no', 'no', 'no']) play('/@w1', secret)
    const { code, output } = step('report.sh')
    expect(code, output).toBe(outcome === 'fails' ? 3 : 0)
    expect(written('output')).toContain(`verdict=${outcome === 'fails' ? 'failed' : 'passed'}\n`)
    expect(written('understay-report/junit.xml')).toContain('@w1')
    expect(written('understay-report/@w1/journal.har')).toContain('/@w1/service/api')
    expect(written('summary')).toContain('Sandbox `w1`')
  })

  test('gives the following steps the variables of run', () => {
    const flags = '--client demo-super --scenario rate-limited --product acme'
    expect(step('start.sh', { UNDERSTAY_ACTION_FLAGS: flags })).toMatchObject({ code: 0 })
    const { UNDERSTAY_URL: url, ...shown } = variables()
    expect(shown).toMatchObject({
      UNDERSTAY_API_URL: `${url}/acme/api`,
      UNDERSTAY_CLIENT_ID: 'demo-super',
      UNDERSTAY_SCENARIO: 'rate-limited',
    })
    expect(shown).not.toHaveProperty('UNDERSTAY_CONTROL_TOKEN')
    step('report.sh')
  })

  test('reports on a server with a control token and a certificate of its own', async () => {
    const started = step('start.sh', { UNDERSTAY_ACTION_FLAGS: '--tls --control-token the-token' })
    expect(started.code, started.output).toBe(0)
    execFileSync(process.execPath, [fileOf('client.mjs')], { env: { ...process.env, ...variables() } })
    const { code, output } = step('report.sh')
    expect(code, output).toBe(0)
    await expect.poll(() => answers(variables()['UNDERSTAY_URL'] ?? '')).toBe(false)
    for (const name of ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'])
      expect(readFileSync(variables()[name] ?? '', 'utf8')).toContain('BEGIN CERTIFICATE')
  })

  test('says at once why the server cannot start', () => {
    const { code, output } = step('start.sh', { UNDERSTAY_ACTION_FLAGS: '--scenario no-such' })
    expect(code).toBe(2)
    expect(output).toMatch(/^understay: no-such: no such file/)
  })

  test('a report without a server names the missing step', () => {
    expect(step('report.sh')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/use the Understay action without a command/),
    })
  })
})

describe('installing', () => {
  test('takes the command of the project, else the one on the path', () => {
    expect(step('install.sh')).toMatchObject({ code: 0 })
    expect(written('path')).toBe(`${job}\n`)
  })

  test('shows why npm cannot install the package', () => {
    const { code, output } = step('install.sh', { UNDERSTAY_ACTION_PACKAGE: './no-such.tgz', RUNNER_TEMP: newFolder() })
    expect(code).not.toBe(0)
    expect(output).toMatch(/ENOENT.*no-such\.tgz/)
  })

  test('fails with advice where there is none', () => {
    const { code, output } = step('install.sh', { PATH: '/usr/bin:/bin' })
    expect(code).toBe(2)
    expect(output).toMatch(/understay is not installed: add it to the devDependencies/)
  })
})
