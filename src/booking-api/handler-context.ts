import type { On as OnOf } from '../pipeline/binder.ts'
import type { BookingContext } from './context.ts'

/** The part of the request context that handlers see. */
export type Ctx = Pick<
  BookingContext,
  | 'sandbox'
  | 'db'
  | 'choices'
  | 'product'
  | 'form'
  | 'links'
  | 'headers'
  | 'caller'
  | 'property'
  | 'sessionId'
  | 'session'
  | 'sentLanguage'
  | 'language'
  | 'geography'
  | 'now'
  | 'today'
  | 'dayOf'
  | 'change'
  | 'event'
  | 'warn'
  | 'hint'
  | 'setResponseKey'
  | 'noteGrant'
>

/** Binds an operation of the service interface to its handler. Handlers are synchronous: they read, or run one change. */
export type On = OnOf<Ctx>
