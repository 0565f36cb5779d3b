/**
 * The way of a request through the service interface: one function from request to answer, waiting only for a body.
 *
 * @module
 */

import type { Operation } from '../contract/operation.ts'
import { readId } from '../contract/parts.ts'
import type { Method } from '../contract/scope.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Trouble } from '../play/play.ts'
import { realNow } from '../sim/clock.ts'
import type { Sandbox } from '../world.ts'
import type { Bound } from './binder.ts'
import { type Call, failedAnswer, finish, NOT_PLACED, refusedAnswer, siteFor } from './call.ts'
import { type Caller, Ctx } from './context.ts'
import { correlationOf } from './correlation.ts'
import { Directory } from './directory.ts'
import { edgeKind, hungUp, onTheWay, turnedAway } from './edge.ts'
import { type Answer, ok, preflight } from './envelope.ts'
import { EMPTY_FORM, readForm } from './form.ts'
import { foundOf, sentLanguage, type Under } from './found.ts'
import { callerOf, demandProperty, demandScope, scopeOf, tokenOf } from './guard.ts'
import { demandBody, type Incoming } from './incoming.ts'
import { openEntry } from './journal.ts'
import { keptHeaders } from './kept-headers.ts'
import { maskedForm, maskedQuery } from './mask.ts'
import type { Match } from './matcher.ts'
import { about, meet } from './meet.ts'
import { demandSession } from './session.ts'
import { demandFilled, readWords } from './words.ts'

const NO_PARAMS = undefined

/** The method a call means: a header or a field may override the one it was sent with. */
function sentMethod({ request, params, form }: Call): string {
  const override = request.header('x-http-method-override') ?? params?.get('_method') ?? form.get('_method')
  return override ? override.toUpperCase() : request.method
}

export class Service {
  readonly #directory: Directory

  constructor(bound: ReadonlyMap<string, Bound>) {
    this.#directory = new Directory(bound)
  }

  /** Every operation that is served. */
  get operations(): readonly Operation[] {
    return this.#directory.operations
  }

  /** Answers one request; waits only where there is a body to read. */
  handle(sandbox: Sandbox, request: Incoming): Answer | Promise<Answer> {
    const started = realNow()
    const call: Call = {
      sandbox,
      request,
      entry: openEntry({
        at: sandbox.clock.now(),
        real: started,
        method: request.method,
        target: request.query ? `${request.path}?${maskedQuery(request.query)}` : request.path,
        session: request.header(sandbox.world.product.sessionHeader),
        correlation: correlationOf(request.header),
        requestHeaders: keptHeaders(request.header, sandbox.world.product.noEnvelopeHeader),
      }),
      params: request.query ? new URLSearchParams(request.query) : NO_PARAMS,
      form: EMPTY_FORM,
      formProblem: undefined,
      method: request.method,
      placed: NOT_PLACED,
    }
    if (!request.hasBody || request.method === 'GET') return this.#serve(call, started)
    return this.#withBody(call).then(() => this.#serve(call, started))
  }

  /** Answers a call whose body has been read, by way of what the scenario has for it. */
  #serve(call: Call, started: number): Answer | Promise<Answer> {
    const { sandbox, request } = call
    if (sandbox.world.closed) return hungUp()
    if (sandbox.retired || request.method === 'OPTIONS') return finish(call, this.#answer(call), started)
    call.method = sentMethod(call)
    sandbox.settle()
    call.placed = this.#directory.place(call)
    const { match } = call.placed
    const known = about(call, match && this.#directory.served(match.operation).guarded)
    const strike = sandbox.play.idle ? undefined : meet(call, known)
    call.entry.fault = strike?.marks
    return strike?.edge ? this.#throughTrouble(call, strike.edge, started) : finish(call, this.#answer(call), started)
  }

  /** A call that is held up may find another world when it goes on: the one it was sent to is gone, and so is the line. */
  async #throughTrouble(call: Call, edge: Trouble, started: number): Promise<Answer> {
    const { entry, sandbox } = call
    const { store } = sandbox
    entry.edge = edgeKind(edge)
    await sandbox.world.pauses.wait(edge.delay)
    if (sandbox.store !== store || sandbox.world.closed) return hungUp()
    sandbox.settle()
    const away = turnedAway(edge)
    if (away) return finish(call, away, started)
    const answer = this.#answer(call)
    const arriving = onTheWay(answer, edge)
    if (call.request.gone()) entry.gone = true
    if (arriving.status !== answer.status) entry.lost = answer.status
    return finish(call, arriving, started)
  }

