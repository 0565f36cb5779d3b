import { describe, expect, test } from 'vitest'
import { gradeClient } from '../../src/grade/conformance.ts'
import { RULES } from '../../src/grade/rules.ts'
import { call, course, FACTS, type Step, step, token } from './course.ts'

const GOOD: readonly Step[] = [token('a'), call('listBookings', 'a'), call('listGuests', 'a')]

describe('the grade of a client', () => {
  test('is good when no must is broken', () => {
    const { passed, reason, counts } = gradeClient(course(GOOD), FACTS)
    expect({ passed, failed: counts.failed, warned: counts.warned }).toEqual({ passed: true, failed: 0, warned: 0 })
    expect(reason).toMatch(/^No must was broken; \d+ of \d+ rules were exercised\.$/)
    expect(counts.passed).toBeGreaterThan(3)
  })

  test('is bad when a must is broken, and names it', () => {
    const { passed, reason, rules } = gradeClient(course([...GOOD, token('b')]), FACTS)
    expect({ passed, reason }).toEqual({ passed: false, reason: 'Broken: auth/token-reuse.' })
    expect(rules.find(({ outcome }) => outcome === 'failed')).toMatchObject({
      id: 'auth/token-reuse',
      severity: 'must',
      offences: [{ entries: [1, 4], what: expect.stringContaining('#4 requestToken asked for a token for desk properties_get') }],
      remedy: expect.stringContaining('Keep the token'),
    })
  })

  test('stays good when only a should is broken', () => {
    const { passed, counts } = gradeClient(course([...GOOD, call('listGuests', 'a', { channel: undefined })]), FACTS)
    expect({ passed, warned: counts.warned }).toEqual({ passed: true, warned: 1 })
  })

  test('is bad when nothing was exercised', () => {
    const { passed, reason, counts } = gradeClient([], FACTS)
    expect({ passed, idle: counts['not-exercised'] }).toEqual({ passed: false, idle: RULES.length })
    expect(reason).toContain('Nothing was exercised')
    expect(reason).toContain('/service/api')
  })

  test('says when the journal could not keep everything', () => {
    expect(gradeClient(course(GOOD), { ...FACTS, dropped: 12 }).reason).toContain('drop 12 entries')
  })

  test('does not depend on the order of the entries', () => {
    const entries = course([...GOOD, token('b'), step('setDates')])
    expect(gradeClient([...entries].reverse(), FACTS)).toEqual(gradeClient(entries, FACTS))
  })
})

describe('the rules', () => {
  test('have an id each, and words for everything', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length)
    for (const { id, title, measure, remedy, source } of RULES) {
      expect(id).toMatch(/^[a-z]+\/[a-z0-9-]+$/)
      for (const text of [title, measure, remedy, source]) expect(text.length, id).toBeGreaterThan(10)
    }
  })

  test.each(RULES.map(({ id, check }) => [id, check] as const))('%s has nothing to say of an empty journal', (_, check) => {
    const { exercised, offences, remarks = [] } = check([], FACTS)
    expect({ exercised, offences, remarks }).toEqual({ exercised: false, offences: [], remarks: [] })
  })
})
