import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CLIENT, calling, NODE, node, writtenNumber } from './commands.ts'
import { newFolder, Program } from './program.ts'
import { runShared } from './shared-process.ts'

describe('a scenario in one sandbox per worker', () => {
  /** The first worker calls so often that the fault happens, the second does not. */
  const workers = (first: number, second: number): string[] => {
    const client = (calls: number, sandbox: string): string => `${NODE} ${CLIENT} ${calls} /@${sandbox}`
    return ['--', 'sh', '-c', `${client(first, 'w1')} && ${client(second, 'w2')}`]
  }

  test('judges a sandbox without any of its faults by conformance alone', async () => {
    const folder = newFolder()
    const { code, out } = await runShared([
      'run',
      '--verbose',
      '--scenario',
      'token-revoked',
      '--report',
      folder,
      ...workers(5, 1),
    ])
    expect(out).toContain('\nIn `@w2` no fault of the scenario happened: only conformance is judged.\n')
    expect(out).not.toContain('In `@w1`')
    expect(code).toBe(0)
    const own = JSON.parse(readFileSync(join(folder, '@w2', 'report.json'), 'utf8'))
    expect(own).toMatchObject({ verdict: 'passed', conformanceAlone: true, faults: [{ state: 'unused' }] })
  })

  test('is inconclusive without a fault in any sandbox, with the reasons by sandbox', async () => {
    const folder = newFolder()
    const { code, out } = await runShared(['run', '--scenario', 'token-revoked', '--report', folder, ...workers(1, 1)])
    expect(out).not.toContain('conformance alone')
    expect(code).toBe(0)
    const { verdict, reasons } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
    expect(verdict).toBe('inconclusive')
    for (const sandbox of ['@w1', '@w2'])
      expect(reasons).toContainEqual(
        expect.stringMatching(new RegExp(`^${sandbox}: fault token-revoked/revoked .* never happened`)),
      )
  })
})

describe('calls in a sandbox that is reset or removed during the run', () => {
  const call = (base: string) =>
    `{ const api = process.env.UNDERSTAY_URL + '${base}/service/api';` +
    `const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'demo', client_secret: 'demo-secret', scope: 'properties_get' });` +
    `const { access_token } = await (await fetch(api + '/oauth/token', { method: 'POST', body: form })).json();` +
    `await fetch(api + '/properties/all', { headers: { authorization: 'Bearer ' + access_token, 'x-service-channel-name': 'a' } }); }`
  const reset = `await fetch(process.env.UNDERSTAY_URL + '/_understay/reset', { method: 'POST' });`
  const remove = `await fetch(process.env.UNDERSTAY_URL + '/_understay/sandboxes?name=w1', { method: 'DELETE' });`
  const play = (text: string) => ['run', '--verbose', '--', ...calling(text)]

  test('are counted when it is reset at the end of a test', async () => {
    const { code, out } = await runShared(play(`${call('')}${reset}${call('')}${reset}`))
    expect(code).toBe(0)
    expect(out).toContain('Sandbox `default (1)`')
    expect(out).toContain('Sandbox `default (2)`')
  })

  test('are judged when it is removed', async () => {
    expect((await runShared(play(`${call('/@w1')}${remove}`))).code).toBe(0)
    const bad = `for (let i = 0; i < 3; i++) await fetch(process.env.UNDERSTAY_URL + '/@w1/service/api/oauth/token', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });`
    const { code, out } = await runShared(play(`${call('')}${bad}${remove}`))
    expect(code).toBe(3)
    expect(out).toContain('Sandbox `w1 (1)`')
  })

  test('are summarized in a line when many sandboxes passed', async () => {
    const { code, out } = await runShared(play(`for (let i = 0; i < 10; i++) { ${call('')}${reset} }`))
    expect(code).toBe(0)
    expect(out).toContain('# ✅ Understay: passed (10 of 10 worlds passed)\n')
    expect(out).toMatch(/\nCalls of each world that passed: `@default` \(1\) \(2\), .*`@default` \(10\) \(2\)\n/)
  })
})

