import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CLIENT, NODE, node } from './commands.ts'
import { newFolder, PROGRAM, runProgram } from './program.ts'
import { runShared } from './shared-process.ts'

describe('run passes to its command', () => {
  test('the addresses and the client of its own server', async () => {
    const show =
      'console.log(JSON.stringify(process.env)); fetch(process.env.UNDERSTAY_URL).then((a) => console.log("status", a.status))'
    const { out, err } = await runProgram(['run', '--product', 'acme', '--', ...node(show)], {
      UNDERSTAY_PORT: '1',
      MINE: 'kept',
    })
    const shown = out.split('\n').find((line) => line.startsWith('{')) ?? ''
    expect(shown, `${out}${err}`).not.toBe('')
    const env = JSON.parse(shown)
    const url = env.UNDERSTAY_URL
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d{4,}$/)
    expect(env).toMatchObject({
      UNDERSTAY_BASE_URL: url,
      UNDERSTAY_API_URL: `${url}/acme/api`,
      UNDERSTAY_TOKEN_URL: `${url}/acme/api/oauth/token`,
      UNDERSTAY_CLIENT_ID: 'demo',
      UNDERSTAY_CLIENT_SECRET: 'demo-secret',
      MINE: 'kept',
    })
    expect(env).not.toHaveProperty('UNDERSTAY_SCENARIO')
    expect(out).toContain('status 200')
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  test('the name of the scenario, which is not read as a setting by this program as a command', async () => {
    const own = [NODE, resolve(PROGRAM)]
    const start = `${own.join(' ')} start --memory --port 0 & sleep 1.5; kill $!; wait $!; echo scenario=$UNDERSTAY_SCENARIO`
    const { out } = await runShared(['run', '--scenario', 'rate-limited', '--', 'sh', '-c', start])
    const [line = ''] = out.split('\n')
    expect(JSON.parse(line)).toMatchObject({ msg: 'listening' })
    expect(line).not.toContain('rate-limited')
    expect(out).toContain('scenario=rate-limited')
  })

  test('the requested client; an unknown one is refused before the command starts', async () => {
    const show = ['--', 'sh', '-c', 'echo $UNDERSTAY_CLIENT_ID $UNDERSTAY_CLIENT_SECRET']
    const { out } = await runShared(['run', '--client', 'demo-read-only', ...show], { UNDERSTAY_CLIENT: 'demo' })
    expect(out).toMatch(/^demo-read-only \S+\n/)
    expect(await runShared(['run', '--client', 'dmeo', ...show])).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^understay: client: the world has no client "dmeo"; did you mean "demo"\?\n$/),
    })
  })

  test('what the command needs to read its report', async () => {
    const { out } = await runShared(['run', '--', NODE, resolve(PROGRAM), 'wait'])
    expect(out).toMatch(/^ready at http:\/\/127\.0\.0\.1:\d+\n/)
  })

  test('standard input', async () => {
    const child = spawn(NODE, [PROGRAM, 'run', '--', 'cat'], { stdio: ['pipe', 'pipe', 'ignore'] })
    let out = ''
    child.stdout.on('data', (chunk) => (out += chunk))
    child.stdin.end('from outside\n')
    await new Promise((end) => child.once('exit', end))
    expect(out).toMatch(/^from outside\n/)
  })
})

test('the world of a run stands still while --compare plays the command again', async () => {
  const folder = newFolder()
  const scenario = join(folder, 'fast.yaml')
  writeFileSync(
    scenario,
    'name: fast\nclock: { run: 3600x }\ntraffic:\n  - { id: g, do: guest_books, every: 1d, with: { property: 1 } }\n',
  )
  const twice = `const { existsSync, readFileSync, writeFileSync } = require('node:fs')
    const clockOf = async (url) => (await (await fetch(url + '/_understay/clock')).json()).at
    const main = async () => {
      await fetch(process.env.UNDERSTAY_API_URL + '/properties/all') // the clock waits for the first call
      if (!existsSync('first')) return writeFileSync('first', process.env.UNDERSTAY_URL)
      const times = [process.env.UNDERSTAY_URL, readFileSync('first', 'utf8')].map(async (url) => {
        const from = await clockOf(url)
        await new Promise((ready) => setTimeout(ready, 300))
        return (await clockOf(url)) === from ? 'stands' : 'runs'
      })
      writeFileSync('clocks', (await Promise.all(times)).join(' '))
    }
    main()`
  await runShared(['run', '--compare', '--scenario', scenario, '--', ...node(twice)], {}, folder)
  expect(readFileSync(join(folder, 'clocks'), 'utf8')).toBe('runs stands')
})

