/** Operations that describe the server: its operations, choices and OpenAPI document. */
import { OrNull, Type } from '../api/schema.ts'
import { CAUSES } from '../scenario/names.ts'
import { Subject } from './operation.ts'

export const DOCUMENTS = new Subject('contract', 'Operations, choices and OpenAPI documents of the server')

const OperationShown = Type.Object({
  id: Type.String(),
  method: Type.String(),
  path: Type.String({ description: 'The path below the base of the interface; parts in square brackets are optional' }),
  also: Type.Optional(Type.Array(Type.String(), { description: 'Aliases of the path' })),
  tag: Type.String(),
  summary: Type.String(),
  scope: Type.Union([Type.String(), Type.Null()], { description: 'The required scope; null when no token is required' }),
  causes: Type.Array(Type.String({ enum: [...CAUSES] }), { description: 'The causes of faults that can affect its calls' }),
})

export const listOperations = DOCUMENTS.operation({
  id: 'listOperations',
  method: 'get',
  path: '/operations',
  knownAs: { library: 'docs/coverage.md', tool: 'look_up_operation' },
  summary: 'Every operation of the service',
  answer: {
    means: 'The operations; journal and scenarios use their ids',
    schema: Type.Array(OperationShown),
    example: [
      {
        id: 'listProperties',
        method: 'GET',
        path: '/properties/all',
        tag: 'properties',
        summary: 'The properties the caller may administer',
        scope: 'properties_get',
        causes: ['token', 'scopes', 'network'],
      },
    ],
  },
})

const ChoiceShown = Type.Object({
  id: Type.String(),
  question: Type.String(),
  answer: Type.String({ description: 'The current answer' }),
  set_by: OrNull(
    Type.String({
      description:
        'What set the answer: `--choice`, `--profile`, the line of a configuration file, `scenario NAME`; null for the default',
    }),
  ),
  answers: Type.Record(Type.String(), Type.String(), { description: 'Every possible answer with its meaning' }),
  default: Type.Object({ documented: Type.String(), current: Type.String() }),
  why: Type.String(),
  source: Type.String(),
})

export const listChoices = DOCUMENTS.operation({
  id: 'listChoices',
  method: 'get',
  path: '/choices',
  summary: 'Every choice that the interface leaves open, with the current answer',
  answer: {
    means: 'The choices; --choice ID=ANSWER sets another answer',
    schema: Type.Array(ChoiceShown),
    example: [
      {
        id: 'check_in_order',
        question: 'Is the order of check-in and check-out enforced?',
        answer: 'lenient',
        set_by: null,
        answers: { lenient: 'no', strict: 'as a front desk would' },
        default: { documented: 'lenient', current: 'lenient' },
        why: 'The interface document shows none',
        source: 'spec "States and transitions"',
      },
    ],
  },
})

const OpenApi = Type.Object(
  {
    openapi: Type.String({ pattern: '^3\\.1\\.' }),
    info: Type.Object({}, { additionalProperties: true }),
    servers: Type.Array(Type.Object({ url: Type.String() })),
    paths: Type.Object({}, { additionalProperties: true }),
  },
  { additionalProperties: true },
)

const documentOf = (what: string, base: string) => ({
  means: 'An OpenAPI 3.1 document with the address of this sandbox',
  schema: OpenApi,
  example: { openapi: '3.1.0', info: { title: what, version: '1.0.0' }, servers: [{ url: base }], paths: {} },
})

export const readServiceDocument = DOCUMENTS.operation({
  id: 'readServiceDocument',
  method: 'get',
  path: '/openapi.json',
  summary: 'The OpenAPI document of the service',
  answer: documentOf('the service', '/@w1/service/api'),
})

export const readControlDocument = DOCUMENTS.operation({
  id: 'readControlDocument',
  method: 'get',
  path: '/control-openapi.json',
  summary: 'The OpenAPI document of this control API',
  answer: documentOf('this control API', '/@w1/_understay'),
})
