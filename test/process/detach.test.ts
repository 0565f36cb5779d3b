import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../support/until.ts'
import { FILE, readServer } from './background.ts'
import { newFolder, PROGRAM, runProgram, startProgram } from './program.ts'

const NO_SERVER = `no server runs: there is no ${FILE}; run this in the folder where start --detach ran, or name the file with --server-file\n`

/** Starts a server in the background of a folder; it ends with the test. */
async function startDetached(...flags: readonly string[]) {
  const folder = newFolder()
  const started = await runProgram(['start', '--detach', '--memory', '--port', '0', ...flags], {}, folder)
  onTestFinished(async () => {
    await runProgram(['stop'], {}, folder)
  })
  return { folder, started }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('start --detach returns when the server answers, status finds it, and stop ends it', async () => {
  const { folder, started } = await startDetached()
  const { url, pid } = readServer(folder)
  expect(started).toMatchObject({ code: 0, err: '' })
  expect(started.out).toBe(
    `${url} runs in the background (process ${pid}, output in .understay-server.log); understay stop ends it\n`,
  )
  expect((await fetch(`${url}/_understay/ready`)).status).toBe(200)
  expect(statSync(join(folder, FILE)).mode & 0o777).toBe(0o600)
  expect(await runProgram(['status'], {}, folder)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${url} runs (process ${pid}`),
  })
  expect(await runProgram(['stop'], {}, folder)).toMatchObject({ code: 0, out: `${url} has ended\n` })
  expect(isAlive(pid)).toBe(false)
  expect(existsSync(join(folder, FILE))).toBe(false)
  expect(await runProgram(['status'], {}, folder)).toMatchObject({ code: 1, out: NO_SERVER })
  expect(await runProgram(['stop'], {}, folder)).toMatchObject({ code: 0, out: NO_SERVER })
})

test('the log may be rotated by emptying it', async () => {
  const { folder } = await startDetached()
  const log = join(folder, '.understay-server.log')
  await until(() => readFileSync(log, 'utf8').includes('"listening"'))
  truncateSync(log)
  await fetch(`${readServer(folder).url}/service/api/search/stars/4`)
  await until(() => statSync(log).size > 0)
  expect(readFileSync(log, 'utf8')).toMatch(/^\{"time":.*"msg":"request"/)
})

test('a second server of a folder needs a file of its own', async () => {
  const { folder } = await startDetached()
  const { url } = readServer(folder)
  const again = await runProgram(['start', '--detach', '--memory', '--port', '0'], {}, folder)
  expect(again).toMatchObject({ code: 2, err: expect.stringContaining(`a server runs already at ${url} (process`) })
  const other = ['--server-file', 'other.json']
  expect((await runProgram(['start', '--detach', '--memory', '--port', '0', ...other], {}, folder)).code).toBe(0)
  expect(readServer(folder, 'other.json').url).not.toBe(url)
  expect(await runProgram(['stop', ...other], {}, folder)).toMatchObject({ code: 0 })
  expect((await fetch(`${url}/_understay/ready`)).status).toBe(200)
})

test('a start that fails prints why, has its exit code, and leaves no file', async () => {
  const { folder, started } = await startDetached('--port', 'abc')
  expect(started).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--port: "abc" is not a whole number') })
  expect(existsSync(join(folder, FILE))).toBe(false)
  expect(existsSync(join(folder, '.understay-server.log'))).toBe(false)
})

test('stop signals no process whose address does not answer as its server', async () => {
  const bystander = await startProgram(['--memory'])
  const stranger = createServer((_, answer) => void answer.end('{"instance":"another"}'))
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void stranger.close())
  const { port } = stranger.address() as AddressInfo
  const folder = newFolder()
  const pid = bystander.program.child.pid ?? 0
  const file = { url: `http://127.0.0.1:${port}`, pid, instance: 'this one', log: 'x.log' }
  writeFileSync(join(folder, FILE), JSON.stringify(file))
  expect(await runProgram(['status'], {}, folder)).toMatchObject({
    code: 1,
    out: expect.stringContaining(`does not answer as the server of ${FILE}; understay stop says whether it ended`),
  })
  const stopped = await runProgram(['stop'], {}, folder)
  expect(stopped).toMatchObject({ code: 1, err: expect.stringContaining(`process ${pid} got no signal`) })
  expect((await fetch(`${bystander.url}/_understay/ready`)).status).toBe(200)
  await bystander.program.stop('SIGKILL')
  expect(await runProgram(['stop'], {}, folder)).toMatchObject({ code: 0, out: expect.stringContaining('had ended already') })
  expect(existsSync(join(folder, FILE))).toBe(false)
})

test('stop leaves the file of a server that was started meanwhile, and says so', async () => {
  const folder = newFolder()
  const ended = spawn('true')
  await new Promise((resolve) => ended.once('exit', resolve))
  const file = { url: '', pid: ended.pid ?? 0, instance: 'earlier', log: 'x.log' }
  const meanwhile = createServer((_, answer) => {
    writeFileSync(join(folder, FILE), JSON.stringify({ ...file, instance: 'later' }))
    answer.writeHead(404).end()
  })
  await new Promise<void>((resolve) => meanwhile.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void meanwhile.close())
  file.url = `http://127.0.0.1:${(meanwhile.address() as AddressInfo).port}`
  writeFileSync(join(folder, FILE), JSON.stringify(file))
  const { code, out } = await runProgram(['stop'], {}, folder)
  expect({ code, out }).toEqual({
    code: 0,
    out: `${file.url} had ended already; ${FILE} is of another server now, and stays\n`,
  })
  expect(existsSync(join(folder, FILE))).toBe(true)
})

test.runIf(process.platform === 'linux')(
  'stop removes the file of a killed process that its parent has not collected',
  async () => {
    // The shell becomes a program that collects no child; before that it could collect this one itself.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'])
    onTestFinished(() => void parent.kill('SIGKILL'))
    const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)))
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ')
    const folder = newFolder()
    const file = { url: 'http://127.0.0.1:1', pid, instance: 'killed', log: 'x.log' }
    writeFileSync(join(folder, FILE), JSON.stringify(file))
    expect(await runProgram(['stop'], {}, folder)).toMatchObject({
      code: 0,
      out: `${file.url} had ended already; ${FILE} was removed\n`,
    })
    expect(isAlive(pid)).toBe(true)
    expect(existsSync(join(folder, FILE))).toBe(false)
  },
)

test.each(['{}', 'not JSON', '{"url":1,"instance":"a","log":"b","pid":2}', '{"url":"a","instance":"a","log":"b","pid":-1}'])(
  'a file of somebody else is an error: %s',
  async (foreign) => {
    const folder = newFolder()
    writeFileSync(join(folder, FILE), foreign)
    for (const verb of ['status', 'stop'])
      expect(await runProgram([verb], {}, folder)).toMatchObject({
        code: 2,
        err: `understay: --server-file: ${FILE} was not written by understay start --detach\n`,
      })
    expect(readFileSync(join(folder, FILE), 'utf8')).toBe(foreign)
  },
)

test.each([
  ['below a file', 'file/server.json', 'ENOTDIR'],
  ['with too long a name', `${'a'.repeat(300)}.json`, 'ENAMETOOLONG'],
  ['that is a link to no file', 'link.json', 'ENOENT'],
])('a server file %s is refused in one line', async (_, file, code) => {
  const folder = newFolder()
  writeFileSync(join(folder, 'file'), '')
  symlinkSync('gone.json', join(folder, 'link.json'))
  const refused = { code: 2, out: '', err: expect.stringMatching(new RegExp(`^understay: --server-file: ${code}: .*\n$`)) }
  for (const args of [['stop'], ['status'], ['start', '--detach', '--memory', '--port', '0']])
    expect(await runProgram([...args, '--server-file', file], {}, folder)).toEqual(refused)
})

test('a server file without a name is refused in one line', async () => {
  const refused = { code: 2, out: '', err: 'understay: --server-file: is empty: name a file, or leave it out\n' }
  for (const args of [['stop'], ['status'], ['start', '--detach', '--memory', '--port', '0']])
    expect(await runProgram([...args, '--server-file='])).toEqual(refused)
})

test('a server file has the variables that run sets, and the control token', async () => {
  const { folder } = await startDetached('--client', 'demo-super', '--control-token', 'the-token')
  const { url, variables } = readServer(folder)
  expect(variables).toMatchObject({
    UNDERSTAY_URL: url,
    UNDERSTAY_TOKEN_URL: `${url}/service/api/oauth/token`,
    UNDERSTAY_CLIENT_ID: 'demo-super',
    UNDERSTAY_CONTROL_TOKEN: 'the-token',
  })
})

test('a server file in a folder that does not exist is refused in one line', async () => {
  const file = join(newFolder(), 'none', 'server.json')
  const { code, err } = await runProgram(['start', '--detach', '--memory', '--server-file', file])
  expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(/^understay: --server-file: ENOENT: .*\n$/) })
})

