import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { demoToken, newFolder, Program, startProgram } from './program.ts'
import { runShared } from './shared-process.ts'

const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const program = new Program(args, env)
  const { code } = await program.exited
  return { code, out: program.out, err: program.err }
}

describe('the program', () => {
  test('listens on a free port, logs one line of JSON, and exits with 0 after SIGTERM', async () => {
    const { program, url } = await startProgram(['--memory'])
    expect(JSON.parse(program.out.split('\n')[0] ?? '')).toMatchObject({
      level: 'info',
      msg: 'listening',
      url,
      profile: 'documented',
      store: 'memory',
    })
    expect((await fetch(`${url}/_understay/ready`)).status).toBe(200)
    expect(await program.stop()).toEqual({ code: 0, signal: null })
  })

  test('reports ignored variables once', async () => {
    const { program } = await startProgram(['--memory'], { UNDERSTAY_VERSION: '0.1.0', UNDERSTAY_IMAGE: 'x' })
    const told = program.out.split('\n').filter((line) => line.includes('UNDERSTAY_'))
    expect(told.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        level: 'warn',
        msg: 'UNDERSTAY_VERSION, UNDERSTAY_IMAGE: ignored, there is no such setting',
      }),
    ])
    await program.stop()
  })

  test('listens on both loopback addresses', async () => {
    const { program, url } = await startProgram(['--memory'])
    const { port } = new URL(url)
    expect((await fetch(`http://localhost:${port}/_understay/health`)).status).toBe(200)
    await program.stop()
  })

  test('refuses a port in use and names it', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    const { code, err } = await run(['start', '--memory', '--port', String(port)])
    taken.close()
    expect(code).toBe(1)
    expect(err).toBe(
      `understay: port ${port} of 127.0.0.1 is in use; use another port with --port N, or a free one with --port 0\n`,
    )
  })

  test.each([
    [['--prot', '1'], 2, /there is no flag --prot; did you mean --port\?/],
    [['dance'], 2, /there is no "dance"; there are start, status, stop, run, certify, .*grade, wait, .*; see understay --help/],
    [['strat'], 2, /there is no "strat"; did you mean "start"\? see understay --help/],
    [['start', '--fixtures', '/none.yaml'], 2, /none\.yaml/],
    [
      ['start', '--memory', '--fixtures', 'scenarios/rate-limited.yaml'],
      2,
      /^understay: scenarios\/rate-limited\.yaml is a scenario, not fixtures: name it with --scenario scenarios\/rate-limited\.yaml\n$/,
    ],
    [['start', '--memory', '--fixtures', 'rate-limited'], 2, /^understay: rate-limited is a scenario, not fixtures: .*\n$/],
    [
      ['start', '--memory', '--scenario', 'fixtures/baseline/1-site.yaml'],
      2,
      /^understay: fixtures\/baseline\/1-site\.yaml is a file of fixtures, not a scenario: name it with --fixtures fixtures\/baseline\/1-site\.yaml\n$/,
    ],
    [['start', '--memory', '--scenario', 'baseline'], 2, /^understay: baseline is a world of fixtures, .*--fixtures baseline\n$/],
    [['start', '--memory', '--config', 'fixtures'], 2, /^understay: --config: fixtures: it is a folder: name a file\n$/],
    [
      ['start', '--memory', '--host', '0.0.0.0'],
      2,
      /protect the control API with --control-token TOKEN, or --control-tokens FILE for teams, or open it with --control open/,
    ],
    [
      ['start', '--memory', '--advertise', 'http://10.0.0.5:4010'],
      2,
      /^understay: --advertise .*: only replicas with a shared database/,
    ],
    [['start', '--memory', '--port', '0', '--control', 'open', '--host', '203.0.113.1'], 1, /is not an address of this machine/],
  ])('%j exits with %i', async (args, expected, message) => {
    const { code, err } = await runShared(args)
    expect(err).toMatch(message)
    expect(code).toBe(expected)
  })

  test('names what is no fixtures in a folder of them, and a configuration file given as fixtures', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'users.yaml'), 'users:\n  - { id: 1, name: ada, levl: super }\n')
    writeFileSync(join(folder, 'mine.yaml'), 'name: mine\n')
    const file = join(folder, 'other.yml')
    writeFileSync(file, 'port: 0\n')
    const { code, err } = await runShared(['start', '--memory', '--port', '0', '--fixtures', folder])
    const advice = 'name the files of fixtures one by one, or move them to a folder of their own'
    expect(err.split('\n')).toEqual([
      expect.stringMatching(/^understay: .*mine\.yaml:1:1 name: unknown key/),
      expect.stringMatching(/other\.yml:1:1 port: unknown key/),
      expect.stringMatching(/users\.yaml:2:25 users\[0\]\.levl: unknown key "levl"; did you mean "level"\?/),
      `${folder} has mine.yaml, which is a scenario: ${advice}`,
      `${folder} has other.yml, which is a configuration file: ${advice}`,
      '',
    ])
    expect(code).toBe(2)
    const given = await runShared(['start', '--memory', '--port', '0', '--fixtures', file])
    expect(given.err).toBe(`understay: ${file} is a configuration file, not fixtures: name it with --config ${file}\n`)
  })

  test('prints its help and its version', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('--token-lifetime SECONDS') })
    expect((await runShared(['-h'])).out).toBe((await runShared(['help'])).out)
    expect(await run(['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  })

  test('prints the help of each verb with its own flags', async () => {
    const help = await runShared(['wait', '--help'])
    expect(help).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage: understay wait \[FLAGS\]\n/) })
    expect(help.out).toContain('--timeout SPAN')
    expect(help.out).not.toContain('--seed')
    expect((await runShared(['help', 'wait'])).out).toBe(help.out)
    const ofRun = (await runShared(['run', '--help'])).out
    expect(ofRun).toMatch(/--port N .*\[0\]/)
    expect(ofRun).not.toMatch(/--(?:data|fresh|watch|memory) /)
  })

  test('passes --help after two dashes to the command', async () => {
    expect((await runShared(['run', '--', process.execPath, '--help'])).out).toContain('Usage: node')
  })

  test('reads a configuration file, and reports errors with line and column', async () => {
    const file = join(newFolder(), 'c.yaml')
    writeFileSync(file, 'memory: true\nprofile: current\n')
    const { program } = await startProgram(['--config', file])
    expect(JSON.parse(program.out.split('\n')[0] ?? '')).toMatchObject({ profile: 'current', store: 'memory' })
    await program.stop()
    writeFileSync(file, 'memory: true\nprot: 1\n')
    expect(await runShared(['--config', file])).toMatchObject({
      code: 2,
      err: expect.stringContaining('c.yaml:2:1 prot: unknown setting'),
    })
  })

  test('reports flags without effect on a continued world', async () => {
    const data = newFolder()
    const first = await startProgram(['--data', data])
    await demoToken(first.api)
    await first.program.stop()
    const second = await startProgram(['--data', data, '--seed', '9', '--at', '2031-01-01'])
    expect(second.program.out).toMatch(/^\{.*"msg":"--seed, --at: no effect, because .*"sandbox":"default".*\}$/m)
    expect(second.program.out).toMatch(/"seed":1[,}]/)
    await second.program.stop()
  })

  test('refuses a scenario for a continued world', async () => {
    const data = newFolder()
    const first = await startProgram(['--data', data, '--scenario', 'rate-limited'])
    expect(JSON.parse(first.program.out.split('\n')[0] ?? '')).toMatchObject({ scenario: 'rate-limited' })
    await demoToken(first.api)
    await first.program.stop()
    const again = ['start', '--port', '0', '--data', data, '--scenario', 'rate-limited']
    expect(await runShared(again)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/the scenario rate-limited needs a new world, but .* contains one: add --fresh/),
    })
    const fresh = await startProgram(['--data', data, '--scenario', 'rate-limited', '--fresh'])
    await fresh.program.stop()
    const { code, err } = await runShared(['start', '--memory', '--scenario', 'rate-limitted'])
    expect([code, err]).toEqual([2, expect.stringContaining('did you mean "rate-limited"?')])
  })

  test('is started by npm start with its flags', async () => {
    const { execFileSync } = await import('node:child_process')
    expect(execFileSync('npm', ['start', '--silent', '--', '--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  test('checks the configured port with health, by flag or environment', async () => {
    const { program, url } = await startProgram(['--memory'])
    const { port } = new URL(url)
    expect(await run(['health', '--port', port])).toMatchObject({
      code: 0,
      out: `ready at http://127.0.0.1:${port}/_understay/ready\n`,
    })
    expect((await runShared(['health'], { UNDERSTAY_PORT: port })).code).toBe(0)
    expect((await runShared(['health'], { UNDERSTAY_PORT: port, UNDERSTAY_URL: 'http://127.0.0.1:9' })).code).toBe(0)
    expect((await runShared(['health', '--url', url])).code).toBe(0)
    await program.stop()
    const stopped = await runShared(['health', '--port', port])
    expect(stopped).toMatchObject({ code: 1, err: expect.stringContaining('nothing answers at') })
  })

  test('accepts the bundled world with validate, and reports errors with file, line, column and field', async () => {
    const bundled = await runShared(['validate'])
    expect(bundled).toMatchObject({ code: 0, out: expect.stringMatching(/^baseline: valid\. \d+ properties/m) })
    const file = join(newFolder(), 'mine.yaml')
    writeFileSync(file, 'rooms:\n  - { id: 1, property: 1, type: 1, nam: Gull }\n')
    const { code, err } = await runShared(['validate', file])
    expect(code).toBe(2)
    expect(err).toMatch(/mine\.yaml:2:\d+.*nam/s)
  })
})
