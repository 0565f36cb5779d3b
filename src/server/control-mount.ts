/** The mount of the control API and the console. Both are loaded on first use. */
import type { ApiResponse } from '../api/response.ts'
import { pathOf } from '../base/http-url.ts'
import { targetPath, targetQuery } from '../base/request-target.ts'
import { bookingApi } from '../booking-api/index.ts'
import { isConsolePath } from '../console/console-path.ts'
import type { ControlRules } from '../control-api/app.ts'
import type { ControlPipeline } from '../control-api/index.ts'
import type { SendControl } from '../control-contract/client.ts'
import { CONTROL_PATH } from '../control-contract/control-path.ts'
import { type ApiRequest, needsExisting } from '../pipeline/api-request.ts'
import { steadyNow } from '../simulation/clock.ts'
import type { World } from '../world/world.ts'
import type { ServerRequest } from './request.ts'
import { webResponse } from './web-request.ts'

export class ControlMount {
  readonly #world: World
  readonly #rules: ControlRules
  #pipeline: Promise<ControlPipeline> | undefined

  constructor(world: World, rules: ControlRules) {
    this.#world = world
    this.#rules = rules
  }

  readonly answer = async (request: ServerRequest): Promise<ApiResponse> => {
    const pipeline = await this.pipeline()
    request.path = request.path.slice(CONTROL_PATH.length) || '/'
    return isConsolePath(request) ? this.#page(pipeline, request) : this.#call(pipeline, request)
  }

  /** A call of the control API, which the journal does not keep. */
  async #call(pipeline: ControlPipeline, request: ServerRequest): Promise<ApiResponse> {
    const { method, path, sandbox } = request
    const began = steadyNow()
    const response = await pipeline.handle(this.#world, request)
    this.#world.log.debug?.('control', {
      sandbox,
      method,
      path: this.#world.opened(sandbox)?.secrets.mask(path) ?? path,
      status: response.status,
      ms: Math.round(steadyNow() - began),
    })
    return response
  }

  pipeline(): Promise<ControlPipeline> {
    this.#pipeline ??= import('../control-api/index.ts').then((module) => module.createControlPipeline(bookingApi, this.#rules))
    return this.#pipeline
  }

  /** True for a request that every replica refuses. */
  async refuses(request: ApiRequest, sandbox: string): Promise<boolean> {
    const { hasAccess } = await import('../control-api/access.ts')
    if (!hasAccess(this.#rules, request, sandbox)) return true
    return needsExisting(request) && !(await this.#world.has(sandbox))
  }

  /** A page of the console, which reads the control API with the access rights of the caller. */
  async #page(pipeline: ControlPipeline, request: ServerRequest): Promise<ApiResponse> {
    const { consoleResponse } = await import('../console/index.ts')
    const { root, path, query } = request
    const send: SendControl = async ({ path: target }) => {
      return webResponse(await pipeline.handle(this.#world, controlRequest(request, target)))
    }
    const page = await consoleResponse({ send, path, query, base: `${pathOf(root)}${CONTROL_PATH}` })
    const body = request.method === 'HEAD' ? null : await page.text()
    return { status: page.status, headers: Object.fromEntries(page.headers), body }
  }
}

/** A GET request to the control API on behalf of the caller of `request`. */
const controlRequest = (request: ApiRequest, target: string): ApiRequest => ({
  method: 'GET',
  sandbox: request.sandbox,
  root: request.root,
  remoteAddress: request.remoteAddress,
  path: targetPath(target),
  query: targetQuery(target),
  hasBody: false,
  headers: request.headers,
  readBody: () => Promise.resolve(new Uint8Array()),
  gone: () => request.gone(),
  signal: () => request.signal(),
})
