import { describe, expect, test } from 'vitest'
import { aCoupon, COUPON_VALUES } from '../../support/coupon-row.ts'
import { aGuest } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

const as = 'desk'
const withCoupons = { coupons: [aCoupon(), aCoupon({ id: 2, code: 'AdaOnly', guestId: 1 }), aCoupon({ id: 3, propertyId: 3 })] }

describe('the coupon list', () => {
  test('has only coupons of the property, with the names of their guests', async () => {
    const { data } = await new TestWorld({ rows: withCoupons }).call('listCoupons', { path: { property_id: 1 }, as })
    expect(data).toEqual([
      {
        coupon_id: 1,
        coupon_code: 'SPRING',
        valid_from: '2026-03-01',
        valid_to: '2026-05-31',
        amount: 10,
        ispercentage: 'Yes',
        roomonly: 'No',
        booking_valid_from: '2026-04-01',
        booking_valid_to: '2026-06-30',
        guest_name: '',
      },
      expect.objectContaining({ coupon_id: 2, guest_name: 'Ada Brook' }),
    ])
  })

  test.each([
    ['fr-FR', 'Oui', 'Non'],
    ['de-DE', 'Ja', 'Nein'],
    ['es-ES', 'Yes', 'No'],
    ['klingon', 'Yes', 'No'],
  ])('has yes and no in %s', async (language, yes, no) => {
    const world = new TestWorld({ rows: withCoupons })
    const { data } = await world.call('listCoupons', { path: { property_id: 1, language }, as })
    expect(data[0]).toMatchObject({ ispercentage: yes, roomonly: no })
  })

  test('accepts a language segment without effect in the current profile', async () => {
    const world = new TestWorld({ rows: withCoupons, profile: 'current' })
    const bySegment = await world.call('listCoupons', { path: { property_id: 1, language: 'fr-FR' }, as })
    expect(bySegment.data[0]).toMatchObject({ ispercentage: 'Yes' })
    const byField = await world.call('listCoupons', { path: { property_id: 1 }, query: 'servicelang=fr-FR', as })
    expect(byField.data[0]).toMatchObject({ ispercentage: 'Oui' })
  })

  test('is empty without coupons', async () => {
    expect((await new TestWorld().call('listCoupons', { path: { property_id: 2 }, as })).data).toEqual([])
  })
})

describe('a new coupon', () => {
  test('gets a code of 15 letters and is listed', async () => {
    const world = new TestWorld()
    const { data } = await world.call('createCoupon', { path: { property_id: 1, ...COUPON_VALUES }, as })
    expect(data).toEqual({
      property_uid: 1,
      coupon_code: expect.stringMatching(/^[a-df-zA-DF-Z]{15}$/),
      ...COUPON_VALUES,
      amount: 25.5,
      is_percentage: 0,
      guest_uid: 0,
    })
    expect(Object.keys(data as object).slice(0, 3)).toEqual(['property_uid', 'coupon_code', 'valid_from'])
    const { coupon_code } = data as { coupon_code: string }
    const listed = await world.call('listCoupons', { path: { property_id: 1 }, as })
    expect(listed.data).toEqual([
      expect.objectContaining({ coupon_id: 1, coupon_code, amount: 25.5, ispercentage: 'No', roomonly: 'No', guest_name: '' }),
    ])
    expect(world.sandbox.store.db.events.all()).toMatchObject([{ task: 'coupon_saved', data: { property_uid: 1, coupon_id: 1 } }])
  })

  test('gets a code from the seed, different for each coupon', async () => {
    const codes = async () => {
      const world = new TestWorld()
      const call = () => world.call('createCoupon', { path: { property_id: 1, ...COUPON_VALUES }, as })
      return [(await call()).data, (await call()).data] as readonly { coupon_code: string }[]
    }
    const [first, second] = await codes()
    expect(first?.coupon_code).not.toBe(second?.coupon_code)
    expect(await codes()).toEqual([first, second])
  })

  test.each([
    ['1', 'Ada Brook'],
    ['0', ''],
  ])('for the guest %s has that guest', async (guest_id, guest_name) => {
    const world = new TestWorld()
    const { data } = await world.call('createCoupon', { path: { property_id: 1, ...COUPON_VALUES, guest_id }, as })
    expect(data).toMatchObject({ guest_uid: Number(guest_id) })
    expect((await world.call('listCoupons', { path: { property_id: 1 }, as })).data[0]).toMatchObject({ guest_name })
  })

  test('with wrong values is refused with all of them, and nothing is stored', async () => {
    const world = new TestWorld({ rows: { guests: [aGuest({ propertyId: 2 })] } })
    const wrong = {
      ...COUPON_VALUES,
      valid_from: '2026-02-30',
      amount: '0',
      is_percentage: 'yes',
      booking_valid_to: 'foo',
      guest_id: 1,
    }
    const answer = await world.call('createCoupon', { path: { property_id: 1, ...wrong }, as })
    expect(answer.status).toBe(400)
    for (const field of ['valid_from', 'amount', 'is_percentage', 'booking_valid_to', 'guest_id'])
      expect(answer.message).toContain(`${field}:`)
    expect(world.sandbox.store.db.coupons.size).toBe(0)
  })

  test('is stored unchecked in the current profile, unless it cannot be stored', async () => {
    const world = new TestWorld({ profile: 'current' })
    const path = { property_id: 1, ...COUPON_VALUES, amount: '5', is_percentage: 'yes', guest_id: 9999 }
    const { data } = await world.call('createCoupon', { path, as: 'reader' })
    expect(data).toMatchObject({ amount: '5', is_percentage: 1, guest_uid: '9999' })
    expect((await world.call('listCoupons', { path: { property_id: 1 }, as })).data[0]).toMatchObject({ guest_name: '' })
    for (const wrong of [{ valid_from: 'foo' }, { amount: 'abc' }])
      expect((await world.call('createCoupon', { path: { ...path, ...wrong }, as })).status).toBe(400)
  })
})

