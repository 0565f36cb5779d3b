import { describe, expect, test } from 'vitest'
import { COMPOSED } from './habits.ts'
import { Tally, tallyText } from './tally.ts'

test('a habit differs from the careful client in one thing', () => {
  for (const { mistake } of COMPOSED) expect(Object.keys(mistake)).toHaveLength(1)
})

describe('the bounds of the trial', () => {
  const careful = { verdict: 'passed', idle: [], noReaction: [], failed: [], warned: [], untold: [] } as const
  const caught = { verdict: 'failed', told: ['looks-again'], others: [] } as const

  test('are kept by careful clients that pass and habits that are told', () => {
    const tally = new Tally()
    tally.take({ careful: 0, scenario: null, results: [careful, careful] })
    tally.take({ habit: 0, shape: 0, results: [caught, caught] })
    expect(tally.missed).toEqual([])
    expect(tallyText(tally)).toContain('| 2 | 2 | 0 | 0 | 0 | 0 | 0 |')
  })

  test.each([
    ['no reaction', { noReaction: ['looks-again: the same calls'] }, 'careful clients called "no reaction": 1, wanted 0'],
    ['a false failure', { failed: ['rule auth/token-reuse is broken'] }, 'careful clients that failed: 1, wanted 0'],
    ['a warning', { warned: ['efficiency/no-polling'] }, 'careful clients that were warned: 1, wanted 0'],
    [
      'too many that cannot be told',
      { untold: ['completes'] },
      'careful clients that cannot be told: 1 of 1, wanted at most 5 %',
    ],
  ])('are missed by %s', (_, result, missed) => {
    const tally = new Tally()
    tally.take({ careful: 0, scenario: null, results: [{ ...careful, ...result }] })
    expect(tally.missed).toContain(missed)
  })

  test('are missed by a sequential client that cannot be told once in a hundred', () => {
    const tally = new Tally()
    const results = [{ ...careful, untold: ['completes'] }, ...Array.from({ length: 99 }, () => careful)]
    tally.take({ careful: 0, scenario: null, results })
    expect(tally.missed).toEqual([expect.stringContaining('cannot be told 1 times, and is sequential')])
  })

  test('are missed by a habit that passes, and by one that is told by something else', () => {
    const tally = new Tally()
    tally.take({ habit: 0, shape: 0, results: [{ verdict: 'passed', told: [], others: [] }] })
    tally.take({ habit: 0, shape: 1, results: [{ verdict: 'failed', told: [], others: ['goes-on'] }] })
    expect(tally.missed).toEqual(['habits that passed: 1, wanted 0', 'habits told by name: 0 of 2, wanted at least 98 %'])
    expect(tally.wrong).toHaveLength(2)
  })
})
