/** Answers a request at a replica: here, or by the replica that owns its sandbox. */
import type { ApiResponse } from '../../api/response.ts'
import { isPromise, type MaybePromise } from '../../base/maybe-promise.ts'
import { bookingApi } from '../../booking-api/index.ts'
import { CONTROL_PATH } from '../../control-contract/control-path.ts'
import { Refusal } from '../../domain/refusal.ts'
import { DEFAULT_SANDBOX, type World } from '../../world/world.ts'
import type { ControlMount } from '../control-mount.ts'
import { bodyRefused, unavailable } from '../error-responses.ts'
import type { NodeRequest } from '../node-request.ts'
import { ELSEWHERE_ANSWER } from './replica-headers.ts'
import { type SandboxRouter, sandboxOf } from './sandbox-router.ts'

/** Responds to a request whose sandbox is here. */
type AnswerHere = (request: NodeRequest) => MaybePromise<ApiResponse>

/** Answers a request. @returns undefined where the owner has answered, and its response is written */
type RoutedAnswer = (request: NodeRequest, answerHere: AnswerHere) => MaybePromise<ApiResponse | undefined>

/** Without a promise for a sandbox that is here, where its response is there at once: as fast as a single process. */
export function routedAnswer(router: SandboxRouter, world: World, control: ControlMount): RoutedAnswer {
  function counted(sandbox: string, request: NodeRequest, answerHere: AnswerHere): MaybePromise<ApiResponse> {
    const response = answerHere(request)
    router.usage.count(sandbox, response, request.outgoing)
    return response
  }

  async function route(sandbox: string, request: NodeRequest, answerHere: AnswerHere): Promise<ApiResponse | undefined> {
    const refused = isRefused(request, sandbox)
    if (isPromise(refused) ? await refused : refused) return counted(sandbox, request, answerHere)
    const routed = await router.route(sandbox, request, () => maxBodyBytes(request)).catch(bodyProblem)
    if (routed === 'here') return counted(sandbox, request, answerHere)
    if (routed === 'forwarded') return undefined
    if (routed === 'elsewhere') return ELSEWHERE_ANSWER
    const { fail } = (isForControl(request) ? (await control.pipeline()).api : bookingApi).errors
    if (routed instanceof Refusal) return bodyRefused(fail, routed)
    router.refuse(sandbox, routed.problem)
    return unavailable(fail, routed.problem)
  }

  /** True for a request that every replica refuses, so no sandbox is opened and no owner is contacted. */
  function isRefused(request: NodeRequest, sandbox: string): MaybePromise<boolean> {
    if (isForControl(request)) return control.refuses(request, sandbox)
    const { teams } = world.options
    return teams !== undefined && sandbox !== DEFAULT_SANDBOX && teams.of(sandbox) === undefined
  }

  const maxBodyBytes = async (request: NodeRequest): Promise<number> =>
    isForControl(request) ? (await control.pipeline()).api.maxBodyBytes : bookingApi.maxBodyBytes

  return (request, answerHere) => {
    const sandbox = sandboxOf(request)
    if (sandbox === undefined) return answerHere(request)
    return router.isHere(sandbox) ? counted(sandbox, request, answerHere) : route(sandbox, request, answerHere)
  }
}

const isForControl = ({ path }: NodeRequest): boolean => path === CONTROL_PATH || path.startsWith(`${CONTROL_PATH}/`)

/** @throws every error that is not about the body of a request */
function bodyProblem(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}
