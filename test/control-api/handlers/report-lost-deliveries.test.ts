import { expect, test } from 'vitest'
import type { UnderstayReport } from '../../../src/index.ts'
import { aHook, receiver } from '../../webhooks/receiver.ts'
import { serverOf } from '../server-of.ts'

test.each([
  ['no booking', { drop: '100%', event: 'invoice_created' }, null],
  ['a booking', { drop: '100%' }, expect.stringContaining('lost no booking')],
])('a report asks for a longer run when the client had no hour to find what was lost: %s', async (_, webhook, unjudgedReason) => {
  const { url } = await receiver((response) => void response.writeHead(204).end())
  const event = '{ at: +1h, do: guest_books, with: { property: 1, arrival: today+9, nights: 1 } }'
  const server = serverOf({
    rows: { webhooks: [aHook(url)] },
    scenario: `name: lost\nwebhook: ${JSON.stringify(webhook)}\nevents: [${event}]\n`,
  })
  await server.ask('POST', '/_understay/clock/advance', { body: '{"by":"2h"}' })
  await server.world.sandbox().webhooks.idle()
  const { faults } = (await server.ask('GET', '/_understay/report')).body as UnderstayReport
  expect(faults).toMatchObject([{ state: 'happened', blockedReason: null, unjudgedReason }])
})
