import { maskedQuery } from '../http/mask.ts'
export const x = maskedQuery
