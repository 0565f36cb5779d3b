/**
 * The requests of the load. A workload gives every connection a source of requests, serialized for the socket.
 *
 * @module
 */

const KINDS = { rotate, once, newBlackBookings, passingBlackBookings }

/** The workload of `load.kind`. @returns a function that creates the source of one connection */
export function workload(load) {
  const make = KINDS[load.kind]
  if (!make) throw new Error(`no workload ${load.kind}`)
  return make(load)
}

/** Repeats the same requests, in turn over all connections. */
function rotate({ requests, headers }) {
  const ready = requests.map((request) => bytes({ ...request, headers: { ...headers, ...request.headers } }))
  let turn = 0
  return () => ({ request: () => ready[turn++ % ready.length] })
}

/** Sends each request once. */
function once({ requests, headers }) {
  let turn = 0
  return () => ({
    request: () => {
      const request = requests[turn++]
      if (!request) throw new Error(`all ${requests.length} requests have been sent`)
      return bytes({ ...request, headers })
    },
  })
}

/** Creates black bookings: every room for a night, then the next night. */
function newBlackBookings(load) {
  const path = roomNights(load)
  return () => ({ request: () => bytes({ method: 'POST', path: path(), headers: load.headers }) })
}

/** Creates and deletes black bookings, so that the data does not grow during the measurement. */
function passingBlackBookings(load) {
  const path = roomNights(load)
  return () => {
    let made
    return {
      readsBodies: true,
      request: () => {
        if (made === undefined) return bytes({ method: 'POST', path: path(), headers: load.headers })
        return bytes({ method: 'DELETE', path: `${load.prefix}/${made}`, headers: load.headers })
      },
      answered: (body) => {
        made = made === undefined ? contractOf(body) : undefined
      },
      mayStop: () => made === undefined,
    }
  }
}

/** The contract uid in the response to a black booking. */
function contractOf(body) {
  const uid = /"contract_(?:uid|id)":\s*"?(\d+)/.exec(body)?.[1] ?? /"addblackbookings?":\s*\[?\s*"?(\d+)/.exec(body)?.[1]
  if (uid === undefined) throw new Error(`no contract uid in the answer to a black booking: ${body.slice(0, 300)}`)
  return uid
}

function roomNights({ prefix, roomIds, from }) {
  const first = Date.parse(`${from}T00:00:00Z`)
  let taken = 0
  return () => {
    const night = new Date(first + Math.floor(taken / roomIds.length) * 86_400_000).toISOString().slice(0, 10)
    return `${prefix}/${roomIds[taken++ % roomIds.length]}/${night}`
  }
}

/** A serialized request. */
function bytes({ method = 'GET', path, headers = {}, body = '' }) {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: keep-alive']
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (method !== 'GET') lines.push(`Content-Length: ${Buffer.byteLength(body)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
