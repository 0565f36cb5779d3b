import { describe, expect, test } from 'vitest'
import { aGuest } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { eventsNamed, GUEST_FORM } from './guests-world.ts'

const as = 'desk'

describe('the guest list', () => {
  test('has every guest of the property by id, without VAT numbers', async () => {
    const guests = [aGuest({ id: 3, discount: 1250, region: '1113' }), aGuest(), aGuest({ id: 2, propertyId: 2 })]
    const { data } = await new TestWorld({ rows: { guests } }).call('listGuests', { path: { property_id: 1 }, as })
    expect(data).toEqual([
      expect.objectContaining({ guests_uid: 1, vat_number: '', discount: 0, property_uid: '1' }),
      {
        guests_uid: 3,
        firstname: 'Ada',
        surname: 'Brook',
        house: '7',
        street: 'Mill Lane',
        town: 'Westby',
        county: '1113',
        country: 'GB',
        postcode: 'WB1 2AB',
        tel_landline: '0100 200',
        tel_mobile: '0700 300',
        email: 'ada@example.test',
        vat_number: '',
        discount: 12.5,
        property_uid: '1',
      },
    ])
  })

  test('of a property without guests is empty', async () => {
    expect((await new TestWorld().call('listGuests', { path: { property_id: 2 }, as })).data).toEqual([])
  })

  test('has the property uid as a number in the current profile', async () => {
    const { data } = await new TestWorld({ profile: 'current' }).call('listGuests', { path: { property_id: 1 }, as })
    expect(data[0]).toMatchObject({ property_uid: 1 })
  })
})

describe('a new guest', () => {
  test('gets the next uid, is listed and records an event', async () => {
    const world = new TestWorld()
    const { data } = await world.call('createGuest', { path: { property_id: 1, ...GUEST_FORM }, as })
    expect(data).toEqual([{ guest_uid: 3 }])
    const listed = await world.call('listGuests', { path: { property_id: 1 }, as })
    expect(listed.data[2]).toMatchObject({
      guests_uid: 3,
      firstname: 'Zoë',
      surname: "O'Neil",
      county: 'Rhode Island',
      vat_number: '',
      discount: 5,
    })
    expect(eventsNamed(world, ['guest_saved']).map(({ data }) => data)).toEqual([{ property_uid: 1, guest_uid: 3 }])
  })

  const blankEnd = '/guests/1/Peter/Griffin/31/Spooner/Quahog/Oahu/US/12345/1/2/peter@example.test'
  test.each([
    ['both blank', '//', 0],
    ['both blank and a slash', '///', 0],
    ['a blank VAT number', '//7.5/', 7.5],
    ['a blank discount', '/VAT1//', 0],
    ['blanks that are encoded', '/%20/%20/', 0],
    ['both blank and a language', '///fr-FR', 0],
    ['a language and a slash', '/VAT1/3/fr-FR/', 3],
  ])('can have %s', async (_, end, discount) => {
    const world = new TestWorld()
    const answer = await world.send('POST', `${blankEnd}${end}`, { as })
    expect(answer.status).toBe(200)
    expect(world.sandbox.store.db.guests.get(3)).toMatchObject({
      firstname: 'Peter',
      email: 'peter@example.test',
      discount: discount * 100,
    })
  })

  test('says that a discount is kept with two decimals', async () => {
    const { headers } = await new TestWorld().send('POST', `${blankEnd}//12.345/`, { as })
    expect(headers['X-Understay-Hint']).toBe('discount 12.345 is kept with two decimals: 12.35')
  })

  test('with too few values is an unknown path, with a blank name it is refused with the name', async () => {
    const world = new TestWorld()
    expect((await world.send('POST', blankEnd, { as })).status).toBe(404)
    const blank = await world.send('POST', '/guests/1//Griffin/31/Spooner/Quahog/Oahu/US/12345/1/2/p@example.test/V/0', { as })
    expect(blank).toMatchObject({ status: 400, message: expect.stringContaining('firstname') })
  })

  test('with wrong values is refused with all of them, and nothing is stored', async () => {
    const world = new TestWorld()
    const wrong = { ...GUEST_FORM, firstname: ' ', email: 'nowhere', country: 'XX', discount: '500' }
    const answer = await world.call('createGuest', { path: { property_id: 1, ...wrong }, as })
    expect(answer.status).toBe(400)
    for (const field of ['firstname', 'email', 'country', 'discount']) expect(answer.message).toContain(field)
    expect(world.sandbox.store.db.guests.size).toBe(2)
  })

  test('is stored unchecked in the current profile, unless its discount is invalid', async () => {
    const world = new TestWorld({ profile: 'current' })
    const path = { property_id: 1, ...GUEST_FORM, firstname: ' ', email: 'nowhere', country: 'XX' }
    expect((await world.call('createGuest', { path, as })).data).toEqual([{ guest_uid: '3' }])
    const refused = await world.call('createGuest', { path: { ...path, discount: 'abc' }, as })
    expect(refused).toMatchObject({ status: 400, body: { code: 400, error_message: expect.stringContaining('discount') } })
  })
})
