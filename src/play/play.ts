/**
 * What is played in one sandbox: its scenario's faults and events, and the faults armed at run time.
 *
 * @module
 */
import { type Instant, parseInstant, parseSpan } from '../base/instant.ts'
import { ArmedFault } from './fault.ts'
import type { Scenario } from './scenario.ts'
import type { Edge, Expectation, Fault, ScenarioEvent } from './scenario-schema.ts'
import type { Sight } from './sight.ts'
import type { Hindrance, Stage } from './stage.ts'
import type { EventStanding, FaultStanding } from './standing.ts'
import { ARMED } from './words.ts'

/** What changes the world: loaded only where there is something to play. */
export interface Effects {
  /** Makes the cause of a fault happen to what a call is about. */
  readonly cause: (fault: Fault, sight: Sight, stage: Stage) => Hindrance | undefined
  /** Makes an event happen. */
  readonly happen: (stage: Stage, event: ScenarioEvent) => Hindrance | undefined
}

/** What a call meets. */
export interface Strike {
  /** The faults that struck: `<scenario>/<n>`. */
  readonly marks: readonly string[]
  /** Trouble on the way, if there is any. */
  readonly edge: Trouble | undefined
}

/** Trouble on the way of one call. */
export interface Trouble extends Omit<Edge, 'delay'> {
  /** Milliseconds. */
  readonly delay: number
}

interface DueEvent {
  readonly id: string
  readonly event: ScenarioEvent
  readonly at: Instant
  state: EventStanding['state']
  hindrance: Hindrance | undefined
}

/** The ways a call can end on the way: it has one end only. */
const ENDS = ['status', 'cut', 'body'] as const

export class Play {
  readonly scenario: Scenario | undefined
  #faults: ArmedFault[]
  readonly #events: readonly DueEvent[]
  #waiting: DueEvent[]
  #effects: Effects | undefined
  #armed = 0

  /** @param begun when it begins, by the sandbox's clock */
  constructor(scenario: Scenario | undefined, begun: Instant) {
    this.scenario = scenario
    this.#effects = scenario?.effects
    this.#faults = (scenario?.faults ?? []).map((fault, index) => new ArmedFault(`${scenario?.name}/${index + 1}`, fault))
    this.#events = (scenario?.events ?? []).map((event, index) => ({
      id: `${scenario?.name}/event-${index + 1}`,
      event,
      at: dueAt(event, begun),
      state: 'waiting',
      hindrance: undefined,
    }))
    this.#waiting = this.#events.toSorted((a, b) => a.at - b.at)
  }

  /** True when no call can meet anything. */
  get idle(): boolean {
    return this.#faults.length === 0
  }

  /** Those of the faults that struck which answers tell of. */
  shown(marks: readonly string[]): readonly string[] {
    const hidden = this.#faults.filter(({ id, fault }) => !(fault.mark ?? this.#marks(id))).map(({ id }) => id)
    return hidden.length === 0 ? marks : marks.filter((id) => !hidden.includes(id))
  }

  #marks(id: string): boolean {
    return id.startsWith(`${ARMED}/`) || (this.scenario?.mark ?? true)
  }

  get expectations(): readonly Expectation[] {
    return this.scenario?.expect ?? []
  }

  /** How the faults stand at a moment of the sandbox's clock. */
  faults(now: Instant): FaultStanding[] {
    return this.#faults.map((armed) => armed.standingAt(now))
  }

  events(): EventStanding[] {
    return this.#events.map(({ id, event, at, state, hindrance }) => ({ id, do: event.do, at, state, hindrance }))
  }

  /** Arms a fault that has been checked; answers how it stands. */
  arm(fault: Fault, effects: Effects, now: Instant): FaultStanding {
    this.#effects ??= effects
    const armed = new ArmedFault(`${ARMED}/${++this.#armed}`, fault)
    this.#faults.push(armed)
    return armed.standingAt(now)
  }

  /** Takes faults away: the one of this id, or all that were armed at run time. Answers how many there were. */
  disarm(id?: string): number {
    const before = this.#faults.length
    this.#faults = this.#faults.filter((armed) => (id === undefined ? !armed.id.startsWith(`${ARMED}/`) : armed.id !== id))
    return before - this.#faults.length
  }

  /** The clock and the rows went back: what is due after that moment is yet to come. */
  rewind(now: Instant): void {
    for (const due of this.#events) {
      if (due.at <= now) continue
      due.state = 'waiting'
      due.hindrance = undefined
    }
    this.#waiting = this.#events.filter(({ state }) => state === 'waiting').toSorted((a, b) => a.at - b.at)
  }

  /** True while there are events to come. */
  get waits(): boolean {
    return this.#waiting.length > 0
  }

  /** True when an event is due. */
  isDue(now: Instant): boolean {
    const [next] = this.#waiting
    return next !== undefined && next.at <= now
  }

  /** Lets every event happen that is due, each at its moment. */
  settle(now: Instant, stageAt: (at: Instant) => Stage): void {
    while (this.isDue(now)) {
      const due = this.#waiting.shift()
      if (!due || !this.#effects) return
      due.hindrance = this.#effects.happen(stageAt(due.at), due.event)
      due.state = due.hindrance === undefined ? 'happened' : 'hindered'
    }
  }

  /** Counts a call, and lets happen what is due at it. Causes act at once; trouble on the way is for the caller to make. */
  meet(sight: Sight, stage: Stage): Strike | undefined {
    const marks: string[] = []
    let edge: Trouble | undefined
    for (const armed of this.#faults) {
      const count = armed.count(sight, stage.now)
      if (!count) continue
      if (armed.fault.edge) {
        const joined = join(edge, troubleOf(armed.fault.edge, stage, `${armed.id}/${count.happened}`))
        if (!joined) continue
        edge = joined
      } else {
        armed.hindrance = this.#effects?.cause(armed.fault, sight, stage)
        if (armed.hindrance !== undefined) continue
      }
      armed.note(count, stage.now)
      marks.push(armed.id)
    }
    return marks.length === 0 ? undefined : { marks, edge }
  }
}

function dueAt({ at }: ScenarioEvent, begun: Instant): Instant {
  return at.startsWith('+') ? begun + (parseSpan(at.slice(1)) ?? 0) : (parseInstant(at) ?? begun)
}

/** Two troubles on the way of one call; undefined when they exclude each other: the second then waits for another call. */
function join(one: Trouble | undefined, other: Trouble): Trouble | undefined {
  if (!one) return other
  const ended = (trouble: Trouble): boolean => ENDS.some((end) => trouble[end] !== undefined)
  if (ended(one) && ended(other)) return undefined
  return { ...one, ...other, delay: one.delay + other.delay }
}

function troubleOf({ delay, ...rest }: Edge, { chance }: Stage, key: string): Trouble {
  if (delay === undefined || typeof delay === 'string')
    return { ...rest, delay: delay === undefined ? 0 : (parseSpan(delay) ?? 0) }
  const [low = 0, high = low] = delay.map((span) => parseSpan(span) ?? 0)
  return { ...rest, delay: chance.stream('edge-delay', key).integer(low, high) }
}
