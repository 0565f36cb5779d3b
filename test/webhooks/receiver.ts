/**
 * A receiver of webhooks for tests, on a free port of this machine.
 *
 * @module
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Webhook } from '../../src/domain/event/webhook.ts'

/** One request as it came. */
export interface ReceivedDelivery {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Names in the order and spelling in which they came. */
  readonly headerNames: readonly string[]
  readonly body: string
}

/** Starts a receiver; `answer` ends each response, by default with 200. */
export async function receiver(answer: (response: ServerResponse, got: ReceivedDelivery) => void = (response) => response.end()) {
  const got: ReceivedDelivery[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request
      const one = { method, path: url, headers, headerNames: rawHeaders.filter((_, index) => index % 2 === 0), body }
      got.push(one)
      answer(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { got, url: `http://127.0.0.1:${port}/hook`, port }
}

/** A hook of all managers, without credentials. */
export const aHook = (url: string, with_: Partial<Webhook> = {}): Webhook => ({
  id: 1,
  url,
  auth: 'none',
  username: '',
  password: '',
  managerId: 0,
  enabled: true,
  ...with_,
})

/** A scenario in which an event, traffic and a fault change prices, and so cause deliveries. */
export const PRICE_CHANGES = `name: acts
clock: { at: 2026-05-02T00:00:00Z, run: frozen }
events:
  - { at: +1m, do: price_changes, with: { property: 1, by: 5% } }
traffic:
  - { id: desk, do: price_changes, every: 1h, with: { property: 1, by: 5% } }
faults:
  - { on: { operation: listTariffs }, price: { by: 10% } }
`
