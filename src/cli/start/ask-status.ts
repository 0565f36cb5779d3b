/** Requests the status or the JSON of a URL, for verbs that look for a server. */
import http from 'node:http'
import https from 'node:https'

/**
 * Sends a GET request. Certificates are not verified: no secret is sent, and the caller does not know a generated CA.
 *
 * @throws Error when there is no response in time
 */
function ask(url: string, withinMs: number): Promise<{ readonly status: number; readonly text: string }> {
  const signal = AbortSignal.timeout(withinMs)
  const { request } = url.startsWith('https:') ? https : http
  return new Promise((resolve, reject) => {
    const asked = request(url, { rejectUnauthorized: false, signal }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.once('error', reject)
    })
    asked.once('error', (error) => reject(signal.aborted ? signal.reason : error)).end()
  })
}

/** The status of a response. @throws Error when there is none in time */
export const askStatus = async (url: string, withinMs: number): Promise<number> => (await ask(url, withinMs)).status

/** The JSON of a response. @throws Error when there is none in time */
export const askJson = async (url: string, withinMs: number): Promise<unknown> => JSON.parse((await ask(url, withinMs)).text)
