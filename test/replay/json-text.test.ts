import { expect, test } from 'vitest'
import { brokenPlace } from '../../src/replay/json-text.ts'

test.each([
  ['a comma too many in a list', '[1,]', 1, 4],
  ['a comma too many in a map', '{\n  "a": 1,\n}', 3, 1],
  ['a missing comma', '{"a": 1 "b": 2}', 1, 9],
  ['a missing colon', '{"a" 1}', 1, 6],
  ['a key without quotes', '{a: 1}', 1, 2],
  ['the wrong bracket', '{"a": [1}', 1, 9],
  ['a number that is none', '{"a": 01}', 1, 7],
  ['a word that is none', '[nul]', 1, 2],
  ['a broken escape', '["a\\x"]', 1, 2],
  ['a comma too many after texts with escapes', '["a\\nbc\\td",]', 1, 13],
  ['a line break in a text', '["a\nb"]', 1, 2],
  ['an end that came too early', '{"log": {"entries": [', 1, 22],
  ['something behind the end', '{}\n{}', 2, 1],
  ['nothing at all', '', 1, 1],
  ['a page of a proxy', '<html>', 1, 1],
])('%s is found where it is', (_, text, line, column) => {
  expect(brokenPlace(text)).toEqual({ line, column })
})

test('a complete file is read to its end', () => {
  expect(brokenPlace(' {"a": [1, -2.5e3, true, null, "\\u00e9\\n"]} ')).toEqual({ line: 1, column: 45 })
})

test.each([
  ['two escapes and a wrong one', String.raw`["a\n\u00e9\x"]`, 2],
  ['escapes after a text', String.raw`["a"\n, 1]`, 5],
  ['escapes after a number', String.raw`{"a":1\n}`, 7],
  ['escapes after a word', String.raw`[true\t]`, 6],
  ['an escaped quote for a quote', String.raw`["a\", 1]`, 2],
  ['an escaped backslash before the quote', String.raw`["a\\"x]`, 7],
])('%s is found where it is', (_, text, column) => {
  expect(brokenPlace(text)).toEqual({ line: 1, column })
})

test('a long text that breaks off is found as well', () => {
  expect(brokenPlace(`["${'a'.repeat(3_000_000)}", }`)).toEqual({ line: 1, column: 3_000_006 })
  expect(brokenPlace(`["${'\\n'.repeat(4_000_000)}", }`)).toEqual({ line: 1, column: 8_000_006 })
})
