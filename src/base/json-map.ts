export type JsonMap = Readonly<Record<string, unknown>>

/** True for a map; false for a list, null, and a plain value. */
export const isJsonMap = (value: unknown): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
