import { collection } from '../collection/collection.ts'
import { id, name, text } from '../collection/fields.ts'

export const categories = collection('categories', { id: id(), title: name(), description: text({ default: '' }) })
