/**
 * Invoices of a property.
 * @source spec "Invoice", "Invoices"; facts "Invoices" for the path of the details
 */
import type { TSchema } from 'typebox'
import {
  day,
  Exact,
  Flag,
  Int,
  invoiceUid,
  language,
  MoneyText,
  Named,
  Num,
  NumericText,
  propertyUid,
  Stamp,
  Text,
} from '../api/path-values.ts'
import { Type } from '../api/schema.ts'
import { type BookingOperation, operation } from './shared/operation.ts'

const OrNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

const invoiceEntry = Named(
  'Invoice',
  Exact({
    id: Int('Invoice id'),
    cms_user_id: Int('User id of the recipient; 0 when none'),
    guest_id: Int('Always 0: guest_uid has the guest of a booking'),
    status: Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2), Type.Literal(3)], {
      description: '0 unpaid, 1 paid, 2 cancelled, 3 pending',
    }),
    raised_date: Stamp('Time of issue'),
    due_date: Stamp('Due time'),
    paid: Stamp('Time of payment; 1970-01-01 00:00:01 while unpaid'),
    init_total: Num('The open amount: sum of all lines with tax, payments included'),
    currencycode: Text('Currency of the invoice, ISO 4217'),
    contract_id: Int('The booking; 0 for commission and subscription'),
    subscription: Flag('1 for a subscription'),
    property_uid: Int('Property uid'),
    is_commission: Flag('1 for a commission'),
    line_items: Text('The distinct names of its lines, joined by <br>'),
    grand_total: Num('Sum of the lines above zero, with tax'),
    guest_uid: OrNull(Int('Guest of the booking; 0 (or null) without a booking')),
    tag: OrNull(Text('Number of the booking; empty (or null) without a booking')),
    currency_code: OrNull(Text('Currency of the booking, or of the invoice (or null) without one')),
    approved: OrNull(Int('Whether the booking is approved, 0 or 1; 0 (or null) without a booking')),
    firstname: Text('First name of the guest'),
    surname: Text('Surname of the guest'),
    imgColor: Text('red unpaid, green paid, black cancelled, orange pending'),
    Txtstatus: Text('The status in words, in the requested language'),
  }),
)

const lineEntry = Named(
  'LineItem',
  Exact({
    ID: NumericText('Line item id'),
    LI_NAME: Text('Name, in the requested language'),
    LI_DESCRIPTION: Text('Description, such as the dates of the stay'),
    LI_INIT_PRICE: MoneyText('Net unit price'),
    LI_INIT_QTY: NumericText('Quantity'),
    LI_INIT_DISCOUNT: MoneyText('Discount, zero or negative'),
    LI_INIT_TOTAL: MoneyText('Price times quantity plus discount'),
    LI_INIT_TOTAL_INCLUSIVE: MoneyText('The total with tax'),
    LI_TAX_RATE: NumericText('Tax rate in percent'),
    LI_TAX_CODE: Text('Tax code; empty without tax'),
    LI_TAX_DESCRIPTION: Text('Name of the tax; empty without tax'),
    LI_TAX_AMOUNT: MoneyText('The tax in the total; zero on payments and credits'),
    LI_INV_ID: NumericText('Invoice id'),
    CURRENCYCODE: Text('Currency, ISO 4217'),
  }),
)

const invoiceDetails = Named(
  'InvoiceDetails',
  Exact({
    ID: NumericText('Invoice id'),
    RAISED: Stamp('Time of issue'),
    DUE: Stamp('Due time'),
    INITTOTAL: MoneyText('Sum of all lines with tax, payments included'),
    CURRENCYCODE: Text('Currency, ISO 4217'),
    STATUS: Text('0 to 3'),
    STATUS_TXT: Text('The status in words, in the requested language'),
    STATUS_STATES: Type.Array(Type.String(), { description: 'All four statuses, each with number and name' }),
    GRAND_TOTAL_INC_TAX: MoneyText('Sum of the lines except payments, with tax'),
    GRAND_TOTAL_EX_TAX: MoneyText('Sum of the lines except payments, without tax'),
    GRAND_TOTAL_TAX: MoneyText('The tax: the difference of the two sums'),
    OUTSTANDING_TOTAL: MoneyText('The open amount'),
    LINE_ITEMS: Type.Array(lineEntry, { description: 'All lines, including payments, in the order of creation' }),
  }),
)

