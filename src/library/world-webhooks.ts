import type { ControlClient } from '../control-contract/client.ts'
import { createWebhook, deleteWebhooks, listDeliveries, listWebhooks, redeliver } from '../control-contract/webhooks.ts'
import type { Sandbox } from '../world/world.ts'
import { requireObject, requireOptions } from './checked-options.ts'
import type { Server } from './in-process.ts'
import type { UnderstayWebhooks } from './types.ts'
import { Receiver } from './webhook-receiver.ts'

const { url: _, ...HOOK_OPTIONS } = createWebhook.body ?? {}
const RECEIVER_OPTIONS = { status: { type: 'integer', minimum: 200, maximum: 599 }, ...HOOK_OPTIONS }

/** @param opened undefined once the server or the sandbox has gone, which a call would bring back */
export function worldWebhooks(
  control: ControlClient,
  { receivers }: Server,
  opened: () => Sandbox | undefined,
): UnderstayWebhooks {
  const add: UnderstayWebhooks['add'] = async (hook) => {
    requireObject('webhooks.add', hook, 'the url of a receiver')
    return control.call(createWebhook, { body: hook })
  }
  return {
    add,
    receive: async (options = {}) => {
      const { status, ...hook } = requireOptions('webhooks.receive', options, RECEIVER_OPTIONS)
      const receiver = await Receiver.open(status, async (url) => {
        const { id } = await add({ ...hook, url })
        // After a reset, the hook with this id is another one.
        const isRegistered = (): boolean => opened()?.store.db.webhooks.get(id)?.url === url
        return {
          trouble: async () => {
            if (opened() && !isRegistered()) return 'its webhook is gone: call receive() after a reset or play()'
            const { deliveries = [] } = (opened() && (await control.find(listDeliveries))) || {}
            const repeated = new Set(deliveries.map(({ repeats }) => repeats))
            const lost = deliveries.flatMap(({ id, url: to, error }) => (to === url && error && !repeated.has(id) ? error : []))
            return lost.length > 0 ? `deliveries that did not arrive: ${lost.length} (${lost.at(-1)})` : undefined
          },
          remove: async () => {
            receivers.delete(receiver)
            // Without a call, during which server or sandbox could go.
            if (isRegistered()) opened()?.store.change((db) => db.webhooks.remove(id))
          },
        }
      })
      receivers.add(receiver)
      return receiver
    },
    list: () => control.call(listWebhooks),
    remove: async (id) => (await control.call(deleteWebhooks, { query: { id } })).removed,
    deliveries: async (options = {}) => (await control.call(listDeliveries, { query: options })).deliveries,
    redeliver: (id) => control.call(redeliver, { path: { id } }),
  }
}
