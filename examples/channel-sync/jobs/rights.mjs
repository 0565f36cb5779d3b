import { Refusal } from '../client/errors.mjs'
import { path } from '../client/path.mjs'

/** Handles an expired token, which is renewed, and a missing scope, which is accepted. */
export async function meetLimits({ service, token, reader, log, properties }) {
  const before = token.grants()
  const grant = await token.held()
  log.tell(`tokens used so far: ${before}`)

  grant.access_token = 'this-one-is-over'
  const { ids } = await service.get(path`/properties/all/`)
  log.compare(
    'after a 401 the same question was answered',
    ids,
    properties.map(({ id }) => id),
  )
  log.compare('tokens fetched for that', token.grants() - before, 1)

  const [{ id }] = properties
  await reader.service.get(path`/guests/${id}/list`)
  const refusal = await reader.service.post(path`/favourites/${id}`).catch((error) => error)
  log.check(
    `a token for reading may not write: ${refusal.message}`,
    refusal instanceof Refusal,
    'A token for reading was allowed to write',
  )
  log.compare('tokens fetched by the reader, who does not ask for another', reader.token.grants(), 1)
}
