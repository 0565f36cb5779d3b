/**
 * The webhooks of a world, for tests.
 *
 * @module
 */
import { type ControlRequest, callControl, type Server } from './in-process.ts'
import type { WebhookDelivery, WebhookShown } from './response-types.ts'
import { Receiver } from './webhook-receiver.ts'
import type { DeliveryFilter, ReceiverOptions, UnderstayWebhooks, WebhookOptions, WebhookReceiver } from './webhook-types.ts'

export class WorldWebhooks implements UnderstayWebhooks {
  readonly #server: Server
  readonly #sandbox: string

  constructor(server: Server, sandbox: string) {
    this.#server = server
    this.#sandbox = sandbox
  }

  async receive(options: ReceiverOptions = {}): Promise<WebhookReceiver> {
    const { status: _, ...hook } = options
    return Receiver.open(options, async (url) => {
      const { id } = await this.add({ ...hook, url })
      return async () => {
        // A closed server has no webhooks any more.
        if (this.#server.isOpen()) await this.#ask({ method: 'DELETE', path: `/webhooks?id=${id}`, accepts: [404] })
      }
    })
  }

  async add(hook: WebhookOptions): Promise<WebhookShown> {
    return (await this.#ask({ method: 'POST', path: '/webhooks', body: hook })) as WebhookShown
  }

  async list(): Promise<readonly WebhookShown[]> {
    return (await this.#ask({ path: '/webhooks' })) as readonly WebhookShown[]
  }

  async remove(id?: number): Promise<number> {
    const path = id === undefined ? '/webhooks' : `/webhooks?id=${id}`
    return ((await this.#ask({ method: 'DELETE', path })) as { readonly removed: number }).removed
  }

  async deliveries(options: DeliveryFilter = {}) {
    const query = new URLSearchParams(
      Object.entries(options).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    )
    const answer = await this.#ask({ path: `/webhooks/deliveries${query.size > 0 ? `?${query}` : ''}` })
    return (answer as { readonly deliveries: readonly WebhookDelivery[] }).deliveries
  }

  async redeliver(id: number): Promise<WebhookDelivery> {
    return (await this.#ask({ method: 'POST', path: `/webhooks/deliveries/${id}/redeliver` })) as WebhookDelivery
  }

  #ask(request: ControlRequest): Promise<unknown> {
    return callControl(this.#server, this.#sandbox, request)
  }
}
