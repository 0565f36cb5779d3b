import { expect, test } from 'vitest'
import { consoleOf } from '../console/console-of.ts'
import { longestTurn } from './longest-turn.ts'

const TOKENS = 20_000
/** Nothing holds the event loop longer, milliseconds. */
const MOST_HELD = 100

test('the tab Data is shown at once, however many tokens there are', async () => {
  const { open, token, world } = consoleOf()
  await token()
  const { store } = world.sandbox()
  for (const row of store.db.tokens.all())
    store.change(({ tokens }) => {
      for (let more = 1; more < TOKENS; more++) tokens.put({ ...row, id: `${row.id}${more}` })
    })
  const work = async () => (await open('/_understay/console/data')).text()
  const { result, longest } = await longestTurn(work, { enough: MOST_HELD })
  expect(result).toContain(`${TOKENS} tokens valid`)
  expect(longest).toBeLessThan(MOST_HELD)
})
