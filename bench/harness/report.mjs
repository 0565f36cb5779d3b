/**
 * Formats results: the goal, the result, and by how much the goal is met or missed.
 *
 * @module
 */

/** A goal that higher figures meet. */
export const atLeast = (value, unit = '', digits = 2) => ({
  text: `at least ${figure(value, unit, digits)}`,
  sign: 1,
  value,
  unit,
  digits,
})
/** A goal that lower figures meet. */
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

/** True when the result has a goal and misses it. */
export const misses = ({ goal, value }) => goal !== undefined && (value - goal.value) * goal.sign < 0

/** `met`, or by how much it was missed. */
export function verdict(result) {
  if (!result.goal) return 'no goal'
  const { goal, value, stretchGoal } = result
  const away = Math.abs(value - goal.value)
  if (misses(result)) {
    return `MISSED by ${figure(away, goal.unit, goal.digits)} (${((100 * away) / goal.value).toFixed(0)} %)`
  }
  if (stretchGoal === undefined) return 'met'
  const short = (stretchGoal - value) * goal.sign
  const stretch = figure(stretchGoal, goal.unit, goal.digits)
  return short > 0
    ? `met; stretch goal ${stretch} missed by ${figure(short, goal.unit, goal.digits)}`
    : `met, also the stretch goal ${stretch}`
}

/** The lines of one result: subject, goal, result and verdict, followed by the details. */
export function resultLines(result) {
  const { what, goal, value, unit = goal?.unit ?? '', digits = goal?.digits ?? 2, details = [] } = result
  const goalText = goal ? `goal ${goal.text}` : 'no goal'
  const first = `  ${what.padEnd(58)} ${goalText.padEnd(20)} result ${figure(value, unit, digits).padEnd(12)} ${goal ? verdict(result) : ''}`
  return [first.trimEnd(), ...details.map((line) => `      ${line}`)]
}