  async #withBody(call: Call): Promise<void> {
    const { request, entry } = call
    const type = request.header('content-type') ?? ''
    try {
      const body = await request.readBody()
      entry.request = `${body.length} bytes of ${type || 'no type'}`
      call.form = await readForm(body, type)
      entry.request = maskedForm(call.form)
    } catch (error) {
      call.formProblem = error
    }
  }

  #answer(call: Call): Answer {
    const { request } = call
    if (request.method === 'OPTIONS') return preflight(request.header)
    try {
      return this.#run(call)
    } catch (error) {
      return error instanceof Refusal ? refusedAnswer(call, error) : failedAnswer(call, error)
    }
  }

  #run(call: Call): Answer {
    const { sandbox } = call
    if (sandbox.retired) throw new Refusal('operation_unknown', { what: `The sandbox ${sandbox.name} has been removed` })
    const { segments, match, asksForToken, problem } = call.placed
    if (problem) throw problem
    if (match && asksForToken) return this.#invoke(call, match, undefined)
    const caller = this.#directory.isOpen(segments ?? []) ? undefined : this.#authenticate(call)
    if (!match) throw this.#directory.unknown(call, segments ?? [])
    const scope = scopeOf(match.operation, sandbox.choices)
    if (caller && scope) demandScope(caller, scope, call.method.toLowerCase() as Method)
    return this.#invoke(call, match, caller)
  }

  #authenticate(call: Call): Caller {
    const { request, sandbox, form, params } = call
    const type = request.header('content-type') ?? ''
    const token = tokenOf({
      authorization: request.header('authorization'),
      query: params?.get('access_token') ?? undefined,
      body: form.get('access_token'),
      bodyMay: request.method === 'DELETE' ? 'method' : type.toLowerCase().startsWith('multipart/') ? 'type' : 'yes',
    })
    return callerOf(sandbox, token)
  }

  #invoke(call: Call, match: Match, caller: Caller | undefined): Answer {
    const { sandbox, request } = call
    const { operation, values } = match
    const { words, run } = this.#directory.served(operation)
    const { property, session } = this.#demandCallable(call, match, caller)
    demandBody(operation, call.formProblem)
    const input = readWords(words, values)
    const language = sentLanguage(call, operation, input)
    const under: Under = { key: undefined }
    const ctx = new Ctx(foundOf(call, { operation, caller, property, session, language, under }))
    const value = run(input, ctx)
    if (input['language']) ctx.noticeLanguage()
    call.entry.refusal = operation.session && objectionIn(value)
    const { product } = sandbox.world
    const bare = Number(request.header(product.noEnvelopeHeader)) === 1
    const { choices } = sandbox
    const place = { choices, product, key: under.key, site: siteFor(call), liveSite: request.root, path: values, bare }
    return ok(operation, value, place)
  }

  /** What a call is about, once nothing forbids it: property, then blanks, then channel, then booking session. */
  #demandCallable(call: Call, { operation, values }: Match, caller: Caller | undefined) {
    const { sandbox, request, entry } = call
    const { choices, store, world } = sandbox
    const { guarded } = this.#directory.served(operation)
    if (guarded !== undefined && values[guarded] === '') throw new Refusal('segment_blank', { what: guarded })
    const checked = choices.operation_scopes !== 'recorded' || operation.recordedPropertyCheck !== false
    const propertyId = guarded === undefined ? 0 : readId(values[guarded] ?? '')
    const property = caller && guarded !== undefined && checked ? demandProperty(sandbox, caller, propertyId) : undefined
    demandFilled(operation.params, values)
    if (caller && !entry.channel && choices.channel_name === 'required')
      throw new Refusal('channel_name_missing', { what: world.product.channelName })
    const visitor = request.header(world.product.sessionHeader)
    const session = operation.session && demandSession(sandbox, visitor, operation.session, values['property_id'])
    entry.property ??= session?.property?.id
    const named = guarded === undefined ? undefined : store.db.properties.get(propertyId)
    return { property: property ?? session?.property ?? named, session }
  }
}

/** What an answer of the booking session objects to, although its status is 200. */
function objectionIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { valid, success, reason } = value as { valid?: unknown; success?: unknown; reason?: unknown }
  if (valid !== false && success !== false) return undefined
  return typeof reason === 'string' ? reason : `${valid === false ? 'valid' : 'success'}: false, without a reason`
}
