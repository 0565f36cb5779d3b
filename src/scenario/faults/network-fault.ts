/** What the network faults of a scenario do to one request. */
import { spanRange } from '../../base/instant.ts'
import type { Randomness } from '../../simulation/randomness.ts'
import type { NetworkFaultFields, RespondFields } from './fault-schema.ts'

export interface NetworkFault extends Omit<NetworkFaultFields, 'delay'> {
  /** Milliseconds. */
  readonly delay: number
  /** The answer in place of the real one, or what changes that. */
  readonly respond?: InventedAnswer
}

export interface InventedAnswer extends RespondFields {
  readonly fault: string
  /** Takes back that the fault has happened, because no path of its patch is in the answer. */
  readonly takeBack: () => void
}

/** The fields that end a request; a request has only one end. */
const ENDING_FIELDS = ['status', 'cut', 'body', 'respond'] as const

/** Draws the delay of a network fault. @param key of the fault and its occurrence */
export function networkFaultOf({ delay, ...rest }: NetworkFaultFields, randomness: Randomness, key: string): NetworkFault {
  return { ...rest, delay: randomness.stream('network-delay', key).integer(...spanRange(delay)) }
}

/** Two network faults of one request together; undefined when both end it. */
export function combineNetworkFaults(one: NetworkFault | undefined, other: NetworkFault): NetworkFault | undefined {
  if (!one) return other
  const hasEnd = (fault: NetworkFault): boolean => ENDING_FIELDS.some((end) => fault[end] !== undefined)
  if (hasEnd(one) && hasEnd(other)) return undefined
  return { ...one, ...other, delay: one.delay + other.delay }
}
