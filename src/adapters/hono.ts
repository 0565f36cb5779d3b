/** Hono: a server or sandbox as an app to mount in other apps. */
import { Hono } from 'hono'
import { createApp as createUntypedApp, type UnderstayWorld } from '../index.ts'

/** The bindings of Hono's Node adapter; other runtimes have others. */
interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } }
}

/** Marks a request with the address of its client. The library trusts requests without it as local. */
const REMOTE_ADDRESS = Symbol.for('understay.remoteAddress')

function fromNetwork(request: Request, bindings: NodeBindings | undefined): Request {
  const value = bindings?.incoming?.socket?.remoteAddress ?? 'unknown'
  return Object.defineProperty(request, REMOTE_ADDRESS, { value })
}

/**
 * An app that forwards every request to a server or sandbox. The control API needs a `controlToken`, or `control: 'open'`,
 * except for clients of this machine that Hono's Node adapter names.
 *
 * @param path the mount path, such as `/mock`; it is removed from the path
 *
 * @example
 * app.route('/', understayApp(await startUnderstay({ listen: false }), '/mock'))
 */
export function understayApp({ fetch }: Pick<UnderstayWorld, 'fetch'>, path = '/'): Hono {
  const app = new Hono().use(`${path}/*`.replace('//', '/'), async ({ req }, next) => {
    // Middleware of the user may have read the body. Imported here, because early versions of Hono 4 lack it.
    if (req.raw.bodyUsed) req.raw = await (await import('hono/request')).cloneRawRequest(req)
    await next()
  })
  return app.mount(path, async (request, bindings?: NodeBindings) => {
    try {
      return await fetch(fromNetwork(request, bindings))
    } catch (error) {
      // Another error would be answered with 500 by the app that mounts this one.
      if (error instanceof Error && error.name === 'ClosedError') return new Response(error.message, { status: 503 })
      if (error instanceof Error && error.name === 'OtherSandboxError') return new Response(error.message, { status: 404 })
      throw error
    }
  })
}

/** Not by its class: the package bundles a Hono of its own. */
const isHono = (app: object): app is Hono => 'routes' in app

/**
 * `createApp` of `understay` with the types of Hono.
 *
 * @example
 * const { app: mock, close } = await createApp()
 * app.route('/mock', mock)
 * await close()
 */
export async function createApp(options: Parameters<typeof createUntypedApp>[0] = {}): Promise<{
  readonly app: Hono
  readonly close: () => Promise<void>
}> {
  const { app: inner, close } = await createUntypedApp(options)
  if (!isHono(inner)) throw new Error('createApp made no Hono app')
  return { app: inner, close }
}
