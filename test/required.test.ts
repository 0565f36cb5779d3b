import { expect, test } from 'vitest'
import { toolProblems } from './support/tools.ts'

const required = process.env['TESTS_REQUIRE'] ?? ''

test(`the required tools are here: ${required || 'none is required'}`, () => {
  expect(toolProblems(required)).toEqual([])
})

test('a tool that does not exist is a problem', () => {
  expect(toolProblems('postgress')).toEqual([
    expect.stringContaining('there is no tool "postgress"; there are chromium, postgres'),
  ])
})
