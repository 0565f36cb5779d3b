import { execFile, spawnSync } from 'node:child_process'

/** The Python whose pytest is tested: that of the system first, which Debian's packages install into. */
const PYTHON = ['/usr/bin/python3', 'python3'].find(
  (python) => spawnSync(python, ['-c', 'import pytest, xdist'], { stdio: 'ignore' }).status === 0,
)

/** Why the tests with pytest are skipped. */
export const NO_PYTEST = PYTHON === undefined ? 'python3 with pytest and pytest-xdist is not installed' : undefined

/** Runs the plugin of the checkout, as if it were installed. @returns the exit code and the output */
export function pytest(folder: string, ...args: readonly string[]): Promise<{ readonly code: unknown; readonly output: string }> {
  const env = { ...process.env, PYTHONPATH: `${process.cwd()}/packaging/pytest`, PYTHONDONTWRITEBYTECODE: '1' }
  const plain = ['-m', 'pytest', '-p', 'understay_pytest', '-p', 'no:cacheprovider', '-q', '--color=no', ...args]
  return new Promise((done) =>
    execFile(PYTHON ?? '', plain, { cwd: folder, env }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: stdout + stderr }),
    ),
  )
}
