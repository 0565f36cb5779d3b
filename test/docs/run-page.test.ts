import { describe, expect, test } from 'vitest'
import { failuresOf, listOf, summaryOf } from '../../scripts/pages/list.ts'
import { runPage } from '../../scripts/pages/page.ts'
import { lacking, PROGRAMS } from '../../scripts/pages/program.ts'

type Written = readonly [about: string, code: string]

const block = ([about, code]: Written): string => `\`\`\`${about}\n${code}\n\`\`\`\n`
const run = (...blocks: readonly Written[]) => runPage('page.md', blocks.map(block).join('\n'))

/** Outcomes and notes, in the order of the page. */
const toldOf = async (...blocks: readonly Written[]) =>
  (await run(...blocks)).map(({ outcome, note }) => (note === undefined ? outcome : `${outcome}: ${note}`))

describe('failing blocks', () => {
  test.each<[string, Written, string]>([
    ['without a mark', ['sh', 'true'], 'no mark; write "run"'],
    ['of YAML that is not', ['yaml not-run: a part', 'a: [1, 2'], 'Flow sequence'],
    ['of YAML with a key that stands twice', ['yaml not-run: a part', 'a: 1\nb: 2\na: 3'], 'Map keys must be unique at line 3'],
    ['of YAML that is written and is not', ['yaml run file=a.yaml', 'a: b: c'], 'Nested mappings'],
    ['of JSON that is not', ['json not-run: a part', '{ "a": 1, }'], 'JSON'],
    ['of JavaScript that is not', ['js not-run: needs more', 'const a ='], 'Unexpected'],
    ['of TypeScript that is not', ['ts not-run: needs more', 'const a: = 1'], 'Unexpected'],
    ['of shell that is not', ['sh not-run: needs more', 'if true; do'], 'syntax error'],
    ['of a command that ends with 3', ['sh run', 'echo said; exit 3'], 'it ended with 3'],
    ['of a pipe with a command that fails', ['sh run', 'false | true'], 'it ended with 1'],
    ['of a variable that is not there', ['sh run', 'echo "$NOBODY_SET_THIS"'], 'it ended with 1'],
    ['of a program that throws', ['js run', 'throw new Error("said")'], 'it ended with 1'],
    [
      'of a test that fails',
      ['js run file=a.test.mjs', "import { test } from 'vitest'\ntest('a', () => { throw 1 })"],
      'ended with 1',
    ],
    ['of a language that nothing runs', ['toml run', 'a = 1'], 'nothing here runs toml'],
    ['of a language that needs one nobody knows', ['sh run needs=cobol', 'true'], 'needs=cobol: there are sh, '],
    ['of data that nothing printed', ['json run', '{}'], 'no block before it printed anything'],
  ])('%s are reported', async (_, written, problem) => {
    const results = await run(['text not-run: for its lines', 'text'], written)
    expect(results[1]?.outcome).toBe('FAILED')
    expect(results[1]?.note).toContain(problem)
    expect(failuresOf(results)).toMatch(/^page\.md:5: /)
  })

  test('whose expected output is missing are reported with the actual output', async () => {
    const results = await run(['sh run', 'echo one'], ['text run', 'two'])
    expect(failuresOf(results)).toBe('page.md:5: this line was not printed: two\n    The block before it printed:\n    one')
  })

  test('are reported with their output', async () => {
    const results = await run(['sh run', 'echo out; echo err >&2; exit 3'])
    expect(failuresOf(results)).toBe('page.md:1: it ended with 3\n    out\n    err')
  })

  test('are reported with their text when they printed nothing', async () => {
    expect(failuresOf(await run(['sh run', 'true\nfalse']))).toBe(
      'page.md:1: it ended with 1\n    It said nothing. The block:\n    true\n    false',
    )
  })

  test('stop the programs in the background, and no others', async () => {
    const told = await toldOf(['sh run', 'exit 3'], ['sh run', 'echo'], ['sh not-run: no', 'echo'], ['yaml not-run: no', 'a: 1'])
    expect(told).toEqual(['FAILED: it ended with 3', 'skipped: page.md:1 failed', 'checked: not run: no', 'checked: not run: no'])
  })

  test('are killed with their child processes after the time limit', async () => {
    const [result] = await runPage('page.md', block(['sh run', 'sleep 300 & sleep 300']), 300)
    expect(result).toMatchObject({ outcome: 'FAILED', note: 'it did not end in time, or was killed' })
  })
})

