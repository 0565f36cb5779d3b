import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NAMES, settingOf } from '../../src/config/settings.ts'
import { readConfig } from '../support/start-config.ts'
import { newFolder, Program, runProgram } from './program.ts'
import { runShared } from './shared-process.ts'

const SCHEMAS = ['fixtures/schema.json', 'scenarios/schema.json']
const WRITTEN = ['understay.config.yaml', 'fixtures/mine.yaml', 'scenarios/mine.yaml', ...SCHEMAS]

const init = async (folder: string, args: readonly string[] = []) => runShared(['init', ...args], {}, folder)
const text = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8')

test('writes a configuration, a fixture and a scenario with their schemas, and prints the next steps', async () => {
  const folder = newFolder()
  const { code, out, err } = await init(folder)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(WRITTEN.filter((path) => !out.includes(`written: ${path}\n`))).toEqual([])
  expect(readdirSync(folder).sort()).toEqual(['fixtures', 'scenarios', 'understay.config.yaml'])
  expect(readdirSync(join(folder, 'scenarios'))).toEqual(['mine.yaml', 'schema.json'])
  for (const path of SCHEMAS) {
    expect(text(folder, path)).toBe(readFileSync(path, 'utf8'))
    expect(text(folder, path.replace('schema.json', 'mine.yaml'))).toMatch(/^# yaml-language-server: \$schema=\.\/schema\.json\n/)
  }
  const [, advised = ''] = /^ {2}(understay validate .*)$/m.exec(out) ?? []
  const checked = await runProgram(advised.split(' ').slice(1), {}, folder)
  expect(checked).toMatchObject({ code: 0, err: '', out: expect.stringContaining('./scenarios/mine.yaml: valid.') })
})

test('validate checks the configuration, the fixture and the scenario in that folder, named or not', async () => {
  const folder = newFolder()
  await init(folder)
  const lines = async (args: readonly string[]): Promise<readonly string[]> => {
    const { code, out, err } = await runShared(['validate', ...args], {}, folder)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    return out.split('\n')
  }
  const configured = [
    'What is configured:',
    'understay.config.yaml: valid. 2 settings',
    expect.stringMatching(/^baseline, \.\/fixtures\/mine\.yaml: valid\./),
    expect.stringMatching(/^scenarios\/mine\.yaml: valid\./),
  ]
  expect((await lines([])).slice(0, 5)).toEqual([...configured, 'The bundled scenarios, in the world baseline:'])
  for (const name of ['.', 'understay.config.yaml'])
    expect(await lines([name])).toEqual(['understay.config.yaml: valid. 2 settings', ''])
  writeFileSync(
    join(folder, 'scenarios/mine.yaml'),
    'name: mine\nfaults:\n  - { on: { property: 99 }, network: { status: 503 } }\n',
  )
  expect(await runShared(['validate'], {}, folder)).toMatchObject({ code: 2, err: expect.stringContaining('mine.yaml:3:') })
})

test('a server in that folder has the property and the client of the fixture', async () => {
  const folder = newFolder()
  await init(folder)
  const program = new Program(['start', '--port', '0'], {}, folder)
  const url = await program.listening()
  expect(program.out).toContain('"client":"mine"')
  const form = { grant_type: 'client_credentials', client_id: 'mine', client_secret: 'mine-secret', scope: 'properties_get' }
  const asked = await fetch(`${url}/service/api/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token } = (await asked.json()) as { access_token: string }
  const found = await fetch(`${url}/service/api/properties/all`, { headers: { authorization: `Bearer ${token}` } })
  expect(await found.json()).toMatchObject({ data: { ids: [100] } })
  await program.stop()
})

test('run passes the client of the fixture to its command', async () => {
  const folder = newFolder()
  await init(folder)
  const { out } = await runShared(['run', '--', 'sh', '-c', 'echo $UNDERSTAY_CLIENT_ID $UNDERSTAY_CLIENT_SECRET'], {}, folder)
  expect(out).toMatch(/^mine mine-secret\n/)
})

test('the configuration lists every setting, and each is valid when uncommented', async () => {
  const folder = newFolder()
  await init(folder)
  const commented = text(folder, 'understay.config.yaml')
  expect(commented).not.toMatch(/^# [a-z_]+: none$/m)
  const file = join(folder, 'all.yaml')
  writeFileSync(file, commented.replace(/^# ([a-z_]+: .*)$/gm, '$1'))
  const settings = readFileSync(file, 'utf8').match(/^[a-z_]+(?=:)/gm)
  expect(settings?.sort()).toEqual(NAMES.map((name) => settingOf(name).key).sort())
  // of a database, a folder and memory a file has one
  const together = commented.replace(/^# (?!store:|memory:)([a-z_]+: .*)$/gm, '$1')
  writeFileSync(file, together)
  expect(await readConfig(['--config', file], {})).toMatchObject({
    watch: true,
    scenario: [join(folder, 'scenarios/mine.yaml')],
    tokenLifetime: 3600,
  })
})

test.each(WRITTEN)('refuses to overwrite %s, and then writes nothing', async (path) => {
  const folder = newFolder()
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), 'mine')
  const { code, err } = await init(folder)
  expect(err).toBe(`understay: ${path}: already there, so nothing was written; --force writes over it\n`)
  expect(code).toBe(2)
  expect(text(folder, path)).toBe('mine')
  expect(WRITTEN.filter((other) => existsSync(join(folder, other)))).toEqual([path])
  expect((await init(folder, ['--force'])).code).toBe(0)
  expect(text(folder, path)).not.toBe('mine')
})

test('writes no configuration beside one with the other ending, of which no server would start', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'understay.config.yml'), 'port: 0')
  for (const args of [[], ['--force']])
    expect(await init(folder, args)).toMatchObject({ code: 2, err: expect.stringContaining('call it understay.config.yaml') })
  expect(readdirSync(folder)).toEqual(['understay.config.yml'])
})

test('leaves nothing behind when writing fails', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'scenarios'), 'a file where a folder is to be')
  const { code, err } = await init(folder)
  expect(err).toMatch(/^understay: nothing was written: .*scenarios/)
  expect(code).toBe(1)
  expect(readdirSync(folder)).toEqual(['scenarios'])
})

test('a failure with --force leaves the files that were there as they were', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'shared.yaml'), 'port: 0')
  symlinkSync('shared.yaml', join(folder, 'understay.config.yaml'))
  mkdirSync(join(folder, 'fixtures'))
  writeFileSync(join(folder, 'fixtures', 'mine.yaml'), 'mine', { mode: 0o600 })
  mkdirSync(join(folder, 'scenarios', 'mine.yaml'), { recursive: true })
  const { code, err } = await init(folder, ['--force'])
  expect({ code, err }).toEqual({ code: 1, err: 'understay: nothing was written: scenarios/mine.yaml is a folder\n' })
  expect(readlinkSync(join(folder, 'understay.config.yaml'))).toBe('shared.yaml')
  expect(text(folder, 'shared.yaml')).toBe('port: 0')
  expect(text(folder, 'fixtures/mine.yaml')).toBe('mine')
  expect(statSync(join(folder, 'fixtures', 'mine.yaml')).mode & 0o777).toBe(0o600)
  const all = ['fixtures', 'fixtures/mine.yaml', 'scenarios', 'scenarios/mine.yaml', 'shared.yaml', 'understay.config.yaml']
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(all)
  rmdirSync(join(folder, 'scenarios', 'mine.yaml'))
  expect((await init(folder, ['--force'])).code).toBe(0)
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual([...all, ...SCHEMAS].toSorted())
})

test('where init --force is killed, there is a configuration at every moment, and the next call removes what is left', async () => {
  const patch = join(newFolder(), 'patch.cjs')
  writeFileSync(
    patch,
    `const fs = require('node:fs')
    const { renameSync } = fs
    let left = Number(process.env.RENAMES)
    fs.renameSync = (...names) => (left-- > 0 ? renameSync(...names) : process.kill(process.pid, 'SIGKILL'))
    require('node:module').syncBuiltinESMExports()`,
  )
  for (const renames of ['0', '1', '2']) {
    const folder = newFolder()
    writeFileSync(join(folder, 'understay.config.yaml'), 'port: 0')
    await runProgram(['init', '--force'], { NODE_OPTIONS: `--require ${patch}`, RENAMES: renames }, folder)
    expect(text(folder, 'understay.config.yaml')).toMatch(renames === '0' ? /^port: 0$/ : /^# /)
    expect(readdirSync(folder).length).toBeGreaterThan(3)
    const [own, other] = [`understay.config.yaml.understay-new-${process.pid}`, 'understay.config.yaml.new-1']
    for (const name of [own, other]) writeFileSync(join(folder, name), '')
    expect((await init(folder, ['--force'])).code).toBe(0)
    const left = ['fixtures', 'scenarios', 'understay.config.yaml', other, own]
    expect(readdirSync(folder).toSorted()).toEqual(left.toSorted())
    expect(readdirSync(join(folder, 'scenarios'))).toEqual(['mine.yaml', 'schema.json'])
  }
})

test('what cannot be undone after a failure is named, and the rest is undone', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'scenarios', 'mine.yaml'), { recursive: true })
  const patch = join(newFolder(), 'patch.cjs')
  writeFileSync(
    patch,
    `const fs = require('node:fs')
    fs.rmdirSync = () => { throw new Error('no folder can be removed') }
    require('node:module').syncBuiltinESMExports()`,
  )
  const { code, err } = await runProgram(['init', '--force'], { NODE_OPTIONS: `--require ${patch}` }, folder)
  expect({ code, err }).toEqual({
    code: 1,
    err: 'understay: nothing was written: scenarios/mine.yaml is a folder\nnot undone: no folder can be removed\n',
  })
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(['fixtures', 'scenarios', 'scenarios/mine.yaml'])
})

test('the example scenario fails a client that does not retry', async () => {
  const folder = newFolder()
  await init(folder)
  const program = new Program(['start', '--port', '0', '--memory', '--scenario', './scenarios/mine.yaml'], {}, folder)
  const url = await program.listening()
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo',
    client_secret: 'demo-secret',
    scope: 'properties_get',
  })
  const asked = await fetch(`${url}/service/api/oauth/token`, { method: 'POST', body })
  const { access_token: token } = (await asked.json()) as { access_token: string }
  const statuses: number[] = []
  for (let call = 0; call < 4; call++) {
    const { status } = await fetch(`${url}/service/api/properties/all`, { headers: { authorization: `Bearer ${token}` } })
    statuses.push(status)
  }
  expect(statuses).toEqual([200, 503, 503, 200])
  await program.stop()
})
