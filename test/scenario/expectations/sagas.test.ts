import { describe, expect, test } from 'vitest'
import { close, LOOKS, reactionTo, read, type Step, TAKEN } from './client-steps.ts'
import { pastCallOf } from './past-calls.ts'

describe('looks-again of a saga', () => {
  test('a saga may remove what it made before it looks; other writes come after', () => {
    const at = (method: string, guest: number): Step => {
      const [operation, target] = [method === 'POST' ? 'createGuest' : 'deleteGuest', `/service/api/guests/1/${guest}`]
      return (id) =>
        pastCallOf(id, { method, operation, target, property: 1, subject: { property: 1 }, changed: { guests: [guest] } })
    }
    const usual = [read(), at('POST', 9), close(1), read(2)]
    const run = (...after: readonly Step[]) => reactionTo(LOOKS, [read(), at('POST', 9), close(1, TAKEN), ...after], usual)
    expect(run(at('DELETE', 9), read(), close(3)).state).toBe('met')
    expect(run(at('DELETE', 8), read(), close(3)).state, 'removes what it did not make').toBe('unmet')
    expect(run(at('DELETE', 9), read(2)), 'never looks').toEqual({
      state: 'unmet',
      text: expect.stringMatching(/#4 DELETE .* comes before a further read/),
    })
  })
})
