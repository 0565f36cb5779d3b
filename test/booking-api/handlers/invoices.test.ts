import { describe, expect, test } from 'vitest'
import { startOfDay } from '../../../src/base/instant.ts'
import { aBooking, aLine, anInvoice, aProperty, NOW } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { rows } from './invoices-world.ts'

const as = 'desk'

describe('the invoice list', () => {
  test('has an invoice with its totals, booking and guest', async () => {
    const { data } = await new TestWorld({ rows }).call('listInvoices', { path: { property_id: 1 }, as })
    expect(data).toEqual([
      {
        id: 1,
        cms_user_id: 0,
        guest_id: 0,
        status: 3,
        raised_date: '2026-04-02 09:00:00',
        due_date: '2026-04-02 09:00:00',
        paid: '1970-01-01 00:00:01',
        init_total: 240,
        currencycode: 'EUR',
        contract_id: 1,
        subscription: 0,
        property_uid: 1,
        is_commission: 0,
        line_items: 'Accommodation<br>Deposit',
        grand_total: 300,
        guest_uid: 1,
        tag: '40000001',
        currency_code: 'EUR',
        approved: 1,
        firstname: 'Ada',
        surname: 'Brook',
        imgColor: 'orange',
        Txtstatus: 'Pending',
      },
    ])
  })

  test('is sorted by newest first, without invoices without lines or of other properties', async () => {
    const invoices = [
      anInvoice({ id: 1 }),
      anInvoice({ id: 2, raisedAt: NOW }),
      anInvoice({ id: 3, raisedAt: NOW }),
      anInvoice({ id: 4 }),
      anInvoice({ id: 5, propertyId: 3 }),
    ]
    const lineItems = [1, 2, 3, 5].map((id) => aLine({ id, invoiceId: id }))
    const world = new TestWorld({ rows: { invoices, lineItems } })
    const { data } = await world.call('listInvoices', { path: { property_id: 1 }, as })
    expect((data as { id: number }[]).map(({ id }) => id)).toEqual([2, 3, 1])
  })

  test.each([
    ['blank', { guest_uid: 0, tag: '', currency_code: 'EUR', approved: 0 }],
    ['nulls', { guest_uid: null, tag: null, currency_code: null, approved: null }],
  ])('has empty booking fields without a booking (%s)', async (answer, fields) => {
    const invoices = [anInvoice({ bookingId: 0, commission: true, userId: 2 })]
    const lineItems = [aLine({ kind: 'text', name: 'Commission' })]
    const world = new TestWorld({ rows: { invoices, lineItems }, choices: { invoice_without_booking: answer } })
    const { data } = await world.call('listInvoices', { path: { property_id: 1 }, as })
    expect(data[0]).toMatchObject({
      ...fields,
      cms_user_id: 2,
      contract_id: 0,
      is_commission: 1,
      firstname: '',
      surname: '',
      line_items: 'Commission',
    })
  })

  test('has approved 0 for a rejected enquiry, and 2 in the current profile', async () => {
    const rejected = { ...rows, bookings: [aBooking({ invoiceId: 1, approval: 'rejected', cancelled: true })] }
    for (const [profile, approved] of [
      ['documented', 0],
      ['current', 2],
    ] as const) {
      const { data } = await new TestWorld({ rows: rejected, profile }).call('listInvoices', { path: { property_id: 1 }, as })
      expect(data[0]).toMatchObject({ approved })
    }
  })

  test.each([
    ['unpaid', 0, 'red', 'Unpaid', 'Impayée', 'Unbezahlt'],
    ['paid', 1, 'green', 'Paid', 'Payée', 'Bezahlt'],
    ['cancelled', 2, 'black', 'Cancelled', 'Annulée', 'Storniert'],
    ['pending', 3, 'orange', 'Pending', 'En attente', 'Ausstehend'],
  ] as const)(
    'shows one that is %s with its number, colour and word',
    async (status, number, imgColor, english, french, german) => {
      const world = new TestWorld({
        rows: { ...rows, invoices: [anInvoice({ status, paidAt: status === 'paid' ? NOW : null })] },
      })
      for (const [language, Txtstatus] of [
        ['en-GB', english],
        ['fr-FR', french],
        ['de-DE', german],
      ] as const) {
        const { data } = await world.call('listInvoices', { path: { property_id: 1, language }, as })
        expect(data[0]).toMatchObject({ status: number, imgColor, Txtstatus })
      }
      const paid = status === 'paid' ? '2026-05-02 09:00:00' : '1970-01-01 00:00:01'
      expect((await world.call('listInvoices', { path: { property_id: 1 }, as })).data[0]).toMatchObject({ paid })
    },
  )

  test('accepts any second value as a language, if languages have no effect', async () => {
    const { data } = await new TestWorld({ rows, choices: { language_segment: 'ignored' } }).call('listInvoices', {
      path: { property_id: 1, language: '1' },
      as,
    })
    expect(data).toHaveLength(1)
  })
})

describe('the invoice list between two days', () => {
  const invoices = ['2026-04-30', '2026-05-01', '2026-05-02', '2026-05-03'].map((day, index) =>
    anInvoice({ id: index + 1, raisedAt: startOfDay(day as '2026-05-01') + (index === 2 ? 86_399_000 : 0) }),
  )
  const dated = { invoices, lineItems: invoices.map(({ id }) => aLine({ id, invoiceId: id })) }
  const between = async (start_date: string, end_date: string, profile: 'documented' | 'current' = 'documented') =>
    new TestWorld({ rows: dated, profile }).call('listInvoicesBetween', { path: { property_id: 1, start_date, end_date }, as })

  test.each([
    ['2026-05-01', '2026-05-02', [3, 2]],
    ['2026-05-02', '2026-05-02', [3]],
    ['2020-01-01', '2020-12-31', []],
  ])('from %s to %s includes both days', async (start, end, ids) => {
    const { data } = await between(start, end)
    expect((data as { id: number }[]).map(({ id }) => id)).toEqual(ids)
  })

  test.each([
    ['a reversed pair', '2026-05-02', '2026-05-01', 'end_date'],
    ['words', 'foo', 'bar', 'start_date'],
    ['a day that does not exist', '2026-02-01', '2026-02-30', 'end_date'],
    ['__proto__', '__proto__', '2026-05-01', 'start_date'],
  ])('refuses %s; the current profile returns an empty list', async (_, start, end, field) => {
    expect(await between(start, end)).toMatchObject({ status: 400, message: expect.stringContaining(field) })
    expect((await between(start, end, 'current')).data).toEqual([])
  })

  test('uses days in the time zone of the property, by choice', async () => {
    const properties = [aProperty({ timezone: 'Asia/Tokyo' })]
    const path = { property_id: 1, start_date: '2026-05-03', end_date: '2026-05-03' }
    const ids = async (today: string) => {
      const world = new TestWorld({ rows: { ...dated, properties }, choices: { today } })
      return ((await world.call('listInvoicesBetween', { path, as })).data as { id: number }[]).map(({ id }) => id)
    }
    expect(await ids('utc')).toEqual([4])
    expect(await ids('property')).toEqual([4, 3])
  })

  test('has texts in the language of its last segment', async () => {
    const path = { property_id: 1, start_date: '2026-05-01', end_date: '2026-05-02', language: 'fr' }
    const { data } = await new TestWorld({ rows: dated }).call('listInvoicesBetween', { path, as })
    expect(data[0]).toMatchObject({ Txtstatus: 'En attente', line_items: 'Hébergement' })
  })
})
