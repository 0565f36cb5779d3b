import { describe, expect, test } from 'vitest'
import { aCoupon, COUPON_VALUES } from '../../support/coupon-row.ts'
import { aCompleteSession, IN_SESSION } from '../../support/session-rows.ts'
import { TestWorld } from '../../support/test-world.ts'
import { GUEST_FORM } from './guests-world.ts'

const HINT = 'X-Understay-Hint'

describe('what was sent and read in another way, or changes nothing, is told', () => {
  test.each([
    [
      'createCoupon',
      { property_id: 1, ...COUPON_VALUES, amount: '12,5' },
      /^amount "12,5" was read as 12.50: send decimals with a dot$/,
    ],
    [
      'updateCoupon',
      { property_id: 1, coupon_id: 1, coupon_code: 'SPRING', ...COUPON_VALUES, amount: '12,5' },
      /^amount "12,5" was read as 12.50: send decimals with a dot$/,
    ],
    ['searchByPrice', { price_low: '40,5', price_high: '90' }, /"40,5" was read with a decimal comma/],
  ])('an amount with a decimal comma in %s', async (id, path, hint) => {
    const world = new TestWorld({ rows: { coupons: [aCoupon()] } })
    const answer = await world.call(id, { path, ...(id !== 'searchByPrice' && { as: 'desk' }) })
    expect(answer.status).toBe(200)
    expect(answer.headers[HINT]).toMatch(hint)
    const plain = await world.call(id, {
      path: { ...path, ...('amount' in path ? { amount: '12.5' } : { price_low: '40.5' }) },
      ...(id !== 'searchByPrice' && { as: 'desk' }),
    })
    expect(plain.headers[HINT] ?? '').not.toContain('dot')
  })

  test('a price with a comma under search_input=as_recorded, which reads whole numbers only', async () => {
    const world = new TestWorld({ choices: { search_input: 'as_recorded' } })
    const path = { price_low: '10,50', price_high: '99,50' }
    const { headers } = await world.call('searchByPrice', { path })
    expect(headers[HINT]).toBe('"10,50" was read up to the comma: only whole numbers count')
  })

  test.each(['createGuest', 'updateGuest'])('a discount with a decimal comma in %s', async (id) => {
    const path = { property_id: 1, ...(id === 'updateGuest' && { guest_id: 2 }), ...GUEST_FORM, discount: '12,5' }
    const { headers } = await new TestWorld().call(id, { path, as: 'desk' })
    expect(headers[HINT]).toBe('discount "12,5" was read as 12.50: send decimals with a dot')
  })

  test.each([
    ['expired', { validTo: '2026-04-30' }, 'changes nothing: the coupon is not valid today'],
    ['for another guest', { guestId: 2 }, 'changes nothing: the coupon is for another guest'],
    [
      'for other nights',
      { bookingValidFrom: '2026-04-01', bookingValidTo: '2026-04-30' },
      'changes nothing: the coupon is for none of the nights',
    ],
  ] as const)('a coupon that is %s', async (_, coupon, warning) => {
    const sessions = [aCompleteSession({ couponCode: 'spring' })]
    const world = new TestWorld({ rows: { sessions, coupons: [aCoupon(coupon)] } })
    const { entry } = await world.call('getPrices', { headers: IN_SESSION })
    expect(entry?.warnings?.join()).toContain(`coupon_code "spring" ${warning}`)
    const good = new TestWorld({ rows: { sessions, coupons: [aCoupon()] } })
    expect((await good.call('getPrices', { headers: IN_SESSION })).entry?.warnings).toBeUndefined()
  })

  test('a coupon of one guest, before the address tells who books', async () => {
    const sessions = [aCompleteSession({ couponCode: 'spring', address: null })]
    const world = new TestWorld({ rows: { sessions, coupons: [aCoupon({ guestId: 2 })] } })
    expect((await world.call('getPrices', { headers: IN_SESSION })).headers[HINT]).toContain(
      'the coupon is for one guest, known by the e-mail of the address',
    )
  })

  test('that no room is on offer, and why', async () => {
    const session = { arrival: '2041-06-01', departure: '2041-06-03' } as const
    const world = new TestWorld({ rows: { sessions: [aCompleteSession(session)] } })
    const { headers } = await world.call('listSessionRooms', { headers: IN_SESSION })
    expect(headers[HINT]).toMatch(/^no room is on offer: \S+/)
  })
})
