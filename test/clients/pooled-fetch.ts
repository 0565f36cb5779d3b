/**
 * A fetch with a limited number of connections, which calls wait for, as the HTTP libraries of many languages have it.
 *
 * @module
 */
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** What a client needs of fetch. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly signal: AbortSignal
    readonly body?: URLSearchParams
  },
) => Promise<Answer>

/** What a client reads of a response; that of Node's fetch costs more than many calls. */
export interface Answer {
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly text: () => Promise<string>
}

/** The fetch of a pool; 0 connections: one for each call. */
export const pooledFetch = (connections: number): Fetch => openPool(connections).fetch

/** A pool that can be closed, as the connections of a program are when it ends. */
export function openPool(connections: number): { readonly fetch: Fetch; readonly close: () => void } {
  const agent = connections === 0 ? new Agent({ keepAlive: false }) : new Agent({ keepAlive: true, maxSockets: connections })
  return { fetch: fetchWith(agent), close: () => agent.destroy() }
}

function fetchWith(agent: Agent): Fetch {
  return (url, { method, headers, signal, body }) =>
    new Promise((resolve, reject) => {
      const form = body && { 'content-type': 'application/x-www-form-urlencoded' }
      const sent = request(url, { method, headers: { ...headers, ...form }, signal, agent }, (answer) => {
        const { statusCode: status = 0 } = answer
        const headers = { get: (name: string) => answer.headers[name]?.toString() ?? null }
        text(answer).then((content) => resolve({ status, headers, text: async () => content }), reject)
      })
      sent.on('error', (error) => reject(signal.aborted ? signal.reason : error))
      sent.end(body?.toString())
    })
}
