/**
 * Targets made to hold the server up when its report is read: anyone with a token of the service can send them.
 *
 * @module
 */
import { expect, test } from 'vitest'
import { serverOf } from '../control-api/server-of.ts'
import { longestTurn } from './longest-turn.ts'

/** Nothing holds the event loop longer, milliseconds. */
const MOST_HELD = 100

test.each(['/', '%2f', '/0', '//en', '/en-GB'])('calls of 60,000 characters of %j do not hold the report', async (part) => {
  const { app, ask, token } = serverOf()
  const headers = await token()
  await app.request('http://localhost/_understay/report')
  const path = part.repeat(60_000 / part.length)
  for (const end of ['', 'x']) await app.request(`http://localhost/service/api/properties/${path}${end}`, { headers })
  for (const format of ['json', 'md', 'html']) {
    const read = () => ask('GET', `/_understay/report?format=${format}`)
    const { result, longest } = await longestTurn(read, { enough: MOST_HELD })
    expect(result.status).toBe(200)
    expect(longest).toBeLessThan(MOST_HELD)
  }
})
