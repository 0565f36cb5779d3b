/**
 * A small client, as an integration has one: it takes rooms out of service and gives them back.
 * It asks for a token once, and for a new one when the service says that the old one is over.
 */

/** Somebody else has the room on that day. */
export class RoomTaken extends Error {}

/** The service will not do this for us, however often we ask. */
export class NotAllowed extends Error {}

/** `fetch` may be another one than the global, for whoever wants to look at what is sent, or needs no network. */
export function createCloseOuts({ baseUrl, clientId, clientSecret, fetch = globalThis.fetch }) {
  const api = `${baseUrl}/service/api`
  let token

  async function askForToken() {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: 'properties_get properties_set',
    })
    const answer = await fetch(`${api}/oauth/token`, { method: 'POST', body })
    if (!answer.ok) throw new NotAllowed((await answer.json()).error_description)
    token = (await answer.json()).access_token
  }

  async function call(method, path) {
    if (!token) await askForToken()
    const send = () => fetch(`${api}${path}`, { method, headers: { authorization: `Bearer ${token}` } })
    let answer = await send()
    if (answer.status === 401) {
      await askForToken()
      answer = await send()
    }
    return answer
  }

  async function done(answer) {
    // A taken room is a 204, which looks like success to whoever only asks whether the status begins with a 2.
    if (answer.status === 204) throw new RoomTaken(answer.headers.get('x-service-error-message') ?? '')
    if (answer.status === 403) throw new NotAllowed(await answer.text())
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    return (await answer.json()).data
  }

  return {
    /** The ids of the properties that are ours. */
    properties: async () => (await done(await call('GET', '/properties/all'))).ids,
    /** Takes a room out of service for a night; answers the number under which it can be given back. */
    close: async (property, room, day) =>
      (await done(await call('POST', `/blackbookings/${property}/${room}/${day}`))).addblackbookings,
    /** Gives a room back. */
    reopen: async (property, number) => void (await done(await call('DELETE', `/blackbookings/${property}/${number}`))),
  }
}
