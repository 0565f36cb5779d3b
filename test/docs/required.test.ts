import { describe, expect, test } from 'vitest'
import { PROGRAMS } from '../../scripts/pages/program.ts'
import { readArguments, requirementProblems } from '../../scripts/pages/required.ts'

describe('languages that are required', () => {
  test.each([
    [['--require', 'php,java', 'docs/a.md'], { pages: ['docs/a.md'], required: ['php', 'java'] }],
    [['docs/a.md'], { pages: ['docs/a.md'], required: [] }],
    [['--require'], { pages: [], required: [] }],
  ])('%j', (args, read) => {
    expect(readArguments(args)).toEqual(read)
  })

  test('one that is here is no problem; one that is not, and one that does not exist, are', () => {
    expect(requirementProblems(['js'])).toEqual([])
    expect(requirementProblems(['cobol'])).toEqual([
      `--require cobol: there is no such language; there are ${Object.keys(PROGRAMS).join(', ')}`,
    ])
  })
})
