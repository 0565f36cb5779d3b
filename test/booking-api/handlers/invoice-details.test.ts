import { describe, expect, test } from 'vitest'
import { INVOICE_STATUSES } from '../../../src/domain/invoice/invoices.ts'
import { LINE_KINDS } from '../../../src/domain/invoice/line-items.ts'
import { aLine, anInvoice } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { rows } from './invoices-world.ts'

const as = 'desk'

describe('the details of an invoice', () => {
  test('have every line and total as money texts', async () => {
    const { data } = await new TestWorld({ rows }).call('getInvoice', { path: { property_id: 1, invoice_id: 1 }, as })
    expect(data).toEqual([
      {
        ID: '1',
        RAISED: '2026-04-02 09:00:00',
        DUE: '2026-04-02 09:00:00',
        INITTOTAL: '240.00€',
        CURRENCYCODE: 'EUR',
        STATUS: '3',
        STATUS_TXT: 'Pending',
        STATUS_STATES: ['0 unpaid', '1 paid', '2 cancelled', '3 pending'],
        GRAND_TOTAL_INC_TAX: '300.00€',
        GRAND_TOTAL_EX_TAX: '250.00€',
        GRAND_TOTAL_TAX: '50.00€',
        OUTSTANDING_TOTAL: '240.00€',
        LINE_ITEMS: [
          {
            ID: '1',
            LI_NAME: 'Accommodation',
            LI_DESCRIPTION: '(Sunday, 10 May 2026 - Wednesday, 13 May 2026)',
            LI_INIT_PRICE: '250.00€',
            LI_INIT_QTY: '1',
            LI_INIT_DISCOUNT: '0.00€',
            LI_INIT_TOTAL: '250.00€',
            LI_INIT_TOTAL_INCLUSIVE: '300.00€',
            LI_TAX_RATE: '20',
            LI_TAX_CODE: '01',
            LI_TAX_DESCRIPTION: 'VAT',
            LI_TAX_AMOUNT: '50.00€',
            LI_INV_ID: '1',
            CURRENCYCODE: 'EUR',
          },
          {
            ID: '2',
            LI_NAME: 'Deposit',
            LI_DESCRIPTION: '',
            LI_INIT_PRICE: '-60.00€',
            LI_INIT_QTY: '1',
            LI_INIT_DISCOUNT: '0.00€',
            LI_INIT_TOTAL: '-60.00€',
            LI_INIT_TOTAL_INCLUSIVE: '-60.00€',
            LI_TAX_RATE: '0',
            LI_TAX_CODE: '',
            LI_TAX_DESCRIPTION: '',
            LI_TAX_AMOUNT: '0.00€',
            LI_INV_ID: '1',
            CURRENCYCODE: 'EUR',
          },
        ],
      },
    ])
  })

  test('have quantity and tax rate with two decimals and the pound sign first in the current profile', async () => {
    const world = new TestWorld({ rows: { ...rows, invoices: [anInvoice({ currency: 'GBP' })] }, profile: 'current' })
    const { data } = await world.call('getInvoice', { path: { property_id: 1, invoice_id: 1 }, as })
    const [{ LINE_ITEMS, INITTOTAL }] = data as [{ LINE_ITEMS: unknown[]; INITTOTAL: string }]
    expect(INITTOTAL).toBe('£240.00')
    expect(LINE_ITEMS[0]).toMatchObject({ LI_INIT_QTY: '1.00', LI_TAX_RATE: '20.00', LI_INIT_PRICE: '£250.00' })
  })

  test('exclude tax if the invoice charges none', async () => {
    const world = new TestWorld({ rows: { ...rows, invoices: [anInvoice({ chargesTax: false })] } })
    const { data } = await world.call('getInvoice', { path: { property_id: 1, invoice_id: 1 }, as })
    expect(data[0]).toMatchObject({ GRAND_TOTAL_INC_TAX: '250.00€', GRAND_TOTAL_TAX: '0.00€', OUTSTANDING_TOTAL: '190.00€' })
    const [{ LINE_ITEMS }] = data as [{ LINE_ITEMS: unknown[] }]
    expect(LINE_ITEMS[0]).toMatchObject({ LI_INIT_TOTAL_INCLUSIVE: '250.00€', LI_TAX_RATE: '0', LI_TAX_AMOUNT: '0.00€' })
  })

  test('have line names in the language, and custom names unchanged', async () => {
    const lineItems = LINE_KINDS.map((kind, index) => aLine({ id: index + 1, kind, name: kind === 'text' ? 'Sauna' : '' }))
    const world = new TestWorld({ rows: { ...rows, lineItems } })
    const names = async (language: string) => {
      const { data } = await world.call('getInvoice', { path: { property_id: 1, invoice_id: 1, language }, as })
      return (data as [{ LINE_ITEMS: { LI_NAME: string }[] }])[0].LINE_ITEMS.map(({ LI_NAME }) => LI_NAME)
    }
    expect(await names('en-GB')).toEqual([
      'Accommodation',
      'Deposit',
      'Balance payment',
      'Single person supplement',
      'City tax value',
      'Cleaning fee',
      'Children',
      'Sauna',
    ])
    const [french, german] = [await names('fr-FR'), await names('de-DE')]
    expect(french.at(-1)).toBe('Sauna')
    expect(new Set([...french.slice(0, -1), ...german.slice(0, -1)]).size).toBe(14)
  })

  test.each(['2', '999', '0', '-1', '1.5', '99999999999999999999', 'abc', '__proto__', 'constructor'])(
    'of %s do not exist',
    async (invoice_id) => {
      const invoices = [anInvoice(), anInvoice({ id: 2, propertyId: 3 })]
      const call = { path: { property_id: 1, invoice_id }, as }
      const answer = await new TestWorld({ rows: { ...rows, invoices } }).call('getInvoice', call)
      expect(answer).toMatchObject({ status: 404, message: 'Invoice uid incorrect.' })
      const current = await new TestWorld({ rows: { ...rows, invoices }, profile: 'current' }).call('getInvoice', call)
      expect(current).toMatchObject({ status: 400, body: { error_message: 'Invoice uid incorrect.', lines: [] } })
    },
  )

  test.each(INVOICE_STATUSES)('have the same status number of a %s invoice as the list', async (status) => {
    const world = new TestWorld({ rows: { ...rows, invoices: [anInvoice({ status })] } })
    const { data } = await world.call('listInvoices', { path: { property_id: 1 }, as })
    const details = await world.call('getInvoice', { path: { property_id: 1, invoice_id: 1 }, as })
    const [{ status: number, Txtstatus }] = data as [{ status: number; Txtstatus: string }]
    expect(details.data[0]).toMatchObject({ STATUS: String(number), STATUS_TXT: Txtstatus })
  })
})
