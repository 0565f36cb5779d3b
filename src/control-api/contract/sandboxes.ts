/**
 * Operations on sandboxes.
 *
 * @module
 */
import { Type } from '../../api/schema.ts'
import { operationsOf, type Subject } from '../operation.ts'
import { SandboxName } from './parts.ts'

const operation = operationsOf('sandboxes')

const PLACE = {
  name: SandboxName,
  url: Type.String({ description: 'The base_url of a client that is to use it' }),
  api_url: Type.String({ description: 'The interface of the service in it' }),
}

const W1 = { name: 'w1', url: 'http://127.0.0.1:4010/@w1', api_url: 'http://127.0.0.1:4010/@w1/service/api' }

export const listSandboxes = operation({
  id: 'listSandboxes',
  sandbox: false,
  method: 'get',
  path: '/sandboxes',
  summary: 'The sandboxes there are',
  description: 'One that waits on disk is opened by its next call.',
  query: {
    verdicts: Type.Optional(Type.Boolean({ description: 'true or false: with the verdict of each, which takes longer' })),
  },
  answers: {
    200: {
      means: 'Every sandbox, by name',
      schema: Type.Array(
        Type.Object({
          ...PLACE,
          in_use: Type.Boolean({ description: 'False for one that waits on disk' }),
          calls: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
            description: 'Calls of the service since it was opened; null where it is not in use',
          }),
          changed_rows: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
            description: 'Rows that differ from those it was opened with; null where it is not in use',
          }),
          verdict: Type.Optional(
            Type.Union([Type.String({ enum: ['passed', 'failed', 'inconclusive', 'no calls'] }), Type.Null()], {
              description: 'That of its report, with `verdicts=true`; null where it is not in use',
            }),
          ),
        }),
      ),
      example: [{ ...W1, in_use: true, calls: 12, changed_rows: 3, verdict: 'passed' }],
    },
  },
  example: { query: { verdicts: true } },
})

const Made = Type.Object({ ...PLACE, created: Type.Boolean({ description: 'False where it was there already' }) })

export const createSandbox = operation({
  id: 'createSandbox',
  sandbox: false,
  method: 'post',
  path: '/sandboxes',
  summary: 'Make a sandbox ahead of its first call',
  description: 'Not needed before using one: the first call makes it. Without a name the next free one of w1, w2, ... is taken.',
  body: { name: Type.Optional(SandboxName) },
  answers: {
    201: { means: 'It is new', schema: Made, example: { ...W1, created: true } },
    200: { means: 'It was there already, and stays as it is', schema: Made, example: { ...W1, created: false } },
  },
  refusals: { 409: 'There are as many as there can be' },
  example: { body: { name: 'w1' } },
})

export const removeSandbox = operation({
  id: 'removeSandbox',
  sandbox: false,
  method: 'delete',
  path: '/sandboxes',
  summary: 'Let a sandbox go, with its files',
  query: { name: Type.String({ description: 'the name of a sandbox, as in ?name=w1' }) },
  answers: {
    200: {
      means: 'It is gone; the next call makes a new one of its name',
      schema: Type.Object({ name: Type.String(), removed: Type.Boolean({ description: 'False where there was none' }) }),
      example: { name: 'w1', removed: true },
    },
  },
  example: { query: { name: 'w1' } },
})

export const SANDBOXES: Subject = {
  tag: 'sandboxes',
  about: 'Worlds that share nothing: one for each test worker',
  operations: [listSandboxes, createSandbox, removeSandbox],
}
