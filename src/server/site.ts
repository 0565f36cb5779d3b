/** Responses outside the service interface: the start page, and the pages and pictures that responses link to. */

import { html } from 'hono/html'
import { type ApiResponse, HINT_HEADER, headerText } from '../api/response.ts'
import { pathOf } from '../base/http-url.ts'
import { andThen, type MaybePromise } from '../base/maybe-promise.ts'
import { bookingApi } from '../booking-api/index.ts'
import type { ApiRequest } from '../pipeline/api-request.ts'
import { withCall } from '../world/sandbox-calls.ts'
import type { Sandbox, World } from '../world/world.ts'

const escaped = (text: string): string => html`${text}`.toString()

type SiteRequest = Pick<ApiRequest, 'method' | 'path' | 'root' | 'sandbox' | 'headers'>

const PICTURE = /\.(?:gif|jpe?g|png|svg|webp)$/i

/** Responds to a request outside the interface and the control API. */
export function siteResponse(world: World, request: SiteRequest): MaybePromise<ApiResponse> {
  return andThen(world.openSandbox(request.sandbox), (sandbox) => responseIn(sandbox, request))
}

function responseIn(sandbox: Sandbox, request: SiteRequest): ApiResponse {
  const response = responseTo(sandbox, request)
  if (response.status === 404)
    sandbox.outsideCalls = withCall(sandbox.outsideCalls, request.method, sandbox.secrets.mask(request.path))
  return request.method === 'HEAD' ? { ...response, body: null } : response
}

function responseTo(sandbox: Sandbox, { method, path, root, headers }: SiteRequest): ApiResponse {
  const { product } = sandbox.world
  if (method !== 'GET' && method !== 'HEAD') return notFound(sandbox, path, root)
  if (path === '/')
    return headers['accept']?.includes('text/html') ? page('Understay', addressList(sandbox, root)) : plain(sandbox, root)
  if (path === '/index.php')
    return page(
      'A page of the site',
      `<p>Here the real service shows a page for people. Understay only mocks its interface.</p>${addressList(sandbox, root)}`,
    )
  if (path.startsWith(`/${product.word}/`) && PICTURE.test(path)) return picture(path)
  return notFound(sandbox, path, root)
}

/** What there is, where, and what for. */
function addresses(
  { world: { product } }: Sandbox,
  root: string,
): readonly (readonly [name: string, url: string, what: string])[] {
  return [
    ['The interface', `${root}${product.apiPath}`, 'the base of every path in the interface document'],
    ['A token', `${root}${product.apiPath}/oauth/token`, 'POST grant_type, client_id, client_secret and scope as a form'],
    ['Console', `${root}/_understay/`, 'calls, rows, calendar, faults and scenarios of this sandbox, in a browser'],
    ['Documents', `${root}/_understay/docs/`, 'the guides'],
    ['Operations', `${root}/_understay/operations`, 'every operation with its path and scope'],
    ['OpenAPI', `${root}/_understay/openapi.json`, 'the contract for tools'],
    ['Choices', `${root}/_understay/choices`, 'what this server does where the interface document is silent'],
    ['Health', `${root}/_understay/health`, 'for health checks'],
  ]
}

const ABOUT = 'This is the sandbox NAME of Understay, a mock server for a property-booking service.'

function plain(sandbox: Sandbox, root: string): ApiResponse {
  const lines = addresses(sandbox, root).map(([name, url, what]) => `${name.padEnd(14)}${url}\n${' '.repeat(14)}${what}\n`)
  const body = `${ABOUT.replace('NAME', sandbox.name)}\n\n${lines.join('')}`
  return { status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body }
}

function addressList(sandbox: Sandbox, root: string): string {
  const items = addresses(sandbox, root).map(([name, url, what]) => {
    const address = `<code>${escaped(url)}</code>`
    const isPage = url.startsWith(`${root}/_understay/`)
    return `<dt>${name}</dt><dd>${isPage ? `<a href="${escaped(url)}">${address}</a>` : address}<br>${what}</dd>`
  })
  return `<p>${ABOUT.replace('NAME', `<b>${escaped(sandbox.name)}</b>`)}</p><dl>${items.join('')}</dl>`
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;color:#1c2733}dt{font-weight:600;margin-top:.8rem}dd{margin:0;color:#51606f}code{color:#1c2733;background:#f1f4f7;padding:.1rem .3rem;border-radius:3px}'

function page(title: string, body: string): ApiResponse {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1>${body}</html>`
  return { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: html }
}

/** A placeholder for a picture. */
function picture(path: string): ApiResponse {
  const name = escaped(path.split('/').at(-1) ?? '')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" viewBox="0 0 640 400"><rect width="640" height="400" fill="#dfe7ee"/><path d="M0 400 200 190l110 110 90-80 240 180z" fill="#9db3c5"/><circle cx="500" cy="100" r="46" fill="#f4d58d"/><text x="24" y="376" font-family="sans-serif" font-size="20" fill="#33475b">${name}</text></svg>`
  return { status: 200, headers: { 'Content-Type': 'image/svg+xml' }, body: svg }
}

function notFound(sandbox: Sandbox, path: string, root: string): ApiResponse {
  const { product } = sandbox.world
  const hint = /^\/[a-z]/.test(path)
    ? `the interface is at ${pathOf(root)}${product.apiPath}; this path lies outside it`
    : 'see the address without a path'
  const message = `Nothing answers at ${path}. The interface is at ${root}${product.apiPath}`
  sandbox.world.log.warn('nothing answers here', { sandbox: sandbox.name, path: sandbox.secrets.mask(path), hint })
  const response = bookingApi.errors.fail(404, message)
  response.headers[HINT_HEADER] = headerText(hint)
  return response
}
