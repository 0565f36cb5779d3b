import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder } from './program.ts'
import { MESSAGE, understay } from './validated.ts'

describe('a configuration file', () => {
  const other = { 'understay.config.yaml': 'port: 0\nprofil: literal\nseed: x\n' }

  test('is checked as one where it is met, with the place of each problem', async () => {
    const folder = newFolder()
    for (const [name, text] of Object.entries(other)) writeFileSync(join(folder, name), text)
    const { code, err } = await understay(['validate', folder])
    expect(err.split('\n').map((line) => line.replace(`${folder}/`, ''))).toEqual([
      'understay.config.yaml:2:1 profil: unknown setting; did you mean "profile"?',
      expect.stringMatching(/^understay\.config\.yaml:3:7 seed: "x" /),
      '',
    ])
    expect(code).toBe(2)
    const { problems } = JSON.parse((await understay(['validate', folder, '--format', 'json'])).out)
    expect(problems).toEqual([
      expect.objectContaining({ line: 2, column: 1, field: 'profil' }),
      expect.objectContaining({ line: 3, column: 7, field: 'seed' }),
    ])
  })

  test.each(['port: 0\nprofil: literal\n', 'fixtures: [baseline]\nscenario: rate-limited\nprofil: literal\n'])(
    'of another name is known by its settings: %j',
    async (text) => {
      const { code, err } = await understay(['validate', 'other.yml'], { 'other.yml': text })
      expect(err).toMatch(/^other\.yml:\d:1 profil: unknown setting; did you mean "profile"\?\n$/)
      expect(code).toBe(2)
    },
  )

  test('is told from a scenario by what only one of them has', async () => {
    const texts = { 'a.yml': 'fixtures: [baseline]\nseed: 2\n', 'b.yml': 'nmae: b\nseed: 2\n', 'c.yml': 'name: c\nport: 0\n' }
    const { out, err } = await understay(['validate', ...Object.keys(texts)], texts)
    expect(out).toBe('a.yml: valid. 2 settings\n')
    expect(err).toContain('b.yml:1:1 nmae: unknown key "nmae"; did you mean "name"?')
    expect(err).toContain('c.yml:2:1 port: unknown key "port"')
  })

  test.each([
    ['scenarios/a.yaml', 'seed: 3\n'],
    ['a.yaml', 'webhook: { drop: 50% }\nseed: 3\n'],
  ])('with settings only is a scenario without its name in %s', async (path, text) => {
    const { code, out, err } = await understay(['validate', path], { [path]: text })
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringMatching(`^${path}:1:1 name: is missing`) })
  })

  test('in another folder leaves the fixtures and scenarios beside it what they are', async () => {
    const folder = newFolder()
    const guests = 'users:\n  - { id: 1, name: ada, level: super }\n'
    for (const [name, text] of [
      ['understay.config.yml', 'port: 0\n'],
      ['users.yaml', guests],
      ['x.yaml', 'name: x\nabout: Nothing happens.\n'],
    ] as const)
      writeFileSync(join(folder, name), text)
    const { code, out, err } = await understay(['validate', folder])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.split('\n').map((line) => line.replace(`${folder}/`, '').split('.')[0])).toEqual(['understay', 'users', 'x', ''])
  })

  test.each([
    ['client: x', '9 client: the world has no client "x"; there are demo,'],
    ['control_tokens: ./x.yaml', '17 control_tokens: there is no file or folder ./x.yaml'],
    ['fixtures: [basline]', '12 fixtures[0]: basline: no such file or folder, nor a bundled world; did you mean "baseline"?'],
    ['scenario: [rate-limited, nope]', '26 scenario[1]: nope: no such file'],
  ])('with a name that is wrong has its place in validate and in start: %s', async (line, message) => {
    const files = { 'understay.config.yaml': `memory: true\n${line}\nport: 0\nlog: json\n` }
    const validated = await understay(['validate'], files)
    expect(validated.err).toContain(`understay.config.yaml:2:${message}`)
    expect(validated.code).toBe(2)
    const started = await understay(['start'], files)
    expect(started.err).toContain(`understay: understay.config.yaml:2:${message}`)
    expect(started.code).toBe(2)
    const named = await understay(['validate', 'understay.config.yaml'], files)
    expect({ ...named, err: `understay: ${named.err}` }).toEqual({ code: 2, out: '', err: started.err })
  })

  test.each([
    ['fixtures: ./f.yaml', './f.yaml:1:9 users[0]: expected a map, got the number 1\n'],
    ['data: d\nstore: postgres://a/b', 'understay: other.yml:2:1 store and other.yml:1:1 data cannot be combined\n'],
  ])('that is named has what a start with it refuses: %j', async (text, message) => {
    const { code, err } = await understay(['validate', 'other.yml'], { 'other.yml': text, 'f.yaml': 'users: [1]\n' })
    expect({ code, err }).toEqual({ code: 2, err: message })
  })

  test('with a client of the world that its scenario has is valid', async () => {
    const users = 'users:\n  - { id: 1, name: ada, level: super }\n'
    const files = {
      'understay.config.yaml': 'client: mine\nscenario: ./s.yaml\n',
      's.yaml': 'name: s\nabout: x\nfixtures: [./f.yaml]\n',
      'f.yaml': `${users}clients:\n  - { id: mine, secret: s, user: 1, scopes: [] }\n`,
    }
    expect(await understay(['validate'], files)).toMatchObject({ code: 0, err: '' })
  })

  test('in a folder of fixtures leaves them one source, in which ids are unique', async () => {
    const folder = newFolder()
    const user = 'users:\n  - { id: 1, name: ada, level: super }\n'
    for (const [name, text] of [
      ['understay.config.yaml', 'port: 0\n'],
      ['a.yaml', user],
      ['b.yml', user],
    ] as const)
      writeFileSync(join(folder, name), text)
    const { code, out, err } = await understay(['validate', folder])
    expect(out).toBe(`${folder}/understay.config.yaml: valid. 1 setting\n`)
    expect(err).toContain(`${folder}/b.yml:2:`)
    expect(code).toBe(2)
  })

  test('with a folder of scenarios has those checked, each once', async () => {
    const config = {
      'understay.config.yaml': 'scenarios: [.]\nscenario: ./y.yaml\n',
      'y.yaml': 'name: y\nabout: Nothing happens.\n',
    }
    const { code, out, err } = await understay(['validate'], config)
    expect(out.match(/y\.yaml: valid/g)).toHaveLength(1)
    expect(err).toBe(`x,1.yaml:3:22 faults[0].on.operation: ${MESSAGE}\n`)
    expect(code).toBe(2)
  })
})
