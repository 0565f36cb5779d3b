import { type Minor, plainAmount } from '../../base/money.ts'
import type { Ctx } from '../handler-context.ts'

/** Adds a hint on how an amount with a comma was read: other services read `12,5` as 12, or refuse it. */
export function hintAtComma(field: string, sent: string, amount: Minor, ctx: Ctx): void {
  if (sent.includes(',')) ctx.hint(`${field} "${sent.slice(0, 40)}" was read as ${plainAmount(amount)}: send decimals with a dot`)
}