describe('a page', () => {
  test('shares files, variables and folder among its blocks', async () => {
    const told = await toldOf(
      ['json run file=deep/a.json', '{ "a": 1 }'],
      ['sh run', 'A=$(cat deep/a.json); B="it\'s"; cd deep'],
      ['sh run', 'test "$A" = "{ \\"a\\": 1 }"; echo "$B"; ls'],
      ['text run', "it's\na.json"],
    )
    expect(told).toEqual(['written: deep/a.json', 'ran', 'ran', 'as shown'])
  })

  test('has its own server, at the address shown in pages', async () => {
    const token = '-d grant_type=client_credentials -d client_id=$UNDERSTAY_CLIENT_ID -d client_secret=$UNDERSTAY_CLIENT_SECRET'
    const told = await toldOf(
      ['sh run', `curl -sf $UNDERSTAY_TOKEN_URL ${token} -d scope=properties_get`],
      ['json run', '{ "access_token": "...", "expires_in": 3600, "token_type": "Bearer" }'],
      ['sh run', 'curl -sf http://127.0.0.1:4010/_understay/ready; echo " $UNDERSTAY_BASE_URL"'],
      ['text run', '... http://127.0.0.1:4010'],
      ['js run', "console.log(process.env.UNDERSTAY_API_URL, (await fetch('http://localhost:4010/_understay/ready')).status)"],
      ['text run', 'http://127.0.0.1:4010/service/api 200'],
    )
    expect(told).toEqual(['ran', 'as shown', 'ran', 'as shown', 'ran', 'as shown'])
  })

  test('can use the program, the library and Vitest as installed', async () => {
    const told = await toldOf(
      ['sh run', 'understay --version; npx understay --version'],
      [
        'ts run',
        "import { startUnderstay, type Understay } from 'understay'\nconst u: Understay = await startUnderstay()\nawait u.close()",
      ],
      ['js run file=a.test.mjs', "import { test } from 'understay/vitest'\ntest('a', ({ sandbox }) => sandbox.reset())"],
    )
    expect(told).toEqual(['ran', 'ran', 'ran'])
  })

  test('leaves no process running', async () => {
    const server =
      "const s = require('http').createServer().listen(0, () => require('fs').writeFileSync('port', String(s.address().port)))"
    const waiting = 'until [ -s port ]; do sleep 0.05; done; cat port; exit 1'
    const [, result] = await run(['text run file=server.cjs', server], ['sh run', `node server.cjs & ${waiting}`])
    const port = Number(result?.output)
    expect(port).toBeGreaterThan(0)
    await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow('fetch failed')
  })
})

describe('the list of results', () => {
  test('has a line for each block and a count for each outcome', async () => {
    const results = await run(
      ['sh run', 'true'],
      ['yaml not-run: needs a container engine', 'a: 1'],
      ['text not-run: a sketch', 'x'],
    )
    const lines = listOf(results)
      .replaceAll(/ +\d+ ms/g, ' N ms')
      .split('\n')
    expect(lines).toEqual([
      'page.md:1  sh    ran N ms',
      'page.md:5  yaml  checked N ms  not run: needs a container engine',
      'page.md:9  text  skipped N ms  not run: a sketch',
    ])
    expect(summaryOf(results)).toBe('3 blocks on 1 page: 1 ran, 1 checked, 1 skipped')
    expect(failuresOf(results)).toBe('')
  })
})

describe('a language', () => {
  const here = PROGRAMS['js']
  const elsewhere = here && { ...here, needs: ['understay-has-no-such-interpreter', '--version'] as const }

  test('is skipped when its interpreter is missing', () => {
    expect(elsewhere && lacking(elsewhere)).toBe('no understay-has-no-such-interpreter here')
    expect(here && lacking(here)).toBeUndefined()
  })
})
