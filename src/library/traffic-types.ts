/**
 * The traffic of a scenario for users of the library.
 *
 * @module
 */

/** The traffic of the scenario: see docs/traffic.md. */
export interface UnderstayTraffic {
  readonly traffic: readonly TrafficSource[]
  /** The last 1,000 acts, oldest first. */
  readonly acts: readonly TrafficAct[]
  /** Sales of other channels, oldest first. No list of the service contains them. */
  readonly sales: readonly ChannelSale[]
}

/** A kind of traffic with its counts. */
export interface TrafficSource {
  readonly id: string
  readonly do: string
  /** Time of the next act: ISO 8601; null once the traffic has ended. */
  readonly next: string | null
  /** Counts of its own act and of the later acts on bookings. */
  readonly acts: readonly { readonly do: string; readonly happened: number; readonly blocked: number }[]
  /** Why the last blocked act could not happen. */
  readonly lastBlocked: string | null
}

/** One act of traffic. */
export interface TrafficAct {
  readonly id: number
  /** Id of the traffic. */
  readonly traffic: string
  /** Index of the act, from 1. */
  readonly number: number
  readonly do: string
  /** By the clock of the sandbox: ISO 8601. */
  readonly at: string
  readonly property: number | null
  /** Contract uid of the booking. */
  readonly booking: number | null
  readonly room: number | null
  readonly arrival: string | null
  /** Not a night of the stay. */
  readonly departure: string | null
  /** Why it could not happen. */
  readonly blocked: string | null
}

/** A room that another channel has sold: the client has to close its nights. */
export interface ChannelSale {
  readonly id: number
  readonly at: string
  readonly property: number
  readonly room: number
  readonly arrival: string
  /** Not a night of the stay. */
  readonly departure: string
  readonly nights: readonly string[]
}
