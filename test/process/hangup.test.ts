import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { newFolder, PROGRAM, startProgram } from './program.ts'

/** Runs a command in a terminal of its own. */
const TERMINAL = '/usr/bin/script'

function commandLine(output: string): string {
  try {
    return readFileSync(`/proc/${output.split('\n')[0]}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

describe('the program', () => {
  test('ends with 0 after SIGHUP', async () => {
    const { program } = await startProgram(['--memory'])
    expect(await program.stop('SIGHUP')).toEqual({ code: 0, signal: null })
    expect(program.out).toContain('"msg":"stopping","signal":"SIGHUP"')
  })

  test.skipIf(process.platform !== 'linux' || !existsSync(TERMINAL))(
    'ends, and not by a failure of Node, when its terminal is closed',
    async () => {
      const file = join(newFolder(), 'output')
      const start = `echo $$ >${file}; exec ${process.execPath} ${resolve(PROGRAM)} start --memory --port 0 >>${file} 2>&1`
      const terminal = spawn(TERMINAL, ['-qfc', start, '/dev/null'])
      const output = (): string => (existsSync(file) ? readFileSync(file, 'utf8') : '')
      await until(() => output().includes('"msg":"listening"'))
      terminal.kill('SIGKILL')
      // what is left of a process that has ended has no command line
      await until(() => commandLine(output()) === '')
      expect(output()).toContain('"msg":"stopping","signal":"SIGHUP"')
      expect(output()).not.toContain('Assertion failed')
    },
  )
})
