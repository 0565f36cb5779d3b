import { expect, test } from 'vitest'
import type { Entry } from '../../../src/journal/entry.ts'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import { isAnsweredAs } from '../../../src/scenario/traffic/duty-matching.ts'
import { close, FORBIDDEN, TAKEN } from '../expectations/client-steps.ts'

test.each<readonly [about: string, expectation: Partial<Expectation>, answer: Partial<Entry>, isMet: boolean]>([
  ['an accepted call', {}, {}, true],
  ['one that came after a guest', {}, TAKEN, true],
  ['one that came after a guest, with another status', {}, { ...TAKEN, status: 400 }, true],
  ['one that came after a guest, where it must not be refused', { refused: false }, TAKEN, false],
  ['one that came after a guest, where a status is wanted', { status: 200 }, TAKEN, false],
  ['one that is refused for another reason', {}, FORBIDDEN, false],
])('a duty is done by %s: %o', (_, expectation, answer, isMet) => {
  expect(isAnsweredAs({ id: 'closes', each: 'channel', ...expectation }, close(1, answer)(1))).toBe(isMet)
})
