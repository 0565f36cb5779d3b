/** Faults and events of a scenario in a report. */
import { countText } from '../base/count-text.ts'
import { isoInstant } from '../base/instant.ts'
import type { EventStatus } from '../scenario/events/due-events.ts'
import { selectionTexts } from '../scenario/expectations/text.ts'
import type { RespondFields } from '../scenario/faults/fault-schema.ts'
import { type FaultStatus, perOf } from '../scenario/faults/faults.ts'
import type { WebhookFaults } from '../scenario/faults/webhook-faults.ts'
import type { ReportedEvent, ReportedFault } from './report-data.ts'

export function reportFault(status: FaultStatus): ReportedFault {
  const { id, fault, matched, happened, blockedReason } = status
  const state = happened > 0 ? 'happened' : blockedReason !== null ? 'blocked' : 'unused'
  return {
    id,
    about: fault.about === undefined ? null : `${fault.about}${fault.respond ? `, ${INVENTED}` : ''}`,
    what: faultText(status),
    state,
    happened,
    matched,
    byChance: fault.chance !== undefined || (fault.over !== undefined && matched > 0 && blockedReason === null),
    blockedReason,
    unjudgedReason: null,
  }
}

/** Network faults on deliveries, and how often they happened. */
export interface WebhookFaultStatus {
  /** `<scenario>/webhook`, as deliveries name it. */
  readonly id: string
  readonly faults: WebhookFaults
  /** Number of hooks of the sandbox. */
  readonly hooks: number
  /** Number of deliveries that were made. */
  readonly made: number
  /** Number of deliveries that were affected. */
  readonly affected: number
  /** Number of lost deliveries whose bookings a client has to find by polling. */
  readonly lostBookings: number
}

const NOTHING_TO_FIND = 'lost no booking that the client had an hour to find: let the client run longer'

/** Network faults on deliveries in a report, as one fault. @param isUnjudged true when no lost booking had to be found yet */
export function reportWebhookFault(status: WebhookFaultStatus, isUnjudged = false): ReportedFault {
  const { id, faults, hooks, made, affected, lostBookings } = status
  const { drop, duplicate, reorder, delay, burst } = faults
  const why =
    hooks === 0
      ? NO_HOOK_TEXT
      : made === 0
        ? 'no notification was sent yet: let the client run longer, or move the clock'
        : undefined
  return {
    id,
    about: null,
    what: `webhook ${valueText(faults)}, on deliveries`,
    state: affected > 0 ? 'happened' : why === undefined ? 'unused' : 'blocked',
    happened: affected,
    matched: made,
    byChance: made > 0 && delay === undefined && burst === undefined && [drop, duplicate, reorder].every((one) => one !== '100%'),
    blockedReason: affected > 0 ? null : (why ?? null),
    unjudgedReason: isUnjudged && lostBookings > 0 ? NOTHING_TO_FIND : null,
  }
}

const NO_HOOK_TEXT = 'no hook: add --webhook URL, a webhook in the fixtures, or POST /_understay/webhooks'

export function reportEvent({ id, do: what, at, state, blockedReason, required }: EventStatus): ReportedEvent {
  return { id, what: what.replaceAll('_', ' '), at: isoInstant(at), state, blockedReason, required }
}

const INVENTED = 'an invented answer: the service is not known to answer this'

/** The effect of a fault, its calls and times as text. */
function faultText({ fault, cause }: FaultStatus): string {
  const which = [...selectionTexts(fault.on)]
  const parts = [
    fault.respond ? respondText(fault.respond) : `${cause} ${valueText(fault[cause])}`,
    which.length > 0 ? `on calls ${which.join(' ')}` : 'on every call',
    fault.after !== undefined && fault.after > 0 && `after ${fault.after}`,
    fault.over && `over ${countText(fault.over.calls, 'call')} within ${fault.over.within}`,
    fault.times !== undefined && countText(fault.times, 'time'),
    fault.for !== undefined && `for ${fault.for}`,
    fault.chance !== undefined && `with a chance of ${fault.chance}`,
    fault.after_fault !== undefined && `after fault ${fault.after_fault}`,
    perOf(fault) !== 'sandbox' && `each ${perOf(fault)} by itself`,
  ]
  return parts.filter(Boolean).join(', ')
}

function respondText({ status = 200, patch }: RespondFields): string {
  return `${patch ? `${Object.keys(patch).join(', ')} changed in the answer` : `answer ${status}`} (${INVENTED})`
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.join(' to ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(
      ([name, inner]) =>
        `${name.replaceAll('_', ' ')} ${Array.isArray(inner) && name !== 'delay' ? inner.join(', ') : valueText(inner)}`,
    )
    .join(', ')
}
