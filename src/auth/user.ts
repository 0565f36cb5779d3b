import { collection, type Row } from '../domain/collection/collection.ts'
import { id, name, oneOf, refs } from '../domain/collection/fields.ts'

export const users = collection('users', {
  id: id(),
  /** Login name; appears in notes. */
  name: name(),
  /** `super` may administer every property, `manager` those assigned, `user` none. */
  level: oneOf(['super', 'manager', 'user'], { default: 'manager' }),
  propertyIds: refs('properties', { default: [], as: 'properties' }),
})

export type User = Row<typeof users>
