import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'
import { FILE, readServer } from './background.ts'
import { newFolder, runProgram } from './program.ts'

/** The processes that run in a folder. */
function processesIn(folder: string): readonly number[] {
  const isIn = (pid: string): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder)
    } catch {
      return false
    }
  }
  return readdirSync('/proc').filter(isIn).map(Number).filter(Number.isInteger)
}

/** Starts two servers in one folder at once, and requires that one ends and leaves nothing. @param meanwhile done while they start */
async function startTwo(folder: string, port: string, meanwhile: () => Promise<void> = async () => {}) {
  const start = () => runProgram(['start', '--detach', '--memory', '--port', port], {}, folder)
  const [[one, other]] = await Promise.all([Promise.all([start(), start()]), meanwhile()])
  onTestFinished(async () => void (await runProgram(['stop'], {}, folder)))
  const [stays, ends] = one.code === 0 ? [one, other] : [other, one]
  const { url, pid } = readServer(folder)
  expect(stays).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining(`${url} runs in the background (process ${pid},`),
  })
  expect(ends.out).toBe('')
  expect((await fetch(`${url}/_understay/ready`)).status).toBe(200)
  expect(readdirSync(folder).toSorted()).toEqual([FILE, '.understay-server.log'])
  const log = readFileSync(join(folder, '.understay-server.log'), 'utf8')
  expect([...log.matchAll(/"msg":"listening","url":"([^"]+)"/g)].map(([, logged]) => logged)).toEqual([url])
  if (process.platform === 'linux') await until(() => processesIn(folder).join() === String(pid))
  return ends
}

// the second one finds the file before it starts, or after
const OTHER_STARTED = /^understay: (?:--server-file: \S+: another server was started meanwhile|a server runs already).*\n$/
const STALE = { url: 'http://127.0.0.1:1', pid: 2 ** 31 - 1, instance: 'stale', log: 'x.log' }

test('of two servers that start in one folder at once, one ends', async () => {
  expect(await startTwo(newFolder(), '0')).toMatchObject({ code: 2, err: expect.stringMatching(OTHER_STARTED) })
})

test('of two servers that start on one port at once, one ends with its own problem, and the other keeps its log', async () => {
  const port = String(await freePort())
  const { err } = await startTwo(newFolder(), port)
  expect(err).toMatch(new RegExp(`^understay: port ${port} of 127\\.0\\.0\\.1 is in use|${OTHER_STARTED.source}`))
  expect(err).not.toContain('listening')
})

test('of two servers that start at once beside the file of one that has ended, one ends', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, FILE), JSON.stringify(STALE))
  expect(await startTwo(folder, '0')).toMatchObject({ code: 2, err: expect.stringMatching(OTHER_STARTED) })
})

/** A folder with the file of a server that does not answer, and the connections that wait for it. */
async function besideSilentServer() {
  const waiting: Socket[] = []
  const silent = createServer((socket) => void waiting.push(socket)).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const folder = newFolder()
  writeFileSync(join(folder, FILE), JSON.stringify({ ...STALE, url: `http://127.0.0.1:${port}` }))
  return { waiting, folder }
}

test('a stop that waited for the server of an earlier file leaves the file that was written meanwhile', async () => {
  const { waiting, folder } = await besideSilentServer()
  const stopped = runProgram(['stop'], {}, folder)
  await until(() => waiting.length === 1)
  writeFileSync(join(folder, FILE), JSON.stringify({ ...STALE, instance: 'newer' }))
  waiting[0]?.destroy()
  expect(await stopped).toMatchObject({ code: 0, err: '' })
  expect(readServer(folder).instance).toBe('newer')
})

test('a start that waited for the server of an earlier file leaves the file that was written meanwhile', async () => {
  const { waiting, folder } = await besideSilentServer()
  const ends = await startTwo(folder, '0', async () => {
    await until(() => waiting.length === 2)
    waiting[0]?.destroy()
    await until(() => existsSync(join(folder, FILE)) && readServer(folder).instance !== STALE.instance)
    waiting[1]?.destroy()
  })
  expect(ends).toMatchObject({ code: 2, err: expect.stringMatching(OTHER_STARTED) })
})

