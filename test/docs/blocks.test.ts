import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { placeOf, readBlocks } from '../../scripts/pages/block.ts'
import { pagesOf } from '../../scripts/pages/pages.ts'

const markOf = (about: string) => readBlocks('a.md', `\`\`\`${about}\ncode\n\`\`\`\n`)[0]?.mark

describe('the marks after the language of a block', () => {
  test.each([
    ['sh run', { kind: 'run' }],
    ['yaml run file=compose.yaml', { kind: 'run', file: 'compose.yaml' }],
    ['yaml run file=.github/workflows/test.yml', { kind: 'run', file: '.github/workflows/test.yml' }],
    ['sh run needs=python', { kind: 'run', needs: 'python' }],
    ['sh run needs=php file=a.sh', { kind: 'run', needs: 'php', file: 'a.sh' }],
    ['yaml not-run: needs a container engine', { kind: 'not-run', reason: 'needs a container engine' }],
    ['yaml  not-run:a part', { kind: 'not-run', reason: 'a part' }],
  ])('%s is parsed', (about, mark) => {
    expect(markOf(about)).toEqual(mark)
  })

  test.each([
    ['', 'no language'],
    ['run', 'no language'],
    ['not-run: a reason', 'no language'],
    ['sh', 'no mark'],
    ['sh runs', '"runs" is no mark'],
    ['sh not-run', '"not-run" is no mark'],
    ['sh not-run:', 'not-run without a reason'],
    ['sh run compose.yaml', '"run compose.yaml" is no mark'],
    ['sh run file=', '"run file=" is no mark'],
    ['sh run where=here', '"run where=here" is no mark'],
    ['sh run file=../up', "not a name inside the page's folder"],
    ['sh run file=/etc/passwd', "not a name inside the page's folder"],
  ])('"%s" is refused', (about, problem) => {
    expect(markOf(about)).toEqual({ kind: 'wrong', problem: expect.stringContaining(problem) })
  })
})

describe('the blocks of a page', () => {
  const blocks = (...lines: readonly string[]) =>
    readBlocks('docs/a.md', lines.join('\n')).map((block) => [placeOf(block), block.code])

  test('begin at their opening fence', () => {
    expect(blocks('# A', '', '```sh run', 'one', '```', 'text', '~~~text run', 'two', '', '~~~')).toEqual([
      ['docs/a.md:3', 'one\n'],
      ['docs/a.md:7', 'two\n\n'],
    ])
  })

  test('end at their own closing fence only', () => {
    expect(blocks('````md run', '```sh', '```', '~~~', '````', '```sh run', '```` ', '```sh run', 'x', '```')).toEqual([
      ['docs/a.md:1', '```sh\n```\n~~~\n'],
      ['docs/a.md:6', ''],
      ['docs/a.md:8', 'x\n'],
    ])
  })

  test('lose the indentation of lists and the marks of quotations', () => {
    expect(blocks('1. Do', '', '   ```sh run', '   if x', '     then', '   ```', '> ```sh run', '> y', '> ```')).toEqual([
      ['docs/a.md:3', 'if x\n  then\n'],
      ['docs/a.md:7', 'y\n'],
    ])
  })

  test('do not begin at inline code', () => {
    expect(blocks('```x``` and ```y```')).toEqual([])
  })

  test('are refused when they never end', () => {
    expect(readBlocks('a.md', '```sh run\necho')[0]?.mark).toEqual({ kind: 'wrong', problem: 'the fence is never closed' })
  })
})

describe('the documents of the project', () => {
  const pages = pagesOf('.')

  test('are the README and everything in docs except the decisions', () => {
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/fixtures.md', 'docs/recipes/php.md']))
    expect(pages.filter((page) => page.includes('decisions'))).toEqual([])
  })

  test.each(pages)('mark every block: %s', (page) => {
    const wrong = readBlocks(page, readFileSync(page, 'utf8')).filter(({ mark }) => mark.kind === 'wrong')
    expect(wrong.map((block) => [placeOf(block), block.mark])).toEqual([])
  })
})
