import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFolder, type Program, runProgram, startProgram } from './program.ts'
import { runShared } from './shared-process.ts'

const TOKEN = 'control-secret'
let program: Program
let url = ''

/** A client that does well in the default sandbox and in w1; in w2 it writes its secret into an address. */
beforeAll(async () => {
  const started = await startProgram(['--memory', '--control-token', TOKEN])
  program = started.program
  url = started.url
  const env = { ...process.env, UNDERSTAY_BASE_URL: url, UNDERSTAY_CLIENT_ID: 'demo', UNDERSTAY_CLIENT_SECRET: 'demo-secret' }
  for (const sandbox of ['', '/@w1'])
    execFileSync(process.execPath, [resolve('test/process/run-client.cjs'), '2', sandbox], { env })
  await fetch(`${url}/@w2/service/api/properties/all?access_token=abcdef&client_secret=demo-secret`)
})
afterAll(() => program.stop())

const report = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runShared(['report', ...args], { UNDERSTAY_URL: url, UNDERSTAY_CONTROL_TOKEN: TOKEN, ...env })

describe('understay report', () => {
  test('prints text, and exits with 0 when the client passed', async () => {
    const { code, out, err } = await report([])
    expect(out).toMatch(/^✅ Understay: passed \(3 calls, \d+ of \d+ rules judged\)\n/)
    expect({ code, err }).toEqual({ code: 0, err: '' })
  })

  test('takes address and token from flags', async () => {
    const { code, out } = await runProgram(['report', '--url', `${url}/`, '--control-token', TOKEN, '--format', 'md'])
    expect(out).toContain('Sandbox `default`')
    expect(code).toBe(0)
  })

  test('covers one sandbox, named by a flag or by the address, and exits with 3 when its client failed', async () => {
    expect(await report(['--sandbox', 'w1'])).toMatchObject({ code: 0, out: expect.stringContaining('passed (@w1, 3 calls, ') })
    const first =
      /^# ❌ Understay: failed \(1 call, \d+ of \d+ rules judged, 1 broken, rule auth\/secret-in-url is broken \(1 time\): .+\)\n\nSandbox `w2`, /
    expect(await report(['--url', `${url}/@w2`, '--format', 'md'])).toMatchObject({ code: 3, out: expect.stringMatching(first) })
    expect(await report(['--url', `${url}/@w2`, '--sandbox', 'default'])).toMatchObject({ code: 0 })
  })

  test.each([[['--sandbox', 'w11']], [['--url', 'AT/@w11']]])(
    'creates no sandbox with %j, and lists those that were called',
    async (args) => {
      const { code, out, err } = await report(args.map((arg) => arg.replace('AT', url)))
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toBe('understay: there is no sandbox "w11"; those that were called: default, w1, w2\n')
      const listed = await fetch(`${url}/_understay/sandboxes`, { headers: { authorization: `Bearer ${TOKEN}` } })
      expect(((await listed.json()) as { name: string }[]).map(({ name }) => name)).toEqual(['default', 'w1', 'w2'])
    },
  )

  test('writes JSON, HTML and JUnit, also to a file', async () => {
    expect((await report(['--format', 'html'])).out).toMatch(
      /^<!doctype html>\n[\s\S]*<b class="good" title="passed">✓<\/b> Understay: passed/,
    )
    expect(JSON.parse((await report(['--format', 'json'])).out)).toMatchObject({ verdict: 'passed', sandbox: 'default' })
    const file = join(newFolder(), 'junit.xml')
    expect(await report(['--format', 'junit', '--sandbox', 'w2', '--output', file])).toEqual({
      code: 3,
      out: `written: ${file}\n`,
      err: '',
    })
    expect(readFileSync(file, 'utf8')).toMatch(/^<\?xml .*\n<testsuites>[\s\S]*<testsuite [^>]*failures="[1-9]/)
  })

  test('writes the report on every sandbox that was called as run does, and ends with the worst verdict', async () => {
    const folder = newFolder()
    const { code, out, err } = await report(['--report', folder])
    expect({ code, err }).toEqual({ code: 3, err: '' })
    expect(out).toMatch(/^❌ Understay: failed \(/)
    expect(out).toContain(`The whole report: ${join(folder, 'report.html')}`)
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toMatchObject({
      verdict: 'failed',
      sandboxes: [
        { sandbox: 'default', verdict: 'passed' },
        { sandbox: 'w1', verdict: 'passed' },
        { sandbox: 'w2', verdict: 'failed' },
      ],
    })
    expect(JSON.parse(readFileSync(join(folder, 'journal.har'), 'utf8'))).toHaveProperty('log.entries.length', 3)
    expect(JSON.parse(readFileSync(join(folder, '@w2/journal.har'), 'utf8'))).toHaveProperty('log.entries.length', 1)
    for (const args of [
      ['--sandbox', 'w1'],
      ['--format', 'md'],
      ['--url', `${url}/@w1`],
    ])
      expect(await report(['--report', folder, ...args])).toMatchObject({
        code: 2,
        err: expect.stringContaining('--report: is on every sandbox, in every format'),
      })
  })

  test.each([
    [
      ['--control-token', 'wrong'],
      /^understay: no report from .*: token .*; give it with --control-token TOKEN or UNDERSTAY_CONTROL/,
    ],
    [
      ['--url', 'http://127.0.0.1:65011'],
      /^understay: no report from http:\/\/127\.0\.0\.1:65011: .*ECONNREFUSED.*; start a server .* --url URL/,
    ],
    [['--output', '/none/there/report.md'], /^understay: --output: ENOENT/],
  ])('exits with 1 for %j', async (args, message) => {
    const { code, err } = await report(args)
    expect(err).toMatch(message)
    expect(code).toBe(1)
  })

  test.each([
    [['--format', 'xml'], /--format: "xml" is not text, md, html, json or junit/],
    [['--sandbox', 'W 1'], /--sandbox: "W 1" is not a valid sandbox name/],
    [['--url', 'http://127.0.0.1:65011/@W1'], /--url: "W1" is not a valid sandbox name/],
    [['--format'], /--format needs a value: --format=KIND; understay report --help lists the flags/],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await report(args)
    expect(err).toMatch(message)
    expect(code).toBe(2)
  })
})
