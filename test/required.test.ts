import { expect, test } from 'vitest'
import { toolProblems } from './support/tools.ts'

const required = process.env['TESTS_REQUIRE'] ?? ''

test(`the required tools are installed: ${required || 'none is required'}`, () => {
  expect(toolProblems(required)).toEqual([])
})

test('an unknown tool is a problem', () => {
  expect(toolProblems('postgress')).toEqual([
    expect.stringContaining('there is no tool "postgress"; there are chromium, postgres'),
  ])
})
