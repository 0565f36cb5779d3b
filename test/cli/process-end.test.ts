import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { processExists } from '../../src/base/process-exists.ts'
import { isGroupAlive } from '../../src/cli/process-end.ts'

/** Starts a shell in a group of its own. @returns it and the first number that it prints */
async function started(line: string): Promise<{ readonly shell: ChildProcess; readonly pid: number }> {
  const shell = spawn('sh', ['-c', line], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void shell.kill('SIGKILL'))
  const [first] = await once(shell.stdout, 'data')
  return { shell, pid: Number(first) }
}

test('a group is alive as long as one of its processes runs', async () => {
  const { shell, pid } = await started('sleep 600 & echo $$; wait')
  expect(isGroupAlive(pid)).toBe(true)
  process.kill(-pid)
  await once(shell, 'exit')
  await expect.poll(() => isGroupAlive(pid)).toBe(false)
})

test.runIf(process.platform === 'linux')('not when all have ended and nobody has asked for their exit codes', async () => {
  const { shell, pid } = await started('setsid sleep 600 & echo $!; exec sleep 600')
  // From then on the shell is a process that never asks.
  await expect.poll(() => readFileSync(`/proc/${shell.pid}/comm`, 'utf8')).toBe('sleep\n')
  await expect.poll(() => isGroupAlive(pid)).toBe(true)
  process.kill(pid)
  await expect.poll(() => [processExists(-pid), isGroupAlive(pid)]).toEqual([true, false])
})
