import { SPAN_UNITS } from './duration.ts'

/** Milliseconds in the largest unit that is not above them: `9m`, `1.5h`. */
export function spanText(milliseconds: number): string {
  const [unit, size] = Object.entries(SPAN_UNITS).find(([, length]) => milliseconds >= length) ?? (['ms', 1] as const)
  return `${Math.round((milliseconds / size) * 10) / 10}${unit}`
}
