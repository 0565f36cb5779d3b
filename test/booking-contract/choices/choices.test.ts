import { describe, expect, test } from 'vitest'
import { CHOICE_IDS, choice, choiceProblem, choicesOf, PROFILES } from '../../../src/booking-contract/choices/choices.ts'
import { OPERATIONS } from '../../../src/booking-contract/index.ts'

describe('the registry of choices', () => {
  test.each(CHOICE_IDS)('%s has a question, meanings of its answers, a reason and a source', (id) => {
    const { question, answers, why, source } = choice(id)
    expect(question).toMatch(/\?$/)
    expect(Object.keys(answers).length).toBeGreaterThan(1)
    for (const text of [...Object.values(answers), why, source]) expect(text).not.toBe('')
    for (const profile of PROFILES) expect(Object.keys(answers)).toContain(choice(id)[profile])
  })

  test('the first answer is the documented one, which a whole number always is', () => {
    const withNumber = CHOICE_IDS.filter((id) => Object.keys(choice(id).answers).some((answer) => /^\d+$/.test(answer)))
    expect(withNumber.map((id) => [id, choice(id).documented])).toEqual([['black_booking_conflict', '204']])
  })

  test('operations refer to existing choices only', () => {
    for (const { id, choices = [] } of OPERATIONS) for (const name of choices) expect(CHOICE_IDS, id).toContain(name)
  })

  test('an override replaces one answer of the profile', () => {
    const answers = choicesOf('current', { check_in_order: 'strict' })
    expect(answers).toEqual({ ...choicesOf('current'), check_in_order: 'strict' })
  })

  test.each([
    ['check_in_order', 'strict', undefined],
    ['check_in_order', 'stern', '"stern" is not an answer to check_in_order; it takes lenient or strict'],
    ['chek_in', 'strict', 'there is no choice "chek_in"; docs/choices.md and GET /_understay/choices list them all'],
    ['__proto__', 'x', 'there is no choice "__proto__"; docs/choices.md and GET /_understay/choices list them all'],
  ])('%s=%s', (id, answer, problem) => {
    expect(choiceProblem(id, answer)).toBe(problem)
  })
})
