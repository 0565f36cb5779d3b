import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { CLIENT, calling, NODE } from './commands.ts'
import { newFolder, runProgram } from './program.ts'
import { runShared } from './shared-process.ts'

interface Entry {
  comment?: string
  _understay?: unknown
  request: { headers: { name: string; value: string }[] }
  response: { headers: { name: string; value: string }[] }
}
interface Har {
  readonly log: { readonly entries: Entry[] }
}

const folder = newFolder()
const at = (name: string): string => join(folder, name)
const grade = (...args: readonly string[]) => runShared(['grade', ...args])

/** What another tool would have written of the same calls: nothing but requests and answers. */
function foreign(har: Har, without: readonly string[] = []): Har {
  const entries = har.log.entries.map((entry) => {
    const plain = Object.fromEntries(
      Object.entries(entry).filter(([key]) => !key.startsWith('_') && key !== 'comment'),
    ) as unknown as Entry
    const headers = plain.request.headers.filter(({ name }) => !without.includes(name.toLowerCase()))
    return { ...plain, request: { ...plain.request, headers } }
  })
  return { log: { ...har.log, entries } }
}

beforeAll(async () => {
  const careful = await runProgram(['run', '--report', folder, '--', NODE, CLIENT, '3'])
  expect(careful.code).toBe(0)
  const har = JSON.parse(readFileSync(at('journal.har'), 'utf8')) as Har
  writeFileSync(at('foreign.har'), JSON.stringify(foreign(har)))
  const untold = foreign(har)
  Object.assign(untold.log.entries.at(-1)?.response ?? {}, { status: 403, content: { size: 0, mimeType: '' } })
  writeFileSync(at('untold.har'), JSON.stringify(untold))
  writeFileSync(at('bare.har'), JSON.stringify(foreign(har, ['authorization'])))
  const dead = `const api = process.env.UNDERSTAY_API_URL
for (let i = 0; i < 4; i++) await fetch(api + '/oauth/token', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })`
  await runProgram(['run', '--report', at('bad'), '--', ...calling(dead)])
})

