/** Events of changes by managers, which not every release sends. */

import type { EventData, EventName } from '../../domain/event/events.ts'
import type { WriteDb } from '../../world/world.ts'
import type { Ctx } from '../handler-context.ts'

/** Records an event of guests or coupons, unless `management_events=silent`. */
export function managementEvent(ctx: Ctx, db: WriteDb, task: EventName, data: EventData): void {
  if (ctx.choices.management_events === 'recorded') ctx.event(db, task, data)
}
