import { describe, expect, test } from 'vitest'
import { RequestRecord } from '../../../src/journal/request-record.ts'
import { serverOf } from '../server-of.ts'

/** A journal of five entries: calls for two properties, one for none, some of them struck. */
function struckServer() {
  const server = serverOf()
  const { journal } = server.world.sandbox()
  const add = (property: number | undefined, fault?: string[]): void => {
    const record = new RequestRecord({ at: 0, real: 0, method: 'GET', rawPath: '/x', query: '' })
    journal.add(Object.assign(record, { id: journal.nextId(), property, fault, status: 200 }))
  }
  add(1)
  add(2, ['outage/1'])
  add(undefined, ['outage/2'])
  add(12, ['outage-later/1', 'armed/3'])
  add(1, ['outage/12'])
  const ids = async (query: string): Promise<number[]> =>
    (await server.ask('GET', `/_understay/journal${query}`)).body.entries.map(({ id }: { id: number }) => id)
  return { ...server, ids }
}

describe('the journal is filtered', () => {
  test.each<[query: string, ids: readonly number[]]>([
    ['?fault=any', [2, 3, 4, 5]],
    ['?fault=outage', [2, 3, 5]],
    ['?fault=outage/1', [2]],
    ['?fault=outage/1,armed/3', [2, 4]],
    ['?fault=armed', [4]],
    ['?fault=outag', []],
    ['?fault=outage%2F2', [3]],
    ['?property=1', [1, 5]],
    ['?property=2,12', [2, 4]],
    ['?property=01', [1, 5]],
    ['?property=99', []],
    ['?fault=any&property=1', [5]],
    ['?fault=any&since=3&limit=1', [4]],
    ['?fault=outage&format=json', [2, 3, 5]],
  ])('by fault and property: %s', async (query, ids) => {
    const server = struckServer()
    expect(await server.ids(query)).toEqual(ids)
  })

  test.each([
    ['?property=harbour', 'property: "harbour" is not a property uid such as 1'],
    ['?property=1,', 'property: "" is not a property uid such as 1'],
    ['?property=-1', 'property: "-1" is not a property uid'],
    ['?fault=', 'fault: expected a scenario such as outage, one of its faults such as outage/2, or any'],
    ['?touched=bookings/12', 'touched: "touched" is called "changed" now'],
    ['?faults=any', 'faults: unknown query parameter "faults"; did you mean "fault"?'],
  ])('an invalid filter is refused with the valid values: %s', async (query, error) => {
    const { ask } = struckServer()
    for (const path of ['', '/stream'])
      expect(await ask('GET', `/_understay/journal${path}${query}`)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining(error) },
      })
  })

  test('by the property of the path, of a booking session, and of a refused call', async () => {
    const { ask, token, world } = serverOf()
    const headers = await token()
    const session = { 'x-service-booking-session-id': 'visit-1' }
    await ask('GET', '/service/api/listbooking/1', { headers })
    await ask('GET', '/service/api/listbooking/3', { headers })
    await ask('GET', '/service/api/booking/initialise/1/en-GB', { headers: session })
    await ask('GET', '/service/api/booking/rooms', { headers: session })
    await ask('GET', '/service/api/properties/all', { headers })
    const told = async (query: string) =>
      (await ask('GET', `/_understay/journal${query}`)).body.entries.map(
        ({ operation, status }: { operation: string; status: number }) => `${operation} ${status}`,
      )
    expect(await told('?property=3')).toEqual(['listBookings 403'])
    const [listed, ...others] = await told('?property=1')
    expect(listed).toBe('listBookings 200')
    expect(others.map((text: string) => text.split(' ')[0])).toEqual(['initialiseSession', expect.stringMatching(/room/i)])
    expect(world.sandbox().journal.entries()).toHaveLength(6)
  })
})

test('words are found in addresses and forms as they read without their escapes', async () => {
  const { ask, token } = serverOf()
  const headers = { ...(await token()), 'content-type': 'application/x-www-form-urlencoded' }
  await ask('PUT', '/service/api/nowhere/M%C3%BCller%20L%C3%BCdenscheidt', { headers })
  await ask('PUT', '/service/api/nowhere', { headers, body: 'surname=Na%C3%AFve+R%C3%A9n%C3%A9&note=1%2B1' })
  await ask('PUT', '/service/api/nowhere/100%25/%E0%A4', { headers })
  const found = async (text: string): Promise<readonly number[]> =>
    (await ask('GET', `/_understay/journal?${new URLSearchParams({ text })}`)).body.entries.map(({ id }: { id: number }) => id)
  expect(await found('müller lü')).toEqual([2])
  expect(await found('M%C3%BCller')).toEqual([2])
  expect(await found('naïve réné')).toEqual([3])
  expect(await found('1+1')).toEqual([3])
  expect(await found('100%')).toEqual([4])
  expect(await found('müller  lü')).toEqual([])
  expect(await found('REQUEST /nowhere')).toEqual([2, 3])
})

describe('the calls that changed a row', () => {
  test('are found by collection and id, which must match exactly', async () => {
    const { ask, token } = serverOf()
    const headers = await token()
    const { body } = await ask('POST', '/service/api/blackbookings/1/1/2026-05-20', { headers })
    const booking = body.data.addblackbookings
    await ask('GET', '/service/api/search/stars/4')
    await ask('DELETE', `/service/api/blackbookings/1/${booking}`, { headers })
    const ids = async (row: string): Promise<readonly number[]> =>
      (await ask('GET', `/_understay/journal?changed=${row}`)).body.entries.map(({ id }: { readonly id: number }) => id)
    expect(await ids(`bookings/${booking}`)).toEqual([2, 4])
    expect(await ids(`bookings/${booking}0`)).toEqual([])
    expect(await ids(`guests/${booking}`)).toEqual([])
    expect((await ask('GET', '/_understay/journal?changed=bookings')).status).toBe(400)
  })
})
