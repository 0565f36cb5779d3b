import { expect, test } from 'vitest'
import { withJsonTokens, withoutEscapes } from '../../src/base/json-tokens.ts'

const textsIn = (json: string): readonly string[] => {
  const texts: string[] = []
  withJsonTokens(json, (token, inside) => {
    if (inside !== undefined) texts.push(inside)
    return token
  })
  return texts
}

test.each([
  ['in a text', String.raw`{"a\"b":"c\\"}`, ['a\\"b', 'c\\\\']],
  [
    'before the quote of a name',
    String.raw`{"id":1,\"email":"a@b","surname":"Smith"}`,
    ['id', 'email', 'a@b', 'surname', 'Smith'],
  ],
  ['at the first name', String.raw`{\"email":"a@b"}`, ['email', 'a@b']],
  ['of a line between values', String.raw`{"a":1,\n"b":"c"}`, ['a', 'b', 'c']],
  ['of a backslash before a quote', String.raw`[\\"a","b"]`, ['a', 'b']],
  ['that is cut', '{"surname":"Smith\\', ['surname', 'Smith\\']],
])('an escape %s does not change which texts there are', (_, json, texts) => {
  expect(textsIn(json)).toEqual(texts)
})

test('escapes of texts are replaced, each by as many characters', () => {
  expect(withoutEscapes(String.raw`["a\u00e9\n"\n]`)).toBe(String.raw`["a________"\n]`)
  expect(withoutEscapes(String.raw`["\n\x"]`, (found) => found === '\\n')).toBe(String.raw`["__\x"]`)
})
