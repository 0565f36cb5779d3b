import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newFolder } from '../process/program.ts'

const folder = newFolder()
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the script on pages of one text each. */
function docsRun(...pages: readonly string[]) {
  const files = pages.map((text, n) => {
    const file = join(folder, `page-${n}.md`)
    writeFileSync(file, text)
    return file
  })
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'scripts/run-docs.ts', ...(files.length > 0 ? files : [join(folder, 'nowhere.md')])],
    { encoding: 'utf8' },
  )
  const shown = (text: string) => text.replaceAll(`${folder}/`, '').replaceAll(/ +\d+ ms/g, ' N ms')
  return { status, list: shown(stdout), objections: shown(stderr) }
}

test('correct pages are listed, with exit code 0', () => {
  const { status, list, objections } = docsRun('```sh run\necho one\n```\n', '```yaml not-run: a part\na: 1\n```\n')
  expect([status, objections]).toEqual([0, ''])
  expect(list).toMatch(/^page-0\.md:1 {2}sh {4}ran N ms\npage-1\.md:1 {2}yaml {2}checked N ms {2}not run: a part\n/)
  expect(list).toMatch(/\n2 blocks on 2 pages: 1 ran, 1 checked; [\d.]+ s\n$/)
})

test('wrong blocks are reported with page and line, with exit code 1', () => {
  const unmarked = '# A\n\n```sh\ntrue\n```\n'
  const wrong = '```yaml not-run: a part\na: 1\na: 2\n```\n\n```sh run\necho said; exit 4\n```\n'
  const { status, objections } = docsRun(unmarked, wrong)
  expect(status).toBe(1)
  expect(objections).toMatch(/^page-0\.md:3: no mark; write "run"/m)
  expect(objections).toMatch(/^page-1\.md:1: Map keys must be unique at line 2/m)
  expect(objections).toMatch(/^page-1\.md:6: it ended with 4\n {4}said$/m)
})

test('a missing page is a usage error', () => {
  const { status, objections } = docsRun()
  expect(status).toBe(2)
  expect(objections).toBe('There is no page nowhere.md. Name files, such as docs/recipes/php.md\n')
})
