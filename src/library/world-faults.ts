import type { ControlClient } from '../control-contract/client.ts'
import { armFault, disarmFaults, listFaults } from '../control-contract/scenario.ts'
import type { ArmedFault, FaultOptions } from './schema-types.ts'
import type { UnderstayFaults } from './types.ts'

export class WorldFaults implements UnderstayFaults {
  readonly #control: ControlClient

  constructor(control: ControlClient) {
    this.#control = control
  }

  arm(fault: FaultOptions): Promise<ArmedFault> {
    return this.#control.call(armFault, { body: fault })
  }

  list(): Promise<readonly ArmedFault[]> {
    return this.#control.call(listFaults)
  }

  async disarm(id?: string): Promise<number> {
    return (await this.#control.call(disarmFaults, { query: { id } })).removed
  }
}
