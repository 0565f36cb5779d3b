import type { IncomingMessage, ServerResponse } from 'node:http'
import { CHECK_PATH, checkResponse } from '../../src/server/replicas/address-check.ts'

/** Answers a replica that asks whether a replica answers here. @returns false for any other request */
export function answersCheck({ headers, url }: IncomingMessage, outgoing: ServerResponse, secret: string): boolean {
  const response = url === CHECK_PATH ? checkResponse(headers, secret, 1) : undefined
  if (!response) return false
  outgoing.writeHead(response.status, response.headers).end()
  return true
}
