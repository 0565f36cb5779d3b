/**
 * Checks that a replica answers at an address, before a call or the secret of the replicas is sent there.
 *
 * The question carries a random text; a replica answers with its id, and with a code that only who knows the secret can make.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { type IncomingHttpHeaders, type IncomingMessage, request as openRequest } from 'node:http'
import type { ApiResponse } from '../../api/response.ts'
import { codeOf } from '../../base/caught-error.ts'
import { CONTROL_PATH } from '../../control-contract/control-path.ts'
import { clearTimeout, setTimeout } from '../../simulation/machine-time.ts'
import { isSameSecret } from './replica-headers.ts'

export const CHECK_PATH = `${CONTROL_PATH}/replica`
const QUESTION_HEADER = 'x-understay-question'
const PROOF_HEADER = 'x-understay-proof'
/** Longer than a stopped replica keeps its sandboxes. */
const ANSWER_MS = 5000
const CONNECT_MS = 2000

/** The id of the replica at an address. `not-reached`: nothing answers. `stranger`: something else answers. */
export type AddressCheck = { readonly replica: number } | 'not-reached' | 'stranger'

const proofOf = (secret: string, question: string, replica: string): string =>
  createHmac('sha256', secret).update(`${question} ${replica}`).digest('hex')

/** The response to the question of another replica at {@link CHECK_PATH}; undefined for any other request. */
export function checkResponse(headers: IncomingHttpHeaders, secret: string, replica: number): ApiResponse | undefined {
  const question = headers[QUESTION_HEADER]
  if (typeof question !== 'string') return undefined
  return { status: 204, headers: { [PROOF_HEADER]: `${replica} ${proofOf(secret, question, String(replica))}` }, body: null }
}

/** Where another replica listens, for `http.request`. @param address such as `http://[::1]:4010` */
export function hostAndPort(address: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(address)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) }
}

/** @param signal ends the check with `not-reached` */
export function checkAddress(address: string, secret: string, signal?: AbortSignal): Promise<AddressCheck> {
  return new Promise((resolve) => {
    const question = randomUUID()
    const { host, port } = hostAndPort(address)
    const headers = ['Host', new URL(address).host, QUESTION_HEADER, question]
    const sent = openRequest({ agent: false, host, port, path: CHECK_PATH, headers, ...(signal && { signal }) })
    let connected = false
    let timer = setTimeout(() => sent.destroy(), CONNECT_MS)
    const end = (check: AddressCheck): void => {
      clearTimeout(timer)
      resolve(check)
      sent.destroy()
    }
    sent.once('socket', (socket) =>
      socket.once('connect', () => {
        connected = true
        clearTimeout(timer)
        timer = setTimeout(() => sent.destroy(), ANSWER_MS)
      }),
    )
    // what is no HTTP server answers with something that is not HTTP, or not at all
    sent.on('error', (error) => end(connected && codeOf(error).startsWith('HPE_') ? 'stranger' : 'not-reached'))
    sent.once('close', () => end('not-reached'))
    sent.once('response', (response) => {
      response.resume()
      end(provenReplica(response, secret, question))
    })
    sent.end()
  })
}

function provenReplica({ headers }: IncomingMessage, secret: string, question: string): AddressCheck {
  const [replica = '', proof = ''] = String(headers[PROOF_HEADER] ?? '').split(' ')
  return isSameSecret(proof, proofOf(secret, question, replica)) ? { replica: Number(replica) } : 'stranger'
}
