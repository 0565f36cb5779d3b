/**
 * Requests the status of a URL, for verbs that wait for a server.
 *
 * @module
 */
import { request } from 'node:https'

/**
 * Sends a GET request and returns the status. Certificates are not verified: no secret is sent, and the caller does not know a
 * generated CA.
 *
 * @throws Error when there is no response in time
 */
export async function askStatus(url: string, withinMs: number): Promise<number> {
  const signal = AbortSignal.timeout(withinMs)
  if (!url.startsWith('https:')) return (await fetch(url, { signal })).status
  return new Promise((resolve, reject) => {
    const asked = request(url, { rejectUnauthorized: false, signal }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.once('error', (error) => reject(signal.aborted ? signal.reason : error)).end()
  })
}
