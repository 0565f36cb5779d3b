import type { ControlClient } from '../control-contract/client.ts'
import { compareSnapshot, removeSnapshot, restoreSnapshot, takeSnapshot } from '../control-contract/snapshots.ts'
import type { SnapshotInfo, StateChanges } from './schema-types.ts'
import type { UnderstaySnapshots } from './types.ts'

export class WorldSnapshots implements UnderstaySnapshots {
  readonly #control: ControlClient

  constructor(control: ControlClient) {
    this.#control = control
  }

  take(name: string): Promise<SnapshotInfo> {
    return this.#control.call(takeSnapshot, { body: { name } })
  }

  async restore(name: string): Promise<void> {
    await this.#control.call(restoreSnapshot, { path: { name }, body: {} })
  }

  diff(name: string): Promise<StateChanges> {
    return this.#control.call(compareSnapshot, { path: { name } })
  }

  async remove(name: string): Promise<void> {
    await this.#control.call(removeSnapshot, { path: { name } })
  }
}
