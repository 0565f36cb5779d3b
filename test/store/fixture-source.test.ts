import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileFixtures } from '../../scripts/compile-fixtures.mjs'
import type { FixtureFile, FixtureSet } from '../../src/store/fixture-set.ts'
import { BUNDLED_FIXTURES, fixtureFiles, readFixtures } from '../../src/store/fixture-source.ts'
import { problemsOf, SMALL_HOTEL, worldOf } from './world-of.ts'

let folder: string
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixtures-'))
  write('1-hotel.yaml', SMALL_HOTEL)
  write('2-more.yml', 'guests: [{ id: 2, property: 1, firstname: Bob, surname: Reed }]')
  write('notes.txt', 'not a fixture')
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a folder is read file by file, in the order of their names', async () => {
  expect(fixtureFiles(folder)).toEqual([join(folder, '1-hotel.yaml'), join(folder, '2-more.yml')])
  const { collections } = worldOf(await readFixtures([folder]))
  expect(collections.guests.map((guest) => guest.firstname)).toEqual(['Ada', 'Bob'])
})

test('relative names start from the folder that is given', async () => {
  const set = await readFixtures(['1-hotel.yaml'], { from: folder })
  expect(set.sources.map((source) => source.name)).toEqual(['1-hotel.yaml'])
})

test('a later source replaces the rows of an earlier one that have the same id, and keeps the others', async () => {
  write('later.yaml', 'rooms: [{ id: 2, property: 1, type: 1, name: New, max_people: 4 }]')
  const { collections } = worldOf(await readFixtures(['1-hotel.yaml', 'later.yaml'], { from: folder }))
  expect(collections.rooms.map(({ id, name, maxPeople }) => ({ id, name, maxPeople }))).toEqual([
    { id: 1, name: '', maxPeople: 2 },
    { id: 2, name: 'New', maxPeople: 4 },
    { id: 3, name: '', maxPeople: 2 },
  ])
  rmSync(join(folder, 'later.yaml'))
})

test('an id used twice in the files of one folder is an error, not a replacement', async () => {
  write('3-again.yaml', 'guests:\n  - { id: 2, property: 1, firstname: Eve, surname: Late }')
  const problems = await problemsOf(async () => worldOf(await readFixtures(['.'], { from: folder })))
  expect(problems).toEqual(['3-again.yaml:2:11 guests[0].id: 2 is used twice'])
  rmSync(join(folder, '3-again.yaml'))
})

test('all files are read before anything is refused', async () => {
  write('bad-1.yaml', 'rooms: 1')
  write('bad-2.yaml', 'rooms: 2')
  expect(await problemsOf(() => readFixtures(['bad-1.yaml', 'nowhere.yaml', 'bad-2.yaml'], { from: folder }))).toEqual([
    'bad-1.yaml:1:8 rooms: expected a list of rows, got the number 1',
    'nowhere.yaml: no such file or folder, nor a bundled world (baseline, reference-world)',
    'bad-2.yaml:1:8 rooms: expected a list of rows, got the number 2',
  ])
  rmSync(join(folder, 'bad-1.yaml'))
  rmSync(join(folder, 'bad-2.yaml'))
})

test('nothing is ever written to a fixture', async () => {
  const before = readFileSync(join(folder, '1-hotel.yaml'), 'utf8')
  worldOf(await readFixtures(['1-hotel.yaml'], { from: folder }))
  expect(readFileSync(join(folder, '1-hotel.yaml'), 'utf8')).toBe(before)
})

test.each(BUNDLED_FIXTURES)('the shipped %s, compiled to JSON, is the same world as its YAML', async (name) => {
  const target = join(folder, 'compiled')
  const compiled = compileFixtures(target).find((path) => path.endsWith(`${name}.json`)) ?? ''
  const files = JSON.parse(readFileSync(compiled, 'utf8')) as readonly FixtureFile[]
  const shipped: FixtureSet = { sources: [{ name, files }] }
  expect(worldOf(shipped)).toEqual(worldOf(await readFixtures([name])))
  rmSync(target, { recursive: true })
})
