import { Count, InstantText, OneOf, OrNull, Type } from '../api/schema.ts'
import { Subject } from './operation.ts'
import { CHANGED_ROWS, SandboxName } from './parts.ts'

export const SANDBOXES = new Subject('sandboxes', 'Isolated worlds, such as one for each test worker')

const ADDRESS_FIELDS = {
  name: SandboxName,
  url: Type.String({ description: 'The base URL for clients' }),
  api_url: Type.String({ description: 'The base URL of the interface' }),
}

const ADDRESS_EXAMPLE = { name: 'w1', url: 'http://127.0.0.1:4010/@w1', api_url: 'http://127.0.0.1:4010/@w1/service/api' }

export const listSandboxes = SANDBOXES.operation({
  id: 'listSandboxes',
  sandbox: false,
  method: 'get',
  path: '/sandboxes',
  summary: 'The sandboxes',
  description: 'A sandbox that is only on disk is opened by its next call.',
  query: {
    verdicts: Type.Optional(Type.Boolean({ description: 'true or false: with the verdict of each, which takes longer' })),
    names: Type.Optional(Type.String({ description: 'only these sandboxes, separated by commas, as in ?names=w1,w2' })),
  },
  answer: {
    means: 'Every sandbox, by name',
    schema: Type.Array(
      Type.Object({
        ...ADDRESS_FIELDS,
        in_use: Type.Boolean({ description: 'False for a sandbox that is only on disk' }),
        calls: Type.Union([Count, Type.Null()], {
          description: 'Calls to the service since it was opened or reset; null when it is not in use',
        }),
        called_at: OrNull({
          ...InstantText,
          description: 'When the service was last called, in real time; null when not since this server opened the sandbox',
        }),
        changed_rows: Type.Union([Count, Type.Null()], {
          description: `${CHANGED_ROWS}; null when it is not in use`,
        }),
        verdict: Type.Optional(
          Type.Union([OneOf(['passed', 'failed', 'inconclusive', 'no calls']), Type.Null()], {
            description: 'The verdict of its report, with `verdicts=true`; null when it is not in use',
          }),
        ),
      }),
    ),
    example: [
      { ...ADDRESS_EXAMPLE, in_use: true, calls: 12, called_at: '2026-03-01T09:00:00.000Z', changed_rows: 3, verdict: 'passed' },
    ],
  },
  example: { query: { verdicts: true, names: 'w1,w2' } },
})

const CreatedSandbox = Type.Object({ ...ADDRESS_FIELDS, created: Type.Boolean({ description: 'False when it existed already' }) })

export const createSandbox = SANDBOXES.operation({
  id: 'createSandbox',
  sandbox: false,
  method: 'post',
  path: '/sandboxes',
  summary: 'Create a sandbox before its first call',
  description: 'Optional: the first call creates a sandbox too. Without a name it gets the next free one of w1, w2, ...',
  body: { name: Type.Optional(SandboxName) },
  answers: {
    201: { means: 'The new sandbox', schema: CreatedSandbox, example: { ...ADDRESS_EXAMPLE, created: true } },
    200: { means: 'The existing sandbox, unchanged', schema: CreatedSandbox, example: { ...ADDRESS_EXAMPLE, created: false } },
  },
  refusals: { 409: 'The limit of sandboxes is reached' },
  example: { body: { name: 'w1' } },
})

export const removeSandbox = SANDBOXES.operation({
  id: 'removeSandbox',
  sandbox: false,
  method: 'delete',
  path: '/sandboxes',
  knownAs: { library: 'sandbox.delete()' },
  summary: 'Remove a sandbox, with its files',
  description: 'A name without a sandbox is no error, as with calls, which create it: tests can begin with this call.',
  query: { name: Type.String({ description: 'the name of a sandbox, as in ?name=w1' }) },
  answer: {
    means: 'It is removed; the next call creates a new one with its name',
    schema: Type.Object({ name: Type.String(), removed: Type.Boolean({ description: 'False when it did not exist' }) }),
    example: { name: 'w1', removed: true },
  },
  example: { query: { name: 'w1' } },
})
