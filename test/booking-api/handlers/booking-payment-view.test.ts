import { describe, expect, test } from 'vitest'
import { aBooking, aLine, anInvoice, NOW } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { rows, view } from './bookings-world.ts'

describe('the payment view', () => {
  const paid = aBooking({
    depositPaid: true,
    depositReference: 'ref-7',
    invoiceId: 1,
    singlePersonSupplement: 1250,
    total: 123_456,
  })
  const invoiced = {
    ...rows,
    bookings: [paid],
    invoices: [anInvoice()],
    lineItems: [aLine({ totalInclusive: 123_456 }), aLine({ id: 2, kind: 'deposit', totalInclusive: -6000, payment: true })],
    extras: [{ id: 1, bookingId: 1, name: 'Breakfast', price: 833, quantity: 2, taxRate: 2000 }],
  }

  test('has amounts with two decimals followed by the symbol', async () => {
    expect((await view(new TestWorld({ rows: invoiced }), 'getBookingPayment', 1)).data).toEqual([
      {
        SINGLE_PERSON_SUPPLIMENT: '12.50€',
        ROOM_TOTAL: '250.00€',
        DEPOSITPAID: 'Yes',
        BOOKING_DEPOSIT_REQUIRED: '60.00€',
        BOOKING_CONTRACT_TOTAL: '1,234.56€',
        BOOKING_DEPOSIT_REF: 'ref-7',
        TAX: '50.00€',
        EXTRASOPTIONSVALUE: '0.00€',
        GRAND_TOTAL: '1,254.55€',
        REMAINDER_TO_PAY: '1,174.56€',
      },
    ])
  })

  test('leaves out the tax that its invoice does not charge, as the invoice does', async () => {
    const world = new TestWorld({
      rows: { ...rows, bookings: [paid], invoices: [anInvoice({ chargesTax: false })], lineItems: [aLine()] },
    })
    const { data } = await world.call('getInvoice', { path: { property_id: 1, invoice_id: 1 }, as: 'desk' })
    const [{ OUTSTANDING_TOTAL }] = data as [{ OUTSTANDING_TOTAL: string }]
    expect((await view(world, 'getBookingPayment', 1)).data).toMatchObject([{ REMAINDER_TO_PAY: OUTSTANDING_TOTAL }])
  })

  test('without an invoice subtracts a paid deposit from the total', async () => {
    const bookings = [aBooking({ depositPaid: true })]
    const { data } = await view(new TestWorld({ rows: { ...rows, bookings } }), 'getBookingPayment', 1, 'de-DE')
    expect(data).toMatchObject([
      { DEPOSITPAID: 'Ja', BOOKING_DEPOSIT_REF: null, GRAND_TOTAL: '300.00€', REMAINDER_TO_PAY: '240.00€' },
    ])
  })

  test.each([
    ['fr-FR', 'Non'],
    ['de-DE', 'Nein'],
    ['it-IT', 'No'],
  ])('has in %s the text of an open deposit: %s', async (language, DEPOSITPAID) => {
    expect((await view(new TestWorld({ rows }), 'getBookingPayment', 1, language)).data).toMatchObject([{ DEPOSITPAID }])
  })

  test('of a black booking has zero amounts in the currency of the property', async () => {
    const free = { total: 0, roomTotal: 0, tax: 0, depositRequired: 0 }
    const bookings = [aBooking({ ...free, kind: 'black', guestId: 0, currency: 'GBP' })]
    const { data } = await view(new TestWorld({ rows: { ...rows, bookings }, profile: 'current' }), 'getBookingPayment', 1)
    expect(data).toMatchObject([{ GRAND_TOTAL: '0.00€', REMAINDER_TO_PAY: '0.00€' }])
  })

  test('has the pound sign after the amount, and before it in the current profile', async () => {
    const pounds = { ...rows, bookings: [aBooking({ currency: 'GBP' })] }
    expect((await view(new TestWorld({ rows: pounds }), 'getBookingPayment', 1)).data).toMatchObject([{ GRAND_TOTAL: '300.00£' }])
    const current = await view(new TestWorld({ rows: pounds, profile: 'current' }), 'getBookingPayment', 1)
    expect(current.data).toMatchObject([{ GRAND_TOTAL: '£300.00' }])
  })
})

