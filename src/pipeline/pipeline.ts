/**
 * The request pipeline of an API: from request to response, asynchronous only for a body, a delay or an asynchronous handler.
 *
 * body -> operation -> claims, faults -> guards -> input -> handler -> envelope -> {@link Pipeline.#finish}
 */

import type { Api, FindOperation } from '../api/define-api.ts'
import { brokenSegment, segmentsOf } from '../api/matcher.ts'
import type { Operation } from '../api/operation.ts'
import { type ApiResponse, FAULT_HEADER, HINT_HEADER, headerText } from '../api/response.ts'
import { stackOf } from '../base/caught-error.ts'
import { isPromise, type MaybePromise } from '../base/maybe-promise.ts'
import { StatusError } from '../base/status-error.ts'
import { Refusal } from '../domain/refusal.ts'
import type { RequestRecord } from '../journal/request-record.ts'
import type { InventedAnswer, NetworkFault } from '../scenario/scenario-run.ts'
import { realNow, steadyNow } from '../simulation/clock.ts'
import { PacedCalls } from '../simulation/paced-calls.ts'
import { type Sandbox, SandboxError, StorageError, type World, whenStored } from '../world/world.ts'
import { type ApiRequest, needsExisting, requireBody } from './api-request.ts'
import type { Handler } from './binder.ts'
import { applyFaults } from './faults.ts'
import { nearestOperation, probablyMeant } from './hints.ts'
import { closeRecord, echoCorrelation, noteUnread } from './journalling.ts'
import { connectionClosed, networkFaultKind, responseAfter, responseInstead } from './network-faults.ts'
import { OperationRegistry, type ServedOperation } from './operation-registry.ts'
import type { Failure, RequestClaims, RequestContext } from './request-context.ts'
import { readInput } from './sent-values.ts'

/** Retry-After of a request whose change could not be stored. */
const RETRY_AFTER_SECONDS = '1'

const UNEXPECTED = 'Unexpected error in the server; see its log'

/** The constructor of a request's context. The sandbox is undefined in an API without a journal. */
type ContextOf<C> = new (world: World, request: ApiRequest, sandbox: Sandbox | undefined) => C

/** Reads the claims of a request and adds them to its journal record. */
type ClaimsOf<C> = (context: C) => RequestClaims

export class Pipeline<C extends RequestContext<O>, O extends Operation, S> {
  readonly api: Api<C, O, S>
  readonly #registry: OperationRegistry<O>
  readonly #Context: ContextOf<C>
  readonly #claimsOf: ClaimsOf<C> | undefined
  readonly #notOpened = new PacedCalls()

  /** @throws Error when operations and handlers do not match */
  constructor(api: Api<C, O, S>, handlers: ReadonlyMap<string, Handler>, Context: ContextOf<C>, claimsOf?: ClaimsOf<C>) {
    this.api = api
    this.#registry = new OperationRegistry(api.operations, handlers)
    this.#Context = Context
    this.#claimsOf = claimsOf
  }

  /** Responds to a request. Returns a promise only for a body, a delay, or an asynchronous handler. */
  handle(world: World, request: ApiRequest): MaybePromise<ApiResponse> {
    if (!this.api.journalled) return this.#begin(new this.#Context(world, request, undefined))
    try {
      const opening = world.openSandbox(request.sandbox)
      if (!isPromise(opening)) return this.#handleIn(opening, world, request)
      const began = steadyNow()
      return opening.then(
        (sandbox) => this.#handleIn(sandbox, world, request),
        (error: unknown) => this.#unopened(error, world, request, steadyNow() - began),
      )
    } catch (error) {
      return this.#unopened(error, world, request, 0)
    }
  }

