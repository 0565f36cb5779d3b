import { collection } from '../collection/collection.ts'
import { id, name } from '../collection/fields.ts'

export const featureCategories = collection('featureCategories', { id: id(), title: name() })
