import { expect, test } from 'vitest'
import { consoleOf } from './console-of.ts'
import { byId, textIn } from './markup.ts'

const LIVELY = `name: lively
clock: { at: 2026-06-01T00:00:00Z, run: frozen }
traffic:
  - { id: guests, do: guest_books, every: 1h, with: { property: 1, arrival: today+5, nights: 1 } }
`

test('the scenario tab shows how often traffic was offered, happened and could not happen', async () => {
  const { app, page } = consoleOf({ scenario: LIVELY })
  const advanced = await app.request('http://localhost/_understay/clock/advance', { method: 'POST', body: '{"by":"20h"}' })
  expect(advanced.status).toBe(200)
  const { traffic } = (await (await app.request('http://localhost/_understay/traffic')).json()) as {
    readonly traffic: readonly { readonly acts: readonly { readonly happened: number; readonly blocked: number }[] }[]
  }
  const { happened = 0, blocked = 0 } = traffic[0]?.acts[0] ?? {}
  expect(happened + blocked).toBe(20)
  const shown = await page('/_understay/console/scenario')
  const cells = byId(shown, 'traffic-guests-guest_books').children.map((cell) => (typeof cell === 'string' ? cell : textIn(cell)))
  expect(cells.filter((text) => text.trim() !== '')).toEqual(['guests', 'guest_books', '20', `${happened}`, `${blocked}`])
})
