/**
 * Hono: a server or a sandbox as an app that other apps mount.
 *
 * @module
 */
import { Hono } from 'hono'
import { createApp as createUntypedApp, type UnderstayWorld } from '../index.ts'

/** What the Node adapter of Hono passes on; other runtimes pass other things. */
interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } }
}

/** By this property the library tells requests of a network from those of its own process, which it trusts. */
const REMOTE_ADDRESS = Symbol.for('understay.remoteAddress')

function fromNetwork(request: Request, bindings: NodeBindings | undefined): Request {
  const value = bindings?.incoming?.socket?.remoteAddress ?? 'unknown'
  return Object.defineProperty(request, REMOTE_ADDRESS, { value })
}

/**
 * An app that passes every request to a server or a sandbox. The control API needs a `controlToken`, or `control: 'open'`, except for
 * clients of this machine that Hono's Node adapter names.
 *
 * @param path where the app is mounted, such as `/mock`; the part of the path that Understay does not see
 *
 * @example
 * app.route('/', understayApp(await startUnderstay({ listen: false }), '/mock'))
 */
export function understayApp({ fetch }: Pick<UnderstayWorld, 'fetch'>, path = '/'): Hono {
  return new Hono().mount(path, (request, bindings?: NodeBindings) => fetch(fromNetwork(request, bindings)))
}

/** As `createApp` of `understay`, with the types of Hono. */
export async function createApp(options: Parameters<typeof createUntypedApp>[0] = {}): Promise<{
  readonly app: Hono
  close(): Promise<void>
}> {
  const { app: inner, close } = await createUntypedApp(options)
  if (!(inner instanceof Hono)) throw new Error('createApp made no Hono app')
  return { app: inner, close }
}