test('a server ends in order when the process that started it has gone', async () => {
  const server = fork(PROGRAM, ['start', '--memory', '--port', '0'], {
    env: { ...process.env, UNDERSTAY_DETACHED: 'true' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  server.disconnect()
  const { stdout, stderr } = server
  const [out, err, [code]] = await Promise.all([stdout && text(stdout), stderr && text(stderr), once(server, 'exit')])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('"msg":"stopping","signal":"SIGTERM"')
})

test('status and stop work beside a configuration that became invalid', async () => {
  const { folder } = await startDetached()
  writeFileSync(join(folder, 'understay.config.yaml'), 'port: many')
  expect(await runProgram(['status'], {}, folder)).toMatchObject({ code: 0, err: '' })
  expect(await runProgram(['stop'], {}, folder)).toMatchObject({ code: 0, err: '' })
})

test('a server whose process is elsewhere, as in a container, is not stopped', async () => {
  const elsewhere = createServer((_, answer) => void answer.end('{"instance":"this one"}'))
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void elsewhere.close())
  const { port } = elsewhere.address() as AddressInfo
  const folder = newFolder()
  const pid = 2 ** 31 - 1
  writeFileSync(join(folder, FILE), JSON.stringify({ url: `http://127.0.0.1:${port}`, pid, instance: 'this one', log: 'x.log' }))
  expect(await runProgram(['stop'], {}, folder)).toEqual({
    code: 1,
    out: '',
    err: `http://127.0.0.1:${port} runs, but its process ${pid} got no signal (ESRCH): stop it as the user that started it, or in the container where it runs\n`,
  })
})

test('a server file without --detach is refused, also where the parent has a channel to the program', async () => {
  const args = ['start', '--memory', '--port', '0', '--server-file', 'x.json']
  const err = 'understay: --server-file: is written by start --detach only; add --detach\n'
  expect(await runProgram(args)).toMatchObject({ code: 2, err })
  const child = fork(PROGRAM, args, { silent: true })
  onTestFinished(() => void child.kill())
  expect(await Promise.race([once(child, 'exit'), once(child, 'message')])).toEqual([2, null])
})