test('a call that the client gave up during a delay is in the report', async () => {
  const folder = newFolder()
  const fault = 'faults:\n  - { id: slow, on: { operation: listPropertyTypes }, network: { delay: 10s } }\n'
  writeFileSync(
    join(folder, 'slow.yaml'),
    `name: slow\n${fault}expect:\n  - { id: asked, fault: slow, operation: listPropertyTypes }\n`,
  )
  const giveUp = `fetch(process.env.UNDERSTAY_API_URL + '/site_structure/property_types', { signal: AbortSignal.timeout(2000) })
    .catch(({ name }) => console.log(name))`
  const { code, out } = await runShared(['run', '--scenario', 'slow.yaml', '--', ...node(giveUp)], {}, folder)
  expect(out).toContain('TimeoutError\n')
  expect(out).toContain('Understay: passed (slow, 1 call,')
  expect(code).toBe(0)
})

describe('calls that end before their response', () => {
  /** The notes of the journal on calls that sent forms or writes, and the outcomes of rules. */
  async function reported(flags: readonly string[], client: string, folder = newFolder()) {
    const setUp = `const { UNDERSTAY_API_URL: api, UNDERSTAY_CLIENT_ID: id, UNDERSTAY_CLIENT_SECRET: secret } = process.env
      const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret, scope: 'properties_get properties_set' }
      const ask = (path, more) => fetch(api + path, more).then((answer) => answer.text()).catch(({ name }) => name)
      const token = () => ask('/oauth/token', { method: 'POST', body: new URLSearchParams(form) }).then((text) => JSON.parse(text).access_token)
      const close = (headers, ms) => ask('/blackbookings/1/1/2027-02-10', { method: 'POST', headers, signal: AbortSignal.timeout(ms) })
      const look = (headers) => ask('/properties/1/availabilities/2027-02-10/2027-02-11', { headers })
      const signedIn = async () => ({ authorization: 'Bearer ' + await token(), 'x-service-channel-name': 'w' })`
    const command = [NODE, '--input-type=module', '-e', `${setUp}\n${client}`]
    const { out } = await runShared(['run', ...flags, '--report', folder, '--', ...command], {}, folder)
    const [report] = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).sandboxes
    const { log } = JSON.parse(readFileSync(join(folder, 'journal.har'), 'utf8'))
    const outcome = (id: string) => report.conformance.rules.find((one: { id: string }) => one.id === id)?.outcome
    return { out, report, outcome, notes: log.entries.map((one: { _understay: object }) => one._understay) }
  }

  test('are given up under latency, also with a form', async () => {
    const post = "{ method: 'POST', body: new URLSearchParams(form), signal: AbortSignal.timeout(200) }"
    // on an open connection, so that it is sent at once
    const client = `await look({}); await ask('/oauth/token', ${post}); await new Promise((done) => setTimeout(done, 2000))`
    const { notes } = await reported(['--latency', '1500'], client)
    expect(notes[1]).toMatchObject({ operation: 'requestToken', aborted: true })
    expect(notes[1].abortedMs).toBeGreaterThan(0)
    expect(notes[1].abortedMs).toBeLessThan(1400)
  })

  test('are not hung up by a client that was ended', async () => {
    const folder = newFolder()
    writeFileSync(
      join(folder, 'slow.yaml'),
      'name: slow\nfaults:\n  - { id: slow, on: { method: GET }, times: 9, network: { delay: 10m } }\n',
    )
    const flags = ['--scenario', 'slow.yaml', '--timeout', '2s']
    const { notes, outcome } = await reported(
      flags,
      'const mine = await signedIn(); look(mine); look(mine); await look(mine)',
      folder,
    )
    expect(notes.filter(({ aborted }: { aborted?: true }) => aborted)).toHaveLength(3)
    expect(outcome('resilience/hang-up')).toBe('passed')
  })

  test('are a blind repetition of a write, whichever attempt is served first, unless the client looks', async () => {
    const folder = newFolder()
    const slow = (id: string, more: string) => `  - { id: ${id}, on: { operation: createBlackBooking }, ${more} }\n`
    writeFileSync(
      join(folder, 'slow.yaml'),
      `name: slow\nfaults:\n${slow('slow', 'times: 2, network: { delay: 2600ms }')}${slow('last', 'after: 2, network: { delay: 900ms }')}` +
        'expect:\n  - { id: slowed, operation: createBlackBooking }\n  - { id: goes-on, after: slowed, reaction: completes }\n',
    )
    const flags = ['--scenario', 'slow.yaml', '--compare']
    const begin =
      'const mine = await signedIn(); const pause = () => new Promise((done) => setTimeout(done, 2500)); await look(mine)'
    const blind = `${begin}; for (let i = 0; i < 3; i++) if (await close(mine, 700) !== 'TimeoutError') break
      await pause()`
    const wrong = await reported(flags, blind, folder)
    expect(wrong.report.verdict).toBe('failed')
    expect(wrong.outcome('resilience/ambiguous-5xx')).toBe('failed')
    expect(wrong.report.expectations).toMatchObject([{ state: 'met' }, { id: 'goes-on', state: 'unmet' }])
    const careful = `${begin}; if (await close(mine, 700) === 'TimeoutError') await pause()
      await look(mine)`
    const right = await reported(flags, careful, folder)
    expect(right.outcome('resilience/ambiguous-5xx')).toBe('passed')
    expect(right.report.conformance.passed).toBe(true)
    expect(right.report.expectations).toMatchObject([{ state: 'met' }, { id: 'goes-on', state: 'met' }])
  })
})