const EXAMPLE_ENTRY = {
  id: 208,
  cms_user_id: 0,
  guest_id: 0,
  status: 3,
  raised_date: '2031-03-20 09:14:02',
  due_date: '2031-03-20 09:14:02',
  paid: '1970-01-01 00:00:01',
  init_total: 140,
  currencycode: 'EUR',
  contract_id: 412,
  subscription: 0,
  property_uid: 17,
  is_commission: 0,
  line_items: 'Accommodation<br>Deposit',
  grand_total: 180,
  guest_uid: 66,
  tag: '73019284',
  currency_code: 'EUR',
  approved: 1,
  firstname: 'Ilse',
  surname: 'Marant',
  imgColor: 'orange',
  Txtstatus: 'Pending',
}

const EXAMPLE_DETAILS = {
  ID: '208',
  RAISED: '2031-03-20 09:14:02',
  DUE: '2031-03-20 09:14:02',
  INITTOTAL: '180.00€',
  CURRENCYCODE: 'EUR',
  STATUS: '3',
  STATUS_TXT: 'Pending',
  STATUS_STATES: ['0 unpaid', '1 paid', '2 cancelled', '3 pending'],
  GRAND_TOTAL_INC_TAX: '180.00€',
  GRAND_TOTAL_EX_TAX: '150.00€',
  GRAND_TOTAL_TAX: '30.00€',
  OUTSTANDING_TOTAL: '180.00€',
  LINE_ITEMS: [
    {
      ID: '511',
      LI_NAME: 'Accommodation',
      LI_DESCRIPTION: '(Wednesday, 02 April 2031 - Saturday, 05 April 2031)',
      LI_INIT_PRICE: '150.00€',
      LI_INIT_QTY: '1',
      LI_INIT_DISCOUNT: '0.00€',
      LI_INIT_TOTAL: '150.00€',
      LI_INIT_TOTAL_INCLUSIVE: '180.00€',
      LI_TAX_RATE: '20',
      LI_TAX_CODE: '01',
      LI_TAX_DESCRIPTION: 'VAT',
      LI_TAX_AMOUNT: '30.00€',
      LI_INV_ID: '208',
      CURRENCYCODE: 'EUR',
    },
  ],
}

export const listInvoices = operation({
  id: 'listInvoices',
  method: 'get',
  path: '/listinvoices/{property_id}[/{language}]',
  tag: 'invoices',
  summary: 'The invoices of a property that have lines, newest first',
  scope: 'properties_get',
  params: { property_id: propertyUid, language },
  answer: { key: 'listinvoices', data: Type.Array(invoiceEntry) },
  refusals: [],
  example: { path: { property_id: '1' }, answer: [EXAMPLE_ENTRY] },
  source: 'spec "Invoice", "Invoices"',
  choices: ['rejected_enquiry', 'invoice_without_booking'],
})

export const listInvoicesBetween = operation({
  id: 'listInvoicesBetween',
  method: 'get',
  path: '/listinvoices/{property_id}/{start_date}/{end_date}[/{language}]',
  tag: 'invoices',
  summary: 'The invoices of a property that were issued between two days, inclusive, newest first',
  scope: 'properties_get',
  params: { property_id: propertyUid, start_date: day, end_date: day, language },
  answer: { key: 'listinvoicesdate', data: Type.Array(invoiceEntry) },
  refusals: ['values_invalid'],
  example: { path: { property_id: '1', start_date: '2031-03-01', end_date: '2031-03-31' }, answer: [EXAMPLE_ENTRY] },
  source: 'spec "Invoice", "Invoices"',
  choices: ['date_ranges', 'rejected_enquiry', 'invoice_without_booking', 'today'],
})

export const getInvoice = operation({
  id: 'getInvoice',
  method: 'get',
  path: '/listinvoices/{property_id}/{invoice_id}/details[/{language}]',
  tag: 'invoices',
  summary: 'An invoice with its lines and totals',
  scope: 'properties_get',
  params: { property_id: propertyUid, invoice_id: invoiceUid, language },
  answer: { key: 'listinvoicesdetails', data: Type.Array(invoiceDetails) },
  refusals: ['invoice_unknown'],
  example: { path: { property_id: '1', invoice_id: '203' }, answer: [EXAMPLE_DETAILS] },
  source: 'spec "Invoice"; facts "Invoice detail" for the path',
  choices: ['money_symbol', 'invoice_number_text'],
})

export const invoiceOperations: readonly BookingOperation[] = [listInvoices, listInvoicesBetween, getInvoice]
