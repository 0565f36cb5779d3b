/**
 * Calls to replicas on a machine with much other work, where heartbeats come late.
 *
 * @module
 */
import { until } from '../support/until.ts'

/** What a replica responds meanwhile. */
export const NO_CONTACT = 'this replica has no contact with the database; nothing was changed'

/** The response to a call; repeats it while the replica has no contact with the database, which does nothing then. */
export const whenInContact = (send: () => Promise<Response>): Promise<Response> =>
  answeredInContact(send, (response) => response.clone().text())

/** The same of another kind of client. @param textOf the body of a response */
export async function answeredInContact<T extends { readonly status: number | undefined }>(
  send: () => Promise<T>,
  textOf: (response: T) => string | Promise<string>,
): Promise<T> {
  let response = await send()
  await until(async () => {
    if (response.status !== 503 || !(await textOf(response)).includes(NO_CONTACT)) return true
    response = await send()
    return false
  })
  return response
}
