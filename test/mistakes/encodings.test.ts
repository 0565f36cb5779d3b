import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readInput } from '../../src/config/input-file.ts'
import { AllowedFiles } from '../../src/fixtures/allowed-files.ts'
import { readFixtures } from '../../src/fixtures/source.ts'
import { startUnderstay } from '../../src/index.ts'
import { loadScenario, loadSentScenario } from '../../src/scenario/load.ts'
import { readTeams } from '../../src/server/teams-file.ts'
import { readConfig } from '../support/start-config.ts'
import { inFolder, messageOf } from './message-of.ts'

const GUEST = 'guests:\n  - { id: 1, property: 1, firstname: Zoë, surname: A }\n'
const PLACE = 'f.yaml:2:40'

/** The message of reading a file with these bytes. */
const messageFor = (bytes: Uint8Array, read: (name: string, folder: string) => Promise<unknown>): Promise<string> =>
  inFolder(async (folder) => {
    writeFileSync(join(folder, 'f.yaml'), bytes)
    const said = await messageOf(() => read('f.yaml', folder))
    return said.replaceAll(`${folder}/`, '')
  })

const READERS: readonly [what: string, read: (name: string, folder: string) => Promise<unknown>, before: string][] = [
  ['fixtures', (name, folder) => readFixtures([name], { from: folder }), ''],
  ['fixtures over HTTP', (name, folder) => readFixtures([name], { within: new AllowedFiles([folder]) }), ''],
  ['a scenario', (name, folder) => loadScenario(join(folder, name)), ''],
  ['a scenario over HTTP', (name, folder) => loadSentScenario(`name: ${name}`, new AllowedFiles([folder])), ''],
  ['settings', (name, folder) => readConfig(['--config', join(folder, name)], {}), '--config: '],
  ['teams', async (name, folder) => readTeams(join(folder, name), undefined), ''],
  ['a recording', async (name, folder) => readInput(join(folder, name)), ''],
]

describe.each(READERS)('%s', (_, read, before) => {
  test('in Latin-1', async () => {
    const said = await messageFor(Buffer.from(GUEST, 'latin1'), read)
    expect(said).toBe(`${before}${PLACE}: not UTF-8 (the byte 0xEB); save the file as UTF-8`)
  })

  test.each(['', '\uFEFF'])('in UTF-16, with the mark "%s"', async (mark) => {
    const said = await messageFor(Buffer.from(mark + GUEST, 'utf16le'), read)
    expect(said).toBe(`${before}f.yaml:1:1: this is UTF-16; save the file as UTF-8`)
  })

  test.each([
    ['gzip', gzipSync(GUEST)],
    ['ZIP', Buffer.from('PK\x03\x04\xa0', 'latin1')],
  ])('compressed by %s', async (how, bytes) => {
    expect(await messageFor(bytes, read)).toBe(
      `${before}f.yaml: cannot be read: it is ${how}; unpack it, and name the file inside`,
    )
  })
})

test('replacement characters that the file has itself do not move the place', async () => {
  const bytes = Buffer.concat([Buffer.from('name: a\uFFFDb\uFFFD'), Buffer.from([0xe9, 0x0a])])
  expect(await messageFor(bytes, (name, folder) => loadScenario(join(folder, name)))).toBe(
    'f.yaml:1:11: not UTF-8 (the byte 0xE9); save the file as UTF-8',
  )
})

test('a mark of UTF-8 is allowed', async () => {
  expect(await messageFor(Buffer.from(`\uFEFF${GUEST}`), (name, folder) => readFixtures([name], { from: folder }))).toBe('')
})

test('a path or form that is not UTF-8 is told from a broken escape', async () => {
  await using understay = await startUnderstay({ listen: false })
  const headers = { authorization: `Bearer ${await understay.token()}`, 'content-type': 'application/x-www-form-urlencoded' }
  const said = async (path: string, init: RequestInit = {}) =>
    (await understay.fetch(`/service/api${path}`, { headers, ...init })).text()
  const latin1 = 'not UTF-8, where the %E9 of Latin-1 is %C3%A9'
  expect(await said('/guests/1/Jos%E9')).toContain(`Broken percent-encoding: segment 3 after the base path (${latin1})`)
  expect(await said('/guests/1/100%')).toContain(
    'Broken percent-encoding: segment 3 after the base path (a % needs two hex digits behind it)',
  )
  const body = 'client_id=demo&scope=caf%E9'
  expect(await said('/oauth/token', { method: 'POST', body })).toContain(`form field scope (${latin1})`)
})

test('a form that is compressed, or multipart without a boundary, is told', async () => {
  await using understay = await startUnderstay({ listen: false })
  const said = async (body: Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    (await understay.fetch('/service/api/oauth/token', { method: 'POST', body, headers })).text()
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' }
  expect(await said(gzipSync('grant_type=client_credentials'), form)).toContain('the body is compressed; send it as it is')
  const parts = Buffer.from('--x--')
  expect(await said(parts, { 'content-type': 'multipart/form-data' })).toContain('its Content-Type has no boundary')
  for (const type of ['boundary=y', 'Boundary=y'])
    expect(await said(parts, { 'content-type': `multipart/form-data; ${type}` })).not.toContain('no boundary')
})