const change = { property_id: 1, coupon_code: 'SUMMER', ...COUPON_VALUES }

describe('changing a coupon', () => {
  test('replaces its values and its code', async () => {
    const world = new TestWorld({ rows: withCoupons })
    const { data } = await world.call('updateCoupon', { path: { ...change, coupon_id: 1 }, as })
    expect(data).toEqual([
      { property_uid: 1, coupon_id: 1, coupon_code: 'SUMMER', ...COUPON_VALUES, amount: 25.5, is_percentage: 0, guest_uid: 0 },
    ])
    expect(Object.keys((data as object[])[0] ?? {}).slice(0, 3)).toEqual(['property_uid', 'coupon_id', 'coupon_code'])
    const listed = await world.call('listCoupons', { path: { property_id: 1 }, as })
    expect(listed.data[0]).toMatchObject({ coupon_id: 1, coupon_code: 'SUMMER', valid_from: '2026-05-01', amount: 25.5 })
    expect(world.sandbox.store.db.events.all()).toMatchObject([
      { task: 'coupon_updated', data: { property_uid: 1, coupon_id: 1 } },
    ])
  })

  test('keeps its guest when none is sent; the current profile removes it', async () => {
    const call = { path: { ...change, coupon_id: 2 }, as }
    const documented = new TestWorld({ rows: withCoupons })
    expect((await documented.call('updateCoupon', call)).data[0]).toMatchObject({ guest_uid: 1 })
    expect(documented.sandbox.store.db.coupons.get(2)?.guestId).toBe(1)
    const current = new TestWorld({ rows: withCoupons, profile: 'current' })
    expect((await current.call('updateCoupon', call)).data[0]).toMatchObject({ guest_uid: 0 })
    expect(current.sandbox.store.db.coupons.get(2)?.guestId).toBe(0)
  })

  test('sets the sent guest, and 0 removes it', async () => {
    const world = new TestWorld({ rows: withCoupons })
    const name = async (guest_id: string) => {
      const { data } = await world.call('updateCoupon', { path: { ...change, coupon_id: 2, guest_id }, as })
      expect(data[0]).toMatchObject({ guest_uid: Number(guest_id) })
      return (await world.call('listCoupons', { path: { property_id: 1 }, as })).data[1]
    }
    expect(await name('2')).toMatchObject({ guest_name: 'Ilse Marant' })
    expect(await name('0')).toMatchObject({ guest_name: '' })
  })

  test('is refused when another coupon of the property has the code, ignoring case; the current profile does not check', async () => {
    const world = new TestWorld({ rows: withCoupons })
    const path = { ...change, coupon_id: 1 }
    const answer = await world.call('updateCoupon', { path: { ...path, coupon_code: 'adaONLY' }, as })
    expect(answer).toMatchObject({ status: 409, message: expect.stringContaining('adaONLY') })
    expect((await world.call('updateCoupon', { path: { ...path, coupon_code: 'spring' }, as })).status).toBe(200)
    const current = new TestWorld({ rows: withCoupons, profile: 'current' })
    expect((await current.call('updateCoupon', { path: { ...path, coupon_code: 'AdaOnly' }, as })).status).toBe(200)
  })

  test('is refused with the wrong value', async () => {
    const path = { ...change, coupon_id: 1, is_percentage: '1', amount: '101' }
    const answer = await new TestWorld({ rows: withCoupons }).call('updateCoupon', { path, as })
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('amount:') })
  })

  test.each(['3', '999', '0', '-1', '1.5', 'abc', '__proto__'])(
    'finds no coupon %s: 404, or in the current profile success without effect',
    async (coupon_id) => {
      const call = { path: { ...change, coupon_id }, as }
      const answer = await new TestWorld({ rows: withCoupons }).call('updateCoupon', call)
      expect(answer).toMatchObject({ status: 404, message: 'Coupon does not exist' })
      const current = new TestWorld({ rows: withCoupons, profile: 'current' })
      expect((await current.call('updateCoupon', call)).data[0]).toMatchObject({ coupon_id, coupon_code: 'SUMMER' })
      expect(current.sandbox.store.db.coupons.all()).toEqual(withCoupons.coupons)
    },
  )
})

