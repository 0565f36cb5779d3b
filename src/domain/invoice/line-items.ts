/**
 * Lines of invoices. Payments are lines with a negative amount.
 * @source spec "Invoice"; facts "Invoice and line items"
 */
import { keysOf } from '../../base/keys-of.ts'
import type { Minor } from '../../base/money.ts'
import { collection, type Row } from '../collection/collection.ts'
import { flag, hundredths, id, internal, money, oneOf, opt, percent, ref, text, value } from '../collection/fields.ts'
import { ID, PERCENT, TEXT } from '../collection/schemas.ts'
import { grossOf, type TaxRate } from '../property/tax-rates.ts'

/** The English names of the known kinds. */
export const LINE_NAMES = {
  accommodation: 'Accommodation',
  deposit: 'Deposit',
  balance_payment: 'Balance payment',
  supplement: 'Single person supplement',
  city_tax: 'City tax value',
  cleaning_fee: 'Cleaning fee',
  children: 'Children',
} as const

export const LINE_KINDS = [...keysOf(LINE_NAMES), 'text'] as const

/** The tax of a line in a fixture. */
export type GivenTax = number | 'none' | { readonly code: string; readonly description: string; readonly rate: number }

const given = {
  type: 'object',
  additionalProperties: false,
  required: ['code', 'description', 'rate'],
  properties: { code: TEXT, description: TEXT, rate: PERCENT },
}

export const lineItems = collection(
  'lineItems',
  {
    id: opt(id()),
    invoiceId: internal(ref('invoices', { strict: true })),
    /** A known kind is translated when shown; `text` lines show `name`. */
    kind: oneOf(LINE_KINDS, { default: 'text' }),
    name: text({ default: '' }),
    description: opt(text()),
    /** Net unit price. */
    price: money(),
    /** Hundredths: 1 is 100. */
    quantity: hundredths({ default: 100 }),
    /** Zero or negative. */
    discount: money({
      default: 0,
      schema: { type: 'number', minimum: -1e9, maximum: 0, description: 'a discount (0 or a negative amount)' },
    }),
    total: opt(money()),
    totalInclusive: opt(money()),
    taxCode: internal(text()),
    taxDescription: internal(text()),
    /** Hundredths of a percent. */
    taxRate: internal(percent()),
    payment: opt(flag()),
  },
  {
    list: false,
    also: {
      tax: opt(
        value<GivenTax>('map', {
          anyOf: [ID, { const: 'none', type: 'string' }, given],
          description: 'a tax rate (an id, or code, description and rate), or none',
        }),
      ),
    },
    indexes: { invoice: (row) => row.invoiceId },
  },
)

export type LineItem = Row<typeof lineItems>

export type NewLine = Omit<LineItem, 'id' | 'invoiceId'>

/** A line of one piece without a name. @param amount without tax */
export function newLine(
  kind: LineItem['kind'],
  amount: Minor,
  tax: Pick<TaxRate, 'code' | 'description' | 'rate'> = { code: '', description: '', rate: 0 },
): NewLine {
  return {
    kind,
    name: '',
    description: '',
    price: amount,
    quantity: 100,
    discount: 0,
    total: amount,
    totalInclusive: grossOf(amount, tax.rate),
    taxCode: tax.code,
    taxDescription: tax.description,
    taxRate: tax.rate,
    payment: false,
  }
}