describe('understay grade', () => {
  test('takes its flags before and behind the file, and refuses those it does not read', async () => {
    const before = await grade('--strict', '--kind', 'channel-manager', at('journal.har'), '--format', 'json')
    const behind = await grade(at('journal.har'), '--format=json', '--kind=channel-manager', '--strict')
    expect(JSON.parse(before.out)).toMatchObject({ kind: 'channel-manager', calls: 4 })
    expect(behind).toEqual(before)
    expect(await grade(at('journal.har'), '--scenario', 'rate-limited')).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no flag --scenario'),
    })
    expect(await grade(at('journal.har'), at('foreign.har'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('foreign.har'),
    })
  })

  test('reports a file that cannot be written in one line', async () => {
    const { code, err } = await grade(at('journal.har'), '--output', join(folder, 'none', 'x.md'))
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^understay: --output: ENOENT: .*\n$/) })
  })

  test('writes its output to the terminal for -', async () => {
    const args = [at('journal.har'), '--format', 'json']
    expect(await grade(...args, '--output', '-')).toEqual(await grade(...args))
  })

  test('leaves out requests without a complete address', async () => {
    const har = JSON.parse(readFileSync(at('foreign.har'), 'utf8')) as { log: { entries: { request: { url: string } }[] } }
    har.log.entries.push({
      ...har.log.entries[0],
      request: { ...har.log.entries[0]?.request, url: '/service/api/properties/all' },
    })
    writeFileSync(at('relative.har'), JSON.stringify(har))
    const { out, err } = await grade(at('relative.har'))
    expect(err).toBe('')
    expect(out).toContain('Left out: 1 request to other addresses than /service/api.')
  })

  test('says of a file without calls how to get some', async () => {
    writeFileSync(at('none.har'), JSON.stringify({ log: { version: '1.2', entries: [] } }))
    const { code, out } = await grade(at('none.har'))
    expect(code).toBe(3)
    expect(out).toMatch(/^- log\.entries is empty: understay record --upstream URL -- COMMAND records calls, understay run/m)
    expect(out).not.toContain("Point the client's base_url here")
    for (const [text, said] of [
      ['', 'this file is empty: understay record'],
      ['{}', 'this is not a HAR file: it has no log; understay record'],
    ] as const) {
      writeFileSync(at('none.har'), text)
      expect(await grade(at('none.har'))).toMatchObject({ code: 2, err: expect.stringContaining(said) })
    }
  })

  test('passes a recording of a careful client', async () => {
    const { code, out, err } = await grade(at('journal.har'))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^(?:✅|❔) Understay grade: (?:passed|inconclusive) \(.*journal\.har, 4 calls\)/u)
    expect(out).not.toContain('is broken')
  })

  test('is conclusive about the journal of a run without webhooks and bookings that come by themselves', async () => {
    const { code, out } = await grade(at('journal.har'), '--strict', '--format', 'json')
    const { verdict, why, conformance } = JSON.parse(out)
    expect({ code, verdict, why }).toEqual({ code: 0, verdict: 'passed', why: [] })
    expect(conformance.counts.inconclusive).toBe(0)
  })

  test('says why it is inconclusive', async () => {
    expect((await grade(at('untold.har'))).out).toMatch(/^- \d+ rules cannot be told: it does not show why calls were refused$/m)
    const { out } = await grade(at('untold.har'), '--format', 'md')
    expect(out).toContain('## Why inconclusive')
    expect(out).toMatch(/^- it does not show why calls were refused: .*`auth\/scope-lost`/mu)
    const { why } = JSON.parse((await grade(at('untold.har'), '--format', 'json')).out)
    expect(why).toContainEqual({ fact: 'rows', text: expect.any(String), rules: ['resilience/no-duplicate-write'] })
  })

  test('judges a recording of another tool as far as possible, and names the missing data', async () => {
    const { code, out } = await grade(at('foreign.har'), '--format', 'json')
    expect(code).toBe(0)
    const { verdict, calls, notes, conformance } = JSON.parse(out)
    expect({ verdict, calls }).toEqual({ verdict: 'inconclusive', calls: 4 })
    expect(notes).toEqual([expect.stringContaining('not a journal of Understay')])
    const outcome = (id: string, of = conformance): string => of.rules.find((rule: { id: string }) => rule.id === id).outcome
    expect(outcome('sync/call-rate')).toBe('passed')
    expect(outcome('auth/scope-lost')).toBe('not-exercised')
    const untold = JSON.parse((await grade(at('untold.har'), '--format', 'json')).out)
    expect(outcome('auth/scope-lost', untold.conformance)).toBe('inconclusive')
  })

  test('reports removed Authorization headers, and judges the rest', async () => {
    const { code, out } = await grade(at('bare.har'))
    expect(code).toBe(0)
    expect(out).toContain('This recording has no Authorization headers: rules about tokens cannot be judged.')
    expect((await grade('--strict', at('bare.har'))).code).toBe(4)
  })

  test('counts the calls without an Authorization header when most have one', async () => {
    const har = JSON.parse(readFileSync(at('foreign.har'), 'utf8')) as Har
    const last = har.log.entries.at(-1)
    if (last) last.request.headers = last.request.headers.filter(({ name }) => name.toLowerCase() !== 'authorization')
    writeFileSync(at('one-bare.har'), JSON.stringify(har))
    const { out } = await grade(at('one-bare.har'))
    expect(out).toMatch(
      /^- 1 of the 3 calls that need a token have no Authorization header, first #4 GET \/.*: rules about tokens/m,
    )
  })

  test('suggests the product of a recording whose calls are all below another path', async () => {
    const text = readFileSync(at('foreign.har'), 'utf8').replaceAll('/service/api/', '/acme/api/')
    writeFileSync(at('acme.har'), text)
    const { code, out, err } = await grade(at('acme.har'))
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/acme\.har: no entry is below \/service\/api; found .*\/acme\/api \(4\); is it --product acme\?\n$/)
    expect((await grade(at('acme.har'), '--product', 'acme')).code).toBe(0)
  })

  test('judges what a browser recorded, after it took out tokens and cookies, as far as that can be judged', async () => {
    const file = 'test/replay/recorded-by-chromium.har'
    const text = readFileSync(file, 'utf8')
    expect(text).not.toMatch(/authorization|demo-secret|[0-9a-f]{40}/i)
    const { code, out, err } = await grade(file, '--format', 'json')
    expect({ code, err }).toEqual({ code: 3, err: '' })
    const { verdict, calls, notes, conformance } = JSON.parse(out)
    expect({ verdict, calls, notes }).toEqual({
      verdict: 'failed',
      calls: 7,
      notes: [
        'This recording has no Authorization headers: rules about tokens cannot be judged.',
        'This file is not a journal of Understay: rules that depend on changed rows cannot be judged.',
        'Left out: 1 request to other addresses than /service/api.',
      ],
    })
    const ids = (outcome: string): readonly string[] =>
      conformance.rules.filter((rule: { outcome: string }) => rule.outcome === outcome).map(({ id }: { id: string }) => id)
    expect(ids('failed')).toEqual(['auth/token-form'])
    expect(ids('passed')).toEqual(
      expect.arrayContaining(['auth/secret-in-url', 'data/date-format', 'data/utf8', 'sync/call-rate']),
    )
    expect(ids('inconclusive')).toEqual(expect.arrayContaining(['auth/token-reuse', 'auth/one-renewal']))
  })

  test('finds a secret in an address recorded by another tool, and does not print it', async () => {
    const har = JSON.parse(readFileSync(at('foreign.har'), 'utf8'))
    har.log.entries.at(-1).request.url += '?access_token=0123456789abcdef'
    writeFileSync(at('in-url.har'), JSON.stringify(har))
    for (const [format, found] of [
      ['md', '❌ | `auth/secret-in-url`'],
      ['text', '\n- rule auth/secret-in-url is broken (1 time): '],
    ] as const) {
      const { code, out } = await grade(at('in-url.har'), '--format', format)
      expect({ format, code, isFound: out.includes(found) }).toEqual({ format, code: 3, isFound: true })
      expect(out).not.toContain('0123456789abcdef')
    }
  })

  test('does not print the secrets of calls that a finding names, in forms and responses of another tool', async () => {
    const har = JSON.parse(readFileSync(at('foreign.har'), 'utf8'))
    const call = har.log.entries.at(-1)
    call.request.url += '?access_token=0123456789abcdef'
    call.response.content.text = '{"data":{"api_key":"k-5f1c20aa93","note":"0123456789abcdef"}}'
    call.request.postData = { mimeType: 'application/json', text: '{"client_secret":"s-77ab12cd90"}' }
    writeFileSync(at('secrets.har'), JSON.stringify(har))
    for (const format of ['md', 'html', 'json', 'text']) {
      const { out } = await grade(at('secrets.har'), '--format', format)
      expect({ format, found: /0123456789abcdef|k-5f1c20aa93|s-77ab12cd90/.exec(out)?.[0] }).toEqual({ format })
    }
  })

  test('exits with 3 when a required rule is broken', async () => {
    const { code, out } = await grade(at('bad/journal.har'))
    expect(code).toBe(3)
    expect(out).toContain('auth/token-form')
  })

  test('leaves out the rules for other kinds of clients', async () => {
    const rules = async (...args: readonly string[]): Promise<number> =>
      JSON.parse((await grade(at('journal.har'), '--format', 'json', ...args)).out).conformance.counts['not-applicable']
    expect(await rules()).toBe(0)
    expect(await rules('--kind', 'booking-site')).toBeGreaterThan(0)
  })

  test.each([
    [['nowhere.har'], 'nowhere.har: there is no such file'],
    [
      ['--kind', 'booking-sit', 'x.har'],
      '--kind: "booking-sit" is not channel-manager, booking-site or syndication; did you mean "booking-site"?',
    ],
    [[], 'understay grade needs a file'],
    [[at('journal.har'), '--format', 'xml'], '--format: "xml" is not text, md, html or json'],
  ])('refuses %j with a message', async (args, message) => {
    const { code, err } = await grade(...args)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })
})
