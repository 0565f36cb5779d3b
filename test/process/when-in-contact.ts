/**
 * Calls to replicas on a machine with much other work, where heartbeats come late.
 *
 * @module
 */
import { until } from '../support/until.ts'

/** What a replica responds meanwhile. */
export const NO_CONTACT = 'this replica has no contact with the database; nothing was changed'

/** The response to a call; repeats it while the replica has no contact with the database, which does nothing then. */
export async function whenInContact(send: () => Promise<Response>): Promise<Response> {
  let response = await send()
  await until(async () => {
    if (response.status !== 503 || !(await response.clone().text()).includes(NO_CONTACT)) return true
    response = await send()
    return false
  })
  return response
}
