/**
 * What is sent of an event: members, their order and JSON types as the service has them.
 *
 * @module
 * @source facts "Webhooks as observed on the wire"
 */
import type { EventData } from '../domain/event/events.ts'
import type { Commit } from '../store/commit.ts'

/** One event as it is notified. */
export interface Notification {
  /** The name of the event: some have no row of their own. */
  readonly task: string
  readonly members: EventData
}

/** Members that the service sends as texts, and one that it sends as a number, whatever the row holds. */
const AS_TEXT: Readonly<Record<string, readonly string[]>> = {
  booking_cancelled: ['property_uid'],
  invoice_cancelled: ['property_uid', 'invoice_uid'],
}
const AS_NUMBER: Readonly<Record<string, readonly string[]>> = { guest_type_deleted: ['property_uid'] }

/** What a change is notified of, in the order in which it happened. */
export function notificationsOf(commit: Commit): readonly Notification[] {
  const events = commit.rowsOf('events').flatMap(({ before, after }) => (after && !before ? [after] : []))
  const black = new Set(events.flatMap(({ task, data }) => (task === 'blackbooking_added' ? [data['contract_uid']] : [])))
  const booked = events.some(({ task }) => task === 'invoice_created')
  const sent = events.flatMap(({ task, data }): Notification[] => {
    const ofBlack = task === 'booking_note_saved' && black.has(data['contract_uid'])
    const told = { task, members: typed(task, data, ofBlack ? ['property_uid'] : []) }
    return booked && task === 'invoice_created' ? withInvoice(told) : [told]
  })
  return booked ? [...newUsers(commit), ...sent] : sent
}

function typed(task: string, data: EventData, moreTexts: readonly string[]): EventData {
  const texts = [...(AS_TEXT[task] ?? []), ...moreTexts]
  const numbers = AS_NUMBER[task] ?? []
  if (texts.length + numbers.length === 0) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      texts.includes(name) ? String(value) : numbers.includes(name) ? Number(value) : value,
    ]),
  )
}

/** A booking through a session saves settings of the property and its invoice twice. */
function withInvoice(created: Notification): Notification[] {
  const { property_uid: property = 0, invoice_uid: invoice = 0 } = created.members
  return [
    { task: 'property_settings_updated', members: { property_uid: property } },
    created,
    { task: 'invoice_updated', members: { property_uid: property, invoice_uid: invoice } },
  ]
}

/** A guest who books by a new e-mail address becomes a user. The password, which the service sends in clear text, is empty. */
function newUsers(commit: Commit): readonly Notification[] {
  return commit.rowsOf('guests').flatMap(({ before, after }) => {
    if (before || !after) return []
    const name = `${after.firstname} ${after.surname}`
    return [
      {
        task: 'user_created',
        members: { cms_user_id: after.id, name, password: '', username: after.email, email: after.email },
      },
    ]
  })
}

/** Tasks that are about no property: the manager is not named. */
const WITHOUT_MANAGER: readonly string[] = ['user_created']

/** The JSON text that is sent. */
export function payloadText({ task, members }: Notification, managerId: number): string {
  const manager = WITHOUT_MANAGER.includes(task) ? {} : { manager_id: managerId }
  return JSON.stringify({ data: { ...members, task, ...manager } })
}

/** The booking an event is about; undefined when it is about none. */
export function bookingOf({ members }: Notification): number | undefined {
  const id = Number(members['contract_uid'])
  return Number.isInteger(id) && id > 0 ? id : undefined
}

/** The property an event is about; undefined when it is about none. */
export function propertyOf({ members }: Notification): number | undefined {
  const id = Number(members['property_uid'])
  return Number.isInteger(id) && id > 0 ? id : undefined
}
