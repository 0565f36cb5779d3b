/**
 * The payload of a notification: members, their order and JSON types as the service sends them.
 * @source facts "Webhooks as observed on the wire"
 */
import type { Choices } from '../booking-contract/choices/choices.ts'
import type { EventData } from '../domain/event/events.ts'
import type { Commit } from '../store/commit.ts'
import type { Db } from '../store/db.ts'

/** One event to notify hooks of. */
export interface Notification {
  /** The name of the event; not every event has a row in the store. */
  readonly task: string
  readonly members: EventData
  /** The property it concerns, where the members do not name it. */
  readonly property?: number
}

/** Members that the service sends as text or as a number, whatever the row holds. */
const TEXT_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  booking_cancelled: ['property_uid'],
  invoice_cancelled: ['property_uid', 'invoice_uid'],
}
const NUMBER_MEMBERS: Readonly<Record<string, readonly string[]>> = { guest_type_deleted: ['property_uid'] }

type WebhookChoices = Pick<Choices, 'webhook_duplicates' | 'webhook_notes'>

/** The notifications of a change, in the order of its events, once for each time that all hooks get them. */
export function notificationsOf(commit: Commit, choices: WebhookChoices): readonly (readonly Notification[])[] {
  const notifications = eventsOf(commit, choices)
  // The service sends all notifications of a new black booking twice.
  const isTwice = choices.webhook_duplicates === 'recorded' && notifications.some(({ task }) => task === 'blackbooking_added')
  return isTwice ? [notifications, notifications] : [notifications]
}

function eventsOf(commit: Commit, { webhook_notes: notes }: WebhookChoices): readonly Notification[] {
  const events = commit.rowsOf('events').flatMap(({ before, after }) => (after && !before ? [after] : []))
  const black = new Set(events.flatMap(({ task, data }) => (task === 'blackbooking_added' ? [data['contract_uid']] : [])))
  const booked = events.some(({ task }) => task === 'invoice_created')
  const cancelled = events.some(({ task }) => task === 'booking_cancelled')
  const sent = events.flatMap(({ task, data }): Notification[] => {
    const isNote = task === 'booking_note_saved'
    if (isNote && notes === 'silent' && (booked || cancelled)) return []
    const isText = (isNote && black.has(data['contract_uid'])) || (booked && task === 'invoice_created')
    const ofCancelled = cancelled && task === 'invoice_updated' ? ['property_uid', 'invoice_uid'] : []
    const notification = { task, members: withMemberTypes(task, data, isText ? ['property_uid'] : ofCancelled) }
    return booked && task === 'invoice_created' ? withInvoice(notification) : [notification]
  })
  return booked ? [...newUsers(commit), ...sent] : sent
}

function withMemberTypes(task: string, data: EventData, moreTexts: readonly string[]): EventData {
  const texts = [...(TEXT_MEMBERS[task] ?? []), ...moreTexts]
  const numbers = NUMBER_MEMBERS[task] ?? []
  if (texts.length + numbers.length === 0) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      texts.includes(name) ? String(value) : numbers.includes(name) ? Number(value) : value,
    ]),
  )
}

/** A booking through a session also saves settings of the property, and saves its invoice twice. */
function withInvoice(created: Notification): Notification[] {
  const { property_uid: property = 0, invoice_uid: invoice = 0 } = created.members
  return [
    { task: 'property_settings_updated', members: { property_uid: property } },
    created,
    { task: 'invoice_updated', members: { property_uid: property, invoice_uid: invoice } },
  ]
}

/** A guest who books with a new e-mail address becomes a user. `password`, which the service sends in clear text, is empty. */
function newUsers(commit: Commit): readonly Notification[] {
  return commit.rowsOf('guests').flatMap(({ before, after }) => {
    if (before || !after) return []
    const name = `${after.firstname} ${after.surname}`
    return [
      {
        task: 'user_created',
        property: after.propertyId,
        members: { cms_user_id: after.id, name, password: '', username: after.email, email: after.email },
      },
    ]
  })
}

/** Tasks that concern no property; their payload has no `manager_id`. */
const TASKS_WITHOUT_MANAGER: readonly string[] = ['user_created']

export function payloadText({ task, members }: Notification, managerId: number): string {
  const manager = TASKS_WITHOUT_MANAGER.includes(task) ? {} : { manager_id: managerId }
  return JSON.stringify({ data: { ...members, task, ...manager } })
}

/** The contract uid of an event; undefined when it concerns no booking. */
export function bookingOf({ members }: Notification): number | undefined {
  const id = Number(members['contract_uid'])
  return Number.isInteger(id) && id > 0 ? id : undefined
}

/** The property uid of an event; undefined when it concerns no property. */
export function propertyOf({ members, property }: Notification): number | undefined {
  const id = property ?? Number(members['property_uid'])
  return Number.isInteger(id) && id > 0 ? id : undefined
}

/**
 * The manager of a notification: the user who made the change; for visitors, traffic and scenarios the manager of the property,
 * else the first super manager. 0 when there are no users.
 */
export function managerOf(notification: Notification, user: number | undefined, db: Pick<Db, 'users'>): number {
  if (user !== undefined) return user
  const users = db.users.all()
  const property = propertyOf(notification)
  const own =
    property === undefined
      ? undefined
      : users.find(({ level, propertyIds }) => level === 'manager' && propertyIds.includes(property))
  return (own ?? users.find(({ level }) => level === 'super') ?? users[0])?.id ?? 0
}
