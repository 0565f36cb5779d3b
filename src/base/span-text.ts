const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const

/** Milliseconds in the largest unit that is not above them: `9m`, `1.5h`. */
export function spanText(milliseconds: number): string {
  const [unit, size] = UNITS.find((one) => milliseconds >= one[1]) ?? (['ms', 1] as const)
  return `${Math.round((milliseconds / size) * 10) / 10}${unit}`
}
