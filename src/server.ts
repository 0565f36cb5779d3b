/**
 * The server: Hono as the shell; the service interface, the control API and the pages of the site under it.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Hono } from 'hono'
import { siteAnswer } from './console/site.ts'
import { type ControlRules, controlApi } from './control/index.ts'
import { Refusal } from './domain/refusal.ts'
import type { Answer } from './http/envelope.ts'
import { type Incoming, readLimited } from './http/incoming.ts'
import { announcesBody, faultAnswer, hasHungUp, incomingHeader, openSandbox, placeOf, rootOf } from './place.ts'
import type { Answering } from './short-way.ts'
import { SandboxError } from './world.ts'

export interface ServerOptions extends Answering {
  readonly control: ControlRules
}

interface NodeEnv {
  readonly incoming?: IncomingMessage
  readonly outgoing?: ServerResponse
}

const CONTROL = '/_understay'

/** The server as a function from request to response; also works without a socket. */
export function createServer({ world, service, publicUrl, control }: ServerOptions): Hono<{ Bindings: NodeEnv }> {
  const app = new Hono<{ Bindings: NodeEnv }>()
  const controlApp = controlApi(world, service, { ...control, publicUrl })
  const { apiPath } = world.product

  app.onError((error) => respond(faultAnswer(world, error)))
  app.all('*', (c): Response | Promise<Response> => {
    const request = c.req.raw
    const incoming: IncomingMessage | undefined = c.env?.incoming
    const header = headerReader(request, incoming)
    const place = placeOf(incoming?.url ?? targetOf(request.url), header)
    const { path } = place
    if (path === CONTROL || path.startsWith(`${CONTROL}/`)) return controlApp(request, place, incoming?.socket.remoteAddress)
    const sandbox = openSandbox(world, place.sandbox)
    if (sandbox instanceof SandboxError) return noSandbox(sandbox)
    const root = rootOf(publicUrl, header('host'), place)
    if (path !== apiPath && !path.startsWith(`${apiPath}/`)) {
      const answer = siteAnswer(sandbox, { method: request.method, path, root })
      if (answer.status === 404) sandbox.noteStray(request.method, path)
      return answer
    }
    const call: Incoming = {
      method: incoming?.method ?? request.method,
      path: path.slice(apiPath.length) || '/',
      query: place.query,
      header,
      hasBody: incoming ? announcesBody(header) : request.body !== null,
      readBody: () => readBody(request, incoming),
      gone: () => (incoming ? hasHungUp(incoming) : request.signal.aborted),
      root,
    }
    const answer = service.handle(sandbox, call)
    const passOn = (made: Answer): Response => (made.cut ? cutOff(c.env?.outgoing) : respond(made))
    return answer instanceof Promise ? answer.then(passOn) : passOn(answer)
  })
  return app
}

const respond = ({ body, status, headers }: Answer): Response => new Response(body, { status, headers })

/** Cuts the connection; a response that is written by nobody stands for it, see {@link isCut}. */
function cutOff(outgoing: ServerResponse | undefined): Response {
  outgoing?.destroy()
  return new Response(null, { headers: { [ALREADY_SENT]: 'cut' } })
}

/** The header by which the Node adapter knows that a response has been seen to. */
const ALREADY_SENT = 'x-hono-already-sent'

/** True for a response that stands for a connection that was cut. */
export const isCut = (response: Response): boolean => response.headers.get(ALREADY_SENT) === 'cut'

function headerReader(request: Request, incoming: IncomingMessage | undefined): (name: string) => string | undefined {
  return incoming ? incomingHeader(incoming) : (name) => request.headers.get(name) ?? undefined
}

/** Path and query of an absolute address. */
const targetOf = (url: string): string => url.slice(url.indexOf('/', url.indexOf('//') + 2))

const noSandbox = ({ message, status }: SandboxError): Response =>
  Response.json({ meta: { code: status, error_message: message } }, { status })

async function readBody(request: Request, incoming: IncomingMessage | undefined): Promise<Uint8Array> {
  try {
    return await readLimited(incoming ?? request.body ?? [])
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('body_broken', { what: 'the connection was closed in the middle of it' })
  }
}
