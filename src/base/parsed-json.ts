import { orUndefined } from './caught-error.ts'

/** The value of a JSON text; undefined for any other text. */
export const parsedJson = (text: string): unknown => orUndefined(() => JSON.parse(text))
