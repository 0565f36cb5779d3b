import { describe, expect, test } from 'vitest'
import { isMatch } from '../../../src/scenario/selectors/matching.ts'
import { expressionProblem } from '../../../src/scenario/selectors/regular-expression.ts'

describe('a regular expression of a selector', () => {
  test.each([
    ['^Bearer ', 'Bearer x', true],
    ['sync', 'channel-sync/1', true],
    ['^\\d{4}$', '20266', false],
    ['\\p{Lu}', 'straße', false],
    ['(?i)DESK', 'desk', true],
  ])('%s, tried on %s: %s', (expression, text, matches) => {
    expect(expressionProblem(expression)).toBeUndefined()
    expect(isMatch(expression, text)).toBe(matches)
  })

  test('takes time in proportion to the text, for any expression', () => {
    const evil = '^(a+)+$'
    expect(expressionProblem(evil)).toBeUndefined()
    // A backtracking engine does not come back from this one.
    expect(isMatch(evil, `${'a'.repeat(5000)}!`)).toBe(false)
  })

  test.each([
    ['(', /^not a regular expression: /],
    ['(?=x)', /RE2 syntax: no lookaround, no backreferences/],
    ['(a)\\1', /RE2 syntax/],
    ['a'.repeat(201), /^too long: a regular expression has at most 200 characters$/],
    ['(.{0,500}){2}x', /^too large a regular expression/],
    ['((a{100}){100}){100}', /^not a regular expression/],
  ])('%s is refused', (expression, message) => {
    expect(expressionProblem(expression)).toMatch(message)
  })
})
