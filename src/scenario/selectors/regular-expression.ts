/** Regular expressions with an engine without backtracking: matching takes linear time for every expression. */
import { RE2JS } from 're2js'
import { messageOf } from '../../base/caught-error.ts'
import { useEngine } from './matching.ts'

const MAX_LENGTH = 200
/** Maximum number of instructions of a compiled expression; each costs time for every character of a text. */
const MAX_PROGRAM = 500

useEngine((expression) => {
  const compiled = RE2JS.compile(expression)
  return (text) => compiled.matcher(text).find()
})

export function expressionProblem(expression: string): string | undefined {
  if (expression.length > MAX_LENGTH) return `too long: a regular expression has at most ${MAX_LENGTH} characters`
  try {
    const size = RE2JS.compile(expression).programSize()
    return size > MAX_PROGRAM ? 'too large a regular expression: use fewer repetitions' : undefined
  } catch (error) {
    const reason = messageOf(error)
    const advice = /\(\?[=!<]|\\[1-9]/.test(expression) ? ' (RE2 syntax: no lookaround, no backreferences)' : ''
    return `not a regular expression: ${reason}${advice}`
  }
}
