import { describe, expect, test } from 'vitest'
import { PROGRAMS } from '../../scripts/pages/program.ts'
import { readArguments, requirementProblems } from '../../scripts/pages/required.ts'

describe('required languages', () => {
  test.each([
    [['--require', 'php,java', 'docs/a.md'], { pages: ['docs/a.md'], required: ['php', 'java'] }],
    [['docs/a.md'], { pages: ['docs/a.md'], required: [] }],
    [['--require'], { pages: [], required: [] }],
  ])('%j', (args, read) => {
    expect(readArguments(args)).toEqual(read)
  })

  test('an installed language is accepted; a missing or unknown one is a problem', () => {
    expect(requirementProblems(['js'])).toEqual([])
    expect(requirementProblems(['cobol'])).toEqual([
      `--require cobol: there is no such language; there are ${Object.keys(PROGRAMS).join(', ')}`,
    ])
  })
})
