import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { CLIENT, NODE, node, written } from './commands.ts'
import { finished, newFolder, PROGRAM, Program } from './program.ts'

/** True while there is such a process; one that has ended and waits to be counted is none. */
function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('run passes to its command', () => {
  test('the addresses and the client of its own server', async () => {
    const show =
      'console.log(JSON.stringify(process.env)); fetch(process.env.UNDERSTAY_URL).then((a) => console.log("status", a.status))'
    const { out } = await finished(['run', '--product', 'acme', '--', ...node(show)], { UNDERSTAY_PORT: '1', MINE: 'kept' })
    const env = JSON.parse(out.split('\n').find((line) => line.startsWith('{')) ?? '')
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
    const { out } = await finished(['run', '--scenario', 'rate-limited', '--', 'sh', '-c', start])
    const [line = ''] = out.split('\n')
    expect(JSON.parse(line)).toMatchObject({ msg: 'listening' })
    expect(line).not.toContain('rate-limited')
    expect(out).toContain('scenario=rate-limited')
  })

  test('the requested client; an unknown one is refused before the command starts', async () => {
    const show = ['--', 'sh', '-c', 'echo $UNDERSTAY_CLIENT_ID $UNDERSTAY_CLIENT_SECRET']
    const { out } = await finished(['run', '--client', 'demo-read-only', ...show], { UNDERSTAY_CLIENT: 'demo' })
    expect(out).toMatch(/^demo-read-only \S+\n/)
    expect(await finished(['run', '--client', 'dmeo', ...show])).toEqual({
      code: 2,
      out: '',
      err: expect.stringMatching(/^understay: client: the world has no client "dmeo"; did you mean "demo"\?\n$/),
    })
  })

  test('what the command needs to read its report', async () => {
    const { out } = await finished(['run', '--', NODE, resolve(PROGRAM), 'wait'])
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

describe('the exit code of run', () => {
  test('is 0 for a correct client; the report follows the output of the command', async () => {
    const { code, out } = await finished(['run', '--', NODE, CLIENT])
    expect(out).toMatch(/^properties: 200\nproperties: 200\n\n# ✅ Understay: passed \(3 calls, \d+ of \d+ rules judged\)\n/)
    expect(code).toBe(0)
  })

  test('is 0 when the scenario did not take place, 4 with --strict', async () => {
    const { code, out } = await finished(['run', '--scenario', 'token-revoked', '--', NODE, CLIENT, '2'])
    expect(out).toContain('fault token-revoked/revoked')
    expect(code).toBe(0)
    expect((await finished(['run', '--strict', '--scenario', 'token-revoked', '--', NODE, CLIENT, '2'])).code).toBe(4)
  })

  test('is 0 for a client that handles a scenario', async () => {
    const { code, out } = await finished(['run', '--scenario', 'token-revoked', '--', NODE, CLIENT, '5'])
    expect(out).toMatch(/\n# ✅ Understay: passed \(`token-revoked`, 8 calls, \d+ of \d+ rules judged\)\n/)
    expect(code).toBe(0)
  })

  test('is 3 for a client without a call, with the reason and the address', async () => {
    const { code, out, err } = await finished(['run', '--', 'true'])
    expect(err).toMatch(/^understay: no call reached the server\. .*UNDERSTAY_BASE_URL \(here http:\/\/127\.0\.0\.1:\d+\)/)
    expect(out).toContain('failed')
    expect(code).toBe(3)
  })

  test('is that of a failed command, independent of its report', async () => {
    expect(await finished(['run', '--', 'sh', '-c', `${NODE} ${CLIENT}; exit 7`])).toMatchObject({
      code: 7,
      out: expect.stringMatching(/passed/),
    })
    expect(await finished(['run', '--', 'sh', '-c', 'exit 1'])).toMatchObject({ code: 1, out: expect.stringMatching(/failed/) })
    expect((await finished(['run', '--', 'sh', '-c', 'kill -KILL $$'])).code).toBe(137)
  })

  test('covers every sandbox that was called, and no other', async () => {
    const folder = newFolder()
    const both = `${NODE} ${CLIENT} 1 /@w1 && ${NODE} ${CLIENT} 1 /@w2`
    const { code, out } = await finished(['run', '--report', join(folder, 'out'), '--', 'sh', '-c', both])
    expect(out.match(/Sandbox `[^`]+`/g)).toEqual(['Sandbox `w1`', 'Sandbox `w2`'])
    expect(code).toBe(0)
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['@w1', '@w2', 'junit.xml', 'report.json', 'report.md'])
    expect(readdirSync(join(folder, 'out', '@w2')).sort()).toEqual(['journal.har', 'junit.xml', 'report.json', 'report.md'])
    const text = (file: string): string => readFileSync(join(folder, 'out', file), 'utf8')
    expect(out).toContain(text('report.md').trim())
    expect(text('report.md')).toBe(`${text('@w1/report.md')}\n${text('@w2/report.md')}`)
    expect(JSON.parse(text('report.json'))).toEqual({
      verdict: 'passed',
      reasons: [],
      sandboxes: [JSON.parse(text('@w1/report.json')), JSON.parse(text('@w2/report.json'))],
    })
    expect(text('junit.xml').match(/<testsuite name="[^"]*\.run"/g)).toEqual([
      '<testsuite name="@w1.run"',
      '<testsuite name="@w2.run"',
    ])
  })

  test('is accompanied by reports in every format with --report, and by the calls as HAR', async () => {
    const folder = join(newFolder(), 'deep', 'out')
    const { code, out } = await finished(['run', '--control-token', 't', '--report', folder, '--', NODE, CLIENT])
    expect(code).toBe(0)
    const text = (file: string): string => readFileSync(join(folder, file), 'utf8')
    expect(JSON.parse(text('report.json'))).toMatchObject({
      verdict: 'passed',
      reasons: [],
      sandboxes: [{ verdict: 'passed', sandbox: 'default', calls: { total: 3 } }],
    })
    expect(text('junit.xml')).toMatch(/<testsuite [^>]*failures="0"/)
    expect(out).toContain(text('report.md').trim())
    const { log } = JSON.parse(text('journal.har')) as { log: { entries: { request: { url: string } }[] } }
    expect(log.entries.map(({ request }) => request.url)).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/service\/api\/oauth\/token$/),
      ...Array(2).fill(expect.stringMatching(/\/properties\/all$/)),
    ])
  })
})

describe('calls outside the interface', () => {
  test('are reported with the address of the interface', async () => {
    const miss = `const url = process.env.UNDERSTAY_URL
      fetch(url + '/properties/all').then(() => fetch(url + '/oauth/token'))`
    const { code, out, err } = await finished(['run', '--product', 'acme', '--', ...node(miss)])
    const told = '2 calls came outside /acme/api, the first GET /properties/all: UNDERSTAY_API_URL is the address with the path'
    expect(out).toContain(told)
    expect(err).toMatch(new RegExp(`^understay: ${told} \\(here http://127\\.0\\.0\\.1:\\d+/acme/api\\)\n$`))
    expect(code).toBe(3)
  })
})

describe('refusals', () => {
  test.each([
    [[], 2, /needs a command behind two dashes, as in: understay run/],
    [['npm', 'test'], 2, /needs a command behind two dashes/],
    [['npm', '--', 'test'], 2, /"npm" is not a flag; understay run --help lists the flags/],
    [['--'], 2, /needs a command behind two dashes/],
    [['--scenario', 'rate-limitted', '--', 'true'], 2, /rate-limitted: .*did you mean "rate-limited"\?/],
    [['--data', 'x', '--', 'true'], 2, /understay run has no flag --data: it keeps everything in memory/],
    [['--idle', '5m', '--', 'true'], 2, /understay run has no flag --idle: it keeps everything in memory/],
    [['--reprot', 'x', '--', 'true'], 2, /no flag --reprot; did you mean --report\? understay run --help/],
    [['--report', 'package.json/out', '--', 'true'], 2, /--report: cannot write to package\.json\/out: ENOTDIR/],
    [['--host', '0.0.0.0', '--', 'true'], 2, /protect the control API/],
    [['--', 'no-such-command'], 1, /^understay: no-such-command: there is no such command; name a program of the PATH/],
    [['--', './package.json'], 1, /^understay: \.\/package\.json: it is not executable/],
  ])('%j exits with %i', async (args, expected, message) => {
    const { code, out, err } = await finished(['run', ...args])
    expect(err).toMatch(message)
    expect({ code, out }).toEqual({ code: expected, out: '' })
  })

  test('an invalid scenario is reported with its place, and nothing runs', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'mine.yaml'), 'name: mine\nfaults:\n  - { on: {}, tken: expired }\n')
    const { code, err } = await finished(['run', '--scenario', 'mine.yaml', '--', 'touch', 'ran'], {}, folder)
    expect(err).toMatch(/^understay: mine\.yaml:3:\d+ faults\[0\]\.tken: /)
    expect(code).toBe(2)
    expect(existsSync(join(folder, 'ran'))).toBe(false)
  })
})

describe.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s', (signal) => {
  test('is forwarded once, awaited, and followed by the report', async () => {
    const folder = newFolder()
    const code = `let heard = 0
      process.on('${signal}', () => { heard++; setTimeout(() => { console.log('heard', heard); process.exit(9) }, 400) })
      require('fs').writeFileSync('${join(folder, 'up')}', '1'); setInterval(() => {}, 1000)`
    const program = new Program(['run', '--', ...node(code)])
    await written(join(folder, 'up'))
    program.child.kill(signal)
    expect(await program.exited).toEqual({ code: 9, signal: null })
    expect(program.out).toMatch(
      /^heard 1\n\n# ❌ Understay: failed \(0 calls, 0 of \d+ rules judged, no call reached this sandbox: .+\)\n/,
    )
  })

  test('ends a command without a handler, with the exit code of a shell', async () => {
    const folder = newFolder()
    const program = new Program(['run', '--', 'sh', '-c', `echo $$ > ${join(folder, 'pid')}; exec sleep 60`])
    const pid = await written(join(folder, 'pid'))
    program.child.kill(signal)
    expect((await program.exited).code).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal])
    expect(lives(pid)).toBe(false)
  })
})

describe('run leaves nothing behind', () => {
  const DEAF = "process.on('SIGINT', () => {}); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);"

  /** A command that writes its own id and that of its child, which is as deaf as itself. */
  const deafPair = (folder: string, end: string): string =>
    `${DEAF} const { spawn } = require('child_process'), { writeFileSync } = require('fs')
     const child = spawn(process.execPath, ['-e', ${JSON.stringify(`${DEAF} require('fs').writeFileSync(process.argv[1], String(process.pid))`)}, '${folder}/child'], { stdio: 'ignore' })
     const up = setInterval(() => { if (!require('fs').existsSync('${folder}/child')) return; clearInterval(up); writeFileSync('${folder}/self', String(process.pid)); ${end} }, 20)`

  test('after a second Ctrl-C: the command and its children are killed at once', async () => {
    const folder = newFolder()
    const program = new Program(['run', '--', ...node(deafPair(folder, ''))])
    const pids = [await written(join(folder, 'self')), await written(join(folder, 'child'))]
    program.child.kill('SIGINT')
    await pause(300)
    expect(pids.map(lives)).toEqual([true, true])
    program.child.kill('SIGINT')
    expect((await program.exited).code).toBe(137)
    expect(pids.map(lives)).toEqual([false, false])
    expect(program.out).toContain('failed')
  })

  test('after a signal that is ignored: they are killed after five seconds', async () => {
    const folder = newFolder()
    const program = new Program(['run', '--', ...node(deafPair(folder, ''))])
    const pids = [await written(join(folder, 'self')), await written(join(folder, 'child'))]
    const asked = performance.now()
    program.child.kill('SIGTERM')
    expect((await program.exited).code).toBe(137)
    expect(performance.now() - asked).toBeGreaterThan(4500)
    expect(pids.map(lives)).toEqual([false, false])
  })

  test.each([
    ['crashes', "throw new Error('crash')", 1],
    ['is killed', "process.kill(process.pid, 'SIGKILL')", 137],
    ['simply ends', 'process.exit(0)', 3],
  ])('after a command that %s and leaves a child: the child is killed, with a message', async (_, end, expected) => {
    const folder = newFolder()
    const { code, err } = await finished(['run', '--', ...node(deafPair(folder, end))], {}, folder)
    expect(code).toBe(expected)
    expect(err).toContain('understay: the command left processes behind; they were killed\n')
    expect(lives(await written(join(folder, 'child')))).toBe(false)
    expect(readdirSync(folder).sort()).toEqual(['child', 'self'])
  })

  test('after a signal before the command starts: it is not started', async () => {
    const folder = newFolder()
    const fixtures = join(folder, 'slow.yaml')
    execFileSync('mkfifo', [fixtures])
    const program = new Program(['run', '--fixtures', 'baseline', '--fixtures', 'slow.yaml', '--', 'touch', 'ran'], {}, folder)
    // Opened once the program reads it; the program goes on when it is closed.
    const pipe = await open(fixtures, 'w')
    program.child.kill('SIGTERM')
    await pipe.writeFile('generate: { bookings: 2 }\n')
    await pipe.close()
    expect(await program.exited).toEqual({ code: 143, signal: null })
    expect(program.out).toBe('')
    expect(existsSync(join(folder, 'ran'))).toBe(false)
  })

  test('neither folders, files nor ports', async () => {
    const folder = newFolder()
    const { out } = await finished(
      ['run', '--', 'sh', '-c', 'echo url=$UNDERSTAY_URL; exit 4'],
      { UNDERSTAY_DATA: 'kept' },
      folder,
    )
    expect(readdirSync(folder)).toEqual([])
    await expect(fetch(/url=(.*)/.exec(out)?.[1] ?? '')).rejects.toThrow('fetch failed')
  })
})
