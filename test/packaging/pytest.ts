import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'

/** The Python whose pytest is tested: that of the system first, which Debian's packages install into. */
const PYTHON = ['/usr/bin/python3', 'python3'].find(
  (python) => spawnSync(python, ['-c', 'import pytest, xdist'], { stdio: 'ignore' }).status === 0,
)

/** Why the tests with pytest are skipped. */
export const NO_PYTEST = PYTHON === undefined ? 'python3 with pytest and pytest-xdist is not installed' : undefined

/** Why the tests of the wheel are skipped. */
export const NO_WHEEL =
  PYTHON === undefined || spawnSync(PYTHON, ['-c', 'import setuptools, wheel'], { stdio: 'ignore' }).status !== 0
    ? 'python3 with setuptools and wheel is not installed'
    : undefined

/** Builds the wheel without a network and unpacks it, which is how pip installs it. @returns the folder of the packages */
export function installedWheel(folder: string): string {
  cpSync('packaging/pytest', join(folder, 'source'), { recursive: true })
  const build = 'import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))'
  const run = (args: readonly string[]) =>
    execFileSync(PYTHON ?? '', args, { cwd: join(folder, 'source'), encoding: 'utf8', stdio: 'pipe' })
  const name = run(['-c', build, folder]).trim().split('\n').at(-1) ?? ''
  run(['-m', 'zipfile', '-e', join(folder, name), join(folder, 'packages')])
  return join(folder, 'packages')
}

/** Runs the plugin of the checkout, as if it were installed, or that of a folder of packages. @returns the exit code and the output */
export function pytest(
  folder: string,
  args: readonly string[] = [],
  packages?: string,
): Promise<{ readonly code: unknown; readonly output: string }> {
  const env = { ...process.env, PYTHONPATH: packages ?? `${process.cwd()}/packaging/pytest`, PYTHONDONTWRITEBYTECODE: '1' }
  const plugin = packages === undefined ? ['-p', 'understay_pytest'] : []
  const plain = ['-m', 'pytest', ...plugin, '-p', 'no:cacheprovider', '-q', '--color=no', ...args]
  return new Promise((done) =>
    execFile(PYTHON ?? '', plain, { cwd: folder, env }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: stdout + stderr }),
    ),
  )
}
