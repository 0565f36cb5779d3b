/**
 * Rows that a scenario has itself, beside the fixtures that it names.
 *
 * @module
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type ScenarioOptions, startUnderstay, type Understay, type UnderstayWorld } from '../../src/index.ts'
import { combineScenarios } from '../../src/scenario/combine.ts'
import { readScenario } from '../../src/scenario/scenario.ts'

async function started(): Promise<Understay> {
  const understay = await startUnderstay({ at: '2031-05-01T09:00:00Z', freeze: true, listen: false })
  onTestFinished(() => understay.close())
  return understay
}

/** The answer of `PUT scenario`: its status, and its problems. */
async function put(understay: Understay, text: string): Promise<readonly [status: number, error: string | undefined]> {
  const answer = await understay.fetch('/_understay/scenario', { method: 'PUT', body: text })
  const { error } = (await answer.json()) as { readonly error?: string }
  return [answer.status, error]
}

async function rowsWith(understay: UnderstayWorld, collection: string, field: string, value: string | number): Promise<number> {
  const answer = await understay.fetch(`/_understay/collections/${collection}?field=${field}&value=${value}`)
  return ((await answer.json()) as { readonly matching: number }).matching
}

const OWN = `name: own
fixtures:
  - baseline
  - guests: [{ id: 9001, property: 1, firstname: Late, surname: Comer }]
    bookings:
      - { id: 9100, property: 1, guest: 9001, rooms: [2], arrival: today+20, departure: today+22 }
`
const ROWS: ScenarioOptions = {
  name: 'own',
  fixtures: ['baseline', { guests: [{ id: 9001, property: 1, firstname: 'Late', surname: 'Comer' }] }],
}

test('are in its sandbox, also after a reset, and end with it', async () => {
  const understay = await started()
  expect(await put(understay, OWN)).toEqual([200, undefined])
  const count = () => rowsWith(understay, 'bookings', 'guestId', 9001)
  expect(await count()).toBe(1)
  await understay.reset()
  expect(await count()).toBe(1)
  await understay.play(undefined)
  expect(await count()).toBe(0)
})

test('are in an object of the library, and in a file with files beside them', async () => {
  const understay = await started()
  const w1 = await understay.sandbox('w1')
  await w1.play(ROWS)
  const folder = mkdtempSync(join(tmpdir(), 'understay-own-rows-'))
  writeFileSync(join(folder, 'more.yaml'), 'guests: [{ id: 9002, property: 1, firstname: More, surname: Comer }]\n')
  writeFileSync(join(folder, 'own.yaml'), OWN.replace('- baseline', '- baseline\n  - ./more.yaml'))
  await understay.play(join(folder, 'own.yaml'))
  expect(await rowsWith(w1, 'guests', 'surname', 'Comer')).toBe(1)
  expect(await rowsWith(understay, 'guests', 'surname', 'Comer')).toBe(2)
})

test('replace earlier ones with the same id, in their order', async () => {
  const understay = await started()
  const guest = (surname: string) => ({ guests: [{ id: 9001, property: 1, firstname: 'Late', surname }] })
  await understay.play({ ...ROWS, fixtures: ['baseline', guest('First'), guest('Second')] })
  expect([
    await rowsWith(understay, 'guests', 'surname', 'First'),
    await rowsWith(understay, 'guests', 'surname', 'Second'),
  ]).toEqual([0, 1])
})

const inRows = (text: string): string => `name: own\nfixtures:\n  - baseline\n  - ${text}\n`
const BOOKING = 'id: 9100, property: 1, guest: 1, rooms: [2], arrival: today+200'

test.each([
  ['a misspelt list', inRows('gests: []'), 'scenario:4:5 fixtures[1].gests: unknown key "gests"; did you mean "guests"?'],
  [
    'a misspelt field',
    inRows('guests: [{ id: 9001, property: 1, firstname: Late, surname: C, mail: x }]'),
    'scenario:4:68 fixtures[1].guests[0].mail: unknown key "mail"',
  ],
  [
    'a row that is not there',
    inRows('bookings: [{ id: 9100, property: 1, guest: 9002, rooms: [2], arrival: today+20, departure: today+22 }]'),
    'scenario:4:48 fixtures[1].bookings[0].guest: there is no guest 9002',
  ],
  [
    'an id that is used twice',
    inRows(`bookings: [{ ${BOOKING}, departure: today+201 }, { ${BOOKING}, departure: today+201 }]`),
    'fixtures[1].bookings[1].id: 9100 is used twice, first in scenario:4',
  ],
  [
    'neither a name nor rows',
    'name: own\nfixtures: [baseline, 7]\n',
    'scenario:2:22 fixtures[1]: expected text that is not empty or a map',
  ],
  [
    'no list around them',
    'name: own\nfixtures: { guests: [] }\n',
    'fixtures: expected a bundled world, file or folder, or a list of them',
  ],
  [
    'rows to generate',
    inRows('generate: { bookings: 500000 }'),
    'fixtures[1].generate: takes too long for a request: name a file',
  ],
  [
    'a stay of thousands of years',
    inRows(`bookings: [{ ${BOOKING}, departure: 9999-01-01 }]`),
    'fixtures[1].bookings[0].departure: the bookings of a request take at most 50000 nights: name a file with them',
  ],
  [
    'many long closures',
    inRows(
      `black_bookings: [${Array.from({ length: 11 }, () => '{ property: 1, room: 1, from: 2040-01-01, nights: 5000 }').join(', ')}]`,
    ),
    'fixtures[1].black_bookings[10].from: the bookings of a request take at most 50000 nights',
  ],
])('that are sent are refused with the place where there is %s', async (_, text, problem) => {
  const understay = await started()
  expect(await put(understay, text)).toEqual([400, expect.stringContaining(problem)])
  const checked = await understay.fetch('/_understay/scenario/check', { method: 'POST', body: text })
  expect(((await checked.json()) as { readonly problems: readonly unknown[] }).problems).not.toEqual([])
})

test('of code are refused with the field, and may generate', async () => {
  const understay = await started()
  const wrong = { name: 'own', fixtures: ['baseline', { bookings: [{ id: 9100, property: 1, guest: 9002 }] }] }
  await expect(understay.play(wrong as never)).rejects.toThrow(/^scenario fixtures\[1\]\.bookings\[0\]\.arrival: is missing/)
  await understay.play({ name: 'own', fixtures: ['baseline', { generate: { properties: 1, bookings: 20 } }] })
  expect(await rowsWith(understay, 'properties', 'published', 'true')).toBeGreaterThan(5)
})

test('let a fault and an expectation name them', async () => {
  const understay = await started()
  const client = '{ clients: [{ id: mine, secret: own-secret, user: 1, scopes: [properties_get] }] }'
  const text = `name: own\nfixtures: [baseline, ${client}]\nfaults: [{ on: { client: mine }, network: { status: 503 } }]\n`
  expect(await put(understay, text)).toEqual([200, undefined])
  const { scenario } = (await (await understay.fetch('/_understay/scenario')).json()) as { readonly scenario: { text: string } }
  expect(scenario.text).toContain('secret: [masked]')
})

test('of scenarios that are played together must be the same', () => {
  const [one, other] = ['one', 'other'].map((name) => readScenario(`${name}.yaml`, OWN.replace('own', name)))
  if (!one || !other) throw new Error('there are two')
  expect(combineScenarios([one, other]).fixtures).toEqual(one.fixtures)
  const third = readScenario('third.yaml', OWN.replace('own', 'third').replace('Comer', 'Goer'))
  expect(() => combineScenarios([one, third])).toThrow('third: sets fixtures otherwise than one')
})
