import { path } from '../client/path.mjs'
import { Refusal } from '../client/trouble.mjs'

/** Two ways to lose the right to call: a token that is over, which we renew, and a scope we do not hold, which we accept. */
export async function meetLimits({ service, token, reader, protocol, properties }) {
  const before = token.grants()
  const grant = await token.held()
  protocol.tell(`tokens used so far: ${before}`)

  grant.access_token = 'this-one-is-over'
  const { ids } = await service.get(path`/properties/all/`)
  protocol.compare(
    'after a 401 the same question was answered',
    ids,
    properties.map(({ id }) => id),
  )
  protocol.compare('tokens fetched for that', token.grants() - before, 1)

  const [{ id }] = properties
  await reader.service.get(path`/guests/${id}/list`)
  const refusal = await reader.service.post(path`/favourites/${id}`).catch((trouble) => trouble)
  protocol.check(
    `a token for reading may not write: ${refusal.message}`,
    refusal instanceof Refusal,
    'A token for reading was allowed to write',
  )
  protocol.compare('tokens fetched by the reader, who does not ask for another', reader.token.grants(), 1)
}
