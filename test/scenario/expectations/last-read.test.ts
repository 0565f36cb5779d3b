import { describe, expect, test } from 'vitest'
import { NOW } from '../../support/small-world.ts'
import { close, LOOKS, NIGHT, reactionTo, read, type Step, TAKEN } from './client-steps.ts'

const taken = close(1, TAKEN)

describe('a read of every written night at the end of each run', () => {
  const lost = close(1, { networkFault: 'cut-after-commit', fault: ['lost/reply'] })
  const other = close(2, { property: 2, path: { property_id: '2', room_id: '2', date: NIGHT } })
  const usual = [read(), close(1), read(2), other, read(), read(2)]
  const polled = [...usual, read(), read()]
  test.each<readonly [about: string, run: readonly Step[], control: readonly Step[], state: string]>([
    ['may be the check', [read(), lost, read(2), other, read(), read(2)], usual, 'inconclusive'],
    ['hides no second write', [read(), lost, read(2), other, read(), read(2), close(3)], usual, 'unmet'],
    [
      'is no check where it was not answered',
      [read(), lost, read(2), other, read(1, { status: 503, networkFault: 'status' }), read(2)],
      [read(), close(1), read(2), other, read(1, { status: 503, networkFault: 'status' }), read(2)],
      'unmet',
    ],
    ['is no check where it is missing', [read(), lost, read(2), other, read(2)], usual, 'unmet'],
    ['is none where a write follows it anyway', [read(), lost, read(2), read(), close(2)], [read(), ...usual, close(2)], 'unmet'],
    ['is none where the night is polled', [read(), lost, read(2), other, read(), read(), read()], polled, 'unmet'],
  ])('%s', (_, run, control, state) => {
    expect(reactionTo(LOOKS, run, control).state).toBe(state)
  })
  test('is one where it follows the write at once without the fault, unless the client has threads', () => {
    const next = [read(), close(1), read(), read(2), other]
    const run = [read(), lost, read(2), other, read()]
    expect(reactionTo(LOOKS, run, next)).toEqual({
      state: 'met',
      text: expect.stringMatching(/#5 GET \S+ 200 at \S+ comes after other calls; without the fault it comes next$/),
    })
    expect(reactionTo(LOOKS, [read(), lost, read(2), other, close(3), read()], next).state, 'after a write').toBe('unmet')
    const together = read(3, { real: NOW + 2_001 })
    expect(reactionTo(LOOKS, [read(), lost, together, other, read()], next).state, 'by a thread').toBe('inconclusive')
  })
  test('may be the reaction to a refusal as well', () => {
    expect(reactionTo(LOOKS, [read(), taken, read(2), other, read(), read(2)], usual).state).toBe('inconclusive')
    expect(reactionTo(LOOKS, [read(), taken, read(2), other, read(2)], usual).state, 'without it').toBe('unmet')
    const several = [read(), close(1), close(2), read()]
    expect(reactionTo(LOOKS, [read(), taken, close(2), read()], several).state, 'after another room').toBe('inconclusive')
    expect(reactionTo(LOOKS, [read(), taken, close(2), close(3), read()], several).state, 'after a further write').toBe('unmet')
  })
  test('is none of a client that reads after each write, and left the read after the refusal out', () => {
    const each = [close(1), read(), close(2), read()]
    expect(reactionTo(LOOKS, [taken, close(2), read()], each).state).toBe('unmet')
  })
})

test('a free room that is closed right after a regular read of the night cannot be told', () => {
  const usual = [read(), close(1), read(2), read(), read(2), read(), read(2)]
  const [refused, round] = [
    [read(), taken, read(2)],
    [read(2), read(), read(2)],
  ]
  expect(reactionTo(LOOKS, [...refused, read(), close(2), ...round], usual)).toEqual({
    state: 'inconclusive',
    text: expect.stringMatching(/#5 POST \S+ 200 at \S+ may have been chosen by #4 GET .* 3 .*; with it 3 as well$/),
  })
  const states = [
    [...refused, close(2), read(), ...round], // before the read
    [...refused, read(), read(2), close(2), read(2), read()], // long after it
    [...refused, read(), close(1, TAKEN), ...round], // the same room again
    [...refused, read(), close(2), close(3), ...round], // and another one, unread
  ].map((run) => reactionTo(LOOKS, run, usual).state)
  expect(states).toEqual(['unmet', 'unmet', 'unmet', 'unmet'])
  const together = [...usual, read(3, { real: NOW + 7_001 })]
  expect(reactionTo(LOOKS, [...refused, read(), close(2), ...round], together).state, 'the read of another thread').toBe('unmet')
})

test('a read right after the refusal that comes later without the fault cannot be told', () => {
  const usual = [read(), close(1), close(2), read(), close(3)]
  expect(reactionTo(LOOKS, [read(), taken, read(), close(3)], usual)).toEqual({
    state: 'inconclusive',
    text: expect.stringMatching(
      /the client reads after #2 .*, not more often than without the fault: .* 2 .*; with it 2 as well$/,
    ),
  })
  expect(reactionTo(LOOKS, [read(), taken, close(2), read(), close(3)], usual).state, 'goes on').toBe('unmet')
  const monitor = read(1, { client: 'monitor' })
  expect(
    reactionTo(LOOKS, [read(), taken, monitor, close(2), close(3)], [read(), close(1), close(2), monitor, close(3)]).state,
  ).toBe('unmet')
})

test('a client that ends at the refusal, and leaves its other work, may have told a person', () => {
  const usual = [read(), close(1), close(2), close(3), read(3)]
  expect(reactionTo(LOOKS, [read(), taken], usual)).toEqual({
    state: 'inconclusive',
    text: expect.stringMatching(
      /the client ended at #2 .*, where 3 more follow without the fault: it may have told a person, which no call shows$/,
    ),
  })
  expect(reactionTo(LOOKS, [read(), taken], [read(), close(1)]).state, 'ends there anyway').toBe('unmet')
  expect(reactionTo(LOOKS, [read(), close(2), close(3), read(3), taken], usual).state, 'in another order').toBe('unmet')
  const monitor = read(3, { client: 'monitor' })
  expect(reactionTo(LOOKS, [read(), taken, monitor], [...usual, monitor]).state, 'another client goes on').toBe('inconclusive')
  expect(reactionTo(LOOKS, [read(), taken], [read(), close(1), monitor]).state, 'only another client goes on').toBe('unmet')
  expect(reactionTo(LOOKS, [read(), taken, close(2)], usual).state, 'leaves less than it does').toBe('unmet')
  const beside: Step = read(3, { real: NOW + 2_001 })
  expect(reactionTo(LOOKS, [read(), taken, beside], [...usual, read(4), read(5)]).state, 'a call of another thread').toBe(
    'inconclusive',
  )
})
