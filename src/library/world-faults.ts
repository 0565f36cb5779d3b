/**
 * The faults of a world, for tests.
 *
 * @module
 */

import type { FaultOptions, UnderstayFaults } from './fault-types.ts'
import { callControl, type Server } from './in-process.ts'
import type { ArmedFault } from './response-types.ts'

export class WorldFaults implements UnderstayFaults {
  readonly #server: Server
  readonly #sandbox: string

  constructor(server: Server, sandbox: string) {
    this.#server = server
    this.#sandbox = sandbox
  }

  async arm(fault: FaultOptions): Promise<ArmedFault> {
    return (await callControl(this.#server, this.#sandbox, { method: 'POST', path: '/faults', body: fault })) as ArmedFault
  }

  async list(): Promise<readonly ArmedFault[]> {
    return (await callControl(this.#server, this.#sandbox, { path: '/faults' })) as readonly ArmedFault[]
  }

  async disarm(id?: string): Promise<number> {
    const path = id === undefined ? '/faults' : `/faults?id=${encodeURIComponent(id)}`
    return ((await callControl(this.#server, this.#sandbox, { method: 'DELETE', path })) as { readonly removed: number }).removed
  }
}
