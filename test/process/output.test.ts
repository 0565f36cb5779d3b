import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { CLIENT, NODE } from './commands.ts'
import { newFolder, PROGRAM, runProgram, startProgram } from './program.ts'
import { runShared } from './shared-process.ts'

const CALLS = 2000

/** A replay that prints its report, larger than what a pipe holds. */
function replay(): ChildProcess {
  const entry = {
    startedDateTime: '2026-05-02T09:00:00.000Z',
    request: { method: 'GET', url: 'http://127.0.0.1/service/api/properties/all', headers: [] },
    response: { status: 401, headers: [], content: { text: '' } },
  }
  const file = join(newFolder(), 'recorded.har')
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries: Array.from({ length: CALLS }, () => entry) } }))
  return spawn(process.execPath, [PROGRAM, 'replay', file, '--report', '-'], { stdio: ['ignore', 'pipe', 'pipe'] })
}

test('a reader that is slow gets the whole output', async () => {
  const { stdout, stderr } = replay()
  if (!stdout || !stderr) throw new Error('no pipes')
  // the summary comes after the report
  await once(stderr, 'data')
  await pause(500)
  const report = JSON.parse(await text(stdout)) as { readonly exchanges: readonly unknown[] }
  expect(report.exchanges).toHaveLength(CALLS)
})

test('a reader that stops early, such as head, does not cause a failure', async () => {
  const program = replay()
  const problems = program.stderr ? text(program.stderr) : ''
  program.stdout?.once('data', () => program.stdout?.destroy())
  await once(program, 'close')
  expect(await problems).not.toMatch(/EPIPE|Error/)
  expect(program.signalCode).toBeNull()
})

test('a server continues when the reader of its log has gone', async () => {
  const { program, url } = await startProgram(['--memory'])
  program.child.stdout?.destroy()
  for (let call = 0; call < 20; call++) expect((await fetch(`${url}/service/api/properties/all`)).status).toBe(401)
  expect(program.err).toBe('')
  expect(await program.stop()).toEqual({ code: 0, signal: null })
})

test('an error has its exit code when its reader has gone', async () => {
  const program = spawn(process.execPath, [PROGRAM, 'start', '--no-such-flag'], { stdio: ['ignore', 'ignore', 'pipe'] })
  program.stderr.destroy()
  expect(await once(program, 'close')).toEqual([2, null])
})

test('the exit code of a command counts when the reader of the errors has gone', async () => {
  const command = [PROGRAM, 'run', '--', process.execPath, '-e', 'setTimeout(() => process.exit(42), 500)']
  const program = spawn(process.execPath, command, { stdio: ['ignore', 'ignore', 'pipe'] })
  program.stderr.destroy()
  expect(await once(program, 'close')).toEqual([42, null])
})

test.runIf(existsSync('/dev/full'))(
  'output that a full disk does not take is a failure; the code of a command counts',
  async () => {
    const codeOf = async (...args: readonly string[]) => {
      const full = openSync('/dev/full', 'w')
      const program = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', full, 'pipe'] })
      closeSync(full)
      const [err, [code]] = await Promise.all([program.stderr && text(program.stderr), once(program, 'close')])
      return { code, err }
    }
    const err = 'understay: standard output: ENOSPC: no space left on device, write\n'
    expect(await codeOf('scenarios')).toEqual({ code: 1, err })
    const ended = await codeOf('run', '--', process.execPath, '-e', 'process.exitCode = 42')
    expect(ended).toEqual({ code: 42, err: expect.stringContaining(err) })
  },
)

describe.runIf(existsSync('/dev/full'))('a report that cannot be written because the disk is full', () => {
  test.each([
    ['succeeds', '', 'understay: --report'],
    ['fails', '; exit 7', 'understay: no report: --report'],
  ])('does not keep the verdict back where the command %s', async (_, end, problem) => {
    const folder = newFolder()
    const fill = `ln -s /dev/full ${folder}/report.md; ${NODE} ${CLIENT} 2${end}`
    const { code, out, err } = await runShared(['run', '--report', folder, '--', 'sh', '-c', fill])
    expect(out).toMatch(/^.*\bpassed\b.*$/m)
    expect(out).not.toContain(`${folder}/report.html`)
    expect(err).toContain(`${problem}: cannot write to ${folder}: ENOSPC`)
    expect(code).toBe(end === '' ? 1 : 7)
  })
})

test.each(['--help', '-h'])('help %s is the help of the program', async (flag) => {
  expect(await runProgram(['help', flag])).toMatchObject({ code: 0, out: expect.stringContaining('Usage: understay [VERB]') })
})
