/** A server in this process, and its default world. */
import { DEFAULT_SANDBOX } from '../world/world.ts'
import type { Server } from './in-process.ts'
import type { Understay, UnderstaySandbox } from './types.ts'
import { SandboxHandle, WorldHandle } from './world-handle.ts'

/** The server, for users of the library. */
export class ServerHandle extends WorldHandle implements Understay {
  readonly caFile: string | undefined
  readonly #server: Server
  readonly #stop: () => Promise<void>
  #stopped: Promise<void> | undefined

  /** @param stop shuts the server down; called once */
  constructor(server: Server, stop: () => Promise<void>) {
    super(server, DEFAULT_SANDBOX)
    this.caFile = server.caFile
    this.#server = server
    this.#stop = stop
  }

  async sandbox(name: string): Promise<UnderstaySandbox> {
    await this.#server.world.openSandbox(name)
    return new SandboxHandle(this.#server, name)
  }

  close(): Promise<void> {
    return (this.#stopped ??= this.#stop())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
