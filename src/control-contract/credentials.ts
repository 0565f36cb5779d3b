import { Count, Id, OneOf, Type } from '../api/schema.ts'
import { ALL_SCOPES } from '../auth/scope.ts'
import { Subject } from './operation.ts'

export const CREDENTIALS = new Subject('credentials', 'OAuth clients')

const Scopes = Type.Array(Type.String({ enum: ALL_SCOPES }), {
  description: 'a list of scopes, what its tokens may hold',
  minItems: 1,
})

const ClientShown = Type.Object({
  client_id: Type.String(),
  client_secret: Type.String(),
  label: Type.String({ description: 'The purpose of the client' }),
  scopes: Type.Array(Type.String()),
  tokens: OneOf(
    ['normal', 'expired'],
    'The state of its tokens without a fault: `expired` ones have expired when they are issued',
  ),
  user: Type.Union([Type.Object({ id: Id, name: Type.String(), level: Type.String() }), Type.Null()], {
    description: 'Its user: a super manager, a manager or a user; null when an imported state has none',
  }),
  properties: Type.Array(Id, { description: 'The properties its user may administer; with the scope * every property' }),
})

const ClientListed = Type.Object({
  ...ClientShown.properties,
  issued: Type.Object({ valid: Count, expired: Count }, { description: 'The number of its tokens; revoked ones do not count' }),
})

const CLIENT_EXAMPLE = {
  client_id: 'client-5f0c19d2',
  client_secret: '0f3a6c1b9e7d4825a1b0c3d2e4f5968778695a4b',
  label: 'Made through the control API, like demo',
  scopes: ['properties_get', 'favourites_get'],
  tokens: 'normal',
  user: { id: 8, name: 'client-5f0c19d2', level: 'manager' },
  properties: [1, 2],
}

export const listCredentials = CREDENTIALS.operation({
  id: 'listCredentials',
  method: 'get',
  path: '/credentials',
  knownAs: { tool: 'connection' },
  showsSecrets: true,
  summary: 'The clients of the sandbox, with their secrets',
  answer: {
    means: 'Every client',
    schema: Type.Array(ClientListed),
    example: [{ ...CLIENT_EXAMPLE, issued: { valid: 2, expired: 0 } }],
  },
})

export const createCredentials = CREDENTIALS.operation({
  id: 'createCredentials',
  method: 'post',
  path: '/credentials',
  showsSecrets: true,
  summary: 'Create a client, which can request tokens at once',
  description: 'Missing values are generated from the seed, or copied from another client. A reset removes the client.',
  body: {
    client_id: Type.Optional(
      Type.String({
        description: '1 to 100 printable ASCII characters, no blanks and no commas',
        pattern: '^[!-+\\x2d-~]{1,100}$',
      }),
    ),
    client_secret: Type.Optional(
      Type.String({
        description: '1 to 200 printable ASCII characters, no blank at either end, and not "[masked]"',
        pattern: '^(?!\\[masked\\]$)[!-~](?:[ -~]{0,198}[!-~])?$',
      }),
    ),
    label: Type.Optional(Type.String({ description: 'a text of at most 200 characters: what it is for', maxLength: 200 })),
    scopes: Type.Optional(Scopes),
    properties: Type.Optional(
      Type.Array(Id, {
        description: 'a list of property ids, such as [1, 2]: makes a manager of them, in the place of the user of `like`',
      }),
    ),
    like: Type.Optional(
      Type.String({
        description: 'the id of the client whose user and scopes it gets; by default demo, else the first whose tokens work',
      }),
    ),
  },
  answers: { 201: { means: 'The client', schema: ClientShown, example: CLIENT_EXAMPLE } },
  refusals: { 409: 'A client with this id exists already' },
  example: { body: { scopes: ['properties_get', 'favourites_get'], properties: [1, 2] } },
})
