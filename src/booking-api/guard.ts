/**
 * The types of the service interface that its guards, envelope and error responses share.
 *
 * @module
 */
import type { Guard } from '../api/define-api.ts'
import type { Product } from '../api/product.ts'
import type { Choices } from './choices/choices.ts'
import type { BookingContext } from './context.ts'
import type { BookingOperation } from './contract/shared/operation.ts'

/** The settings that the OpenAPI documents depend on. */
export interface BookingSettings {
  readonly choices: Choices
  readonly product: Product
}

export type BookingGuard = Guard<BookingContext, BookingOperation, BookingSettings>
