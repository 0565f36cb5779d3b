/** The faults of one sandbox: those of its scenario, and those armed at run time. */
import { FileError, fileProblem } from '../../base/file-error.ts'
import type { Instant } from '../../base/instant.ts'
import type { Progress } from '../../store/progress.ts'
import { ARMED_PREFIX } from '../names.ts'
import type { Scenario } from '../scenario.ts'
import type { Fault } from './fault-schema.ts'
import { ArmedFault, type FaultStatus } from './faults.ts'

/** Prefix of the key of a fault that was armed at run time; its number follows. */
export const ARMED_FAULT_PREFIX = 'armed fault '
const LAST_ARMED_KEY = 'last armed'
/** Prefix of the key of a fault of the scenario that was disarmed; its id follows. */
const DISARMED_PREFIX = 'disarmed '

export class ArmedFaults {
  readonly #progress: Progress
  readonly #marksByDefault: boolean
  #faults: ArmedFault[]
  readonly #known: Set<string>
  #lastArmed: number

  constructor(scenario: Pick<Scenario, 'parts' | 'mark'> | undefined, progress: Progress) {
    this.#progress = progress
    this.#marksByDefault = scenario?.mark ?? true
    const ofScenario = (scenario?.parts ?? []).flatMap(({ name, faults }) =>
      faults.map((fault, index) => new ArmedFault(name, index + 1, fault, progress)),
    )
    const armed = progress
      .entriesWithPrefix<Fault>(ARMED_FAULT_PREFIX)
      .map(([number, fault]) => new ArmedFault(ARMED_PREFIX, Number(number), fault, progress))
    this.#known = new Set([...ofScenario, ...armed].map(({ id }) => id))
    this.#faults = [...ofScenario.filter(({ id }) => progress.get(DISARMED_PREFIX + id) === undefined), ...armed]
    this.#lastArmed = progress.get<number>(LAST_ARMED_KEY) ?? 0
  }

  get all(): readonly ArmedFault[] {
    return this.#faults
  }

  /** The ids of all faults, disarmed ones too. */
  get known(): ReadonlySet<string> {
    return this.#known
  }

  /** The status of each fault at a time of the sandbox's clock. */
  status(now: Instant): FaultStatus[] {
    return this.#faults.map((armed) => armed.statusAt(now))
  }

  hasHappened(id: string): boolean {
    return this.#faults.some((other) => other.id === id && other.happened > 0)
  }

  /** Those of the applied faults that responses name in a header. */
  shown(applied: readonly string[]): readonly string[] {
    const isShown = ({ id, fault }: ArmedFault): boolean => fault.mark ?? (isArmedId(id) || this.#marksByDefault)
    const hidden = this.#faults.filter((armed) => !isShown(armed)).map(({ id }) => id)
    return hidden.length === 0 ? applied : applied.filter((id) => !hidden.includes(id))
  }

  /** @throws FileError when another armed fault has its id */
  arm(fault: Fault): ArmedFault {
    let number = this.#lastArmed + 1
    while (fault.id === undefined && this.#known.has(`${ARMED_PREFIX}/${number}`)) number++
    const armed = new ArmedFault(ARMED_PREFIX, number, fault, this.#progress)
    if (this.#faults.some(({ id }) => id === armed.id)) {
      const message = `another fault has the id "${fault.id}" already: give this one another, or disarm ${armed.id}`
      throw new FileError([{ ...fileProblem('fault', message), field: 'id' }])
    }
    this.#lastArmed = number
    this.#faults.push(armed)
    this.#known.add(armed.id)
    this.#progress.set(`${ARMED_FAULT_PREFIX}${number}`, fault)
    this.#progress.set(LAST_ARMED_KEY, number)
    return armed
  }

  /** Removes the fault with this id, or all that were armed at run time. @returns how many there were */
  disarm(id?: string): number {
    const removed = this.#faults.filter((fault) => (id === undefined ? isArmedId(fault.id) : fault.id === id))
    for (const fault of removed) {
      fault.forget()
      if (isArmedId(fault.id)) this.#progress.set(`${ARMED_FAULT_PREFIX}${fault.number}`, undefined)
      else this.#progress.set(DISARMED_PREFIX + fault.id, true)
    }
    this.#faults = this.#faults.filter((fault) => !removed.includes(fault))
    return removed.length
  }
}

/** True for the id of a fault that was armed at run time. */
const isArmedId = (id: string): boolean => id.startsWith(`${ARMED_PREFIX}/`)
