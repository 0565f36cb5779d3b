/** The types of the service interface that its guards, envelope and error responses share. */
import type { Guard } from '../api/define-api.ts'
import type { Product } from '../api/product.ts'
import type { Choices } from '../booking-contract/choices/choices.ts'
import type { BookingOperation } from '../booking-contract/shared/operation.ts'
import type { BookingContext } from './context.ts'

/** The settings that the OpenAPI documents depend on. */
export interface BookingSettings {
  readonly choices: Choices
  readonly product: Product
}

export type BookingGuard = Guard<BookingContext, BookingOperation, BookingSettings>
