/** Countries that a fixture lists; without any, those of the world. */
import { collection, type Row } from '../collection/collection.ts'
import { id, name, text } from '../collection/fields.ts'
import { COUNTRY_CODE } from '../collection/schemas.ts'

export const countries = collection(
  'countries',
  {
    id: id(),
    /** ISO 3166-1 alpha-2, upper case. */
    code: text({ schema: COUNTRY_CODE }),
    name: name(),
  },
  { indexes: { code: (row) => row.code } },
)

export type Country = Row<typeof countries>
