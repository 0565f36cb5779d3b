import { describe, expect, test } from 'vitest'
import { DATA } from '../../scripts/pages/data.ts'

describe('shown data matches', () => {
  test.each([
    ['text', 'one\n\nthree', 'zero\none\ntwo\nthree'],
    ['text', 'id ... of 7 (a+b)', 'id 12 of 7 (a+b)'],
    ['http', 'X-Hint: b', 'HTTP/1.1 200 OK\r\nX-Hint: b\r\n'],
    ['json', '{ "b": 2, "a": [1, "..."] }', '{"a":[1,2,3],"b":2}'],
    ['json', '{ "token": "...", "n": null }', '{"n":null,"token":"5eed"}'],
    ['ndjson', '{"id":2}', '{"id":1}\n{"id":2}'],
    ['yaml', 'b: 2', 'a: 1\nb: 2'],
  ])('as %s, %j in %j', (language, shown, printed) => {
    expect(DATA[language]?.difference(shown, printed)).toBeUndefined()
  })

  test.each([
    ['text', 'two\none', 'one\ntwo', 'this line was not printed, not behind the one before it: one'],
    ['text', 'on', 'one', 'this line was not printed: on'],
    ['text', 'a.c', 'abc', 'this line was not printed: a.c'],
    ['json', '{ "a": { "b": [1, 2] } }', '{"a":{"b":[1,3]}}', 'a.b[1] is 3, shown is 2'],
    ['json', '{ "a": [1] }', '{"a":[1,2]}', 'a has 2 entries, shown are 1'],
    ['json', '[1, 2, "..."]', '[1]', 'the list has 1 entries, shown are 2'],
    ['json', '{ "a": 1 }', '{"a":1,"b":2}', 'b is 2, shown is not there'],
    ['json', '{ "a": 1, "b": 2 }', '{"a":1}', 'b is not there, shown is 2'],
    ['json', '{ "a": {} }', '{"a":[]}', 'a is [], shown is {}'],
    ['json', '{}', 'nothing', 'what was printed is not JSON'],
  ])('not as %s, %j in %j', (language, shown, printed, difference) => {
    expect(DATA[language]?.difference(shown, printed)).toContain(difference)
  })
})

describe('the syntax check', () => {
  test.each([
    ['yaml', 'a: 1\nb: [1, 2]'],
    ['yml', 'a: 1\n---\na: 2'],
    ['json', '{ "a": 1 }'],
    ['ndjson', '{"a":1}\n{"a":2}\n'],
  ])('accepts %s: %j', (language, text) => {
    expect(DATA[language]?.problem?.(text)).toBeUndefined()
  })

  test.each([
    ['yaml', 'a: 1\na: 2', 'Map keys must be unique at line 2'],
    ['yaml', 'a: {{ b }}', 'all keys must be strings at line 1'],
    ['yml', 'a: 1\n---\na: 2\na: 3', 'Map keys must be unique at line 4'],
    ['json', '{ "a": 1, }', 'JSON'],
    ['ndjson', '{"a":1}\n{"a":2', 'JSON'],
  ])('rejects %s: %j', (language, text, problem) => {
    expect(DATA[language]?.problem?.(text)).toContain(problem)
  })
})
