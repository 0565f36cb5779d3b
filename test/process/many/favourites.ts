import { timeOf } from '../../limits/shortest-time.ts'
import { until } from '../../support/until.ts'
import { whenInContact } from '../when-in-contact.ts'

export const callOnce = (url: string, method: string, path: string, token: string): Promise<Response> =>
  fetch(`${url}/@w1/service/api${path}`, { method, headers: { authorization: `Bearer ${token}` } })
export const call = (...what: Parameters<typeof callOnce>): Promise<Response> => whenInContact(() => callOnce(...what))
/** The favourites that were added: the bundled world has the property 11 among them. */
export const favourites = async (url: string, token: string): Promise<readonly number[]> => {
  const { data } = (await (await call(url, 'GET', '/favourites', token)).json()) as { data: { ids: number[] } }
  return data.ids.filter((id) => id !== 11)
}
/** Asks until an answer has this status. @returns milliseconds until then */
export const answered = (status: number, ask: () => Promise<Response>): Promise<number> =>
  timeOf(() =>
    until(() =>
      ask().then(
        (response) => response.status === status,
        () => false,
      ),
    ),
  )
