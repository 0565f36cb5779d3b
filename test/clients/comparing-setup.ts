import { afterAll, beforeAll } from 'vitest'
import type { ScenarioOptions } from '../../src/index.ts'
import { type ComparingServer, prepare, startComparing } from './comparing.ts'

/** A comparing server for the tests of a file, prepared for these scenarios. */
export function comparingServer(scenarios: readonly ScenarioOptions[] = []): () => ComparingServer {
  let server: ComparingServer
  beforeAll(async () => {
    server = await startComparing()
    await prepare(server, scenarios)
  })
  afterAll(() => server.understay.close())
  return () => server
}
