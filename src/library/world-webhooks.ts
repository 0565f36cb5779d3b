import type { ControlClient } from '../control-contract/client.ts'
import { createWebhook, deleteWebhooks, listDeliveries, listWebhooks, redeliver } from '../control-contract/webhooks.ts'
import type { DeliveryFilter, WebhookDelivery, WebhookOptions, WebhookShown } from './schema-types.ts'
import type { ReceiverOptions, UnderstayWebhooks, WebhookReceiver } from './types.ts'
import { Receiver } from './webhook-receiver.ts'

export class WorldWebhooks implements UnderstayWebhooks {
  readonly #control: ControlClient
  readonly #isOpen: () => boolean

  /** @param isOpen false once the server has been closed */
  constructor(control: ControlClient, isOpen: () => boolean) {
    this.#control = control
    this.#isOpen = isOpen
  }

  async receive(options: ReceiverOptions = {}): Promise<WebhookReceiver> {
    const { status: _, ...hook } = options
    return Receiver.open(options, async (url) => {
      const { id } = await this.add({ ...hook, url })
      return async () => {
        // A closed server has no webhooks any more.
        if (this.#isOpen()) await this.#control.find(deleteWebhooks, { query: { id } })
      }
    })
  }

  add(hook: WebhookOptions): Promise<WebhookShown> {
    return this.#control.call(createWebhook, { body: hook })
  }

  list(): Promise<readonly WebhookShown[]> {
    return this.#control.call(listWebhooks)
  }

  async remove(id?: number): Promise<number> {
    return (await this.#control.call(deleteWebhooks, { query: { id } })).removed
  }

  async deliveries(options: DeliveryFilter = {}): Promise<readonly WebhookDelivery[]> {
    return (await this.#control.call(listDeliveries, { query: options })).deliveries
  }

  redeliver(id: number): Promise<WebhookDelivery> {
    return this.#control.call(redeliver, { path: { id } })
  }
}