  #handleIn(sandbox: Sandbox, world: World, request: ApiRequest): MaybePromise<ApiResponse> {
    const context = new this.#Context(world, request, sandbox)
    const response = this.#begin(context)
    return sandbox.choices.webhook_delivery === 'before' ? afterWebhooks(sandbox, response) : response
  }

  /** The response when the sandbox cannot be opened: it is in no journal. @throws any other error */
  #unopened(error: unknown, world: World, { sandbox }: ApiRequest, milliseconds: number): ApiResponse {
    if (!(error instanceof SandboxError || error instanceof StorageError)) throw error
    if (error instanceof StorageError) this.#logUnopened(error, world, sandbox)
    const response = error instanceof StorageError ? this.#unstored(error) : this.api.errors.fail(error.status, error.message)
    world.metrics.callsOf(this.api.name).add('none', response.status, milliseconds)
    return response
  }

  #logUnopened({ text }: StorageError, { log }: World, sandbox: string): void {
    this.#notOpened.add((calls) => log.error('a sandbox cannot be opened', { sandbox, calls, error: text }))
  }

  #begin(context: C): MaybePromise<ApiResponse> {
    const { request, record, world } = context
    // the operation decides how much of a body is received
    if (!record) this.#route(context)
    const read = request.hasBody && request.method !== 'GET' ? this.#readBody(context) : undefined
    const { latency = 0 } = world.options
    if (!record || latency === 0) return read ? read.then(() => this.#serve(context)) : this.#serve(context)
    return (read ?? Promise.resolve()).then(() => hold(context, record, latency)).then(() => this.#serve(context))
  }

  async #readBody(context: C): Promise<void> {
    try {
      const read = context.readBody(await context.receiveBody(this.api.maxBodyBytes))
      if (read) await read
    } catch (error) {
      context.bodyProblem = error
    }
  }

  /** Responds to a request after its body was read, and applies the network faults of the scenario. */
  #serve(context: C): MaybePromise<ApiResponse> {
    const { record, world } = context
    if (!record) return this.#complete(context)
    if (world.closed) return connectionClosed()
    const { sandbox } = context
    const failed = sandbox.gate?.failed
    if (failed) return this.#finish(context, this.#unstored(failed, record))
    if (sandbox.retired || context.request.method === 'OPTIONS') return this.#complete(context)
    sandbox.startClock()
    const settled = sandbox.settle()
    if (settled) return settled.then(() => this.#serveLater(context, record))
    this.#route(context)
    const claims = this.#claimsOf?.(context)
    const applied = claims && sandbox.scenarioRun.faults.all.length > 0 ? applyFaults(context, claims) : undefined
    record.fault = applied?.marks
    return applied?.network ? this.#throughNetworkFault(context, record, applied.network) : this.#complete(context)
  }

  /** Serves a request that has waited for due work: the request counts as received now, by the sandbox's clock. */
  #serveLater(context: C, record: RequestRecord): MaybePromise<ApiResponse> {
    record.at = context.sandbox.clock.now()
    return this.#serve(context)
  }

  #route(context: C): void {
    const { path } = context.request
    context.segments = segmentsOf(path)
    if (!context.segments) context.routeProblem = new Refusal('encoding_broken', { what: brokenSegment(path) })
    const { find } = this.#registry
    if (this.api.route) this.api.route(context, find)
    else routeByPath(context, find)
  }

  /** Applies a network fault. When the sandbox was reset during a delay, the connection is closed. */
  async #throughNetworkFault(context: C, record: RequestRecord, fault: NetworkFault): Promise<ApiResponse> {
    const { sandbox, world } = context
    const { store } = sandbox
    record.networkFault = networkFaultKind(fault)
    await hold(context, record, fault.delay)
    await sandbox.settleFully()
    if (sandbox.store !== store || world.closed) return connectionClosed()
    const failed = sandbox.gate?.failed
    if (failed) return this.#finish(context, this.#unstored(failed, record))
    const instead = responseInstead(fault)
    if (instead) return this.#finishWhenStored(context, instead)
    const response = await this.#respond(context)
    const arriving = responseAfter(response, fault)
    if (arriving.status !== response.status) record.lostStatus = response.status
    if (fault.respond && arriving === response) takeBack(fault.respond, context, record)
    return this.#finishWhenStored(context, arriving)
  }

  #complete(context: C): MaybePromise<ApiResponse> {
    const response = this.#respond(context)
    if (isPromise(response)) return response.then((made) => this.#finishWhenStored(context, made))
    // Nothing has waited since the sandbox was found usable, so the response shows what was the newest then.
    if (context.record && !context.sandbox.gate?.pending) return this.#finish(context, response)
    return this.#finishWhenStored(context, response)
  }

  /** Runs guards and handler; errors become responses. */
  #respond(context: C): MaybePromise<ApiResponse> {
    if (context.record) context.sandbox.commits.running = context.record
    try {
      const response = this.#run(context)
      return isPromise(response) ? response.catch((error: unknown) => this.#failed(context, error)) : response
    } catch (error) {
      return this.#failed(context, error)
    } finally {
      if (context.record) context.sandbox.commits.running = undefined
    }
  }

  #run(context: C): MaybePromise<ApiResponse> {
    const { api } = this
    if (api.preflight && context.request.method === 'OPTIONS') return api.preflight(context)
    if (context.record && context.sandbox.retired)
      throw new Refusal('operation_unknown', { what: `The sandbox ${context.sandbox.name} has been removed` })
    if (context.routeProblem !== undefined) throw context.routeProblem
    api.entryGuard?.check(context)
    const { operation } = context
    const served = operation && this.#registry.byId(operation.id)
    if (!served)
      throw api.errors.unknown(context, nearestOperation(api.operations, context.method.toLowerCase(), context.segments ?? []))
    for (const guard of api.guards) guard.check(context)
    if (context.bodyProblem !== undefined) requireBody(operation, context.bodyProblem)
    context.input = readInput(operation, served.params, context)
    const ready = api.journalled || operation.sandbox === false ? undefined : prepare(context)
    if (ready) return ready.then(() => this.#invoke(served, context))
    return this.#invoke(served, context)
  }

  #invoke({ operation, run }: ServedOperation<O>, context: C): MaybePromise<ApiResponse> {
    const { respond } = this.api.envelope
    const value = run(context.input, context)
    if (isPromise(value)) return value.then((result: unknown) => respond(result, context, operation))
    return respond(value, context, operation)
  }

  /** The response to an error. The client sees only the number of an unexpected error, not its message. */
  #failed(context: C, error: unknown): ApiResponse {
    const { operation, segments } = context
    if (context.record && operation && segments && error instanceof Refusal && error.code === 'values_invalid')
      context.record.hint ??= probablyMeant(this.api.operations, operation, segments)
    // a mistyped path of an open operation is asked for a token, which does not help; the base path alone is no mistake
    if (context.record && !operation && segments?.some(Boolean) && error instanceof Refusal && error.code === 'token_missing')
      context.record.hint ??= nearestOperation(this.api.operations, context.method.toLowerCase(), segments)
    const refused = this.api.errors.refuse(error, context)
    if (refused) return refused
    if (error instanceof StatusError) return this.api.errors.fail(error.status, error.message)
    const { record, world } = context
    if (error instanceof StorageError) {
      const { sandbox } = context.request
      // The control API opens a sandbox when it is asked for one.
      if (error.reason === 'damaged' || world.opened(sandbox) === undefined) this.#logUnopened(error, world, sandbox)
      else world.log.error('a change could not be stored', { sandbox, error: error.text })
      return this.#unstored(error, record)
    }
    if (!record) {
      world.log.error('unexpected failure', {
        request: `${context.request.method} ${context.request.path}`,
        error: stackOf(error),
      })
      return this.api.errors.fail(500, UNEXPECTED)
    }
    record.refusal = 'unexpected failure'
    const response = this.api.errors.fail(500, UNEXPECTED)
    context.failure = { error: stackOf(error), response }
    return response
  }

  /** The response when a change is not stored, or when that is unknown. */
  #unstored(error: StorageError, record?: RequestRecord): ApiResponse {
    if (record) {
      record.commits = undefined
      record.networkFault = undefined
      record.lostStatus = undefined
      record.refusalCode = undefined
      record.refusal = error.message
    }
    const response = this.api.errors.fail(error.status, error.message)
    if (error.reason === 'unavailable') response.headers['Retry-After'] = RETRY_AFTER_SECONDS
    return response
  }

  /** Holds a response until all changes made so far are stored. */
  #finishWhenStored(context: C, response: ApiResponse): MaybePromise<ApiResponse> {
    const sandbox = context.record ? context.sandbox : context.world.opened(context.request.sandbox)
    if (!sandbox || context.operation?.sandbox === false) return this.#finish(context, response)
    return whenStored(
      sandbox,
      () => this.#finish(context, response),
      (error) => this.#finish(context, this.#unstored(error, context.record)),
    )
  }

  /** Completes every response of a sandbox: adds common headers and closes the journal record. */
  #finish(context: C, response: ApiResponse): ApiResponse {
    const { record, request, failure } = context
    // ids are given when responses are sent, so that the journal has them in order
    if (record) record.id = context.sandbox.journal.nextId()
    const sent = record && failure ? this.#logFailure(context, failure, record, response) : response
    this.api.addHeaders?.(context, sent.headers)
    if (record) {
      noteUnread(context, record)
      addHeaders(context, record, sent.headers)
      closeRecord(context, record, sent)
    }
    const taken = record ? record.ms : realNow() - context.started
    context.world.metrics.callsOf(this.api.name).add(context.operation?.id ?? 'none', sent.status, taken)
    return request.method === 'HEAD' ? { ...sent, body: null } : sent
  }

  /** Logs an unexpected error. @returns the response, which names the request in the log unless a fault has changed it */
  #logFailure(context: C, failure: Failure, { id }: RequestRecord, response: ApiResponse): ApiResponse {
    const request = `${context.sandbox.name}-${id}`
    context.world.log.error('unexpected failure', { request, error: failure.error })
    if (response !== failure.response) return response
    return this.api.errors.fail(500, `Unexpected error in the server; see request ${request} in its log`)
  }
}