describe('the exit code of run', () => {
  test('is 0 for a correct client; the report follows the output of the command', async () => {
    const { code, out } = await runProgram(['run', '--', NODE, CLIENT])
    expect(out).toMatch(/^properties: 200\nproperties: 200\n\n✅ Understay: passed \(3 calls, \d+ of \d+ rules judged\)\n/)
    expect(code).toBe(0)
  })

  test('is 0 when the scenario did not take place, 4 with --strict', async () => {
    const { code, out } = await runShared(['run', '--scenario', 'token-revoked', '--', NODE, CLIENT, '2'])
    expect(out).toContain('fault token-revoked/revoked')
    expect(code).toBe(0)
    expect((await runShared(['run', '--strict', '--scenario', 'token-revoked', '--', NODE, CLIENT, '2'])).code).toBe(4)
  })

  test('is 0 for a client that handles a scenario', async () => {
    const { code, out } = await runShared(['run', '--compare', '--scenario', 'token-revoked', '--', NODE, CLIENT, '5'])
    expect(out).toMatch(/\n✅ Understay: passed \(token-revoked, 8 calls, \d+ of \d+ rules judged\)\n/)
    expect(out).toMatch(
      /\n- repeats: the affected call to succeed as often as without the fault: #5 GET \/properties\/all 401 at [\d:]{8} succeeded 5 times without the fault and 5 times with it\n/,
    )
    expect(code).toBe(0)
  })

  test('is that of an inconclusive run when the calls in question have left the journal', async () => {
    const file = join(newFolder(), 'two-tokens.yaml')
    const expectations = [
      { id: 'token', operation: 'requestToken' },
      { id: 'early', before: 'token', operation: 'listProperties', never: true },
      { id: 'again', after: 'token', operation: 'listProperties', reaction: 'looks-again' },
    ]
    writeFileSync(file, JSON.stringify({ name: 'two-tokens', expect: expectations }))
    const play = (...flags: readonly string[]) =>
      runShared(['run', '--strict', '--scenario', file, ...flags, '--', NODE, CLIENT, '20'])
    const { code, out, err } = await play('--compare', '--journal', '5')
    expect(out).toContain('\n❔ Understay: inconclusive (two-tokens, 21 calls, ')
    expect(out).toContain(
      '- expectation token is inconclusive: expected at least 1 call of requestToken, found none, but 16 earlier requests are no longer in the journal, so some may be missing: raise --journal\n',
    )
    expect(out).toContain(', so one of token may have come first: raise --journal\n')
    expect(out).toContain('\nWhat to do\n- 16 calls had left the journal before the report was made')
    expect(err).toBe(
      'understay: without faults 16 calls left the journal; nothing is compared with such a run: raise --journal\n',
    )
    expect(code).toBe(4)
    expect((await play()).out).toMatch(
      /Why it is inconclusive\n- expectation again is inconclusive: cannot tell without a run of the same client/,
    )
  })

  test('is 2 for a comparison without a scenario', async () => {
    const { code, err } = await runShared(['run', '--compare', '--', NODE, CLIENT, '5'])
    expect([code, err]).toEqual([2, expect.stringContaining('--compare: needs --scenario NAME')])
  })

  test.each([['run'], ['certify', '--only', 'token-revoked']])('%s warns of a variable that is a flag only', async (...verb) => {
    const env = { UNDERSTAY_STRICT: '1', UNDERSTAY_ACTION_STRICT: 'true', UNDERSTAY_PROBE_SECRET: 'x' }
    const { err } = await runShared([...verb, '--', 'true'], env)
    expect(err).toMatch(/^understay: UNDERSTAY_STRICT: ignored, there is no such setting\n/)
  })

  test('is 3 for a client without a call, with the reason and the address', async () => {
    const { code, out, err } = await runShared(['run', '--', 'true'])
    expect(err).toMatch(/^understay: no call reached the server\. .*UNDERSTAY_BASE_URL \(here http:\/\/127\.0\.0\.1:\d+\)/)
    expect(out).toContain('failed')
    expect(code).toBe(3)
  })

  test('is 3 for a client whose calls go to a proxy, with the variable that keeps them from it', async () => {
    const { code, err } = await runShared(['run', '--', 'true'], { http_proxy: 'http://127.0.0.1:9', NO_PROXY: 'example' })
    expect(err).toMatch(/^understay: no call reached the server\. .*\? http_proxy is set: add 127\.0\.0\.1 to NO_PROXY\.\n/)
    expect(code).toBe(3)
    const direct = await runShared(['run', '--', 'true'], { all_proxy: 'http://127.0.0.1:9', NO_PROXY: 'example, 127.0.0.1' })
    expect(direct.err).not.toContain('is set')
  })

  test('is that of a failed command, independent of its report', async () => {
    expect(await runProgram(['run', '--', 'sh', '-c', `${NODE} ${CLIENT}; exit 7`])).toMatchObject({
      code: 7,
      out: expect.stringMatching(/passed/),
    })
    expect(await runProgram(['run', '--', 'sh', '-c', 'exit 1'])).toMatchObject({ code: 1, out: expect.stringMatching(/failed/) })
    expect((await runProgram(['run', '--', 'sh', '-c', 'kill -KILL $$'])).code).toBe(137)
  })

  test('covers every sandbox that was called, and no other', async () => {
    const folder = newFolder()
    const both = `${NODE} ${CLIENT} 1 /@w1 && ${NODE} ${CLIENT} 1 /@w2`
    const { code, out } = await runShared(['run', '--verbose', '--report', join(folder, 'out'), '--', 'sh', '-c', both])
    expect(out.match(/Sandbox `[^`]+`/g)).toEqual(['Sandbox `w1`', 'Sandbox `w2`'])
    expect(code).toBe(0)
    expect(readdirSync(join(folder, 'out')).sort()).toEqual([
      '@w1',
      '@w2',
      'junit.xml',
      'report.html',
      'report.json',
      'report.md',
    ])
    expect(readdirSync(join(folder, 'out', '@w2')).sort()).toEqual([
      'journal.har',
      'junit.xml',
      'report.html',
      'report.json',
      'report.md',
    ])
    const text = (file: string): string => readFileSync(join(folder, 'out', file), 'utf8')
    expect(out).toContain(text('report.md').trim())
    expect(text('report.md')).toBe(`${text('@w1/report.md')}\n${text('@w2/report.md')}`)
    expect(JSON.parse(text('report.json'))).toEqual({
      verdict: 'passed',
      reasons: [],
      exitCode: 0,
      sandboxes: [JSON.parse(text('@w1/report.json')), JSON.parse(text('@w2/report.json'))],
    })
    expect(text('junit.xml').match(/<testsuite name="[^"]*\.run"/g)).toEqual([
      '<testsuite name="@w1.run"',
      '<testsuite name="@w2.run"',
    ])
  })

  test('is accompanied by reports in every format with --report, and by the calls as HAR', async () => {
    const folder = join(newFolder(), 'deep', 'out')
    const { code, out } = await runShared(['run', '--control-token', 't', '--report', folder, '--', NODE, CLIENT])
    expect(code).toBe(0)
    const text = (file: string): string => readFileSync(join(folder, file), 'utf8')
    expect(JSON.parse(text('report.json'))).toMatchObject({
      verdict: 'passed',
      reasons: [],
      sandboxes: [{ verdict: 'passed', sandbox: 'default', calls: { total: 3 } }],
    })
    expect(text('junit.xml')).toMatch(/<testsuite [^>]*failures="0"/)
    const [title = ''] = text('report.md').split('\n')
    expect(title).toMatch(/^# ✅ Understay: passed \(3 calls, \d+ of \d+ rules judged\)$/)
    expect(text('report.html')).toMatch(/^<!doctype html>\n[\s\S]*Understay: passed \(3 calls, /)
    expect(out).toContain(`\n${title.slice('# '.length)}\n`)
    expect(out).toContain(`\nThe whole report: ${join(folder, 'report.html')}, and beside it as Markdown, JSON and JUnit`)
    expect(readdirSync(folder).sort()).toEqual(['journal.har', 'junit.xml', 'report.html', 'report.json', 'report.md'])
    const { log } = JSON.parse(text('journal.har')) as { log: { entries: { request: { url: string } }[] } }
    expect(log.entries.map(({ request }) => request.url)).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/service\/api\/oauth\/token$/),
      ...Array(2).fill(expect.stringMatching(/\/properties\/all$/)),
    ])
  })
})