describe('deleting a coupon', () => {
  test('returns the id as it was sent and removes the coupon from the list', async () => {
    const world = new TestWorld({ rows: withCoupons })
    expect((await world.call('deleteCoupon', { path: { property_id: 1, coupon_id: '02' }, as })).data).toBe('02')
    expect((await world.call('listCoupons', { path: { property_id: 1 }, as })).data).toHaveLength(1)
    expect(world.sandbox.store.db.events.all()).toMatchObject([
      { task: 'coupon_deleted', data: { property_uid: 1, coupon_id: 2 } },
    ])
  })

  test.each(['3', '999', '0', 'abc', 'constructor'])(
    'finds no coupon %s: 404, or in the current profile success without effect',
    async (coupon_id) => {
      const call = { path: { property_id: 1, coupon_id }, as }
      const answer = await new TestWorld({ rows: withCoupons }).call('deleteCoupon', call)
      expect(answer).toMatchObject({ status: 404, message: 'Coupon does not exist' })
      const current = new TestWorld({ rows: withCoupons, profile: 'current' })
      expect((await current.call('deleteCoupon', call)).data).toBe(coupon_id)
      expect(current.sandbox.store.db.coupons.size).toBe(3)
    },
  )

  test.each([3, 9999])(
    'of property %i, which is not the caller’s, is answered in the current profile but touches nothing',
    async (property_id) => {
      const world = new TestWorld({ rows: withCoupons, profile: 'current' })
      expect((await world.call('deleteCoupon', { path: { property_id, coupon_id: 3 }, as })).data).toBe('3')
      expect(world.sandbox.store.db.coupons.has(3)).toBe(true)
    },
  )
})

test('changes of coupons record no events in the current profile', async () => {
  const world = new TestWorld({ rows: withCoupons, profile: 'current' })
  await world.call('createCoupon', { path: { property_id: 1, ...COUPON_VALUES }, as })
  await world.call('updateCoupon', { path: { property_id: 1, coupon_id: 1, coupon_code: 'SUMMER', ...COUPON_VALUES }, as })
  await world.call('deleteCoupon', { path: { property_id: 1, coupon_id: 1 }, as })
  expect(world.sandbox.store.db.coupons.size).toBe(withCoupons.coupons.length)
  expect(world.sandbox.store.db.events.all()).toEqual([])
})
