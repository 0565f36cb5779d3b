/**
 * Hono: a server or a sandbox as an app that other apps mount.
 *
 * @module
 */
import { Hono } from 'hono'
import { createApp as createUntypedApp, type UnderstayWorld } from '../index.ts'

/**
 * An app that passes every request to a server or a sandbox.
 *
 * @param path where the app is mounted, such as `/mock`; the part of the path that Understay does not see
 *
 * @example
 * app.route('/', understayApp(await startUnderstay({ listen: false }), '/mock'))
 */
export function understayApp({ fetch }: Pick<UnderstayWorld, 'fetch'>, path = '/'): Hono {
  return new Hono().mount(path, (request) => fetch(request))
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
