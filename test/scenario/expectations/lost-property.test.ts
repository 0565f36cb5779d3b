import { describe, expect, test } from 'vitest'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import { NOW } from '../../support/small-world.ts'
import { close, FORBIDDEN, NIGHT, reactionTo, read, type Step } from './client-steps.ts'
import { pastCallOf } from './past-calls.ts'

describe('a list in each round shows a reaction to a lost property', () => {
  const list: Step = (id) =>
    pastCallOf(id, { target: '/service/api/properties/all', operation: 'listProperties', path: {}, property: undefined })
  const lost = read(1, { ...FORBIDDEN, refusalCode: 'property_not_administrable', fault: ['withdrawn/lost'] })
  const round = [list, read(1), read(2)]
  const lists: Expectation = { id: 'lists', operation: 'listProperties', status: 200, reaction: 'looks-again' }
  const other = close(2, { property: 6, path: { property_id: '6', room_id: '2', date: NIGHT } })
  test.each<readonly [about: string, run: readonly Step[], state: string]>([
    ['that no call needs from the next list on', [list, lost, read(2), list, read(2), other, list, read(2)], 'met'],
    ['that is called on', [list, lost, read(2), list, lost, read(2), list, lost, read(2)], 'unmet'],
    ['that is called again in the last round only', [list, lost, read(2), list, read(2), list, lost], 'unmet'],
    ['of a client that ends at the next list', [list, lost, read(2), list], 'unmet'],
    ['without a further list', [list, lost, read(2), read(2), read(2)], 'unmet'],
    ['by a further list after a write about another property', [list, lost, other, list, list, list, read(2)], 'met'],
  ])('%s', (_, run, state) => {
    expect(reactionTo(lists, run, [...round, ...round, ...round]).state).toBe(state)
  })
  test('cannot be told where no call about it would follow the next list anyway', () => {
    const work = [list, read(2), list, read(3), list, read(3), list]
    const { state, text } = reactionTo(lists, [list, lost, read(2), ...work], [list, read(1), read(1), read(2), ...work])
    expect(state).toBe('inconclusive')
    expect(text).toMatch(/the client reads after #2 .*, not more often than without the fault: .* 5 .*; with it 5 as well$/)
    expect(reactionTo(lists, [list, lost, lost, read(2), ...work], [list, read(1), read(1), read(2), ...work]).state).toBe(
      'unmet',
    )
  })
  test('is not asked of a client that lists once at its start, and leaves the property', () => {
    const stateOf = (run: readonly Step[]) => reactionTo(lists, run, [list, read(1), read(1), read(2), read(3)])
    expect(stateOf([list, lost, read(2), read(3)])).toEqual({
      state: 'met',
      text: expect.stringMatching(/no call for property 1 follows #2 .*; without the fault 1 follow it$/),
    })
    expect(stateOf([list, lost, lost, read(2), read(3)]).state, 'calls on').toBe('unmet')
    expect(stateOf([list, lost]).state, 'stops').toBe('unmet')
    const beside: Step = read(3, { real: NOW + 2_001 })
    expect(stateOf([list, lost, beside, read(2)]).state, 'has threads, which may have left it by chance').toBe('unmet')
    expect(reactionTo(lists, [list, lost], [list, read(1), read(1)]).state, 'has no other property').toBe('inconclusive')
    expect(reactionTo(lists, [lost, read(2)], [read(1), read(1), read(2)]).state, 'never lists').toBe('unmet')
  })
  test('but not one that no call needs any more without the fault either: a list that comes at once may be the reaction', () => {
    expect(reactionTo(lists, [list, lost, list, read(2)], [...round, list, read(2)])).toEqual({
      state: 'inconclusive',
      text: expect.stringMatching(/the client reads after #2 .*, not more often than without the fault/),
    })
    expect(reactionTo(lists, [list, lost, read(2), list], [...round, list, read(2)]).state).toBe('unmet')
  })
})
