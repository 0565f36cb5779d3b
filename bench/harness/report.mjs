/**
 * How results are told: the goal beside what came out, and by how much it was met or missed.
 *
 * @module
 */

/** A goal that a figure reaches when it is this high. */
export const atLeast = (value, unit = '', digits = 2) => ({
  text: `at least ${figure(value, unit, digits)}`,
  sign: 1,
  value,
  unit,
  digits,
})
/** A goal that a figure reaches when it is this low. */
export const atMost = (value, unit = '', digits = 2) => ({
  text: `at most ${figure(value, unit, digits)}`,
  sign: -1,
  value,
  unit,
  digits,
})

export function figure(value, unit, digits) {
  return `${value.toFixed(digits)}${unit === '' || unit.startsWith('×') ? unit : ` ${unit}`}`
}

/** True when the result has a goal and does not reach it. */
export const misses = ({ goal, value }) => goal !== undefined && (value - goal.value) * goal.sign < 0

/** `met`, or by how much not. */
export function verdict(result) {
  if (!result.goal) return 'no goal'
  const { goal, value, wish } = result
  const away = Math.abs(value - goal.value)
  if (misses(result)) {
    return `MISSED by ${figure(away, goal.unit, goal.digits)} (${((100 * away) / goal.value).toFixed(0)} %)`
  }
  if (wish === undefined) return 'met'
  const short = (wish - value) * goal.sign
  const wished = figure(wish, goal.unit, goal.digits)
  return short > 0
    ? `met; wished for ${wished}, short by ${figure(short, goal.unit, goal.digits)}`
    : `met, also the wished for ${wished}`
}

/** The lines of one result: what was measured, goal, result, verdict, and the details beneath. */
export function resultLines(result) {
  const { what, goal, value, unit = goal?.unit ?? '', digits = goal?.digits ?? 2, details = [] } = result
  const goalText = goal ? `goal ${goal.text}` : 'no goal'
  const first = `  ${what.padEnd(58)} ${goalText.padEnd(20)} result ${figure(value, unit, digits).padEnd(12)} ${goal ? verdict(result) : ''}`
  return [first.trimEnd(), ...details.map((line) => `      ${line}`)]
}
