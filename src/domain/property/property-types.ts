import { collection } from '../collection/collection.ts'
import { id, name } from '../collection/fields.ts'

export const propertyTypes = collection('propertyTypes', { id: id(), name: name() })
