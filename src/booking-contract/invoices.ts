/**
 * Invoices of a property.
 * @source spec "Invoice", "Invoices"; facts "Invoices" for the path of the details
 */
import { day, invoiceUid, language, propertyUid } from '../api/path-values.ts'
import { exampleOf, Flag, Int, MoneyText, Named, Num, NumericText, Stamp, Text, withExample } from '../api/response-fields.ts'
import { OrNull, Type } from '../api/schema.ts'
import { Subject } from './shared/operation.ts'

export const INVOICES = new Subject('invoices')

const invoiceEntry = Named('Invoice', {
  id: Int('Invoice id', 208),
  cms_user_id: Int('User id of the recipient; 0 when none', 0),
  guest_id: Int('Always 0: guest_uid has the guest of a booking', 0),
  status: withExample(
    Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2), Type.Literal(3)], {
      description: '0 unpaid, 1 paid, 2 cancelled, 3 pending',
    }),
    3,
  ),
  raised_date: Stamp('Time of issue', '2031-03-20 09:14:02'),
  due_date: Stamp('Due time', '2031-03-20 09:14:02'),
  paid: Stamp('Time of payment; 1970-01-01 00:00:01 while unpaid', '1970-01-01 00:00:01'),
  init_total: Num('The open amount: sum of all lines with tax, payments included', 140),
  currencycode: Text('Currency of the invoice, ISO 4217', 'EUR'),
  contract_id: Int('The booking; 0 for commission and subscription', 412),
  subscription: Flag('1 for a subscription', 0),
  property_uid: Int('Property uid', 17),
  is_commission: Flag('1 for a commission', 0),
  line_items: Text('The distinct names of its lines, joined by <br>', 'Accommodation<br>Deposit'),
  grand_total: Num('Sum of the lines above zero, with tax', 180),
  guest_uid: withExample(OrNull(Int('Guest of the booking; 0 (or null) without a booking')), 66),
  tag: withExample(OrNull(Text('Number of the booking; empty (or null) without a booking')), '73019284'),
  currency_code: withExample(OrNull(Text('Currency of the booking, or of the invoice (or null) without one')), 'EUR'),
  approved: withExample(OrNull(Int('Whether the booking is approved, 0 or 1; 0 (or null) without a booking')), 1),
  firstname: Text('First name of the guest', 'Ilse'),
  surname: Text('Surname of the guest', 'Marant'),
  imgColor: Text('red unpaid, green paid, black cancelled, orange pending', 'orange'),
  Txtstatus: Text('The status in words, in the requested language', 'Pending'),
})

const lineEntry = Named('LineItem', {
  ID: NumericText('Line item id', '511'),
  LI_NAME: Text('Name, in the requested language', 'Accommodation'),
  LI_DESCRIPTION: Text('Description, such as the dates of the stay', '(Wednesday, 02 April 2031 - Saturday, 05 April 2031)'),
  LI_INIT_PRICE: MoneyText('Net unit price', '150.00€'),
  LI_INIT_QTY: NumericText('Quantity', '1'),
  LI_INIT_DISCOUNT: MoneyText('Discount, zero or negative', '0.00€'),
  LI_INIT_TOTAL: MoneyText('Price times quantity plus discount', '150.00€'),
  LI_INIT_TOTAL_INCLUSIVE: MoneyText('The total with tax', '180.00€'),
  LI_TAX_RATE: NumericText('Tax rate in percent', '20'),
  LI_TAX_CODE: Text('Tax code; empty without tax', '01'),
  LI_TAX_DESCRIPTION: Text('Name of the tax; empty without tax', 'VAT'),
  LI_TAX_AMOUNT: MoneyText('The tax in the total; zero on payments and credits', '30.00€'),
  LI_INV_ID: NumericText('Invoice id', '208'),
  CURRENCYCODE: Text('Currency, ISO 4217', 'EUR'),
})

const invoiceDetails = Named('InvoiceDetails', {
  ID: NumericText('Invoice id', '208'),
  RAISED: Stamp('Time of issue', '2031-03-20 09:14:02'),
  DUE: Stamp('Due time', '2031-03-20 09:14:02'),
  INITTOTAL: MoneyText('Sum of all lines with tax, payments included', '180.00€'),
  CURRENCYCODE: Text('Currency, ISO 4217', 'EUR'),
  STATUS: Text('0 to 3', '3'),
  STATUS_TXT: Text('The status in words, in the requested language', 'Pending'),
  STATUS_STATES: withExample(Type.Array(Type.String(), { description: 'All four statuses, each with number and name' }), [
    '0 unpaid',
    '1 paid',
    '2 cancelled',
    '3 pending',
  ]),
  GRAND_TOTAL_INC_TAX: MoneyText('Sum of the lines except payments, with tax', '180.00€'),
  GRAND_TOTAL_EX_TAX: MoneyText('Sum of the lines except payments, without tax', '150.00€'),
  GRAND_TOTAL_TAX: MoneyText('The tax: the difference of the two sums', '30.00€'),
  OUTSTANDING_TOTAL: MoneyText('The open amount', '180.00€'),
  LINE_ITEMS: withExample(Type.Array(lineEntry, { description: 'All lines, including payments, in the order of creation' }), [
    exampleOf(lineEntry.properties),
  ]),
})

const invoices = { method: 'get', scope: 'properties_get' } as const
const EXAMPLE_ENTRY = exampleOf(invoiceEntry.properties)

export const listInvoices = INVOICES.operation({
  ...invoices,
  id: 'listInvoices',
  path: '/listinvoices/{property_id}[/{language}]',
  summary: 'The invoices of a property that have lines, newest first',
  params: { property_id: propertyUid, language },
  answer: { key: 'listinvoices', data: Type.Array(invoiceEntry) },
  example: { path: { property_id: '1' }, answer: [EXAMPLE_ENTRY] },
  source: 'spec "Invoice", "Invoices"',
  choices: ['rejected_enquiry', 'invoice_totals', 'invoice_without_booking'],
})

export const listInvoicesBetween = INVOICES.operation({
  ...invoices,
  id: 'listInvoicesBetween',
  path: '/listinvoices/{property_id}/{start_date}/{end_date}[/{language}]',
  summary: 'The invoices of a property that were issued between two days, inclusive, newest first',
  params: { property_id: propertyUid, start_date: day, end_date: day, language },
  answer: { key: 'listinvoicesdate', data: Type.Array(invoiceEntry) },
  refusals: ['values_invalid'],
  example: { path: { property_id: '1', start_date: '2031-03-01', end_date: '2031-03-31' }, answer: [EXAMPLE_ENTRY] },
  source: 'spec "Invoice", "Invoices"',
  choices: ['date_ranges', 'rejected_enquiry', 'invoice_totals', 'invoice_without_booking', 'today'],
})

export const getInvoice = INVOICES.operation({
  ...invoices,
  id: 'getInvoice',
  path: '/listinvoices/{property_id}/{invoice_id}/details[/{language}]',
  summary: 'An invoice with its lines and totals',
  params: { property_id: propertyUid, invoice_id: invoiceUid, language },
  answer: { key: 'listinvoicesdetails', data: Type.Array(invoiceDetails) },
  refusals: ['invoice_unknown'],
  example: { path: { property_id: '1', invoice_id: '203' }, answer: [exampleOf(invoiceDetails.properties)] },
  source: 'spec "Invoice"; facts "Invoice detail" for the path',
  choices: ['money_symbol', 'invoice_number_text'],
})
