import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBaseline } from '../../../src/cli/run/baseline.ts'
import { newFolder } from '../../process/program.ts'

const SCENARIOS = ['rate-limited', 'token-revoked']

function read(entry: string) {
  const file = join(newFolder(), 'accepted.yaml')
  writeFileSync(file, `accepted:\n  - ${entry}\n`)
  return readBaseline(file, SCENARIOS)
}

describe('a baseline', () => {
  test.each(['scenario', 'day'])('names a scenario as %s', (key) => {
    expect(read(`{ ${key}: token-revoked, deviation: renews, why: known }`)).toEqual([
      { scenario: 'token-revoked', deviation: 'renews', why: 'known' },
    ])
  })

  test.each([
    ['{ scenario: rate-limitd, deviation: renews, why: known }', 'accepted[0].scenario: there is no scenario "rate-limitd"'],
    ['{ day: other, deviation: renews, why: known }', 'accepted[0].day: there is no scenario "other"'],
    ['{ deviation: renews, why: known }', 'accepted[0].scenario: there is no scenario ""'],
  ])('refuses %s', (entry, message) => {
    expect(() => read(entry)).toThrow(message)
  })
})
