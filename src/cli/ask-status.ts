/**
 * The status of an address, for the verbs that wait for a server.
 *
 * @module
 */
import { request } from 'node:https'

/**
 * The status that an address answers a GET with. Certificates are not checked: nothing secret is sent, and the CA of a server
 * that made its own is not known to whoever only waits for it.
 *
 * @throws Error when nothing answers in time
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
