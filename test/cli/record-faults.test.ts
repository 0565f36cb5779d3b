import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { faultsOnWay } from '../../src/cli/record-faults.ts'
import { newFolder } from '../process/program.ts'

test('a fault per client knows the client of a token, and none without a token', async () => {
  const file = join(newFolder(), 'limit.yaml')
  const fault = '{ id: limit, on: { operation: listProperties }, after: 1, per: client, network: { status: 429 } }'
  writeFileSync(file, `name: x\nfaults:\n  - ${fault}\n`)
  const { onWay } = await faultsOnWay([file], productOf('service'))
  const send = async (method: string, target: string, text: string, authorization: string | undefined, body: object) => {
    const headers = { ...(authorization !== undefined && { authorization }) }
    const { answer } = await onWay({ method, target, headers, body: Buffer.from(text) }, async () => Response.json(body))
    return answer.status
  }
  const token = (client: string, body: object) => send('POST', '/service/api/oauth/token', `client_id=${client}`, undefined, body)
  const list = (bearer?: string) =>
    send('GET', '/service/api/properties/all', '', bearer === undefined ? undefined : `Bearer ${bearer}`, {})
  await token('desk', { access_token: 'one' })
  await token('desk', { access_token: 'two' })
  await token('shop', { access_token: 'three' })
  await token('desk', { error: 'invalid_client' })
  expect([await list(), await list('one'), await list('three')]).toEqual([200, 200, 200])
  expect([await list('two'), await list('three')]).toEqual([429, 429])
})
