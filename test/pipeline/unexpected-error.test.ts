import { expect, test, vi } from 'vitest'
import { createBookingPipeline } from '../../src/booking-api/pipeline.ts'
import { UnreliableStorage } from '../store/unreliable-storage.ts'
import { requestOf } from '../support/requests.ts'
import { NOW } from '../support/small-world.ts'
import { SILENT, TestWorld } from '../support/test-world.ts'

const booking = createBookingPipeline()
const headers = { authorization: 'Bearer of-the-tests' }

test('an unexpected error, and a call that waits for the same flush, are in the journal in the order of their ids', async () => {
  const scopes = ['favourites_set'] as const
  const clients = [{ id: 'desk', secret: 'desk-secret', label: '', userId: 1, scopes, tokens: 'normal' as const }]
  const tokens = [{ id: 'of-the-tests', clientId: 'desk', scopes, issuedAt: NOW, expiresAt: NOW + 3_600_000 }]
  const error = vi.fn()
  const storage = new UnreliableStorage({ random: () => 0.5, failure: 0, refusal: 0 })
  const { world } = new TestWorld({ rows: { clients, tokens }, storage, log: { ...SILENT, error } })
  const { store, journal } = await world.openSandbox()
  const send = async (path: string) => await booking.handle(world, requestOf({ method: 'POST', path, headers }))
  const waiting = send('/favourites/1')
  vi.spyOn(store, 'change').mockImplementationOnce(() => {
    throw new Error('broken')
  })
  const failed = send('/favourites/2')
  expect((await waiting).status).toBe(200)
  const message = 'Unexpected error in the server; see request default-2 in its log'
  expect(JSON.parse(String((await failed).body))).toEqual({ meta: { code: 500, error_message: message } })
  expect(journal.entries().map(({ id, status }) => [id, status])).toEqual([
    [1, 200],
    [2, 500],
  ])
  expect(journal.entries(1)).toMatchObject([{ id: 2, response: expect.stringContaining(message) }])
  expect(error.mock.calls).toMatchObject([
    ['unexpected failure', { request: 'default-2', error: expect.stringContaining('broken') }],
  ])
  await world.close()
})

test('an answer that a fault gives instead stays as it is, and the error is in the log', async () => {
  const error = vi.fn()
  const fault = '{ on: { operation: listProperties }, respond: { status: 200, json: { url: "/x/{id}" }, carried_out: true } }'
  const world = new TestWorld({ scenario: `name: x\nfaults: [${fault}]\n`, log: { ...SILENT, error } })
  vi.spyOn(world.sandbox.store.db.properties, 'all').mockImplementation(() => {
    throw new Error('broken')
  })
  expect(await world.call('listProperties', { as: 'desk' })).toMatchObject({ status: 200, body: { url: '/x/{id}' } })
  expect(error.mock.calls).toMatchObject([['unexpected failure', { request: expect.stringMatching(/^default-\d+$/) }]])
})
