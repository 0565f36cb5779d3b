import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AllowedFiles } from '../../src/fixtures/allowed-files.ts'
import { bundledScenarios, loadGivenScenario, loadScenario, loadSentScenario } from '../../src/scenario/load.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'understay-load-'))
  writeFileSync(join(folder, 'quiet.yaml'), 'name: quiet\nabout: Nothing happens.\n')
  writeFileSync(join(folder, 'quiet.txt'), 'name: quiet\n')
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the bundled scenarios are there by their names', async () => {
  const names = bundledScenarios().map(({ name }) => name)
  expect(names).toEqual([...names].sort())
  expect(names).toContain('token-revoked')
  expect((await loadScenario('token-revoked')).name).toBe('token-revoked')
})

describe('a file', () => {
  test('is read', async () => {
    const { name, about } = await loadScenario(join(folder, 'quiet.yaml'))
    expect({ name, about }).toEqual({ name: 'quiet', about: 'Nothing happens.' })
  })

  test.each(['missing.yaml', 'quiet.txt', 'quiet', '.'])('%s cannot be read', async (name) => {
    await expect(loadScenario(join(folder, name))).rejects.toThrow(
      'no such file (.yaml, .yml or .json), nor a bundled scenario; understay scenarios lists the bundled ones',
    )
  })

  test('with only a name is that bundled scenario, as a sent text is, and none of another name', async () => {
    const named = (name: string): string => {
      writeFileSync(join(folder, 'named.yaml'), `name: ${name}\n`)
      return join(folder, 'named.yaml')
    }
    const { name, faults, file } = await loadScenario(named('token-revoked'))
    expect({ name, faults, file }).toEqual({
      name: 'token-revoked',
      faults: (await loadScenario('token-revoked')).faults,
      file: join(folder, 'named.yaml'),
    })
    const problem = 'named.yaml: has only a name, and no bundled scenario is called "mine": add faults, events, traffic'
    const mine = named('mine')
    await expect(loadScenario(mine)).rejects.toThrow(problem)
    await expect(loadSentScenario(JSON.stringify({ name: mine }), new AllowedFiles([folder]))).rejects.toThrow(problem)
  })

  test('that has nearly the name of a bundled scenario is perhaps that', async () => {
    await expect(loadScenario('token-revokd')).rejects.toThrow('did you mean "token-revoked"?')
  })
})

describe('a sent scenario', () => {
  const sent = (text: string) => loadSentScenario(text, new AllowedFiles([folder]))

  test('is the name of a bundled scenario, or of a file that is allowed', async () => {
    expect((await sent('name: token-revoked')).faults).not.toEqual([])
    expect((await sent('{"name":"token-revoked"}')).faults).not.toEqual([])
    expect((await sent(`name: ${join(folder, 'quiet.yaml')}`)).about).toBe('Nothing happens.')
  })

  test('is a scenario when it has more fields than a name', async () => {
    expect(await sent('name: token-revoked\nabout: Nothing happens.')).toMatchObject({ about: 'Nothing happens.', faults: [] })
  })

  test('is refused with the name of a bundled one and settings for it', async () => {
    for (const text of ['{"name":"token-revoked","seed":3}', 'name: short-lived-tokens\ntoken_lifetime: 60'])
      await expect(sent(text)).rejects.toThrow(
        /^[\w-]+: a bundled scenario takes no other keys; send \{"name":"[\w-]+"\} alone, or/,
      )
    await expect(loadGivenScenario('{"name":"token-revoked","seed":3}')).rejects.toThrow('takes no other keys')
    expect(await sent('{"name":"my-own","seed":3}')).toMatchObject({ seed: 3, faults: [] })
  })

  test('is refused with what a client without the program can do', async () => {
    await expect(sent('{"name":"token-revoked","seed":3}')).rejects.toThrow(
      'changes: GET /_understay/scenarios/token-revoked has it',
    )
    await expect(sent('{"name":"mine"}')).rejects.toThrow('; GET /_understay/scenarios lists them')
  })

  test('is refused with the cause where curl has joined the lines of its file', async () => {
    for (const text of ['name: afaults:  - on: { operation: listTariffs }    token: expired', '# mine name: aseed: 3faults: []'])
      await expect(sent(text)).rejects.toThrow('scenario: several keys in one line: curl joins the lines of a file with -d @FILE')
    await expect(sent('name: a, b: 1')).rejects.toThrow('several keys in one line')
    await expect(sent('{ name: a, seed: b: c }')).rejects.toThrow('not valid YAML')
    await expect(sent('faults: [{ on: { operation: listTarifs }, token: expired }]')).rejects.toThrow(
      'did you mean "listTariffs"?',
    )
    await expect(sent('about: "mine: a: b"')).rejects.toThrow('name: is missing')
    await expect(sent('just text')).rejects.toThrow('expected a scenario')
  })

  test('is refused at once where it has many keys in one line', async () => {
    const before = performance.now()
    await expect(sent(`about: ${'a: '.repeat(3000)}\n`)).rejects.toThrow('inside one another')
    expect(performance.now() - before).toBeLessThan(5000)
  })

  test('is taken for a scenario where it is longer than names are', async () => {
    const named = (length: number): string => 'name: token-revoked\n'.padEnd(length, '#')
    expect((await sent(named(1000))).faults).not.toEqual([])
    expect(await sent(named(1001))).toMatchObject({ name: 'token-revoked', faults: [] })
  })

  // a folder is no scenario, even with a single file in it
  test.each(['nothing', '/etc/passwd', '../quiet.yaml', '', '.', './'])(
    'is refused where the name is that of no scenario: %j',
    async (name) => {
      await expect(sent(JSON.stringify({ name }))).rejects.toThrow(
        'not a bundled scenario, nor a file in a folder that this server was started with (--scenarios); GET /_understay/scenarios lists',
      )
    },
  )

  test.each(['name: 5', 'name: [a]', '- name', 'token-revoked', ''])('is refused when it is not a scenario: %j', async (text) => {
    await expect(sent(text)).rejects.toThrow(/expected/)
  })
})

test('what a program passes is a text, or the name of a scenario', async () => {
  expect((await loadGivenScenario('name: token-revoked')).faults).not.toEqual([])
  expect(await loadGivenScenario('name: own\nabout: Nothing happens.')).toMatchObject({ name: 'own', faults: [] })
  expect((await loadGivenScenario(`name: ${join(folder, 'quiet.yaml')}`)).name).toBe('quiet')
  await expect(loadGivenScenario('name: nothing')).rejects.toThrow('nor a bundled scenario')
})
