/**
 * Starts the image with `understay/testcontainers`, where there is a container engine. Needs `npm run build` and the image.
 *
 *   docker build --tag understay . && node packaging/compat/container.mjs
 *
 * @module
 */
import { equal, rejects } from 'node:assert/strict'
import { VerifyError } from 'understay'
import { UnderstayContainer } from 'understay/testcontainers'

const container = await new UnderstayContainer()
  .withSetting('profile', 'current')
  .withFixture('fixtures/reference-world.yaml')
  .start()
try {
  const { clientSecret } = await container.credentials('full')
  equal(typeof clientSecret, 'string')
  const { apiUrl } = container.sandbox('w1')
  equal((await fetch(`${apiUrl}/properties/all`)).status, 401)
  await container.verify({ operation: 'listProperties', count: 1 }, { sandbox: 'w1' })
  await rejects(container.verify({ operation: 'listProperties' }), VerifyError)
  await container.reset('w1')
  await rejects(container.verify({ operation: 'listProperties' }, { sandbox: 'w1' }), VerifyError)
  console.log('the image works with understay/testcontainers')
} finally {
  await container.stop()
}