describe('the notes view', () => {
  const note = { bookingId: 1, propertyId: 1, at: NOW }
  const notes = [
    { ...note, id: 4, text: 'Late <b>arrival</b>' },
    { ...note, id: 5, text: '  ' },
    { ...note, id: 6, text: 'Asked for a cot', at: NOW + 61_000 },
    { ...note, id: 7, bookingId: 2, text: 'of another booking' },
  ]

  test('has the notes, oldest first, with their pages', async () => {
    const { data } = await view(new TestWorld({ rows: { ...rows, notes } }), 'getBookingNotes', 1)
    const page = 'http://test.example/index.php?option=com_service&Itemid=101&lang=en&servicelang=en-GB'
    expect(data).toEqual([
      {
        NOTE: 'Late <b>arrival</b>',
        DATETIME: '2026-05-02 09:00:00',
        EDITLINK: `${page}&task=editnote&note_id=4&contract_uid=1`,
        EDITTEXT: 'Edit note',
        DELETELINK: `${page}&task=deletenote&note_id=4&contract_uid=1`,
        DELETETEXT: 'Delete note',
      },
      expect.objectContaining({ NOTE: 'Asked for a cot', DATETIME: '2026-05-02 09:01:01' }),
    ])
  })

  test('has French labels and links', async () => {
    const { data } = await view(new TestWorld({ rows: { ...rows, notes } }), 'getBookingNotes', 1, 'fr')
    expect(data[0]).toMatchObject({
      EDITTEXT: 'Modifier la note',
      DELETETEXT: 'Effacer la note',
      EDITLINK: expect.stringContaining('lang=fr&servicelang=fr-FR'),
    })
  })

  test('has German labels', async () => {
    const { data } = await view(new TestWorld({ rows: { ...rows, notes } }), 'getBookingNotes', 1, 'de-DE')
    expect(data[0]).toMatchObject({ EDITTEXT: 'Notiz bearbeiten', DELETETEXT: 'Notiz löschen' })
  })

  test('is empty without notes', async () => {
    expect((await view(new TestWorld({ rows }), 'getBookingNotes', 2)).data).toEqual([])
  })
})

describe('the labels of a language', () => {
  test('are German in the rooms view and in the booking type', async () => {
    const world = new TestWorld({ rows })
    expect((await view(world, 'getBookingRooms', 1, 'de-DE')).data).toMatchObject([
      {
        _SERVICE_COM_MR_EB_ROOM_NAME: 'Zimmername',
        _SERVICE_COM_MR_LISTTARIFF_RATETITLE: 'Tarifbezeichnung',
        _SERVICE_COM_MR_EB_ROOM_NUMBER: 'Zimmernummer',
        _SERVICE_COM_MR_EB_ROOM_FLOOR: 'Etage',
        _SERVICE_COM_MR_EB_ROOM_MAXPEOPLE: 'Max. Personen',
        _SERVICE_COM_MR_EB_ROOM_CLASS_ABBV: 'Zimmerart',
      },
    ])
    const reception = { rows: { ...rows, bookings: [aBooking({ kind: 'reception' })] } }
    const dates = await view(new TestWorld(reception), 'getBookingDates', 1, 'de-DE')
    expect(dates.data).toMatchObject([{ BOOKINGTYPE: 'Rezeption', BOOKING_ARRIVAL: expect.stringMatching(/^Sonntag, /) }])
  })

  test('are those of the service under label_language=as_recorded', async () => {
    const query = 'servicelang=de-DE'
    const world = new TestWorld({ rows, choices: { label_language: 'as_recorded' } })
    const path = { property_id: 1, contract_id: 1 }
    expect((await world.call('getBookingRooms', { path, query, as: 'reader' })).data).toMatchObject([
      { _SERVICE_COM_MR_EB_ROOM_FLOOR: 'Floor' },
    ])
  })

  test('are English, with a hint, if there are none', async () => {
    const { data, headers } = await view(new TestWorld({ rows }), 'getBookingRooms', 1, 'es-ES')
    expect(data).toMatchObject([{ _SERVICE_COM_MR_EB_ROOM_FLOOR: 'Floor' }])
    expect(headers['X-Understay-Hint']).toBe('there are no texts in es-ES: they are English')
  })
})
