import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { calling, node, writtenNumber } from './commands.ts'
import { newFolder, Program, runProgram, withoutProgress } from './program.ts'
import { runShared } from './shared-process.ts'

/** True while there is such a process; one that has ended and waits to be counted is none. */
function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('calls outside the interface', () => {
  test('are reported with the address of the interface', async () => {
    const miss = `const url = process.env.UNDERSTAY_URL
      fetch(url + '/properties/all').then(() => fetch(url + '/oauth/token'))`
    const { code, out, err } = await runShared(['run', '--product', 'acme', '--', ...calling(miss)])
    const told = '2 calls came outside /acme/api, the first GET /properties/all: UNDERSTAY_API_URL is the address with the path'
    expect(out).toContain(told)
    expect(err).toMatch(new RegExp(`^understay: ${told} \\(here http://127\\.0\\.0\\.1:\\d+/acme/api\\)\n$`))
    expect(code).toBe(3)
  })
})

describe('a time limit', () => {
  const hang = ['sh', '-c', 'sleep 600 & echo $! > child; wait']
  /** It calls as it should, and then hangs. */
  const hangLater = `const { UNDERSTAY_TOKEN_URL, UNDERSTAY_API_URL, UNDERSTAY_CLIENT_ID, UNDERSTAY_CLIENT_SECRET } = process.env
    const form = { grant_type: 'client_credentials', client_id: UNDERSTAY_CLIENT_ID, client_secret: UNDERSTAY_CLIENT_SECRET, scope: 'properties_get' }
    fetch(UNDERSTAY_TOKEN_URL, { method: 'POST', body: new URLSearchParams(form) }).then((answer) => answer.json())
      .then(({ access_token }) => fetch(UNDERSTAY_API_URL + '/properties/all', { headers: { authorization: 'Bearer ' + access_token } }))
    setInterval(() => {}, 1000)`
  const message = 'the command still ran after 1s, and was ended: give its calls a time limit, or raise --timeout'

  test('ends a command that hangs with all its processes, and fails the run', async () => {
    const folder = newFolder()
    const args = ['run', '--timeout', '1s', '--scenario', 'slow-service', '--', ...hang]
    const { code, out, err } = await runProgram(args, {}, folder)
    expect(out).toContain('❌ Understay: failed (slow-service, 0 calls')
    expect(err).toContain(`understay: slow-service: ${message}\n`)
    expect(code).toBe(3)
    expect(lives(Number(readFileSync(join(folder, 'child'), 'utf8')))).toBe(false)
  })

  test('fails every report on calls that were good', async () => {
    const folder = newFolder()
    const args = ['run', '--timeout', '8s', '--report', 'out', '--', ...calling(hangLater)]
    const { code, out } = await runShared(args, {}, folder)
    const reason = message.replace('1s', '8s')
    expect(out).toContain(`❌ Understay: failed (2 calls`)
    expect(out).toContain(`\n\nWhy it failed\n- ${reason}\n`)
    expect(code).toBe(3)
    const read = (file: string): string => readFileSync(join(folder, 'out', file), 'utf8')
    expect(JSON.parse(read('report.json'))).toMatchObject({
      reasons: [reason],
      sandboxes: [{ verdict: 'failed', reasons: [reason], overtime: reason }],
    })
    for (const file of ['report.md', 'report.html', 'junit.xml']) expect(read(file)).toContain(reason)
  })

  test('does not concern a command that ended before it and left a deaf child', async () => {
    const line = "(trap '' TERM; sleep 60) & sleep 1"
    const { err } = await runShared(['run', '--timeout', '2s', '--', 'sh', '-c', line])
    expect(err).not.toContain('still ran')
  })

  test('does not concern a command that takes its time after a signal', async () => {
    const slow = "trap 'sleep 2.5; exit 130' INT; echo up; while :; do sleep 0.1; done"
    const program = new Program(['run', '--timeout', '2s', '--', 'sh', '-c', slow])
    await program.printed(/^(up)$/m)
    program.child.kill('SIGINT')
    expect((await program.exited).code).toBe(130)
    expect(program.err).not.toContain('still ran')
  })

  test('is one for each run of certify, and for its control', async () => {
    const flags = ['--only', 'read-only-credentials,slow-service', '--timeout', '1s', '--jobs', '2']
    const { code, out, err } = await runShared(['certify', ...flags, '--', ...hang], {}, newFolder())
    for (const name of ['read-only-credentials', 'slow-service'])
      expect(out).toMatch(new RegExp(`^❌ ${name}: failed \\(0 calls, exit code 143, \\S+ s\\): ${message}$`, 'mu'))
    expect(withoutProgress(err)).toBe(`understay: without faults ${message}; nothing is compared with it\n`)
    expect(code).toBe(3)
  })

  test.each(['0s', '10', 'soon'])('of %s is refused', async (span) => {
    expect(await runShared(['certify', '--timeout', span, '--', 'true'])).toEqual({
      code: 2,
      out: '',
      err: `understay: --timeout: "${span}" is not a span such as 30s, 2m or 500ms\n`,
    })
  })

  test('does not concern a command that ends in time', async () => {
    expect((await runShared(['run', '--timeout', '20s', '--', 'sh', '-c', 'exit 7'])).code).toBe(7)
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
    [
      ['--report', 'package.json', '--', 'true'],
      2,
      /--report: cannot write to package\.json: it is a file, and a folder is needed\n$/,
    ],
    [['--host', '0.0.0.0', '--', 'true'], 2, /protect the control API/],
    [['--', 'no-such-command'], 1, /^understay: no-such-command: there is no such command; name a program of the PATH/],
    [['--', './package.json'], 1, /^understay: \.\/package\.json: it is not executable/],
  ])('%j exits with %i', async (args, expected, message) => {
    const { code, out, err } = await runShared(['run', ...args])
    expect(err).toMatch(message)
    expect({ code, out }).toEqual({ code: expected, out: '' })
  })

  test('an invalid scenario is reported with its place, and nothing runs', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'mine.yaml'), 'name: mine\nfaults:\n  - { on: {}, tken: expired }\n')
    const { code, err } = await runShared(['run', '--scenario', 'mine.yaml', '--', 'touch', 'ran'], {}, folder)
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
    await writtenNumber(join(folder, 'up'))
    program.child.kill(signal)
    expect(await program.exited).toEqual({ code: 9, signal: null })
    expect(program.out).toMatch(
      /^heard 1\n\n❌ Understay: failed \(0 calls, 0 of \d+ rules judged\)\n\nWhy it failed\n- no call reached this sandbox: .+\n/,
    )
  })

  test('ends a command without a handler, with the exit code of a shell', async () => {
    const folder = newFolder()
    const program = new Program(['run', '--', 'sh', '-c', `echo $$ > ${join(folder, 'pid')}; exec sleep 60`])
    const pid = await writtenNumber(join(folder, 'pid'))
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
    const pids = [await writtenNumber(join(folder, 'self')), await writtenNumber(join(folder, 'child'))]
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
    const pids = [await writtenNumber(join(folder, 'self')), await writtenNumber(join(folder, 'child'))]
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
    const { code, err } = await runProgram(['run', '--', ...node(deafPair(folder, end))], {}, folder)
    expect(code).toBe(expected)
    expect(err).toContain('understay: the command left processes behind; they were killed\n')
    expect(lives(await writtenNumber(join(folder, 'child')))).toBe(false)
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
    const { out } = await runProgram(
      ['run', '--', 'sh', '-c', 'echo url=$UNDERSTAY_URL; exit 4'],
      { UNDERSTAY_DATA: 'kept' },
      folder,
    )
    expect(readdirSync(folder)).toEqual([])
    await expect(fetch(/url=(.*)/.exec(out)?.[1] ?? '')).rejects.toThrow('fetch failed')
  })
})
