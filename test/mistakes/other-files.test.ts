/**
 * Files that are no fixtures, or have one mistake in every line; codes of countries and currencies.
 *
 * @module
 */
import { expect, test } from 'vitest'
import { utf8Text } from '../../src/base/text-file.ts'
import { parseFixture } from '../../src/fixtures/source.ts'
import { problemsOf, smallHotel, worldOf } from '../fixtures/world-of.ts'

const readingProblems = (text: string) => problemsOf(() => parseFixture('f.yaml', text))

test('reports a handful of lines of a file that is no YAML', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => `  let x${index} = { a: "b", c: d[e } ]`)
  const problems = await readingProblems(lines.join('\n'))
  expect(problems).toHaveLength(6)
  expect(problems.at(-1)).toMatch(/^f\.yaml:\d+:\d+: and \d+ more: correct the first and check again$/)
  const json = JSON.stringify({ rooms: lines.map((name, id) => ({ id, name })) }).replaceAll('},{', '} {')
  expect(await readingProblems(json)).toEqual([
    expect.stringContaining('not valid YAML'),
    expect.stringMatching(/and \d+ more: correct the first/),
  ])
  expect(await readingProblems('<svg viewBox="0 0 1 1"><g style="a: b"/></svg>')).toEqual([
    'f.yaml:1:1: is HTML or XML, not YAML: name a file of YAML or JSON',
  ])
})

test('says of a picture that it is none of text', () => {
  const picture = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  expect(() => utf8Text(picture)).toThrow('it is binary, such as a picture; name a file of text')
})

test('reports the same unknown key of many rows three times, and counts the rest', async () => {
  const rows = Array.from(
    { length: 40 },
    (_, index) => `  - { id: ${index + 1}, property: 1, firstname: A, surname: B, vat_number: X }`,
  )
  const problems = await readingProblems(`guests:\n${rows.join('\n')}`)
  expect(problems.map((line) => line.split(';')[0])).toEqual([
    'f.yaml:2:3 guests: 37 more times: unknown key "vat_number"',
    'f.yaml:2:53 guests[0].vat_number: unknown key "vat_number"',
    'f.yaml:3:53 guests[1].vat_number: unknown key "vat_number"',
    'f.yaml:4:53 guests[2].vat_number: unknown key "vat_number"',
  ])
})

test('refuses a country by another code than the usual one, and a currency that there is not', async () => {
  const property = 'properties: [{ id: 2, name: A, type: 1, country: UK, currency: XXQ }]'
  expect(await problemsOf(async () => worldOf(await smallHotel(property)))).toEqual([
    'more.yaml:1:50 properties[0].country: there is no country UK; did you mean "GB"?',
    'more.yaml:1:64 properties[0].currency: there is no currency "XXQ"',
  ])
})