/** @throws SandboxError when the sandbox has to exist and does not */
function prepare({ world, request }: RequestContext): Promise<void> | undefined {
  const { sandbox } = request
  if (!needsExisting(request)) return world.prepare(sandbox)
  return world.has(sandbox).then((isThere) => {
    if (!isThere) throw new SandboxError(412, `there is no sandbox ${sandbox}`)
    return world.prepare(sandbox)
  })
}

/** Holds a response until the webhook receivers have answered: choice `webhook_delivery`. */
async function afterWebhooks(sandbox: Sandbox, response: MaybePromise<ApiResponse>): Promise<ApiResponse> {
  const made = await response
  await sandbox.webhooks.idle()
  return made
}

/** Waits, and notes whether the client closes the connection meanwhile, and when. */
async function hold({ request, started, world }: RequestContext, record: RequestRecord, milliseconds: number): Promise<void> {
  const signal = request.signal()
  const note = (): void => void (record.abortedMs ??= realNow() - started)
  signal.addEventListener('abort', note)
  await world.pauses.wait(milliseconds)
  signal.removeEventListener('abort', note)
  if (!request.gone()) return
  record.aborted = true
  note()
}

/** Nothing in the response is at the paths of a patch, so that it was not changed. */
function takeBack({ fault, takeBack: takeBackFault }: InventedAnswer, { sandbox }: RequestContext, record: RequestRecord): void {
  takeBackFault()
  sandbox.store.storeProgress()
  record.networkFault = undefined
  const others = record.fault?.filter((id) => id !== fault)
  record.fault = others?.length ? others : undefined
  record.hint ??= `fault ${fault}: this answer has nothing at the paths of its patch`
}

/** Finds the operation by method and path. HEAD uses the operation of GET. */
function routeByPath<O extends Operation>(context: RequestContext<O>, find: FindOperation<O>): void {
  const { segments, method } = context
  const match = segments && find(method === 'HEAD' ? 'GET' : method, segments)
  if (!match) return
  context.operation = match.operation
  context.pathValues = match.values
}

/** Adds the headers of journalled APIs: hint, faults, the sandbox's date, correlation ids. */
function addHeaders({ sandbox, request }: RequestContext, record: RequestRecord, headers: Record<string, string>): void {
  const unread = record.unread?.length ? `nothing reads ${record.unread.join(', ')}` : undefined
  const hint = record.hint ?? record.warnings?.[0] ?? unread
  if (hint) headers[HINT_HEADER] = headerText(hint)
  const marks = record.fault && sandbox.scenarioRun.faults.shown(record.fault)
  if (marks?.length) headers[FAULT_HEADER] = marks.join(', ')
  if (!sandbox.clock.isReal) headers['Date'] = sandbox.dateHeader
  if (record.correlation !== undefined) echoCorrelation(headers, request.headers)
}
