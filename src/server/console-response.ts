/**
 * Responses of the console. Its pages read the control API with the access rights of the caller.
 *
 * @module
 */

import type { ApiResponse } from '../api/response.ts'
import type { ControlPipeline } from '../control-api/index.ts'
import type { SendControl } from '../control-contract/client.ts'
import { CONTROL_PATH } from '../control-contract/control-path.ts'
import type { ApiRequest } from '../pipeline/api-request.ts'
import type { World } from '../world/world.ts'
import { webResponse } from './web-adapter.ts'

/** Scheme and host of an address. */
const ORIGIN = /^[a-z]+:\/\/[^/]*/i

/** Responds to a request for which `isConsolePath` is true. */
export async function respondWithPage(world: World, pipeline: ControlPipeline, request: ApiRequest): Promise<ApiResponse> {
  const { consoleResponse } = await import('../console/index.ts')
  const { root, path, query } = request
  const send: SendControl = async ({ path: target }) => {
    const [asked = ''] = target.split('?', 1)
    return webResponse(await pipeline.handle(world, controlRequest(request, asked, target.slice(asked.length + 1))))
  }
  const page = await consoleResponse({ send, path, query, base: `${root.replace(ORIGIN, '')}${CONTROL_PATH}` })
  const body = request.method === 'HEAD' ? null : await page.text()
  return { status: page.status, headers: Object.fromEntries(page.headers), body }
}

/** A GET request to the control API on behalf of the caller of `request`. */
const controlRequest = (request: ApiRequest, path: string, query: string): ApiRequest => ({
  method: 'GET',
  sandbox: request.sandbox,
  root: request.root,
  remoteAddress: request.remoteAddress,
  path,
  query,
  hasBody: false,
  headers: request.headers,
  readBody: () => Promise.resolve(new Uint8Array()),
  gone: () => request.gone(),
  signal: () => request.signal(),
})
