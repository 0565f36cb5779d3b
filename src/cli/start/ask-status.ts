/** Asks a server for its state, for verbs that look for one. */
import http from 'node:http'
import https from 'node:https'
import { type ControlClient, controlAt } from '../../control-contract/client.ts'
import { CONTROL_PATH } from '../../control-contract/control-path.ts'
import { readReady } from '../../control-contract/server.ts'

/** The address at which a server tells whether it is ready, for messages. */
export const readyUrl = (server: string): string => `${server}${CONTROL_PATH}${readReady.path}`

/** The control API of a server. Its calls throw when there is no response in time. */
export const controlWithin = (server: string, withinMs: number): ControlClient =>
  controlAt(server, undefined, (url) => ask(url, withinMs))

/** Sends a GET request. Certificates are not verified: no secret is sent, and the caller does not know a generated CA. */
function ask(url: string, withinMs: number): Promise<Response> {
  const signal = AbortSignal.timeout(withinMs)
  const { request } = url.startsWith('https:') ? https : http
  return new Promise((resolve, reject) => {
    const asked = request(url, { rejectUnauthorized: false, signal }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.once('end', () => resolve(new Response(text || null, { status: answer.statusCode ?? 500 })))
      answer.once('error', reject)
    })
    asked.once('error', (error) => reject(signal.aborted ? signal.reason : error)).end()
  })
}