describe('the folder of reports', () => {
  test.each(['exit 9', 'exit 0'])('tells how a command ended: %s', async (end) => {
    const folder = newFolder()
    const ask = 'require("http").get(process.env.UNDERSTAY_API_URL + "/search/stars/4", (r) => r.resume())'
    const shell = `"${process.execPath}" -e '${ask}'; ${end}`
    const { code, err } = await runShared(['run', '--report', folder, '--', 'sh', '-c', shell])
    const exitCode = Number(end.at(-1))
    const said = 'the command ended with exit code 9'
    expect(code).toBe(exitCode)
    const report = readFileSync(join(folder, 'report.json'), 'utf8')
    expect(JSON.parse(report)).toMatchObject({ exitCode, verdict: 'passed' })
    const junit = readFileSync(join(folder, 'junit.xml'), 'utf8')
    expect([junit.includes(`<failure message="${said}"`), err.includes(said)]).toEqual(
      exitCode === 0 ? [false, false] : [true, true],
    )
    // the report shows the command as one types it
    expect(report).toContain(JSON.stringify(`sh -c '${shell.replaceAll("'", `'\\''`)}'`).slice(1, -1))
  })

  test('loses the files of an earlier run, and no others', async () => {
    const folder = newFolder()
    const write = (...parts: readonly string[]) => {
      mkdirSync(join(folder, ...parts, '..'), { recursive: true })
      writeFileSync(join(folder, ...parts), 'old')
    }
    for (const file of ['report.html', 'report.md', 'report.json', 'junit.xml', 'journal.har'])
      for (const place of ['.', '@w7', '@w8']) write(place, file)
    for (const file of ['notes.txt', 'report.pdf', '@w8/notes.txt', '@scope/junit.xml', 'w9/report.json']) write(file)
    const { code } = await runShared(['run', '--report', folder, '--', 'ls', folder])
    expect(code).toBe(3)
    const left = readdirSync(folder, { recursive: true }).map(String).sort()
    expect(left).toEqual([
      '@scope',
      '@scope/junit.xml',
      '@w8',
      '@w8/notes.txt',
      'junit.xml',
      'notes.txt',
      'report.html',
      'report.json',
      'report.md',
      'report.pdf',
      'w9',
      'w9/report.json',
    ])
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain('<testsuites')
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toMatch(/^<!doctype html>\n/)
  })

  test('contains no old report when the command is killed together with the program', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'report.md'), 'old')
    const program = new Program([
      'run',
      '--report',
      folder,
      '--',
      ...node(`require('fs').writeFileSync('${folder}/up', String(process.pid)); setTimeout(() => {}, 3000)`),
    ])
    const pid = await writtenNumber(join(folder, 'up'))
    await program.stop('SIGKILL')
    process.kill(pid, 'SIGKILL')
    expect(readdirSync(folder)).toEqual(['up'])
  })
})

test('a folder of reports that has become a file is named in one line', async () => {
  const folder = join(newFolder(), 'out')
  for (const verb of [['run'], ['certify', '--only', 'token-revoked']]) {
    const command = ['--', 'sh', '-c', `rm -rf ${folder}; touch ${folder}`]
    expect(await runShared([...verb, '--report', folder, ...command])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/(^|\n)understay: --report: cannot write to .*out.*\n$/),
    })
    rmSync(folder)
  }
})
