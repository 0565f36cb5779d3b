/**
 * HAR 1.2 as a schema: every field the format demands, of the type it demands; fields of our own begin with `_`.
 *
 * @module
 */
import Type, { type TProperties } from 'typebox'
import { Compile } from 'typebox/compile'

const ownFields = { additionalProperties: false, patternProperties: { '^_': {} } }
const object = <P extends TProperties>(properties: P) => Type.Object(properties, ownFields)
const opt = Type.Optional
const Size = Type.Integer({ minimum: -1 })
const Duration = Type.Number({ minimum: -1 })
const Comment = { comment: opt(Type.String()) }
const Instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$' })
const Pairs = Type.Array(object({ name: Type.String(), value: Type.String(), ...Comment }))
const Cookies = Type.Array(object({ name: Type.String(), value: Type.String(), ...Comment }))

const Request = object({
  method: Type.String({ minLength: 1 }),
  url: Type.String({ pattern: '^https?://[^\\s\\[\\]{}|\\\\^`"<>]+$' }),
  httpVersion: Type.String({ minLength: 1 }),
  cookies: Cookies,
  headers: Pairs,
  queryString: Pairs,
  postData: opt(object({ mimeType: Type.String(), params: opt(Pairs), text: Type.String(), ...Comment })),
  headersSize: Size,
  bodySize: Size,
  ...Comment,
})

const Response = object({
  status: Type.Integer({ minimum: 0, maximum: 599 }),
  statusText: Type.String(),
  httpVersion: Type.String({ minLength: 1 }),
  cookies: Cookies,
  headers: Pairs,
  content: object({
    size: Type.Integer({ minimum: 0 }),
    mimeType: Type.String(),
    text: opt(Type.String()),
    encoding: opt(Type.String()),
    ...Comment,
  }),
  redirectURL: Type.String(),
  headersSize: Size,
  bodySize: Size,
  ...Comment,
})

const HarEntry = object({
  pageref: opt(Type.String()),
  startedDateTime: Instant,
  time: Type.Number({ minimum: 0 }),
  request: Request,
  response: Response,
  cache: Type.Object({}),
  timings: object({ send: Duration, wait: Duration, receive: Duration, ...Comment }),
  serverIPAddress: opt(Type.String()),
  connection: opt(Type.String()),
  ...Comment,
})

const Har = Type.Object(
  {
    log: object({
      version: Type.Literal('1.2'),
      creator: object({ name: Type.String(), version: Type.String(), ...Comment }),
      pages: opt(Type.Array(Type.Object({ id: Type.String(), startedDateTime: Instant, title: Type.String() }))),
      entries: Type.Array(HarEntry),
      ...Comment,
    }),
  },
  { additionalProperties: false },
)

const validator = Compile(Har)

/** Everything in a value that HAR 1.2 does not allow. */
export const harProblems = (value: unknown): readonly unknown[] => validator.Errors(value)
