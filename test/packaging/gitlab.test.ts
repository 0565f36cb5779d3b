import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { newFolder, PROGRAM } from '../process/program.ts'

/** The lines that the job of the component runs after its installation. */
function script(): string {
  const [, job] = parseAllDocuments(readFileSync('templates/understay/template.yml', 'utf8'))
  const lines = job?.getIn(['$[[ inputs.job ]]', 'script'], true)
  expect(lines).toBeDefined()
  return JSON.parse(JSON.stringify(lines))
    .slice(2)
    .join('\n')
    .replaceAll(/\$\[\[ inputs\.\w+ \]\]/g, '')
}

/** Runs the job in an image that has these programs only. @returns its exit code */
function run(command: string, programs: readonly string[]): number | null {
  const image = newFolder()
  for (const program of programs)
    symlinkSync(spawnSync('which', [program], { encoding: 'utf8' }).stdout.trim(), join(image, program))
  writeFileSync(join(image, 'npx'), `#!/bin/sh\nshift 3\nexec "${process.execPath}" "${resolve(PROGRAM)}" "$@"\n`)
  chmodSync(join(image, 'npx'), 0o755)
  const env = { PATH: image, UNDERSTAY_CI_COMMAND: command }
  return spawnSync('/bin/sh', ['-e', '-c', script()], { cwd: image, env }).status
}

test.each([
  ['with bash', ['bash', 'sh', 'cat'], 'exit 5 | cat'],
  ['without bash', ['sh', 'cat'], 'sh -c "exit 5"'],
])('a command of several lines fails with the first that fails, in an image %s', (_, programs, failing) => {
  expect(run(`${failing}\nexit 0`, programs)).toBe(5)
  expect(run('true\nexit 7', programs)).toBe(7)
})