const START = ['start', '--detach', '--memory', '--port', '0']

/** The environment of a program whose module `fs` is changed. @param code changes `fs` */
function patched(code: string): Readonly<Record<string, string>> {
  const patch = join(newFolder(), 'patch.cjs')
  writeFileSync(patch, `const fs = require('node:fs')\n${code}\nrequire('node:module').syncBuiltinESMExports()`)
  return { NODE_OPTIONS: `--require ${patch}` }
}

test('a start that is killed while it writes its file leaves nothing that the next start minds or keeps', async () => {
  const folder = newFolder()
  const users = ['.understay-server.2025.json', '.understay-server.9999999.log']
  for (const file of users) writeFileSync(join(folder, file), '')
  const killed = patched(`const { writeFileSync } = fs
    fs.writeFileSync = (file, text, how) => {
      if (String(file).includes('understay-server')) text = text.slice(0, 9)
      writeFileSync(file, text, how)
      if (text.length === 9) process.kill(process.pid, 'SIGKILL')
    }`)
  await runProgram(START, killed, folder)
  const [unknown = 0] = process.platform === 'linux' ? processesIn(folder) : []
  onTestFinished(() => void (unknown > 0 && process.kill(unknown)))
  expect(readdirSync(folder)).toHaveLength(users.length + 2)
  expect(await runProgram(START, {}, folder)).toMatchObject({ code: 0, err: '' })
  expect(readdirSync(folder).toSorted()).toEqual([FILE, '.understay-server.log', ...users].toSorted())
  await runProgram(['stop'], {}, folder)
})

const FULL = `throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })`
const NO_LINKS = `fs.linkSync = () => { throw Object.assign(new Error('EPERM'), { code: 'EPERM' }) }`

test.each([
  [
    'is written',
    `const { writeFileSync } = fs
    fs.writeFileSync = (file, text, how) => {
      if (!String(file).includes('understay-server')) return writeFileSync(file, text, how)
      writeFileSync(file, '', how)
      ${FULL}
    }`,
  ],
  ['is copied, without hard links', `${NO_LINKS}\nfs.copyFileSync = () => { ${FULL} }`],
])('a disk that is full when the server file %s is an error, and leaves no server and no file', async (_, code) => {
  const folder = newFolder()
  const refused = await runProgram(START, patched(code), folder)
  onTestFinished(async () => void (await runProgram(['stop'], {}, folder)))
  expect(refused).toEqual({ code: 2, out: '', err: 'understay: --server-file: ENOSPC: no space left\n' })
  expect(readdirSync(folder)).toEqual([])
  if (process.platform === 'linux') await until(() => processesIn(folder).length === 0)
})

test('a server starts in a folder that cannot be listed and has no hard links', async () => {
  const folder = newFolder()
  const unlisted = `const { readdirSync } = fs
    fs.readdirSync = (path, how) => {
      if (path === '.') throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
      return readdirSync(path, how)
    }`
  expect(await runProgram(START, patched(`${NO_LINKS}\n${unlisted}`), folder)).toMatchObject({ code: 0, err: '' })
  expect(readdirSync(folder).toSorted()).toEqual([FILE, '.understay-server.log'])
  expect(await runProgram(['stop'], {}, folder)).toMatchObject({ code: 0, err: '' })
})

test('a log that cannot be written is an error, and leaves no server and no file', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, '.understay-server.log'))
  const refused = await runProgram(START, {}, folder)
  expect(refused).toEqual({ code: 2, out: '', err: expect.stringMatching(/^understay: --server-file: EISDIR: .*\n$/) })
  expect(readdirSync(folder)).toEqual(['.understay-server.log'])
  if (process.platform === 'linux') await until(() => processesIn(folder).length === 0)
})
