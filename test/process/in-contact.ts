/**
 * Calls to replicas on a machine with much other work, where heartbeats come late.
 *
 * @module
 */
import { until } from '../support/until.ts'

/** What a replica answers meanwhile. */
export const NO_CONTACT = 'this replica has no contact with the database; nothing was changed'

/** The answer to a call, repeated while the replica has no contact with the database for a moment: it has done nothing then. */
export async function inContact(send: () => Promise<Response>): Promise<Response> {
  let answer = await send()
  await until(async () => {
    if (answer.status !== 503 || !(await answer.clone().text()).includes(NO_CONTACT)) return true
    answer = await send()
    return false
  })
  return answer
}
