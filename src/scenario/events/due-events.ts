/** The events of a scenario in the order in which they are due, and their results. */
import { type Instant, parseInstant, parseSpan } from '../../base/instant.ts'
import { NewestValues } from '../../store/newest-values.ts'
import type { Progress } from '../../store/progress.ts'
import type { Scenario } from '../scenario.ts'
import { type BlockedReason, orDueAgain } from '../scenario-context.ts'
import type { ScenarioEvent } from '../scenario-schema.ts'

interface DueEvent {
  /** `<scenario>/event-<n>`, counted from 1. */
  readonly id: string
  readonly event: ScenarioEvent
  /** When it is due, by the sandbox's clock. */
  readonly at: Instant
  state: 'waiting' | 'happened' | 'blocked'
  blockedReason: BlockedReason | undefined
}

type StoredEvent = Pick<DueEvent, 'state' | 'blockedReason'>

/** Prefix of the key of a stored event; its id follows. */
const EVENT_KEY_PREFIX = 'event '

/** Maximum number of kept events that were triggered at run time; the oldest are removed. */
const MAX_TRIGGERED = 1000

export class DueEvents {
  readonly #events: readonly DueEvent[]
  readonly #progress: Progress
  /** Those that were triggered at run time. */
  readonly triggered: NewestValues<EventStatus>
  #waiting: DueEvent[]

  /** @param begun when the scenario began, by the sandbox's clock */
  constructor(parts: Scenario['parts'], begun: Instant, progress: Progress) {
    this.#progress = progress
    this.triggered = new NewestValues(progress, 'triggered', MAX_TRIGGERED)
    this.#events = parts.flatMap(({ name, events }) =>
      events.map((event, index) => {
        const id = `${name}/event-${index + 1}`
        const { state = 'waiting', blockedReason } = progress.get<StoredEvent>(EVENT_KEY_PREFIX + id) ?? {}
        return { id, event, at: instantOf(event.at, begun), state, blockedReason }
      }),
    )
    this.#waiting = this.#stillWaiting()
  }

  #stillWaiting(): DueEvent[] {
    return this.#events.filter(({ state }) => state === 'waiting').toSorted((a, b) => a.at - b.at)
  }

  get next(): DueEvent | undefined {
    return this.#waiting[0]
  }

  /** Performs the next event. @param perform returns why it could not happen */
  performNext(perform: (due: DueEvent) => BlockedReason | undefined): void {
    const due = this.#waiting.shift()
    if (!due) return
    const putBack = (): void => void this.#waiting.unshift(due)
    due.blockedReason = orDueAgain(() => perform(due), putBack)
    due.state = due.blockedReason === undefined ? 'happened' : 'blocked'
    this.#progress.set(EVENT_KEY_PREFIX + due.id, { state: due.state, blockedReason: due.blockedReason } satisfies StoredEvent)
  }

  /** Resets the events of the scenario after a time: the clock and the rows were set back to it. */
  rewind(now: Instant): void {
    for (const due of this.#events) {
      if (due.at <= now) continue
      due.state = 'waiting'
      due.blockedReason = undefined
      this.#progress.set(EVENT_KEY_PREFIX + due.id, undefined)
    }
    this.#waiting = this.#stillWaiting()
  }

  status(): EventStatus[] {
    return [...this.#events.map(statusOf), ...this.triggered.after(0)]
  }
}

/** For reports and the control API. @returns `required`: true when the run fails if it cannot happen */
function statusOf({ id, event, at, state, blockedReason }: DueEvent) {
  return { id, do: event.do, at, state, blockedReason: blockedReason ?? null, required: event.required ?? false }
}
export type EventStatus = ReturnType<typeof statusOf>

/** The instant that a moment of a scenario means. @param begun when the scenario began */
export function instantOf(moment: string, begun: Instant): Instant {
  return moment.startsWith('+') ? begun + (parseSpan(moment.slice(1)) ?? 0) : (parseInstant(moment) ?? begun)
}
