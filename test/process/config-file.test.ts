import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder, PROGRAM } from './program.ts'

/** What `understay start` says in a folder with these files, which are no settings. */
function saidWith(...files: readonly string[]): string {
  const cwd = newFolder()
  for (const file of files) writeFileSync(join(cwd, file), 'prot: 1\n')
  return spawnSync(process.execPath, [resolve(PROGRAM), 'start', '--memory'], { cwd, encoding: 'utf8' }).stderr
}

test('the settings of a folder may be in a file with either ending of YAML, not in both', () => {
  expect(saidWith('understay.config.yaml')).toContain('understay.config.yaml:1:1 prot: unknown setting; did you mean "port"?')
  expect(saidWith('understay.config.yml')).toContain('understay.config.yml:1:1 prot: unknown setting; did you mean "port"?')
  expect(saidWith('understay.config.yaml', 'understay.config.yml')).toContain(
    'there are understay.config.yaml and understay.config.yml: remove one of them',
  )
})
